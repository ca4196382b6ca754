import { type Client, type ClientOptions, createClient } from '../client.ts';
import { addressParameter } from '../explorer/parameters.ts';
import { defineRoutes, type ParseResult, type PathParameter } from '../route.ts';
import { RPC_LIMITS } from './limits.ts';
import * as schemas from './schemas.ts';

/**
 * Parses `{height}` (interface document, section 4.2): ASCII digits, leading zeros allowed.
 * @returns a number that may be above 2^32, the height of no block
 */
function parseHeight(text: string): ParseResult<number, 'invalid_height'> {
  return /^[0-9]+$/.test(text) ? { ok: true, value: Number(text) } : { ok: false, error: 'invalid_height' };
}

const height = {
  kind: 'integer',
  description: 'A canonical height: a non-negative decimal integer.',
  pattern: '^[0-9]+$',
  example: '1',
  parse: parseHeight,
} as const satisfies PathParameter;

/** The six routes of the interface document, section 4.2, by ID. All but `health` need the bearer token. */
export const rpcRoutes = defineRoutes({
  health: {
    tier: 'public',
    path: '/health',
    response: schemas.rpcHealthSchema,
    summary: 'Probe',
    description: '200 while the process is running. The only route without authentication.',
  },
  status: {
    tier: 'private',
    path: '/v1/status',
    response: schemas.rpcStatusSchema,
    summary: 'Node, chain, synchronization, peers',
    description: '`ready` gates submission; it is not finality.',
  },
  getAccount: {
    tier: 'private',
    path: '/v1/accounts/{address}',
    params: { address: addressParameter },
    response: schemas.rpcAccountSchema,
    errors: ['invalid_address'],
    summary: 'Confirmed and pending-aware account state',
    description:
      'Zeros for an address without a confirmed record. While the pending store is unavailable, confirmed values only.',
  },
  listAccountTransactions: {
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
    errors: ['invalid_address', 'invalid_limit', 'invalid_cursor'],
    summary: 'Pending and confirmed history of an account',
    description: 'Newest first; pending transactions on the first page only.',
  },
  getBlock: {
    tier: 'private',
    path: '/v1/blocks/{height}',
    params: { height },
    response: schemas.rpcBlockSchema,
    errors: ['invalid_height', 'block_not_found'],
    summary: 'One canonical block with all transactions',
    description: 'By height only.',
  },
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

export type RpcClient = Client<RpcRoutes>;

export interface RpcClientOptions extends ClientOptions {
  /** Bearer token of the node. Omit it in browsers: the gateway adds it. */
  readonly token?: string | undefined;
}

/** A typed client of the private RPC, with a method for each route. Rejects with `ApiError` or `TransportError`. */
export function createRpcClient({ token, ...options }: RpcClientOptions): RpcClient {
  return createClient(rpcRoutes, options, token === undefined ? {} : { authorization: `Bearer ${token}` });
}
