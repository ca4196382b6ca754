/** The options and errors of the chain, for its users. */
import type { Network, TreeLimits } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { DataDirectory } from '../storage/data-directory.ts';
import type { LevelError } from '../storage/errors.ts';

export interface ChainOptions {
  readonly dataDirectory: DataDirectory;
  readonly network: Network;
  readonly logger: Logger;
  /** Current Unix seconds, for the rule on future timestamps. */
  readonly clock: () => number;
  /** Size past which a new block file begins; for tests. */
  readonly maxBlockFileSize?: number | undefined;
  /** Limits of side branches; for tests. */
  readonly treeLimits?: TreeLimits | undefined;
  /** Rebuilds `core/` from the block files even if it is intact; false by default. */
  readonly reindex?: boolean | undefined;
  /** Stops a rebuild of `core/` between two blocks; the next start resumes it. */
  readonly signal?: AbortSignal | undefined;
  /** Called at every step of a write; for tests that end the process there. */
  readonly onCommitStep?: StepListener | undefined;
  /** Called if LevelDB reports damage of `core/` at a read: the process has to end. */
  readonly onDamage?: ((damage: LevelError) => void) | undefined;
  /** Measures how long each block takes. */
  readonly observer?: ChainObserver | undefined;
}

type ChainErrorCode =
  | 'not_initialized'
  | 'already_initialized'
  | 'other_genesis'
  | 'genesis_cannot_step_back'
  | 'closed'
  | 'broken';

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
 * nothing written; the block files are synced; the index is synced.
 */
export const COMMIT_STEPS = ['begun', 'appended', 'indexed'] as const;

/** A step of a commit, or, when a block is disconnected, that the index is synced and its record is still in the files. */
export type CommitStep = (typeof COMMIT_STEPS)[number] | 'disconnected';

/** Called when a write reaches a step; an error that it throws is not caught. */
export type StepListener = (step: CommitStep, height: number) => void;

/** Metrics of the chain. Called after each event; must not throw. */
export interface ChainObserver {
  /** A block is valid. @param seconds validation time, without the wait in the queue */
  validated(seconds: number): void;
  /** A block breaks a rule, or its bytes do not decode. */
  refused(): void;
  /** Blocks are in every store. @param seconds of the whole commit, its listeners included */
  committed(seconds: number): void;
}
