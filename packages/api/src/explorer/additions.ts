import * as z from 'zod/mini';
import { field } from '../schema/documentation.ts';
import { defineRoute } from '../route/route.ts';
import { INDEX_ERRORS } from './errors.ts';
import {
  eventsQuery,
  headersQuery,
  heightOrHash,
  identifierPrefix,
  seriesQuery,
  staleBlocksQuery,
  txid,
} from './parameters.ts';
import {
  indexStatusSchema,
  matchesSchema,
  reorganizedEventSchema,
  seriesSchema,
  staleBlockListSchema,
  tipEventSchema,
  transactionProofSchema,
} from './schemas.ts';

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
  listStaleBlocks: defineRoute({
    id: 'listStaleBlocks',
    tier: 'core',
    method: 'GET',
    path: '/api/v1/blocks/stale',
    params: none,
    query: staleBlocksQuery,
    status: 200,
    contentType: 'application/json',
    response: staleBlockListSchema,
    errors: [],
    summary: 'Blocks beside the chain',
    description: 'Highest first.',
  }),
  getHeaders: defineRoute({
    id: 'getHeaders',
    tier: 'core',
    method: 'GET',
    path: '/api/v1/headers',
    params: none,
    query: headersQuery,
    status: 200,
    contentType: 'application/octet-stream',
    response: field(z.string(), 'Headers of 118 bytes, lowest first; none above the tip.'),
    errors: [],
    summary: 'Headers of the chain as bytes',
    description: 'For checking the chain without its transactions.',
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
    description: 'An RFC 6962 audit path.',
  }),
  getSeries: defineRoute({
    id: 'getSeries',
    tier: 'indexed',
    method: 'GET',
    path: '/api/v1/series',
    params: none,
    query: seriesQuery,
    status: 200,
    contentType: 'application/json',
    response: seriesSchema,
    errors: INDEX_ERRORS,
    summary: 'The chain by hours, days or weeks',
    description: 'For charts of the whole chain.',
  }),
  search: defineRoute({
    id: 'search',
    tier: 'indexed',
    method: 'GET',
    path: '/api/v1/search/{prefix}',
    params: { prefix: identifierPrefix },
    query: none,
    status: 200,
    contentType: 'application/json',
    response: matchesSchema,
    errors: ['invalid_prefix', ...INDEX_ERRORS],
    summary: 'Search by prefix',
    description: 'Blocks, transactions and addresses by their first characters: five of each at most.',
  }),
  events: defineRoute({
    id: 'events',
    tier: 'core',
    method: 'GET',
    path: '/api/v1/events',
    params: none,
    query: eventsQuery,
    headers: {
      'Last-Event-ID': {
        description: 'ID of the last event, or height of the last tip. Anything else is ignored.',
        pattern: '^[0-9]{1,10}(-[0-9a-f]{64})?$',
        example: '12',
      },
    },
    status: 200,
    contentType: 'text/event-stream',
    response: field(z.string(), 'Server-sent events; `x-events` has the data of each.'),
    errors: ['too_many_streams'],
    summary: 'New blocks and index states as they happen',
    description: 'Server-sent events.',
  }),
};

export type ExplorerAdditions = typeof explorerAdditions;

/** Data of each named event of `/api/v1/events`. */
export const explorerEventSchemas = {
  tip: tipEventSchema,
  reorganized: reorganizedEventSchema,
  index: indexStatusSchema,
};

export type ExplorerEventName = keyof typeof explorerEventSchemas;
