import type { Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { DataDirectory } from '../storage/data-directory.ts';
import type { ChainObserver } from './chain-observer.ts';
import type { StoredBlockSummary } from './chain-reader.ts';
import type { StepListener } from './commit-step.ts';

export interface ChainOptions {
  readonly dataDirectory: DataDirectory;
  readonly network: Network;
  readonly logger: Logger;
  /** Unix seconds now; judges blocks from the future. */
  readonly clock: () => number;
  /** Size past which a new block file begins; for tests. */
  readonly maxBlockFileSize?: number;
  /** Whether `core/` is made anew from the block files even where it is sound; it is not by default. */
  readonly reindex?: boolean;
  /** Ends a rebuild of `core/` between two blocks; the next one resumes it. */
  readonly signal?: AbortSignal;
  /** Hears of every step of a commit; for tests that end the process there. */
  readonly onCommitStep?: StepListener;
  /** Hears how long each block takes; absent where nothing is measured. */
  readonly observer?: ChainObserver;
}

/** How a block reached the chain. */
export interface AppendOptions {
  /** False for a block that was accepted before: its timestamp is not held against the clock again. */
  readonly checkClock?: boolean;
}

/** A block that keeps every rule and is being committed. */
export interface AcceptedBlock {
  /** Resolves once the block is on the disk. @throws StorageWriteError, ChainError: then it is not in the chain */
  readonly committed: Promise<StoredBlockSummary>;
}
