import type { Logger } from 'pino';
import type { Chain, NodeState } from '@cairn/chain';
import type { FeeEstimator } from '@cairn/chain/explorer';
import type { Mempool, PendingTransaction } from '@cairn/chain/mempool';
import type { NodeMetrics } from '../metrics/metrics.ts';

/** The parts of the node that the private RPC uses. */
export interface RpcContext {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly fees: Pick<FeeEstimator, 'estimate'>;
  nodeState(): NodeState;
  /**
   * Sends an admitted transaction to the connected peers.
   * @returns the number of peers to which it was sent, 0 without peers
   */
  relay(transaction: PendingTransaction): Promise<number>;
  /** Absolute path of the data directory, as `/v1/status` shows it. */
  readonly dataDir: string;
  readonly logger: Logger;
  /** Counts requests and submissions; absent without metrics. */
  readonly metrics?: NodeMetrics | undefined;
}
