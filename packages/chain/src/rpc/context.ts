import type { Chain } from '../chain/chain.ts';
import type { NodeState } from '../chain/node-state.ts';
import type { FeeEstimator } from '../explorer/fee-estimate.ts';
import type { Admission, Mempool } from '../mempool/mempool.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import type { Log, Turn } from '../runtime.ts';

/** What the routes of the private RPC need, in every home. */
export interface RpcContext {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly fees: Pick<FeeEstimator, 'estimate'>;
  /** Of the suite. */
  readonly version: string;
  /** Where the chain is stored, as `/v1/status` shows it: a node's absolute path. */
  readonly dataDir: string;
  nodeState(): NodeState;
  /** Seconds that a devnet's clock was moved ahead of the machine's; absent on other networks. */
  readonly clockOffsetSeconds?: (() => number) | undefined;
  /**
   * Sends an admitted transaction to the connected peers.
   * @returns the number of peers to which it was sent, 0 without peers
   */
  relay(transaction: PendingTransaction): Promise<number>;
  /** Called with what became of each submission. */
  onSubmission?(outcome: Admission | 'invalid_transaction' | 'mempool_unavailable'): void;
  readonly turn: Turn;
  readonly logger: Log;
}
