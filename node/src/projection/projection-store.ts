import type { LocatedBlock, ChainTip } from '../chain/chain-reader.ts';
import type { ProjectionReader } from './projection-reader.ts';

/**
 * Why a store could not execute a command or a query.
 * - `damaged`: the stored projection is corrupt or of another chain or version; it has to be discarded and rebuilt.
 * - `block_unreadable`: a block file cannot be read, or does not contain the block at the given location.
 * - `storage_failed`: the disk, the database or the writing thread failed, the store is closed, or another node or network
 *   uses the database. A failed command is rolled back.
 */
export type ProjectionErrorCode = 'damaged' | 'block_unreadable' | 'storage_failed';

export class ProjectionError extends Error {
  override readonly name = 'ProjectionError';
  readonly code: ProjectionErrorCode;

  constructor(code: ProjectionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Events of a store. */
export interface StoreListener {
  /** `open` discarded a SQLite file: it is damaged, or of another chain or schema version. */
  onDiscard(problem: string): void;
  /** A query failed, or, in PostgreSQL, the publication of the node's state. A query that only timed out is not reported. */
  onReadFailure(error: ProjectionError): void;
}

/**
 * Writes the projection, in SQLite or PostgreSQL. It executes one command after another, each atomically and outside the main
 * thread. A command resolves with the newest projected block (`undefined` without one) once the reader answers from it; the
 * reader's answers change only with a command.
 * @throws ProjectionError from every command
 */
export interface ProjectionStore {
  readonly reader: ProjectionReader;
  /**
   * Opens the stored projection. One that cannot be used is emptied: in SQLite, if it is damaged or of another chain or schema
   * version; in PostgreSQL, if it has an older schema. A database of another chain is an error.
   */
  open(): Promise<ChainTip | undefined>;
  /**
   * Adds blocks on top, in order.
   * @param blocks the first continues the newest projected block
   * @param hasMore true if the chain has blocks after these. PostgreSQL creates some indexes only at the first call with
   *   false, before which the API does not query the projection.
   */
  append(blocks: readonly LocatedBlock[], hasMore: boolean): Promise<ChainTip | undefined>;
  /** Removes the newest block. */
  stepBack(): Promise<ChainTip | undefined>;
  /** Empties the store. */
  discard(): Promise<ChainTip | undefined>;
  close(): Promise<void>;
}
