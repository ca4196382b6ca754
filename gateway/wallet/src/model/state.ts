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
  type Mismatch,
  type PublicContents,
  type ReplacementKind,
  type SendBlocker,
  type SessionFacts,
} from '@cairn/wallet';
import type { Entry } from '../lib/launch.ts';
import type { GatewayConfig } from '../services.ts';

/** Where the wallet stands. `unusable`: there is a vault, but this page cannot read it. */
export type Phase =
  | { readonly name: 'starting' }
  | { readonly name: 'first_run' }
  | { readonly name: 'unusable'; readonly code: string }
  | { readonly name: 'locked'; readonly network: NetworkName }
  | { readonly name: 'unlocked'; readonly wallet: OpenWallet };

/** An account of the recovery phrase, or an address that is only looked at. An empty name means the default one. */
export type WalletAccount =
  | (Account & { readonly kind: 'own'; readonly ref: number; readonly name: string })
  | {
      readonly kind: 'watched';
      readonly ref: string;
      readonly address: Address;
      readonly name: string;
    };

/** The open wallet, as far as the screen may know it: no secret is in here. */
export interface OpenWallet extends Pick<
  PublicContents,
  'contacts' | 'labels' | 'cancelled' | 'backedUp' | 'searched'
> {
  readonly network: NetworkName;
  /** Own ones first, by index; then the watched ones. */
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

/** Result of the last request to the node. */
export type Link =
  | { readonly state: 'connecting' }
  | { readonly state: 'online' }
  /** The gateway answers, the node behind it does not; `code` says how it fails. */
  | { readonly state: 'node_down'; readonly code: string }
  | { readonly state: 'gateway_down' }
  /** The gateway does not answer, and the browser says that this device has no network. */
  | { readonly state: 'offline' }
  /** The gateway does not accept this page's session, or there never was one. */
  | { readonly state: 'session_refused' }
  | { readonly state: 'bad_answer'; readonly code: string }
  /** The page itself failed while it worked on an answer; `code` names the failure. */
  | { readonly state: 'page_fault'; readonly code: string };

/** The node's data of the selected account. Read together, so its parts fit. */
export interface AccountData {
  readonly account: RpcAccount;
  readonly history: HistoryView;
  /** Signed transactions whose fate is open. */
  readonly outbox: readonly OutboxItem[];
  /** Unix milliseconds. */
  readonly readAt: number;
}

/** A transfer of test coins that was sent (test-coins.ts). */
export interface TestCoins {
  /** The account that it is for. */
  readonly address: Address;
  /** Transaction ID. */
  readonly id: string;
}

/** A pending transaction of the selected account and what is to become of it. */
export interface Replacing {
  readonly id: string;
  readonly kind: ReplacementKind;
}

/** State of the search for used accounts; absent without a search since the wallet was opened. */
export type Discovery =
  | { readonly state: 'running'; readonly checked: number; readonly found: number }
  | { readonly state: 'done'; readonly checked: number; readonly found: number; readonly added: number }
  /** It broke off; what was found so far was not taken over, because it says nothing about the rest. */
  | { readonly state: 'failed'; readonly checked: number; readonly code: string };

export interface AppState {
  readonly phase: Phase;
  readonly config: GatewayConfig | undefined;
  readonly link: Link;
  /** The node's last answer; out of date unless the link is online. */
  readonly status: RpcStatus | undefined;
  /** Unix milliseconds of that answer. */
  readonly answeredAt: number | undefined;
  /** Whether the browser says that this device has a network. */
  readonly deviceOnline: boolean;
  /** Kept transactions of the account that was read last: by the node's answer, or by storage alone while it is silent. */
  readonly outbox: readonly OutboxItem[];
  /** IDs of the kept transactions that this tab is sending at this moment. */
  readonly sending: readonly string[];
  /** The pending transaction that is about to be replaced, on the send screen. */
  readonly replacing: Replacing | undefined;
  /** The recipient or payment request that was chosen elsewhere, for the next new transfer; not checked yet. */
  readonly payee: string | undefined;
  /** Test coins that this tab has asked for last. */
  readonly testCoins: TestCoins | undefined;
  /** Of the selected account, on the right network; out of date unless the link is online. */
  readonly data: AccountData | undefined;
  /** The page was just loaded again because the gateway had been restarted. */
  readonly renewed: boolean;
  /** Result of the launch secret that this page was opened with. */
  readonly entry: Entry;
  /** Why the wallet was locked, where its owner did not do it in this tab. */
  readonly lockedBy: 'idle' | 'other_tab' | 'vault_changed' | undefined;
  /** Whether a vault of an older version, or with fewer iterations, was upgraded when it was opened. */
  readonly strengthening: 'done' | 'failed' | undefined;
  /** The search for accounts in use, where one was made since the wallet was opened. */
  readonly discovery: Discovery | undefined;
  /** Whether the browser promised to keep the wallet; absent until it was asked. */
  readonly durable: boolean | undefined;
}

export const INITIAL_STATE: AppState = {
  phase: { name: 'starting' },
  config: undefined,
  link: { state: 'connecting' },
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
  entry: 'none',
  lockedBy: undefined,
  strengthening: undefined,
  discovery: undefined,
  durable: undefined,
};

/** The facts that the session gate checks; nothing counts as answered while the node is silent. */
export function sessionFacts(state: AppState, network: NetworkName): SessionFacts {
  const online = state.link.state === 'online';
  return {
    network,
    gatewayNetwork: state.config?.network,
    status: online ? state.status : undefined,
    account: online ? state.data?.account : undefined,
  };
}

/** Age in milliseconds from which an answer is no longer shown as current: some rounds of asking, or a sleep. */
export const CURRENT_FOR_MS = 30_000;

/** Whether what was read at `readAt` may be shown as how things are. Both in Unix milliseconds. */
export function isCurrent(state: Pick<AppState, 'link'>, readAt: number, now: number): boolean {
  return state.link.state === 'online' && now - readAt < CURRENT_FOR_MS;
}

/** Every reason not to send what is signed already, here or elsewhere; empty when the gate is open. */
export function submitBlockers(state: AppState): SendBlocker[] {
  if (state.phase.name !== 'unlocked') return ['no_answer'];
  return findSendBlockers(sessionFacts(state, state.phase.wallet.network));
}

/** Every reason not to sign and send; empty when the gate is open. */
export function sendBlockers(state: AppState): SendBlocker[] {
  const blockers = submitBlockers(state);
  return isWatching(state) ? ['watch_only', ...blockers] : blockers;
}

/** Whether the account that is shown is an address without its key. */
export function isWatching({ phase }: Pick<AppState, 'phase'>): boolean {
  return phase.name === 'unlocked' && phase.wallet.selected.kind === 'watched';
}

/** Whether the open wallet shows the account with this address. */
export function isSelected({ phase }: Pick<AppState, 'phase'>, address: Address): boolean {
  return phase.name === 'unlocked' && phase.wallet.selected.address === address;
}

/** Kept transactions of the selected account whose fate is open or has to be told; none while the wallet is locked. */
export function outboxOf({ phase, outbox }: AppState): readonly OutboxItem[] {
  if (phase.name !== 'unlocked') return [];
  const { address } = phase.wallet.selected;
  return outbox.filter(
    ({ entry }) => entry.fromAddress === address && entry.network === phase.wallet.network,
  );
}

/** How many blocks deep a block lies, itself included; `undefined` where the node's tip is not known to be above it. */
export function depthUnder({ status }: Pick<AppState, 'status'>, blockHeight: number): number | undefined {
  const depth = status === undefined ? 0 : depthOf(blockHeight, status.height);
  return depth > 0 ? depth : undefined;
}

/** The part of an account's data that a plan depends on. */
export function planStateOf({ account, history }: AccountData): CurrentState {
  return { account, pendingIds: new Set(history.pending.map(({ id }) => id)) };
}

/** Whether the node that answers is on another network or chain than the wallet. */
export function networkMismatch(state: AppState): Mismatch | undefined {
  const { phase } = state;
  const network =
    phase.name === 'unlocked' ? phase.wallet.network : phase.name === 'locked' ? phase.network : undefined;
  if (network === undefined) return undefined;
  return findNetworkMismatch({ network, gatewayNetwork: state.config?.network, status: state.status });
}

/** The network that a new wallet would be for: the gateway's, else the node's; `undefined` until one of them says. */
export function networkToJoin(state: AppState): NetworkName | undefined {
  const name = state.config?.network ?? state.status?.network;
  if (name === undefined || !isNetworkName(name)) return undefined;
  return getNetwork(name).initializable ? name : undefined;
}
