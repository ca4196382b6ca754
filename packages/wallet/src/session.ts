import { RPC_LIMITS, type RpcAccount, type RpcStatus } from '@cairn/api/rpc';
import { getNetwork, type NetworkName } from '@cairn/protocol';

/** Why the wallet does not send right now; the first that applies is shown. */
export type SendBlocker =
  | 'no_answer'
  | 'wrong_network'
  | 'wrong_chain'
  | 'wrong_version'
  | 'not_initialized'
  | 'syncing'
  | 'not_ready'
  | 'account_unknown'
  | 'mempool_unavailable'
  /** The wallet has no key for the selected account. */
  | 'watch_only';

/** Last answers of gateway and node; `undefined` if missing or out of date. */
export interface SessionFacts {
  /** Network that the vault's accounts are for. */
  readonly network: NetworkName;
  /** Network that the gateway was started for; null or absent when it accepts any. */
  readonly gatewayNetwork?: string | null | undefined;
  readonly status: RpcStatus | undefined;
  readonly account: RpcAccount | undefined;
}

/** Reasons not to send that concern the node's identity. */
export type Mismatch = 'wrong_network' | 'wrong_chain' | 'wrong_version';

/**
 * Every reason not to send (section 5.2.6). Empty if network and chain are the wallet's, the node is ready and its mempool
 * can be read. Showing data needs only {@link findNetworkMismatch}.
 */
export function findSendBlockers(facts: SessionFacts): SendBlocker[] {
  const { status } = facts;
  if (status === undefined) return ['no_answer'];
  const mismatch = findNetworkMismatch(facts);
  if (mismatch !== undefined) return [mismatch];
  return [readinessBlocker(status), accountBlocker(facts)].filter((blocker) => blocker !== undefined);
}

/** How gateway or node differ from the chain of the accounts. Check it for each answer, not once a session. */
export function findNetworkMismatch(facts: Omit<SessionFacts, 'account'>): Mismatch | undefined {
  const { network, gatewayNetwork, status } = facts;
  if (typeof gatewayNetwork === 'string' && gatewayNetwork !== network) return 'wrong_network';
  return status === undefined ? undefined : mismatchOf(status, network);
}

/** Checks network, chain ID, magic, and the version of the interface, which decides what the figures mean. */
function mismatchOf(status: RpcStatus, network: NetworkName): Mismatch | undefined {
  const { chainId, magic } = getNetwork(network);
  if (status.network !== network) return 'wrong_network';
  if (status.chain_id !== chainId || status.magic !== magic) return 'wrong_chain';
  return status.api_version === RPC_LIMITS.apiVersion ? undefined : 'wrong_version';
}

/** Why the node is not ready, by its status. */
function readinessBlocker(status: RpcStatus): SendBlocker | undefined {
  if (!status.initialized) return 'not_initialized';
  if (status.syncing) return 'syncing';
  return status.ready ? undefined : 'not_ready';
}

function accountBlocker({ account, network }: SessionFacts): SendBlocker | undefined {
  if (account === undefined) return 'account_unknown';
  if (account.network !== network) return 'wrong_network';
  return account.mempool_available ? undefined : 'mempool_unavailable';
}
