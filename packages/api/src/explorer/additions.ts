import * as z from 'zod/mini';
import { field } from '../schema/documentation.ts';
import { defineRoute } from '../route/route.ts';
import { heightOrHash, txid } from './parameters.ts';
import { blockSummarySchema, indexStatusSchema, transactionProofSchema } from './schemas.ts';

const none = {} as const;

/** Routes that API-DECISIONS adds to the contract. A server that does not serve them leaves them out. */
export const explorerAdditions = {
  getRawBlock: defineRoute({
    id: 'getRawBlock',
    tier: 'core',
    method: 'GET',
    path: '/api/v1/blocks/{height_or_hash}/raw',
    params: { height_or_hash: heightOrHash },
    query: none,
    status: 200,
    contentType: 'application/octet-stream',
    response: field(z.string(), 'The block: 118 header bytes, then 213 bytes a transaction.'),
    errors: ['invalid_block_reference', 'block_not_found'],
    summary: 'A block’s bytes',
    description: 'Immutable once found by hash.',
  }),
  getTransactionProof: defineRoute({
    id: 'getTransactionProof',
    tier: 'core',
    method: 'GET',
    path: '/api/v1/transactions/{txid}/proof',
    params: { txid },
    query: none,
    status: 200,
    contentType: 'application/json',
    response: transactionProofSchema,
    errors: ['invalid_transaction_id', 'transaction_not_found'],
    summary: 'Merkle proof of a transaction',
    description: 'An RFC 6962 audit path from the transaction to its block’s Merkle root.',
  }),
  events: defineRoute({
    id: 'events',
    tier: 'core',
    method: 'GET',
    path: '/api/v1/events',
    params: none,
    query: none,
    status: 200,
    contentType: 'text/event-stream',
    response: field(
      z.string(),
      'Server-Sent Events named `tip` (a block summary) and `index` (an index status).',
    ),
    errors: ['too_many_streams'],
    summary: 'New blocks and index states as they happen',
    description:
      '`id:` is the height and `Last-Event-ID` resumes after it. A comment every 15 seconds keeps the stream open.',
  }),
};

export type ExplorerAdditions = typeof explorerAdditions;

/** Data of each named event of `/api/v1/events`. */
export const explorerEventSchemas = {
  tip: blockSummarySchema,
  index: indexStatusSchema,
};

export type ExplorerEventName = keyof typeof explorerEventSchemas;
