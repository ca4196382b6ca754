import type { RpcAccount, RpcStatus } from '@cairn/api/rpc';
import { getNetwork, type NetworkName } from '@cairn/protocol';

/** Why the wallet does not send right now. The first one that applies is the one to show. */
export type SendBlocker =
  | 'no_answer'
  | 'wrong_network'
  | 'wrong_chain'
  | 'not_initialized'
  | 'syncing'
  | 'not_ready'
  | 'account_unknown'
  | 'mempool_unavailable'
  /** The account that is shown is an address without its keys. */
  | 'watch_only';

/** What the gateway and the node last said; `undefined` for what has not been answered (or no longer holds). */
export interface SessionFacts {
  /** Network that the vault's accounts are for. */
  readonly network: NetworkName;
  /** Network that the gateway was started for; null or absent when it accepts any. */
  readonly gatewayNetwork?: string | null | undefined;
  readonly status: RpcStatus | undefined;
  readonly account: RpcAccount | undefined;
}

/**
 * The gate of section 5.2.6: every reason not to send. Empty means that network and chain ID match, the node is ready
 * and its mempool can be read. Reading needs only the first two rules (see {@link isSameNetwork}).
 */
export function findSendBlockers(facts: SessionFacts): SendBlocker[] {
  const { status, account } = facts;
  if (status === undefined) return ['no_answer'];
  const mismatch = findNetworkMismatch(facts);
  if (mismatch !== undefined) return [mismatch];
  const blockers: SendBlocker[] = [];
  if (!status.initialized) blockers.push('not_initialized');
  else if (status.syncing) blockers.push('syncing');
  else if (!status.ready) blockers.push('not_ready');
  if (account === undefined) blockers.push('account_unknown');
  else if (account.network !== facts.network) blockers.push('wrong_network');
  else if (!account.mempool_available) blockers.push('mempool_unavailable');
  return blockers;
}

/** The part of the gate that is about identity: is this the chain that the accounts are for? */
export function findNetworkMismatch(
  facts: Omit<SessionFacts, 'account'>,
): 'wrong_network' | 'wrong_chain' | undefined {
  const { network, gatewayNetwork, status } = facts;
  if (typeof gatewayNetwork === 'string' && gatewayNetwork !== network) return 'wrong_network';
  if (status === undefined) return undefined;
  if (status.network !== network) return 'wrong_network';
  if (status.chain_id !== getNetwork(network).chainId) return 'wrong_chain';
  return undefined;
}
