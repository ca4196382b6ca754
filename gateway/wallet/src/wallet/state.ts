import type { RpcAccount, RpcStatus } from '@cairn/api/rpc';
import { type Address, getNetwork, isNetworkName, type NetworkName } from '@cairn/protocol';
import {
  depthOf,
  findNetworkMismatch,
  findSendBlockers,
  type Account,
  type CurrentState,
  type HistoryView,
  type Keyring,
  type OutboxItem,
  type NetworkMismatch,
  type PublicContents,
  type ReplacementKind,
  type SendBlocker,
  type NodeAnswers,
} from '@cairn/wallet';
import type { LaunchResult } from './launch.ts';
import type { GatewayConfig } from './services.ts';

/** Phase of the wallet. `unusable`: a vault is stored, but this page cannot read it. */
export type Phase =
  | { readonly name: 'starting' }
  | { readonly name: 'first_run' }
  | { readonly name: 'unusable'; readonly code: string }
  | { readonly name: 'locked'; readonly network: NetworkName }
  | { readonly name: 'unlocked'; readonly wallet: OpenWallet };

/** An account of the recovery phrase, or a watched address. An empty name stands for the default name. */
export type WalletAccount =
  | (Account & { readonly kind: 'own'; readonly ref: number; readonly name: string })
  | {
      readonly kind: 'watched';
      readonly ref: string;
      readonly address: Address;
      readonly name: string;
    };

/** The open wallet without secrets, for the screens. */
export interface OpenWallet extends Pick<
  PublicContents,
  'contacts' | 'labels' | 'cancelled' | 'backedUp' | 'searched'
> {
  readonly network: NetworkName;
  /** Own accounts by index, then watched ones. */
  readonly accounts: readonly WalletAccount[];
  /** The account that this tab shows. */
  readonly selected: WalletAccount;
}

/** Describes an open wallet; addresses are derived once. */
export function describeWallet(contents: PublicContents, keyring: Keyring): OpenWallet {
  const own = contents.accounts.map(({ index, name }): WalletAccount => {
    return { kind: 'own', ref: index, name, ...keyring.account(index) };
  });
  const watched = contents.watchOnly.map(({ address, name }): WalletAccount => {
    return { kind: 'watched', ref: address, address, name };
  });
  const accounts = [...own, ...watched];
  const selected = accounts.find(({ ref }) => ref === contents.selected) ?? accounts[0]!;
  const { contacts, labels, cancelled, backedUp, searched } = contents;
  return {
    network: keyring.network,
    accounts,
    selected,
    contacts,
    labels,
    ...(cancelled && { cancelled }),
    backedUp,
    searched,
  };
}

/** State of the connection to the node through the gateway, after the last round of polling. */
export type NodeConnection =
  | { readonly state: 'connecting' }
  | { readonly state: 'online' }
  /** The gateway answers, but the node gives no valid answer or reports that it failed; `code` is the reason. */
  | { readonly state: 'node_down'; readonly code: string }
  | { readonly state: 'gateway_down' }
  /** The gateway does not answer, and the browser says that this device has no network. */
  | { readonly state: 'offline' }
  /** The gateway does not accept this page's session, or the page has none. */
  | { readonly state: 'session_refused' }
  | { readonly state: 'bad_answer'; readonly code: string }
  /** The page failed while it processed an answer; `code` names the error. */
  | { readonly state: 'page_fault'; readonly code: string };

/** The node's data about an account, read in one round of polling. */
export interface AccountData {
  readonly account: RpcAccount;
  readonly history: HistoryView;
  /** Stored transactions, compared with the account and its history. */
  readonly outbox: readonly OutboxItem[];
  /** Unix milliseconds. */
  readonly readAt: number;
}

/** A transfer of test coins that the node accepted (test-coins.ts). */
export interface TestCoins {
  /** Address of the account that gets the coins. */
  readonly address: Address;
  /** Transaction ID. */
  readonly id: string;
}

/** A pending transaction of the selected account, and whether to speed it up or cancel it. */
export interface Replacing {
  readonly id: string;
  readonly kind: ReplacementKind;
}

/** State of the search for accounts in use. */
export type Discovery =
  | { readonly state: 'running'; readonly checked: number; readonly found: number }
  | { readonly state: 'done'; readonly checked: number; readonly found: number; readonly added: number }
  /** Interrupted by an error. Accounts found before the error were not added: the search must cover all accounts. */
  | { readonly state: 'failed'; readonly checked: number; readonly code: string };

