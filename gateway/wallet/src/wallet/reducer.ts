import type { GatewayConfig } from '@cairn/api/gateway';
import type { RpcStatus } from '@cairn/api/rpc';
import type { Address } from '@cairn/protocol';
import type { HistoryView, OutboxItem } from '@cairn/wallet';
import {
  type AccountData,
  type AppState,
  type Connection,
  type Discovery,
  isSelected,
  type LockedBy,
  type OpenWallet,
  type Phase,
  type Replacing,
  type TestCoins,
} from './state.ts';

/** What happens to the wallet page. */
export type AppEvent =
  /** The gateway's settings arrived. */
  | { readonly type: 'configured'; readonly config: GatewayConfig }
  /** The node answered. `data`: of the account that it was asked about; absent if it was asked about none. */
  | {
      readonly type: 'answered';
      readonly status: RpcStatus;
      readonly at: number;
      readonly data?: AccountData;
    }
  | { readonly type: 'failed'; readonly connection: Connection }
  /** The stored transactions of an account were read while the node does not answer. */
  | { readonly type: 'stored'; readonly address: Address; readonly outbox: readonly OutboxItem[] }
  /** A page of older history arrived, or the history was read again from its newest entry. */
  | { readonly type: 'history'; readonly address: Address; readonly history: HistoryView }
  /** A wallet was opened, or the open one has new contents or shows another account. */
  | { readonly type: 'opened'; readonly wallet: OpenWallet }
  /** No wallet is open (any more). */
  | { readonly type: 'closed'; readonly phase: Exclude<Phase, { name: 'unlocked' }>; readonly by?: LockedBy }
  | { readonly type: 'persistence'; readonly durable: boolean }
  | { readonly type: 'sending' | 'sent'; readonly id: string }
  | { readonly type: 'payee'; readonly payee: string | undefined }
  | { readonly type: 'replacing'; readonly replacing: Replacing | undefined }
  | { readonly type: 'test_coins'; readonly testCoins: TestCoins }
  | { readonly type: 'discovery'; readonly discovery: Discovery | undefined };

/** What an open wallet leaves behind when it is closed: nothing. */
const NO_WALLET = {
  data: undefined,
  outbox: [],
  payee: undefined,
  replacing: undefined,
  discovery: undefined,
  testCoins: undefined,
} satisfies Partial<AppState>;

/** The state after an event. Pure: what else it leads to is in model.ts. */
export function reduce(state: AppState, event: AppEvent): AppState {
  switch (event.type) {
    case 'configured':
      return { ...state, config: event.config };
    case 'answered':
      return reduceAnswer(state, event);
    case 'failed':
      return { ...state, connection: event.connection };
    case 'stored':
      return isSelected(state, event.address) ? { ...state, outbox: event.outbox } : state;
    case 'history': {
      const { data } = state;
      if (data === undefined || !isSelected(state, event.address)) return state;
      return { ...state, data: { ...data, history: event.history } };
    }
    case 'opened': {
      const { wallet } = event;
      const same = isSelected(state, wallet.selected.address);
      return {
        ...state,
        phase: { name: 'unlocked', wallet },
        lockedBy: undefined,
        ...(!same && { data: undefined }),
      };
    }
    case 'closed':
      return { ...state, ...NO_WALLET, phase: event.phase, lockedBy: event.by };
    case 'persistence':
      return { ...state, durable: event.durable };
    case 'sending':
      return { ...state, sending: [...state.sending, event.id] };
    case 'sent':
      return { ...state, sending: state.sending.filter((id) => id !== event.id) };
    case 'payee':
      // A new transfer takes the place of a replacement.
      return { ...state, payee: event.payee, ...(event.payee !== undefined && { replacing: undefined }) };
    case 'replacing':
      return { ...state, replacing: event.replacing };
    case 'test_coins':
      return { ...state, testCoins: event.testCoins };
    case 'discovery':
      return { ...state, discovery: event.discovery };
    default:
      return event satisfies never;
  }
}

/** Drops the data of an account that is not shown any more, and all data if the node is of another network. */
function reduceAnswer(state: AppState, event: Extract<AppEvent, { type: 'answered' }>): AppState {
  const { status, at: answeredAt, data } = event;
  const answer = { ...state, status, answeredAt, connection: { state: 'online' } } as const;
  if (data === undefined) return { ...answer, data: undefined };
  if (!isSelected(state, data.account.address)) return answer;
  return { ...answer, data, outbox: data.outbox };
}
