import type { Network } from '@cairn/protocol';
import type { TransactionTasks } from './chain/transaction-checker.ts';
import type { BlockLog } from './storage/block-log.ts';
import type { DatabasePlace } from './storage/level.ts';
import type { Runtime } from './runtime.ts';

/** What differs between the homes of a chain: a node's disk and threads, the memory of a test or of a browser tab. */
export interface Home {
  readonly runtime: Runtime;
  /** Opens the block log; the chain closes it. @throws BlockFileError */
  openLog(network: Network): Promise<BlockLog>;
  /** Of `core/`, the index of the chain. */
  readonly core: DatabasePlace;
  /** Of `side/`, the blocks of other branches. */
  readonly side: DatabasePlace;
  /** Starts what checks large blocks; the chain closes it. */
  startTasks(network: Network): TransactionTasks;
}
