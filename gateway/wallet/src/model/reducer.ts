import type { RpcAccount, RpcStatus } from '@cairn/api/rpc';
import type { Address } from '@cairn/protocol';
import {
  extendHistory,
  type HistoryPage,
  type OutboxItem,
  refreshHistory,
  startHistory,
} from '@cairn/wallet';
import { type AppState, isSelected, type LockedBy, type OpenWallet, type Phase } from './state.ts';

/** The node's answers about an account, and its stored transactions compared with them. */
export interface AccountAnswer {
  readonly account: RpcAccount;
  /** The first page of its history. */
  readonly page: HistoryPage;
  readonly outbox: readonly OutboxItem[];
}

/** Fields of the state that change alone. */
type Field = 'config' | 'connection' | 'durable' | 'draft' | 'replacing' | 'testCoins' | 'discovery';

/** What happens to the wallet page. */
export type AppEvent =
  | { readonly type: 'set'; readonly fields: Partial<Pick<AppState, Field>> }
  /** The node answered. `answer`: about the account that it was asked about; absent if it was asked about none. */
  | {
      readonly type: 'answered';
      readonly status: RpcStatus;
      readonly at: number;
      readonly answer?: AccountAnswer;
    }
  /** The stored transactions of an account were read while the node does not answer. */
  | { readonly type: 'stored'; readonly address: Address; readonly outbox: readonly OutboxItem[] }
  /** A page of history arrived: the one after `cursor`, or, without it, the newest one in place of all that was loaded. */
  | { readonly type: 'page'; readonly address: Address; readonly page: HistoryPage; readonly cursor?: string }
  /** A wallet was opened, or the open one has new contents or shows another account. */
  | { readonly type: 'opened'; readonly wallet: OpenWallet }
  /** No wallet is open (any more). */
  | { readonly type: 'closed'; readonly phase: Exclude<Phase, { name: 'unlocked' }>; readonly by?: LockedBy }
  | { readonly type: 'sending' | 'sent'; readonly id: string };

/** What an open wallet leaves behind when it is closed: nothing. */
const NO_WALLET = {
  data: undefined,
  outbox: [],
  draft: undefined,
  replacing: undefined,
  discovery: undefined,
  testCoins: undefined,
  pendingSince: {},
} satisfies Partial<AppState>;

/** The state after an event. Pure: what else it leads to is in model.ts. */
export function reduce(state: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case 'set':
      return { ...state, ...event.fields };
    case 'answered':
      return reduceAnswer(state, event);
    case 'stored':
      return isSelected(state, event.address) ? { ...state, outbox: event.outbox } : state;
    case 'page': {
      const { data } = state;
      const { address, page, cursor } = event;
      if (data === undefined || !isSelected(state, address)) return state;
      if (cursor === undefined) return { ...state, data: { ...data, history: startHistory(page) } };
      // The same page may have been asked for twice, or the list read again meanwhile.
      if (data.history.nextCursor !== cursor) return state;
      return { ...state, data: { ...data, history: extendHistory(data.history, page) } };
    }
    case 'opened': {
      const { wallet } = event;
      const same = isSelected(state, wallet.selected.address);
      const phase = { name: 'unlocked', wallet } as const;
      return { ...state, phase, lockedBy: undefined, ...(!same && { data: undefined }) };
    }
    case 'closed':
      return { ...state, ...NO_WALLET, phase: event.phase, lockedBy: event.by };
    case 'sending':
      return { ...state, sending: [...state.sending, event.id] };
    case 'sent':
      return { ...state, sending: state.sending.filter((id) => id !== event.id) };
    default:
      return event satisfies never;
  }
}

/**
 * Drops the answer about an account that is not shown any more, and all data if the node is of another network. The page is
 * merged into the history that is shown now: older pages may have arrived since the node was asked.
 */
function reduceAnswer(state: AppState, event: Extract<AppEvent, { type: 'answered' }>): AppState {
  const { status, at: answeredAt, answer } = event;
  const answered = { ...state, status, answeredAt, connection: { state: 'online' } } as const;
  if (answer === undefined) return { ...answered, data: undefined };
  const { account, page, outbox } = answer;
  if (!isSelected(state, account.address)) return answered;
  const history = state.data === undefined ? startHistory(page) : refreshHistory(state.data.history, page);
  const pendingSince = Object.fromEntries(
    history.pending.map(({ id }) => [id, state.pendingSince[id] ?? answeredAt]),
  );
  return { ...answered, data: { account, history }, outbox, pendingSince };
}
