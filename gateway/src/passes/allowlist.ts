import type { RequestFacts } from '../facts.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';

/** The query parameters of the account history: plain text that needs no encoding. */
export interface HistoryQuery {
  readonly limit?: string;
  readonly cursor?: string;
}

const PLAIN_LIMIT = /^[0-9A-Za-z._~-]{0,32}$/;
const PLAIN_CURSOR = /^[0-9A-Za-z._~-]{0,1024}$/;

/**
 * GATEWAY.md, pass 7: the path must be served (`RPC_RULES` in `routes.ts` lists the RPC paths), and only the account history
 * may have a query.
 */
export function checkAllowlist({ route, query }: RequestFacts): Refusal | undefined {
  if (route === undefined) return refuse('not_found');
  if (query === undefined) return undefined;
  if (route.kind !== 'rpc' || route.id !== 'listAccountTransactions') return refuse('invalid_query');
  const parsed = parseHistoryQuery(query);
  return isRefusal(parsed) ? parsed : undefined;
}

/**
 * Parses the query of the account history. Each parameter must be plain text and occur at most once. The node checks the
 * values.
 */
export function parseHistoryQuery(query: string): HistoryQuery | Refusal {
  const found: { limit?: string; cursor?: string } = {};
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0));
    const value = part.slice(equals + 1);
    if ((name !== 'limit' && name !== 'cursor') || found[name] !== undefined) return refuse('invalid_query');
    found[name] = value;
  }
  if (found.limit !== undefined && !PLAIN_LIMIT.test(found.limit)) return refuse('invalid_limit');
  if (found.cursor !== undefined && !PLAIN_CURSOR.test(found.cursor)) return refuse('invalid_cursor');
  return found;
}
