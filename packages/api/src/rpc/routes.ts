import * as z from 'zod/mini';
import { addressParameter } from '../explorer/parameters.ts';
import { defineRoutes } from '../route.ts';
import { field, integer, segment } from '../schema.ts';
import { RPC_LIMITS } from './limits.ts';
import * as schemas from './schemas.ts';

/** `{height}` (interface document, section 4.2): leading zeros are allowed; above 2^32 it is the height of no block. */
const height = segment<number, number | string>('invalid_height', /^[0-9]+$/, Number, {
  description: 'A canonical height: a non-negative decimal integer.',
  example: '1',
});

/** Page size of the history, clamped; unlike in the Explorer API, a plus sign is refused. */
const limit = integer(RPC_LIMITS.history, 'Page size, clamped to its bounds.', (text) => {
  if (typeof text !== 'string' || !/^-?[0-9]+$/.test(text)) return text;
  return Math.min(Math.max(Number(text), RPC_LIMITS.history.minimum), RPC_LIMITS.history.maximum);
});

/** The six routes of the interface document, section 4.2, by ID. All but `health` need the bearer token. */
export const rpcRoutes = defineRoutes({
  /** Probe. */
  health: {
    tier: 'public',
    path: '/health',
    response: schemas.rpcHealthSchema,
    summary: 'Probe',
    description: '200 while the process is running. The only route without authentication.',
  },
  /** Node, chain, synchronization, peers. */
  status: {
    tier: 'private',
    path: '/v1/status',
    response: schemas.rpcStatusSchema,
    summary: 'Node, chain, synchronization, peers',
    description: '`ready` gates submission; it is not finality.',
  },
  /** Confirmed and pending-aware account state. */
  getAccount: {
    tier: 'private',
    path: '/v1/accounts/{address}',
    params: z.object({ address: addressParameter }),
    response: schemas.rpcAccountSchema,
    errors: ['invalid_address'],
    summary: 'Confirmed and pending-aware account state',
    description:
      'Zeros for an address without a confirmed record. While the pending store is unavailable, confirmed values only.',
  },
  /** Pending and confirmed history of an account. */
  listAccountTransactions: {
    tier: 'private',
    path: '/v1/accounts/{address}/transactions',
    params: z.object({ address: addressParameter }),
    query: z.object({
      limit: z._default(limit, RPC_LIMITS.history.default),
      cursor: field(z.optional(z.string()), '`next_cursor` of the previous page, unchanged.'),
    }),
    response: schemas.rpcHistorySchema,
    errors: ['invalid_address', 'invalid_limit', 'invalid_cursor'],
    summary: 'Pending and confirmed history of an account',
    description: 'Newest first; pending transactions on the first page only.',
  },
  /** One canonical block with all transactions. */
  getBlock: {
    tier: 'private',
    path: '/v1/blocks/{height}',
    params: z.object({ height }),
    response: schemas.rpcBlockSchema,
    errors: ['invalid_height', 'block_not_found', 'node_busy'],
    summary: 'One canonical block with all transactions',
    description: 'By height only.',
  },
  /** Admit and relay one signed transaction. */
  submitTransaction: {
    tier: 'private',
    method: 'POST',
    path: '/v1/transactions',
    body: schemas.submitBodySchema,
    status: 202,
    response: schemas.submitReceiptSchema,
    errors: [
      'unsupported_media_type',
      'request_too_large',
      'invalid_transaction_encoding',
      'invalid_transaction_length',
      'node_not_ready',
      'invalid_transaction',
      'transaction_rejected',
      'mempool_unavailable',
    ],
    summary: 'Admit and relay one signed transaction',
    description:
      '202 means accepted locally: pending, neither mined nor final. Repeating a pending submission returns the same receipt.',
  },
});

export type RpcRoutes = typeof rpcRoutes;
