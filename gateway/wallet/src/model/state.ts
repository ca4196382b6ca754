import type { RpcAccount, RpcStatus } from '@cairn/api/rpc';
import { getNetwork, isNetworkName, type NetworkName } from '@cairn/protocol';
import {
  findNetworkMismatch,
  findSendBlockers,
  type Account,
  type HistoryView,
  type OutboxItem,
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

/** The open wallet, as far as the screen may know it: no secret is in here. */
export interface OpenWallet {
  readonly network: NetworkName;
  readonly accounts: readonly Account[];
  readonly selected: Account;
}

/** How the last question to the node went. */
export type Link =
  | { readonly state: 'connecting' }
  | { readonly state: 'online' }
  /** The gateway answers, the node behind it does not; `code` says how it fails. */
  | { readonly state: 'node_down'; readonly code: string }
  | { readonly state: 'gateway_down' }
  /** The gateway does not accept this page's session, or there never was one. */
  | { readonly state: 'session_refused' }
  | { readonly state: 'bad_answer'; readonly code: string }
  /** The page itself failed while it worked on an answer; `code` names the failure. */
  | { readonly state: 'page_fault'; readonly code: string };

/** What the node said of the selected account. Read in one go, so its parts fit together. */
export interface AccountData {
  readonly account: RpcAccount;
  readonly history: HistoryView;
  /** Signed transactions whose fate is open. */
  readonly outbox: readonly OutboxItem[];
  /** Unix milliseconds. */
  readonly readAt: number;
}

export interface AppState {
  readonly phase: Phase;
  readonly config: GatewayConfig | undefined;
  readonly link: Link;
  /** The node's last answer; out of date unless the link is online. */
  readonly status: RpcStatus | undefined;
  /** Of the selected account, on the right network; out of date unless the link is online. */
  readonly data: AccountData | undefined;
  /** The page was just loaded again because the gateway had been restarted. */
  readonly renewed: boolean;
  /** What became of the launch secret that this page was opened with. */
  readonly entry: Entry;
}

export const INITIAL_STATE: AppState = {
  phase: { name: 'starting' },
  config: undefined,
  link: { state: 'connecting' },
  status: undefined,
  data: undefined,
  renewed: false,
  entry: 'none',
};

/** The facts that the session gate judges; nothing counts as answered while the node is silent. */
export function sessionFacts(state: AppState, network: NetworkName): SessionFacts {
  const online = state.link.state === 'online';
  return {
    network,
    gatewayNetwork: state.config?.network,
    status: online ? state.status : undefined,
    account: online ? state.data?.account : undefined,
  };
}

/** Every reason not to send; empty when the gate is open. */
export function sendBlockers(state: AppState): SendBlocker[] {
  if (state.phase.name !== 'unlocked') return ['no_answer'];
  return findSendBlockers(sessionFacts(state, state.phase.wallet.network));
}

/** Whether the node that answers is on another network or chain than the wallet. */
export function networkMismatch(state: AppState): 'wrong_network' | 'wrong_chain' | undefined {
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
