import type { RpcRoute } from '../routes.ts';
import type { HistoryQuery } from '../passes/allowlist.ts';

/** One request to the node, built from parsed parts alone. */
export interface NodeCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  /** JSON text of a POST. */
  readonly body: string | undefined;
}

/**
 * Builds the call of a GET route.
 * @param query values that the allowlist pass found to need no encoding, where the route is the account history
 */
export function buildReadCall(route: RpcRoute, query: HistoryQuery): NodeCall {
  return { method: 'GET', path: `${readPath(route)}${formatQuery(query)}`, body: undefined };
}

/** Builds the call that submits a transaction of 426 hexadecimal characters. */
export function buildSubmitCall(raw: string): NodeCall {
  return { method: 'POST', path: '/v1/transactions', body: JSON.stringify({ raw }) };
}

function readPath({ id, address }: RpcRoute): string {
  if (id === 'getAccount') return `/v1/accounts/${address}`;
  if (id === 'listAccountTransactions') return `/v1/accounts/${address}/transactions`;
  return '/v1/status';
}

function formatQuery(query: HistoryQuery): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
