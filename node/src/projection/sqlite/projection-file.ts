import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { ChainTip } from '../../chain/chain-reader.ts';
import { ProjectionError } from '../projection-store.ts';
import type { SourceBlock } from '../shared/block-source.ts';
import { BlockWriter } from './block-writer.ts';
import {
  markerPath,
  matchesChecksum,
  openForWriting,
  removeChecksum,
  removeDatabase,
  removeMarker,
  toProjectionError,
  walPath,
  walSize,
  writeChecksum,
  writeMarker,
} from './database.ts';
import { createTables, findMismatch } from './schema.ts';

/**
 * The points at which a kill leaves a different state on disk, in order: a transaction is written but not committed; it is
 * committed; a checkpoint is done.
 */
export const PROJECTION_STEPS = ['written', 'committed', 'checkpointed'] as const;
type ProjectionStep = (typeof PROJECTION_STEPS)[number];

export interface ProjectionFileOptions {
  /** Path of `explorer.sqlite`. */
  readonly path: string;
  readonly chainId: number;
  /** Kills the process at this step, from this height on; for tests of a killed process. */
  readonly killAt?: { readonly step: ProjectionStep; readonly height: number };
  /** Maximal number of pages in the file (`PRAGMA max_page_count`); for tests of a full disk. */
  readonly maxPages?: number;
  /** Log size from which a checkpoint is due, in bytes; for tests of checkpoints. */
  readonly checkpointBytes?: number;
  /** Number of address records that the writer caches; for tests of their eviction. */
  readonly addressCapacity?: number;
}

/** Log size from which a checkpoint is due: reached after 500 small blocks, or one block of 8 MiB. */
const CHECKPOINT_BYTES = 16 * 1024 * 1024;

/**
 * Writes the projection's SQLite file; used by the writing thread alone.
 *
 * `synchronous = NORMAL`: the log is synced before a checkpoint copies it, not at each commit. A killed process loses nothing;
 * a power failure loses the newest commits, which the next start projects again.
 */
export class ProjectionFile {
  readonly #options: ProjectionFileOptions;
  readonly #database: Database;
  readonly #writer: BlockWriter;

  private constructor(options: ProjectionFileOptions, database: Database) {
    this.#options = options;
    this.#database = database;
    this.#writer = new BlockWriter(database, options.addressCapacity);
  }

  /**
   * Opens the file. If it is missing, damaged, or of another chain or schema version, creates an empty one in its place.
   * @param onDiscard called with the reason if an existing file was discarded
   * @throws SqliteError or the system's error if the file cannot be read or created
   */
  static open(options: ProjectionFileOptions, onDiscard: (problem: string) => void): ProjectionFile {
    if (!existsSync(options.path)) return ProjectionFile.create(options);
    try {
      return ProjectionFile.#openStored(options);
    } catch (error) {
      const { code, message } = toProjectionError(error);
      if (code !== 'damaged') throw error;
      onDiscard(message);
      return ProjectionFile.create(options);
    }
  }

  /** Creates an empty file, replacing any other at its path. */
  static create(options: ProjectionFileOptions): ProjectionFile {
    const { path, chainId, maxPages } = options;
    removeDatabase(path);
    const database = openForWriting(path, maxPages);
    createTables(database, chainId);
    return new ProjectionFile(options, database);
  }

  /** @throws ProjectionError `damaged`, or SqliteError or the system's error */
  static #openStored(options: ProjectionFileOptions): ProjectionFile {
    const { path, chainId, maxPages } = options;
    const isSameAsClosed = matchesChecksum(path);
    const isHalfWritten = existsSync(markerPath(path)) && !existsSync(walPath(path));
    if (isSameAsClosed === false) throw new ProjectionError('damaged', 'it is not the file that was closed');
    const database = openForWriting(path, maxPages);
    try {
      const problem =
        findMismatch(database, chainId) ??
        (isSameAsClosed ? undefined : checkAfterCrash(database, isHalfWritten));
      if (problem !== undefined) throw new ProjectionError('damaged', problem);
      removeChecksum(path);
      return new ProjectionFile(options, database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  get tip(): ChainTip | undefined {
    return this.#writer.tip;
  }

  /** True if the log has grown enough for a checkpoint. */
  get isCheckpointDue(): boolean {
    return walSize(this.#options.path) >= (this.#options.checkpointBytes ?? CHECKPOINT_BYTES);
  }

  /** Adds blocks in one transaction. */
  append(blocks: Iterable<SourceBlock> | AsyncIterable<SourceBlock>): Promise<void> {
    return this.#inTransaction(async () => {
      for await (const block of blocks) this.#writer.append(block);
    });
  }

  /** Removes the newest block in one transaction. */
  stepBack(): Promise<void> {
    return this.#inTransaction(() => this.#writer.stepBack());
  }

  /**
   * Copies the log into the file and empties it. No reader may have a snapshot. Between two checkpoints the file does not
   * change: if the log is lost or damaged, only the blocks since the last checkpoint are lost.
   */
  checkpoint(): void {
    writeMarker(this.#options.path);
    this.#database.pragma('wal_checkpoint(TRUNCATE)');
    removeMarker(this.#options.path);
    this.#passStep('checkpointed');
  }

  /** Closes the file cleanly, with a checksum: the next start can detect changes by others. */
  close(): void {
    const { path } = this.#options;
    try {
      this.checkpoint();
      // Another program that reads the file can prevent the checkpoint: then the next start checks the file as after a crash.
      if (walSize(path) === 0) writeChecksum(path);
    } finally {
      this.#database.close();
    }
  }

  /** Closes a damaged file and marks it, so that the next start discards it. */
  abandon(): void {
    try {
      writeMarker(this.#options.path);
    } finally {
      this.#database.close();
    }
  }

  /** Not better-sqlite3's `transaction`, which supports no asynchronous work. */
  async #inTransaction(work: () => void | Promise<void>): Promise<void> {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      await work();
      this.#writer.write();
      this.#passStep('written');
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      this.#writer.reset();
      throw error;
    }
    this.#passStep('committed');
  }

  #passStep(step: ProjectionStep): void {
    const { killAt } = this.#options;
    if (killAt?.step === step && (this.tip?.height ?? -1) >= killAt.height)
      process.kill(process.pid, 'SIGKILL');
  }
}

/**
 * Checks a file that has no checksum.
 * @param isHalfWritten true if a checkpoint was interrupted and the log is missing
 * @returns why the file cannot be used; `undefined` if it can
 */
function checkAfterCrash(database: Database, isHalfWritten: boolean): string | undefined {
  if (isHalfWritten) return 'its log, with the rest of a checkpoint, is missing';
  const finding = database.pragma('quick_check(1)', { simple: true }) as string;
  return finding === 'ok' ? undefined : `its structure is damaged: ${finding.split('\n').at(-1)}`;
}
