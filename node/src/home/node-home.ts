import type { Home } from '@cairn/chain';
import { BlockFiles } from './block-files.ts';
import type { DataDirectory } from './data-directory.ts';
import { levelFolder } from './level-folder.ts';
import { runtime } from './runtime.ts';
import { TransactionThreads } from './transaction-threads.ts';

/**
 * The home of a node's chain: a data directory, and a thread for each core of the machine.
 * @param maxFileSize bytes past which a new block file begins; for tests
 */
export function nodeHome(
  { blocks, core, side }: Pick<DataDirectory, 'blocks' | 'core' | 'side'>,
  maxFileSize?: number,
): Home {
  return {
    runtime,
    openLog: (network) => BlockFiles.open(blocks, network, maxFileSize),
    core: levelFolder(core),
    side: levelFolder(side),
    startTasks: (network) => new TransactionThreads(network),
  };
}
