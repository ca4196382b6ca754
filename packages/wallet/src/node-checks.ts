import { RPC_LIMITS, type RpcAccount, type RpcStatus } from '@cairn/api/rpc';
import { getNetwork, type NetworkName } from '@cairn/protocol';

/** Why the wallet cannot send now. Screens show the first reason. */
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

/** The last answers of gateway and node; `undefined` if missing or out of date. */
export interface NodeAnswers {
  /** Network that the vault's accounts are for. */
  readonly network: NetworkName;
  /** Network that the gateway was started for; null or absent when it accepts any. */
  readonly gatewayNetwork?: string | null | undefined;
  readonly status: RpcStatus | undefined;
  readonly account: RpcAccount | undefined;
}

/** Why gateway or node do not belong to the wallet's network. The wallet then does not show their data either. */
export type NetworkMismatch = 'wrong_network' | 'wrong_chain' | 'wrong_version';

/**
 * The reasons why the wallet cannot send (interface document, section 5.2.6), except `watch_only`. A missing status or
 * a network mismatch is returned alone. Empty if network and chain are the wallet's, the node is ready and its mempool
 * can be read. Before showing data, check only {@link findNetworkMismatch}.
 */
export function findSendBlockers(answers: NodeAnswers): SendBlocker[] {
  const { status } = answers;
  if (status === undefined) return ['no_answer'];
  const mismatch = findNetworkMismatch(answers);
  if (mismatch !== undefined) return [mismatch];
  return [readinessBlocker(status), accountBlocker(answers)].filter((blocker) => blocker !== undefined);
}

/**
 * Checks that gateway and node belong to the accounts' network. Call it for each answer, because the node may change.
 */
export function findNetworkMismatch(answers: Omit<NodeAnswers, 'account'>): NetworkMismatch | undefined {
  const { network, gatewayNetwork, status } = answers;
  if (typeof gatewayNetwork === 'string' && gatewayNetwork !== network) return 'wrong_network';
  return status === undefined ? undefined : mismatchOf(status, network);
}

/** Compares network, chain ID, magic bytes and the interface's version, which determines the meaning of its fields. */
function mismatchOf(status: RpcStatus, network: NetworkName): NetworkMismatch | undefined {
  const { chainId, magic } = getNetwork(network);
  if (status.network !== network) return 'wrong_network';
  if (status.chain_id !== chainId || status.magic !== magic) return 'wrong_chain';
  return status.api_version === RPC_LIMITS.apiVersion ? undefined : 'wrong_version';
}

/** Why the node is not ready, according to its status; `undefined` if it is ready. */
function readinessBlocker(status: RpcStatus): SendBlocker | undefined {
  if (!status.initialized) return 'not_initialized';
  if (status.syncing) return 'syncing';
  return status.ready ? undefined : 'not_ready';
}

function accountBlocker({ account, network }: NodeAnswers): SendBlocker | undefined {
  if (account === undefined) return 'account_unknown';
  if (account.network !== network) return 'wrong_network';
  return account.mempool_available ? undefined : 'mempool_unavailable';
}
