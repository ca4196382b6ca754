import type { ChainTip, LocatedBlock } from '../chain/chain-types.ts';

/**
 * Why a store could not be opened, changed or read.
 * - `damaged`: the stored projection is corrupt; it has to be emptied and filled again.
 * - `storage_failed`: the disk, the database or the writing thread failed, a block file has not the block at the given location,
 *   the store is closed, or another node or network uses the database. A failed change is rolled back.
 * - `unanswered`: no failure of the store. A query took too long, the chain has left the block that its answer is of, or the
 *   tables change faster than they are read.
 */
export type ProjectionErrorCode = 'damaged' | 'storage_failed' | 'unanswered';

export class ProjectionError extends Error {
  override readonly name = 'ProjectionError';
  readonly code: ProjectionErrorCode;

  constructor(code: ProjectionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * A command to the writing thread. A change of the tables is one database transaction: any number of removals, and appended
 * blocks up to the last ones. Nobody sees it before its end.
 */
export type WriterCommand =
  /** Opens the tables, and makes them anew if they cannot be used or `isDamaged` says so. */
  | { readonly type: 'open'; readonly isDamaged: boolean }
  /** Removes the blocks above a height; if they are many, only the newest of them. Does not end the transaction. */
  | { readonly type: 'remove'; readonly above: number }
  /** Appends blocks, of which the first follows the newest; `isLast` ends the transaction. */
  | { readonly type: 'append'; readonly blocks: readonly LocatedBlock[]; readonly isLast: boolean }
  | { readonly type: 'close' };

export interface WriterResult {
  /** The newest block after the command, in a transaction that it leaves open too; `undefined` without one. */
  readonly tip: ChainTip | undefined;
  /** Why `open` discarded existing tables. */
  readonly discarded?: string | undefined;
}

/** Runs the commands of a projection, one after another. */
export interface Writer {
  /** @throws ProjectionError */
  run(command: WriterCommand): Promise<WriterResult>;
}
