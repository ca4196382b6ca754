import type { GatewayConfig } from '@cairn/api/gateway';
import type { RpcAccount, RpcStatus } from '@cairn/api/rpc';
import {
  type Address,
  getNetwork,
  isNetworkName,
  type NetworkName,
  type TransactionId,
} from '@cairn/protocol';
import {
  depthOf,
  findNodeProblem,
  type Account,
  type HistoryView,
  type Keyring,
  type NodeProblem,
  type OutboxItem,
  type PublicContents,
  type ReplacementKind,
} from '@cairn/wallet';
import type { Draft } from './draft.ts';
import type { NoSession } from './session.ts';

/** Phase of the wallet. `unusable`: a vault is stored, but it is damaged or of another version. */
export type Phase =
  | { readonly name: 'first_run' }
  | { readonly name: 'unusable' }
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
      /** Its name among the contacts. */
      readonly savedName?: string | undefined;
    };

/** The open wallet without secrets, for the screens. */
export interface OpenWallet extends Pick<PublicContents, 'contacts' | 'labels' | 'backedUp' | 'searched'> {
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
    return { kind: 'watched', ref: address, address, name, savedName: savedName(contents, address) };
  });
  const accounts = [...own, ...watched];
  const selected = accounts.find(({ ref }) => ref === contents.selected) ?? accounts[0]!;
  const { contacts, labels, backedUp, searched } = contents;
  return {
    network: keyring.network,
    accounts,
    selected,
    contacts,
    labels,
    backedUp,
    searched,
  };
}

/** The name of an address among the contacts. */
export function savedName({ contacts }: Pick<OpenWallet, 'contacts'>, address: Address): string | undefined {
  return contacts.find((contact) => contact.address === address)?.name;
}

/**
 * The connection to the node through the gateway, after the last round of polling. `no_access`: the gateway does not
 * accept this page's session, or the page has none; `node_down`: the gateway answers, but the node does not; `bad_answer`:
 * an answer could not be used. `code` is the reason.
 */
export type Connection =
  | { readonly state: 'connecting' | 'online' | 'gateway_down' }
  | { readonly state: 'no_access'; readonly why: NoSession }
  | { readonly state: 'node_down' | 'bad_answer'; readonly code: string };

/** The node's data about an account, read in one round of polling. */
export interface AccountData {
  readonly account: RpcAccount;
  readonly history: HistoryView;
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
  | { readonly state: 'running' }
  /** Numbers of accounts that were asked about, and of those in use. */
  | { readonly state: 'done'; readonly checked: number; readonly found: number }
  /** Interrupted by an error. Accounts found before the error were not added: the search must cover all accounts. */
  | { readonly state: 'failed'; readonly error: unknown };

/** What locked the wallet other than its owner. */
export type LockedBy = 'idle' | 'other_tab';

export interface AppState {
  readonly phase: Phase;
  readonly config: GatewayConfig | undefined;
  readonly connection: Connection;
  /** The node's last status; out of date unless the connection is online. */
  readonly status: RpcStatus | undefined;
  /** Time of the last answer, in Unix milliseconds. */
  readonly answeredAt: number | undefined;
  /** When this page first saw each pending transaction of the selected account, in Unix milliseconds, by ID. */
  readonly pendingSince: Readonly<Record<TransactionId, number>>;
  /** Stored transactions of the account that was read last, compared with the node's data if it answered. */
  readonly outbox: readonly OutboxItem[];
  /** IDs of the transactions that this tab is sending. */
  readonly sending: readonly string[];
  /** The pending transaction that the send screen replaces. */
  readonly replacing: Replacing | undefined;
  /** Contents of the send form; absent while it is empty. */
  readonly draft: Draft | undefined;
  /** The last transfer of test coins that this tab requested. */
  readonly testCoins: TestCoins | undefined;
  /** Data of the selected account; out of date unless the connection is online. */
  readonly data: AccountData | undefined;
  /** Why the wallet is not open; absent if the user locked it in this tab, or has just opened the page. */
  readonly lockedBy: LockedBy | undefined;
  /** The last search for accounts in use since the wallet was opened. */
  readonly discovery: Discovery | undefined;
  /** Whether the browser granted persistent storage; absent until it was asked. */
  readonly durable: boolean | undefined;
}

export const INITIAL_STATE: AppState = {
  phase: { name: 'first_run' },
  config: undefined,
  connection: { state: 'connecting' },
  status: undefined,
  answeredAt: undefined,
  pendingSince: {},
  outbox: [],
  sending: [],
  replacing: undefined,
  draft: undefined,
  testCoins: undefined,
  data: undefined,
  lockedBy: undefined,
  discovery: undefined,
  durable: undefined,
};

/** How far the node's clock, by which blocks are dated, is ahead of this device's, in seconds. */
export function clockOffsetOf({ status }: Pick<AppState, 'status'>): number {
  return status?.clock_offset_seconds ?? 0;
}

/** Age in milliseconds from which an answer is not current any more: ten pauses between rounds of polling. */
export const CURRENT_FOR_MS = 30_000;

/** Whether the node's last answer is current. @param now Unix milliseconds */
export function isCurrent(
  { connection, answeredAt = -Infinity }: Pick<AppState, 'connection' | 'answeredAt'>,
  now: number,
): boolean {
  return connection.state === 'online' && now - answeredAt < CURRENT_FOR_MS;
}

/** Whether the wallet can send, and if not, why (interface document, section 5.2.6). */
export type NodeState = Exclude<Connection['state'], 'online'> | NodeProblem | 'ready';

/** The state of gateway and node for the wallet of this page. */
export function nodeStateOf({ phase, connection, config, status, data }: AppState): NodeState {
  if (connection.state !== 'online') return connection.state;
  if (status === undefined) return 'connecting';
  const network = networkOf(phase);
  if (network === undefined) return 'ready';
  const answers = { network, gatewayNetwork: config?.network, status, account: data?.account };
  const problem = findNodeProblem(answers);
  return problem === undefined || (problem === 'loading' && phase.name === 'locked') ? 'ready' : problem;
}

/** The network of the open or locked wallet. */
export function networkOf(phase: Phase): NetworkName | undefined {
  if (phase.name === 'unlocked') return phase.wallet.network;
  return phase.name === 'locked' ? phase.network : undefined;
}

/** Whether a signed transfer may be sent now. */
export function canSubmit(state: AppState): boolean {
  return state.phase.name === 'unlocked' && nodeStateOf(state) === 'ready';
}

/** Whether the selected account may sign and send a transfer now. */
export function canSend(state: AppState): boolean {
  return canSubmit(state) && !isWatching(state);
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

/**
 * The network of a new wallet: the gateway's, else the node's; `undefined` if none is known or wallets cannot join it.
 */
export function networkToJoin(state: AppState): NetworkName | undefined {
  const name = state.config?.network ?? state.status?.network;
  if (name === undefined || !isNetworkName(name)) return undefined;
  return getNetwork(name).initializable ? name : undefined;
}
