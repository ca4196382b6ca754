import { existsSync, readFileSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ChainTip } from '../../chain/chain-reader.ts';
import { BlockWriter } from './block-writer.ts';
import type { SourceBlock } from '../shared/block-source.ts';
import { removeDatabase, sumsPath, walPath } from './file-names.ts';
import { findDamage } from './find-damage.ts';
import { PageSums } from './page-sums.ts';
import { findForeignTraits, migrate } from './schema.ts';
import { readWal } from './wal-frames.ts';

/**
 * The points at which a process can die and leave something different on the disk, in their order: a transaction is
 * written but not committed; it is committed; the checksums of a checkpoint are on the disk; the checkpoint is done.
 */
export const PROJECTION_STEPS = ['written', 'committed', 'summed', 'checkpointed'] as const;
export type ProjectionStep = (typeof PROJECTION_STEPS)[number];

export interface ProjectionFileOptions {
  /** `explorer.sqlite`. */
  readonly path: string;
  readonly chainId: number;
  /** Called at each step with the height that is written. */
  readonly onStep?: (step: ProjectionStep, height: number) => void;
  /** Pages that the file may have (`PRAGMA max_page_count`); for tests of a full disk. */
  readonly maxPages?: number;
  /** Bytes of log from which a checkpoint is due; for tests of checkpoints. */
  readonly checkpointBytes?: number;
}

/** Log size from which a checkpoint is due: half a thousand small blocks, or one of 8 MiB. */
const CHECKPOINT_BYTES = 16 * 1024 * 1024;

/**
 * The projection's SQLite file, write side; it belongs to one thread. The log takes every commit; the database file
 * itself changes in `checkpoint` only, which puts the checksums of its pages on the disk first.
 *
 * `synchronous = NORMAL`: the log reaches the disk before a checkpoint copies it, not at each commit. A process that is
 * killed loses nothing; a loss of power takes the newest commits, which are caught up with, and whatever else it breaks
 * does not match the checksums.
 */
export class ProjectionFile {
  readonly #options: ProjectionFileOptions;
  readonly #database: Database.Database;
  readonly #writer: BlockWriter;

  private constructor(options: ProjectionFileOptions, database: Database.Database) {
    this.#options = options;
    this.#database = database;
    this.#writer = new BlockWriter(database);
  }

  /**
   * Opens the file if it holds what was written there, all of it; makes a new one otherwise.
   * @param onDiscard hears why an existing file was not kept
   * @throws SqliteError, or the system's error
   */
  static open(options: ProjectionFileOptions, onDiscard: (problem: string) => void): ProjectionFile {
    const { path, chainId } = options;
    if (!existsSync(path)) return ProjectionFile.create(options);
    const problem = findDamage(path);
    if (problem === undefined) {
      const database = openDatabase(options);
      const foreign = findForeignTraits(database, chainId);
      if (foreign === undefined) {
        migrate(database, chainId);
        return new ProjectionFile(options, database);
      }
      database.close();
      onDiscard(foreign);
    } else {
      onDiscard(problem);
    }
    return ProjectionFile.create(options);
  }

  /** Makes an empty file in the place of whatever is there. */
  static create(options: ProjectionFileOptions): ProjectionFile {
    removeDatabase(options.path);
    const database = openDatabase(options);
    migrate(database, options.chainId);
    const file = new ProjectionFile(options, database);
    file.checkpoint(); // from now on there are checksums
    return file;
  }

  get tip(): ChainTip | undefined {
    return this.#writer.tip;
  }

  /** Whether the log has grown enough for a checkpoint. */
  get isCheckpointDue(): boolean {
    const log = statSync(walPath(this.#options.path), { throwIfNoEntry: false });
    return log !== undefined && log.size >= (this.#options.checkpointBytes ?? CHECKPOINT_BYTES);
  }

  /** Adds blocks in one transaction. */
  append(blocks: Iterable<SourceBlock>): void {
    const first = (this.tip?.height ?? -1) + 1;
    this.#commit(() => {
      for (const block of blocks) this.#writer.append(block);
    }, first);
  }

  /** Makes the ranking in one transaction, unless it is there. */
  settle(): void {
    if (!this.#writer.isRanked) this.#commit(() => this.#writer.rank());
  }

  /** Takes the newest block off in one transaction. */
  stepBack(): void {
    this.#commit(() => this.#writer.stepBack());
  }

  /** Copies the log into the file. Readers must not hold a snapshot, or it stays undone for now. */
  checkpoint(): void {
    const { path } = this.#options;
    const pageSize = this.#database.pragma('page_size', { simple: true }) as number;
    const log = existsSync(walPath(path)) ? readWal(readFileSync(walPath(path)), pageSize) : undefined;
    if (log !== undefined && log.pageCount > 0) {
      const sums = PageSums.read(sumsPath(path)) ?? new PageSums(pageSize);
      sums.update(log.pageCount, log.pages);
      sums.write(sumsPath(path));
    }
    this.#step('summed');
    this.#database.pragma('wal_checkpoint(TRUNCATE)');
    this.#step('checkpointed');
  }

  /**
   * SQLite makes a checkpoint of its own, without checksums, where the last connection closes a log that is not empty:
   * after a failure another connection must outlast this one.
   */
  close(): void {
    this.#database.close();
  }

  /** @param first height of the first block that the work appends */
  #commit(work: () => void, first?: number): void {
    try {
      this.#database
        .transaction(() => {
          work();
          this.#writer.write(first);
          this.#step('written');
        })
        .immediate();
    } catch (error) {
      this.#writer.forget();
      throw error;
    }
    this.#step('committed');
  }

  #step(step: ProjectionStep): void {
    this.#options.onStep?.(step, this.tip?.height ?? -1);
  }
}

function openDatabase({ path, maxPages }: ProjectionFileOptions): Database.Database {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('wal_autocheckpoint = 0');
  database.pragma('synchronous = NORMAL');
  database.pragma('cache_size = -32000');
  if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`);
  return database;
}
