/** The options, events and errors of the chain, for its users. */
import type { Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { DataDirectory } from '../storage/data-directory.ts';
import type { StoredBlockSummary } from './chain-reader.ts';

export interface ChainOptions {
  readonly dataDirectory: DataDirectory;
  readonly network: Network;
  readonly logger: Logger;
  /** Current Unix seconds, for the rule on future timestamps. */
  readonly clock: () => number;
  /** Size past which a new block file begins; for tests. */
  readonly maxBlockFileSize?: number;
  /** Rebuilds `core/` from the block files even if it is intact; false by default. */
  readonly reindex?: boolean;
  /** Stops a rebuild of `core/` between two blocks; the next start resumes it. */
  readonly signal?: AbortSignal;
  /** Called at every step of a commit; for tests that end the process there. */
  readonly onCommitStep?: StepListener;
  /** Measures how long each block takes. */
  readonly observer?: ChainObserver;
}

/** Options for accepting a block. */
export interface AppendOptions {
  /** False for a block that was accepted before: its timestamp is not checked against the clock again. */
  readonly checkClock?: boolean;
  /** Called once all earlier blocks are validated; an error that it throws rejects the block. */
  readonly beforeValidation?: () => void;
}

/**
 * The result of offering a block.
 * - `accepted`: valid, on top of the tip.
 * - `side`: stored as a side block, on a branch to which the chain does not switch.
 * - `reorganized`: the chain switched to its branch, which has more work now.
 * - `known`: the node already has it.
 * - `orphan`: its parent is unknown.
 * - `too_old`: its branch begins further below the tip than branches are kept (`TreeLimits.depth`).
 */
export type BlockArrival =
  | ({ readonly outcome: 'accepted' } & AcceptedBlock)
  | { readonly outcome: 'side' | 'reorganized' | 'known' | 'orphan' | 'too_old' };

/** A valid block that is being committed. */
export interface AcceptedBlock {
  /** Resolves once the block is on disk. @throws StorageWriteError, ChainError: the block is not in the chain then */
  readonly committed: Promise<StoredBlockSummary>;
}

type ChainErrorCode =
  'not_initialized' | 'already_initialized' | 'genesis_cannot_step_back' | 'closed' | 'broken';

/** The chain's state does not allow the call. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * The steps of a commit, in order. A crash after each leaves a different state on disk (PROTOCOL.md section 6):
 * nothing written; the block file is synced; the index is synced; the commit is marked.
 */
export const COMMIT_STEPS = ['begun', 'appended', 'indexed', 'marked'] as const;

export type CommitStep = (typeof COMMIT_STEPS)[number];

/** Called when a commit reaches a step; an error that it throws is not caught. */
export type StepListener = (step: CommitStep, height: number) => void;

/** Metrics of the chain. Called after each event; must not throw. */
export interface ChainObserver {
  /** A block is valid. @param seconds validation time, without the wait in the queue */
  validated(seconds: number): void;
  /** A block breaks a rule, or its bytes do not decode. */
  refused(): void;
  /** A block is in every store. @param seconds of the whole commit, its listeners included */
  committed(seconds: number): void;
}
