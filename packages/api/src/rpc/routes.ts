import { defineRoute, type PathParameter } from '../route/route.ts';
import { addressParameter } from '../explorer/parameters.ts';
import { RPC_LIMITS } from './limits.ts';
import { parseHeight } from './parse.ts';
import * as schemas from './schemas.ts';

const get = { method: 'GET', status: 200, contentType: 'application/json' } as const;
const none = {} as const;

const height = {
  kind: 'integer',
  description: 'A canonical height: a non-negative decimal integer.',
  pattern: '^[0-9]+$',
  example: '1',
  parse: parseHeight,
} as const satisfies PathParameter;

/** The six routes of the interface document, section 4.2, by ID. All but `health` need the bearer token. */
export const rpcRoutes = {
  health: defineRoute({
    ...get,
    id: 'health',
    tier: 'public',
    path: '/health',
    params: none,
    query: none,
    response: schemas.rpcHealthSchema,
    errors: [],
    summary: 'Probe',
    description: '200 while the process is running. The only route without authentication.',
  }),
  status: defineRoute({
    ...get,
    id: 'status',
    tier: 'private',
    path: '/v1/status',
    params: none,
    query: none,
    response: schemas.rpcStatusSchema,
    errors: ['unauthorized'],
    summary: 'Node, chain, synchronization, peers',
    description: '`ready` gates submission; it is not finality.',
  }),
  getAccount: defineRoute({
    ...get,
    id: 'getAccount',
    tier: 'private',
    path: '/v1/accounts/{address}',
    params: { address: addressParameter },
    query: none,
    response: schemas.rpcAccountSchema,
    errors: ['unauthorized', 'invalid_address'],
    summary: 'Confirmed and pending-aware account state',
    description:
      'Zeros for an address without a confirmed record. While the pending store is unavailable, confirmed values only.',
  }),
  listAccountTransactions: defineRoute({
    ...get,
    id: 'listAccountTransactions',
    tier: 'private',
    path: '/v1/accounts/{address}/transactions',
    params: { address: addressParameter },
    query: {
      limit: {
        kind: 'clamped',
        ...RPC_LIMITS.history,
        description: 'Page size, clamped to its bounds.',
      },
      cursor: { kind: 'text', description: '`next_cursor` of the previous page, unchanged.' },
    },
    response: schemas.rpcHistorySchema,
    errors: ['unauthorized', 'invalid_address', 'invalid_limit', 'invalid_cursor'],
    summary: 'Pending and confirmed history of an account',
    description: 'Newest first; pending transactions on the first page only.',
  }),
  getBlock: defineRoute({
    ...get,
    id: 'getBlock',
    tier: 'private',
    path: '/v1/blocks/{height}',
    params: { height },
    query: none,
    response: schemas.rpcBlockSchema,
    errors: ['unauthorized', 'invalid_height', 'block_not_found'],
    summary: 'One canonical block with all transactions',
    description: 'By height only.',
  }),
  submitTransaction: defineRoute({
    id: 'submitTransaction',
    tier: 'private',
    method: 'POST',
    path: '/v1/transactions',
    params: none,
    query: none,
    body: schemas.submitBodySchema,
    status: 202,
    contentType: 'application/json',
    response: schemas.submitReceiptSchema,
    errors: [
      'unauthorized',
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
  }),
};

export type RpcRoutes = typeof rpcRoutes;
