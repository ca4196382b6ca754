import * as z from 'zod/mini';
import { field } from '../schema/documentation.ts';
import { defineRoute } from '../route/route.ts';
import { EXPLORER_LIMITS } from './limits.ts';
import { eventsQuery, heightOrHash, staleBlocksQuery, txid } from './parameters.ts';
import {
  indexStatusSchema,
  reorganizedEventSchema,
  staleBlockListSchema,
  tipEventSchema,
  transactionProofSchema,
} from './schemas.ts';

const none = {} as const;

const EVENTS_DESCRIPTION = [
  'A `tip` event is sent for each new block; its `id:` is the height and the block ID, joined by a hyphen. A new stream',
  'begins by naming the present tip, without an event. A stream that resumes gets the tips that it missed, the newest',
  `${EXPLORER_LIMITS.eventReplay} at most: a height that is not one above the last one tells of a gap, and`,
  '`/api/v1/blocks` has what is missing. When the newest block is stepped back, a `tip` event names the block below it;',
  'a `prev_block_hash` that is not the ID of the block known at that height tells the same after an interruption.',
  'When the chain left blocks for a branch with more work, a `reorganized` event says so once, before the `tip` event of',
  'the new tip; a client that resumes after a block that was left gets one too, while the node knows that block.',
  'An `index` event without `id:` is sent when the state of the index changes. A comment every',
  `${EXPLORER_LIMITS.eventKeepAliveSeconds} seconds keeps the stream open. A client that does not read is cut off.`,
].join(' ');

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
    description:
      'Blocks that the node has and that are not canonical: they lost against a branch with more work. Highest first. Their IDs stay unknown to every other route.',
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
    query: eventsQuery,
    headers: {
      'Last-Event-ID': {
        description:
          'ID of the last event, or the height of the last tip that the client has; the stream resumes after it. Anything else is ignored.',
        pattern: '^[0-9]{1,10}(-[0-9a-f]{64})?$',
        example: '12',
      },
    },
    status: 200,
    contentType: 'text/event-stream',
    response: field(
      z.string(),
      'Server-Sent Events named `tip` (data: a TipEvent), `reorganized` (data: a ReorganizedEvent) and `index` (data: an IndexStatus).',
    ),
    errors: ['too_many_streams'],
    summary: 'New blocks and index states as they happen',
    description: EVENTS_DESCRIPTION,
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
