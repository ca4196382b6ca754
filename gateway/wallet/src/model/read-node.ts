import { ApiError, TransportError, type RpcHistory, type RpcTransaction } from '@cairn/api/rpc';
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
  // List the stored transactions before the requests: one that is sent after the node's answer must not count as
  // missing.
  const entries = await services.storage.outbox.list(network, address);
  const { account, page } = await readAccountAndHistory(services, address);
  const history = former === undefined ? startHistory(page) : refreshHistory(former, page);
  const settle = (items: readonly RpcTransaction[]) =>
    reconcileOutbox({ outbox: services.storage.outbox, entries, account, items, tip });
  let outbox = await settle([...history.pending, ...history.confirmed]);
  if (outbox.some((item) => isBeyondLoaded(item, account.nonce))) {
    const readOlder = (cursor: string): Promise<RpcHistory> =>
      services.rpc.listAccountTransactions({ address, limit: SEARCH_PAGE_LIMIT, cursor });
    outbox = await settle(await readUntil(readOlder, address, history, oldestNonce(outbox)));
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

/**
 * True for a stored transaction of unknown state whose nonce a block has used: only older history can tell its state.
 */
function isBeyondLoaded({ entry, reconciliation }: OutboxItem, confirmedNonce: number): boolean {
  return reconciliation.kind === 'unknown' && entry.nonce <= confirmedNonce;
}

function oldestNonce(outbox: readonly OutboxItem[]): number {
  const unknown = outbox.filter(({ reconciliation }) => reconciliation.kind === 'unknown');
  return Math.min(...unknown.map(({ entry }) => entry.nonce));
}

/** Returns the loaded history plus older pages, up to the page with the sender's transaction of this nonce. */
async function readUntil(
  readOlder: (cursor: string) => Promise<RpcHistory>,
  address: Address,
  history: HistoryView,
  nonce: number,
): Promise<RpcTransaction[]> {
  const items = [...history.pending, ...history.confirmed];
  let cursor = history.nextCursor;
  for (let pages = 0; cursor !== null && pages < SEARCH_PAGES; pages++) {
    const page = await readOlder(cursor);
    items.push(...page.transactions);
    if (page.transactions.some((item) => item.from_address === address && item.nonce <= nonce)) break;
    cursor = page.next_cursor;
  }
  return items;
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
