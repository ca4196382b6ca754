import { RPC_LIMITS, type RpcAccount, type RpcStatus } from '@cairn/api/rpc';
import { getNetwork, type NetworkName } from '@cairn/protocol';

/** The last answers of gateway and node; an account is absent until it is read. */
export interface NodeAnswers {
  /** Network that the vault's accounts are for. */
  readonly network: NetworkName;
  /** Network that the gateway was started for; null or absent when it accepts any. */
  readonly gatewayNetwork?: string | null | undefined;
  readonly status: RpcStatus;
  readonly account?: RpcAccount | undefined;
}

/**
 * Why the wallet cannot send (interface document, section 5.2.6). `other_network`: gateway or node belong to another
 * network, chain or interface version than the wallet, which then does not show their data either; `not_ready`: the node
 * has no chain, or is behind its peers; `loading`: the account is not read yet; `no_mempool`: pending transactions
 * cannot be read.
 */
export type NodeProblem = 'other_network' | 'not_ready' | 'loading' | 'no_mempool';

/** The first reason not to send; `undefined` if sending is allowed. Ask for each answer: the node may change. */
export function findNodeProblem(answers: NodeAnswers): NodeProblem | undefined {
  const { network, status, account } = answers;
  if (isOtherNetwork(answers) || (account && account.network !== network)) return 'other_network';
  if (!status.initialized || status.syncing || !status.ready) return 'not_ready';
  if (account === undefined) return 'loading';
  return account.mempool_available ? undefined : 'no_mempool';
}

/** True unless gateway and node belong to the wallet's network and chain and speak this version of the interface. */
export function isOtherNetwork({ network, gatewayNetwork, status }: Omit<NodeAnswers, 'account'>): boolean {
  if (typeof gatewayNetwork === 'string' && gatewayNetwork !== network) return true;
  const { chainId, magic } = getNetwork(network);
  return (
    status.network !== network ||
    status.chain_id !== chainId ||
    status.magic !== magic ||
    status.api_version !== RPC_LIMITS.apiVersion
  );
}
