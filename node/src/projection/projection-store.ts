import type { BlockPlace, ChainTip } from '../chain/chain-reader.ts';
import type { ProjectionReader } from './projection-reader.ts';

/**
 * Why a store did not do what it was told.
 * - `damaged`: what it holds is not what was written; it has to be discarded and rebuilt.
 * - `block_unreadable`: a block is not at the given place in its file.
 * - `storage_failed`: the disk, or the engine's thread; nothing of the command was kept.
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
  /** A stored projection was not kept: it is not what was written, or not of this chain. */
  onDiscard(problem: string): void;
  /** The reader could not read. */
  onReadFailure(error: ProjectionError): void;
}

/**
 * The write side of the projection, whatever engine keeps it: it does one command after another, each all or nothing,
 * and away from the main thread. Each resolves with the newest projected block once the reader shows it; `undefined`
 * where there is none. Nothing changes for the reader between two commands.
 * @throws ProjectionError from every command
 */
export interface ProjectionStore {
  readonly reader: ProjectionReader;
  /** Opens what is stored after proving that it is what was written; what is not is discarded. */
  open(): Promise<ChainTip | undefined>;
  /**
   * Adds blocks on top, in order.
   * @param blocks the first continues the newest projected one
   * @param hasMore true if the chain has blocks after these: until a call without, readers are asked nothing
   */
  append(blocks: readonly BlockPlace[], hasMore: boolean): Promise<ChainTip | undefined>;
  /** Takes the newest block off again. */
  stepBack(): Promise<ChainTip | undefined>;
  /** Empties the store. */
  discard(): Promise<ChainTip | undefined>;
  close(): Promise<void>;
}
