import { ApiError, TransportError } from '@cairn/api/rpc';
import type { Address, NetworkName } from '@cairn/protocol';
import {
  reconcileOutbox,
  refreshHistory,
  startHistory,
  type HistoryView,
  type OutboxItem,
} from '@cairn/wallet';
import type { Services } from './services.ts';
import type { NoSession } from './session.ts';
import type { AccountAnswer } from './reducer.ts';
import type { Connection } from './state.ts';

/** Pause in milliseconds between two rounds of polling. */
export const POLL_INTERVAL_MS = 3_000;

/**
 * Maximum number of entries in the first page: more than a sender can have pending, so that it contains all of these.
 */
export const FIRST_PAGE_LIMIT = 100;

/**
 * Limits of the search for stored transactions in history that is not loaded: entries in a page, and number of pages.
 */
const SEARCH_PAGE_LIMIT = 200;
const SEARCH_PAGES = 50;

/**
 * Reads an account's state and first history page, and compares the stored transactions with them.
 * @param asked.tip height of the node's newest block
 * @param former the history from the round before; `undefined` if there is none
 */
export async function readAccount(
  services: Services,
  asked: { network: NetworkName; address: Address; tip: number },
  former: HistoryView | undefined,
): Promise<AccountAnswer> {
  const { network, address, tip } = asked;
  const { rpc, storage } = services;
  // List the stored transactions before the requests: one that is sent after the node's answer must not count as
  // missing.
  const entries = await storage.outbox.list(network, address);
  const { account, page } = await readAccountAndHistory(services, address);
  const history = former === undefined ? startHistory(page) : refreshHistory(former, page);
  const items = [...history.pending, ...history.confirmed];
  const settle = () => reconcileOutbox({ outbox: storage.outbox, entries, account, items, tip });
  // Of a transaction of unknown state whose nonce a block has used, only older history can tell the state.
  const isBeyondLoaded = ({ entry, reconciliation }: OutboxItem): boolean =>
    reconciliation.kind === 'unknown' && entry.nonce <= account.nonce;
  let outbox = await settle();
  let cursor = history.nextCursor;
  for (let pages = 0; pages < SEARCH_PAGES && cursor !== null && outbox.some(isBeyondLoaded); pages++) {
    const older = await rpc.listAccountTransactions({ address, limit: SEARCH_PAGE_LIMIT, cursor });
    items.push(...older.transactions);
    cursor = older.next_cursor;
    outbox = await settle();
  }
  return { account, page, outbox };
}

/** Reads the account state and the first history page of one address. */
async function readAccountAndHistory({ rpc }: Services, address: Address) {
  const [account, page] = await Promise.all([
    rpc.getAccount({ address }),
    rpc.listAccountTransactions({ address, limit: FIRST_PAGE_LIMIT }),
  ]);
  // The node answers the two requests separately: the mempool counts as available only if it was for both.
  const mempool_available = account.mempool_available && page.mempool_available;
  return { account: { ...account, mempool_available }, page };
}

const NODE_FAILURES: ReadonlySet<string> = new Set([
  'node_timeout',
  'node_unreachable',
  'node_bad_response',
  'unauthorized',
  'internal_error',
]);

/**
 * The connection after an error. An error of the page itself, not of a request, counts as an answer it cannot use.
 * @param why the page has no session, if it has none
 */
export function connectionAfterError(error: unknown, why: NoSession): Connection {
  if (error instanceof ApiError) {
    const { code, status } = error;
    if (code === 'session_expired') return { state: 'no_access', why };
    return { state: NODE_FAILURES.has(code) || status >= 500 ? 'node_down' : 'bad_answer', code };
  }
  if (error instanceof TransportError) {
    const answered = error.code === 'not_json' || error.code === 'unexpected_shape';
    return answered ? { state: 'bad_answer', code: error.code } : { state: 'gateway_down' };
  }
  return { state: 'bad_answer', code: error instanceof Error ? error.name : typeof error };
}
