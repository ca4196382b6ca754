import type { LocatedBlock, ChainTip } from '../chain/chain-reader.ts';
import type { ProjectionReader } from './projection-reader.ts';

/**
 * Why a store could not execute a command.
 * - `damaged`: its contents are not what was written; it has to be discarded and rebuilt.
 * - `block_unreadable`: a block is not at the given location in its file.
 * - `storage_failed`: the disk, the database or the writing thread failed; the command had no effect.
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
  /** A stored projection was discarded: it is damaged, or not of this chain. */
  onDiscard(problem: string): void;
  /** The reader failed. */
  onReadFailure(error: ProjectionError): void;
}

/**
 * The write side of the projection, for either engine. It executes one command after another, each atomically and off the
 * main thread. A command resolves with the newest projected block, or `undefined` without one, once the reader shows it.
 * Between two commands nothing changes for the reader.
 * @throws ProjectionError from every command
 */
export interface ProjectionStore {
  readonly reader: ProjectionReader;
  /** Opens and verifies the stored projection; discards a damaged or foreign one. */
  open(): Promise<ChainTip | undefined>;
  /**
   * Adds blocks on top, in order.
   * @param blocks the first continues the newest projected block
   * @param hasMore true if the chain has blocks after these: readers are not used before a call with false
   */
  append(blocks: readonly LocatedBlock[], hasMore: boolean): Promise<ChainTip | undefined>;
  /** Removes the newest block. */
  stepBack(): Promise<ChainTip | undefined>;
  /** Empties the store. */
  discard(): Promise<ChainTip | undefined>;
  close(): Promise<void>;
}