export interface AppState {
  readonly phase: Phase;
  readonly config: GatewayConfig | undefined;
  readonly connection: NodeConnection;
  /** The node's last status; out of date unless the connection is online. */
  readonly status: RpcStatus | undefined;
  /** Time at which `status` was read, in Unix milliseconds. */
  readonly answeredAt: number | undefined;
  /** Whether the browser says that this device has a network. */
  readonly deviceOnline: boolean;
  /** Stored transactions of the account that was read last, compared with the node's data if it answered. */
  readonly outbox: readonly OutboxItem[];
  /** IDs of the transactions that this tab is sending. */
  readonly sending: readonly string[];
  /** The pending transaction that the send screen replaces. */
  readonly replacing: Replacing | undefined;
  /** Recipient or payment request for the next new transfer, chosen on another screen; unchecked. */
  readonly payee: string | undefined;
  /** The last transfer of test coins that this tab requested. */
  readonly testCoins: TestCoins | undefined;
  /** Data of the selected account; out of date unless the connection is online. */
  readonly data: AccountData | undefined;
  /** The page was just reloaded because the gateway had been restarted. */
  readonly renewed: boolean;
  /** Result of exchanging the launch secret in the page's address. */
  readonly launchResult: LaunchResult;
  /** Why the wallet was locked; absent if the user locked it in this tab, or it has not been locked. */
  readonly lockedBy: 'idle' | 'other_tab' | 'vault_changed' | undefined;
  /** The last search for accounts in use since the wallet was opened. */
  readonly discovery: Discovery | undefined;
  /** Whether the browser granted persistent storage; absent until it was asked. */
  readonly durable: boolean | undefined;
}

export const INITIAL_STATE: AppState = {
  phase: { name: 'starting' },
  config: undefined,
  connection: { state: 'connecting' },
  status: undefined,
  answeredAt: undefined,
  deviceOnline: true,
  outbox: [],
  sending: [],
  replacing: undefined,
  payee: undefined,
  testCoins: undefined,
  data: undefined,
  renewed: false,
  launchResult: 'none',
  lockedBy: undefined,
  discovery: undefined,
  durable: undefined,
};

/** The input of `findSendBlockers`: the node's last answers, or none while it does not answer. */
function nodeAnswersOf(state: AppState, network: NetworkName): NodeAnswers {
  const online = state.connection.state === 'online';
  return {
    network,
    gatewayNetwork: state.config?.network,
    status: online ? state.status : undefined,
    account: online ? state.data?.account : undefined,
  };
}

/** Age in milliseconds from which an answer is not current any more: ten pauses between rounds of polling. */
export const CURRENT_FOR_MS = 30_000;

/** Whether data read at `readAt` is current. Times are Unix milliseconds. */
export function isCurrent(state: Pick<AppState, 'connection'>, readAt: number, now: number): boolean {
  return state.connection.state === 'online' && now - readAt < CURRENT_FOR_MS;
}

/** Every reason not to send a signed transfer; empty if sending is allowed. */
export function submitBlockers(state: AppState): SendBlocker[] {
  if (state.phase.name !== 'unlocked') return ['no_answer'];
  return findSendBlockers(nodeAnswersOf(state, state.phase.wallet.network));
}

/** Every reason not to sign and send a transfer; empty if both are allowed. */
export function sendBlockers(state: AppState): SendBlocker[] {
  const blockers = submitBlockers(state);
  return isWatching(state) ? ['watch_only', ...blockers] : blockers;
}

/** Whether the selected account is a watched address. */
export function isWatching({ phase }: Pick<AppState, 'phase'>): boolean {
  return phase.name === 'unlocked' && phase.wallet.selected.kind === 'watched';
}

/** Whether the open wallet shows the account with this address. */
export function isSelected({ phase }: Pick<AppState, 'phase'>, address: Address): boolean {
  return phase.name === 'unlocked' && phase.wallet.selected.address === address;
}

/** Stored transactions of the selected account; none while the wallet is locked. */
export function outboxOf({ phase, outbox }: AppState): readonly OutboxItem[] {
  if (phase.name !== 'unlocked') return [];
  const { address } = phase.wallet.selected;
  return outbox.filter(
    ({ entry }) => entry.fromAddress === address && entry.network === phase.wallet.network,
  );
}

/** Depth of a block under the node's tip, counting the block; `undefined` if the tip is unknown or below the block. */
export function depthUnder({ status }: Pick<AppState, 'status'>, blockHeight: number): number | undefined {
  const depth = status === undefined ? 0 : depthOf(blockHeight, status.height);
  return depth > 0 ? depth : undefined;
}

/** The part of an account's data that a plan depends on. */
export function planStateOf({ account, history }: AccountData): CurrentState {
  return { account, pendingIds: new Set(history.pending.map(({ id }) => id)) };
}

/** How the node's network or chain differs from the wallet's; `undefined` if they are the same. */
export function networkMismatch(state: AppState): NetworkMismatch | undefined {
  const { phase } = state;
  const network =
    phase.name === 'unlocked' ? phase.wallet.network : phase.name === 'locked' ? phase.network : undefined;
  if (network === undefined) return undefined;
  return findNetworkMismatch({ network, gatewayNetwork: state.config?.network, status: state.status });
}

/**
 * The network of a new wallet: the gateway's, else the node's; `undefined` if none is known or wallets cannot join it.
 */
export function networkToJoin(state: AppState): NetworkName | undefined {
  const name = state.config?.network ?? state.status?.network;
  if (name === undefined || !isNetworkName(name)) return undefined;
  return getNetwork(name).initializable ? name : undefined;
}
