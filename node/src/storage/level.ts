import { constants, writeFileSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { bytesToHex } from '@cairn/protocol';
import { defineLayout, readU32, u32, writeU32 } from '@cairn/protocol/layout';
import { Level, type ChainedBatch, type DatabaseOptions, type IteratorOptions } from 'level';
import { syncDirectory } from './block-files.ts';
import { LevelError, StorageWriteError, toLevelError } from './errors.ts';

/*
 * LevelDB, and the detection of damage in its files. classic-level offers neither `paranoid_checks` nor `verify_checksums`:
 * LevelDB then serves changed bytes of a table and skips damaged records of a log. Three measures detect that without
 * parsing its files:
 *
 * 1. A checksum after each value, over key and value, verified at every read.
 * 2. A digest of the folder, written by a clean close, and verified and removed by the next open. After a kill there is
 *    none, so its absence proves nothing.
 * 3. What the caller knows: the number of its last commit (`CommitMark` below), and which entries must exist. In
 *    `core/`, for example, the blocks must form a chain.
 *
 * They miss one case: after a kill, a table in which bytes of a key changed. That entry reads as absent, or as an older
 * value of its key, until the store is rebuilt; no read returns a value that was never written.
 */

type Database = Level<Uint8Array, Uint8Array>;
type Tuning = Pick<DatabaseOptions<Uint8Array, Uint8Array>, 'cacheSize' | 'writeBufferSize'>;
type Range = Pick<IteratorOptions<Uint8Array, Uint8Array>, 'gt' | 'gte' | 'lt' | 'limit' | 'reverse'>;

const CHECKSUM_SIZE = 4;
/** Entries that an iterator reads per call to the thread pool. */
const READ_AHEAD = 1_000;

/**
 * A LevelDB folder with raw bytes as keys and values. Returned values are Node buffers, whose `slice` is a view. Once damage
 * is found, every read and write throws that LevelError, and so does the next `open`: the store has to be rebuilt.
 */
export class LevelStore {
  readonly path: string;
  readonly #tuning: Tuning;
  /** Digest lines of the tables that `open` verified and LevelDB kept, by the table's name. */
  readonly #tables: ReadonlyMap<string, string>;
  #database: Database;
  #damage: LevelError | undefined;
  #isClosed = false;
  #onDamage: (damage: LevelError) => void = () => undefined;

  private constructor(path: string, tuning: Tuning, tables: ReadonlyMap<string, string>, database: Database) {
    this.path = path;
    this.#tuning = tuning;
    this.#tables = tables;
    this.#database = database;
  }

  /**
   * Opens a folder, creating it if it is absent or empty.
   * @throws LevelError
   */
  static async open(path: string, tuning: Tuning = {}): Promise<LevelStore> {
    try {
      const lines = await verifyAndRemoveDigest(path);
      const database = await openDatabase(path, tuning);
      const tables = await findVerifiedTables(path, lines).catch(async (error: unknown) => {
        await database.close();
        throw error;
      });
      return new LevelStore(path, tuning, tables, database);
    } catch (error) {
      throw toLevelError(path, error);
    }
  }

  /** Reopens LevelDB after a failed write: until then, LevelDB accepts no other write. @throws LevelError */
  async reopen(): Promise<void> {
    await this.#database.close();
    try {
      this.#database = await openDatabase(this.path, this.#tuning);
    } catch (error) {
      throw this.#recordDamage(error);
    }
  }

  /** @param listener called once, with the first damage that a read or write finds from now on */
  onDamage(listener: (damage: LevelError) => void): void {
    this.#onDamage = listener;
  }

  /** @throws LevelError `level_damaged` once damage was found */
  requireUndamaged(): void {
    if (this.#damage !== undefined) throw this.#damage;
  }

  /** Synchronous, because a LevelDB get takes a few microseconds, less than a promise. @throws LevelError */
  get(key: Uint8Array): Uint8Array | undefined {
    const stored = this.getUnverified(key);
    return stored && this.#verifiedValue(key, stored);
  }

  /** A stored value, checksum included, unverified: older formats had no checksum. @throws LevelError */
  getUnverified(key: Uint8Array): Uint8Array | undefined {
    this.requireUndamaged();
    try {
      return this.#database.getSync(key);
    } catch (error) {
      throw this.#recordDamage(error);
    }
  }

  /** The entries of a range in key order. @throws LevelError */
  async *entries(range: Range = {}): AsyncGenerator<[key: Uint8Array, value: Uint8Array]> {
    this.requireUndamaged();
    const iterator = this.#database.iterator(range);
    try {
      for (;;) {
        const entries = await iterator.nextv(READ_AHEAD).catch((error: unknown) => {
          throw this.#recordDamage(error);
        });
        if (entries.length === 0) return;
        for (const [key, stored] of entries) yield [key, this.#verifiedValue(key, stored)];
      }
    } finally {
      await iterator.close();
    }
  }

  /** Begins an atomic batch. @throws LevelError `level_damaged` */
  batch(): LevelBatch {
    this.requireUndamaged();
    return new LevelBatch(this.#database.batch(), (error) => {
      const cause = this.#recordDamage(error);
      return cause.code === 'level_damaged' ? cause : new StorageWriteError(this.path, error);
    });
  }

  /**
   * Closes the folder and writes its digest, unless it is damaged or one of its files cannot be read or written.
   * @param digest false for a folder that is about to be removed: a digest reads every file of it
   */
  async close({ digest = true } = {}): Promise<void> {
    if (this.#isClosed) return; // the folder may already contain another store
    this.#isClosed = true;
    await this.#database.close();
    if (!digest || this.#damage !== undefined) return;
    // No stored data depends on the digest: a full disk or a removed folder must not fail a stop.
    await writeDigest(this.path, this.#tables).catch(() => undefined);
  }

  #verifiedValue(key: Uint8Array, stored: Uint8Array): Uint8Array {
    const end = stored.length - CHECKSUM_SIZE;
    const value = stored.subarray(0, Math.max(0, end));
    if (end >= 0 && readU32(stored, end) === checksumOf(key, value)) return value;
    const problem = `the value of key ${bytesToHex(key)} does not match its checksum`;
    throw this.#recordDamage(new LevelError('level_damaged', this.path, problem));
  }

  /** Records damage, for this process and the next process. */
  #recordDamage(error: unknown): LevelError {
    const levelError = toLevelError(this.path, error);
    if (levelError.code !== 'level_damaged') return levelError;
    if (this.#damage === undefined) {
      this.#damage = levelError;
      markDamaged(this.path, levelError.problem);
      this.#onDamage(levelError);
    }
    return this.#damage;
  }
}

/** Changes of a store; created by `LevelStore.batch`. LevelDB copies keys and values immediately: buffers can be reused. */
export class LevelBatch {
  readonly #batch: ChainedBatch<Database, Uint8Array, Uint8Array>;
  readonly #toError: (error: unknown) => LevelError | StorageWriteError;

  constructor(
    batch: ChainedBatch<Database, Uint8Array, Uint8Array>,
    toError: (error: unknown) => LevelError | StorageWriteError,
  ) {
    this.#batch = batch;
    this.#toError = toError;
  }

  put(key: Uint8Array, value: Uint8Array): this {
    const stored = reusableBuffer(value.length + CHECKSUM_SIZE);
    stored.set(value);
    writeU32(stored, value.length, checksumOf(key, value));
    this.#batch.put(key, stored);
    return this;
  }

  del(key: Uint8Array): this {
    this.#batch.del(key);
    return this;
  }

  /**
   * After an error it is unknown whether LevelDB will have the batch when it is reopened.
   * @param sync whether to wait until the batch is on disk
   * @throws StorageWriteError, LevelError `level_damaged`
   */
  async write({ sync }: { sync: boolean }): Promise<void> {
    try {
      await this.#batch.write({ sync });
    } catch (error) {
      throw this.#toError(error);
    }
  }

  /** Frees a batch that will not be written. */
  async close(): Promise<void> {
    await this.#batch.close();
  }
}

/** Buffers by size: a full block has more than 118,000 small values, and LevelDB copies each before the next is written. */
const reusedBuffers: Buffer[] = [];
const MAX_REUSED_SIZE = 256;

function reusableBuffer(size: number): Buffer {
  if (size > MAX_REUSED_SIZE) return Buffer.allocUnsafe(size);
  return (reusedBuffers[size] ??= Buffer.alloc(size));
}

function checksumOf(key: Uint8Array, value: Uint8Array): number {
  return crc32(value, crc32(key));
}

async function openDatabase(path: string, tuning: Tuning): Promise<Database> {
  const database: Database = new Level(path, {
    ...tuning,
    // Keys and values are mostly hashes, addresses and signatures: compression makes `core/` only 7 % smaller, and slower.
    compression: false,
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
  });
  await database.open();
  return database;
}

/** The digest of a closed folder: one line per file with name, size and CRC-32. */
const DIGEST_FILE = 'digest';
/** Start of the digest of a folder in which a read or write found damage; the problem follows. */
const DAMAGED_MARKER = 'damaged: ';
/** The files that LevelDB reads. */
const LEVEL_FILE = /^(CURRENT|MANIFEST-\d+|\d+\.(log|ldb|sst))$/;
/** The files that LevelDB never changes once they are written. */
const TABLE_FILE = /\.(ldb|sst)$/;
const FILES_AT_ONCE = 4;

/**
 * Verifies a folder against its digest and removes the digest durably, before LevelDB changes a file.
 * @returns the lines of the digest; none if there is no digest
 * @throws LevelError `level_damaged`
 */
async function verifyAndRemoveDigest(path: string): Promise<string[]> {
  const file = join(path, DIGEST_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return [];
  if (text.startsWith(DAMAGED_MARKER))
    throw new LevelError('level_damaged', path, text.slice(DAMAGED_MARKER.length));
  const lines = text.split('\n');
  const found = await describeFiles(path, (name) => describeFile(join(path, name), name));
  const [wrong] = new Set(lines).symmetricDifference(new Set(found));
  if (wrong !== undefined) {
    const name = wrong.split(' ')[0]!;
    throw new LevelError('level_damaged', path, `its file ${name} has changed since the store was closed`);
  }
  await rm(file);
  await syncDirectory(path);
  return lines;
}

/**
 * Digest lines, by file name, of the verified tables of a folder that was just opened. LevelDB numbers its files: the tables
 * of earlier opens have lower numbers than the MANIFEST of this one. A table with a higher number was left by an aborted
 * compaction: LevelDB removes it and reuses its number.
 */
async function findVerifiedTables(path: string, lines: readonly string[]): Promise<Map<string, string>> {
  const current = await readFile(join(path, 'CURRENT'), 'utf8');
  const manifest = Number.parseInt(current.slice('MANIFEST-'.length));
  const named = lines.map((line) => [line.split(' ')[0]!, line] as const);
  return new Map(named.filter(([name]) => TABLE_FILE.test(name) && Number.parseInt(name) < manifest));
}

/**
 * Writes the digest of a folder after syncing the files that it describes.
 * @param tables digest lines of tables that are not read again: this saves time, and preserves the digest of an undamaged
 *   table if the file was damaged meanwhile
 */
async function writeDigest(path: string, tables: ReadonlyMap<string, string>): Promise<void> {
  const lines = await describeFiles(
    path,
    async (name) => tables.get(name) ?? describeFile(join(path, name), name, { sync: true }),
  );
  if (lines.length === 0) return; // the files were removed: an empty folder is a new store
  const file = join(path, DIGEST_FILE);
  await writeFile(`${file}.new`, lines.join('\n'), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  await syncDirectory(path);
}

async function describeFiles(path: string, describe: (name: string) => Promise<string>): Promise<string[]> {
  const names = (await readdir(path)).filter((name) => LEVEL_FILE.test(name));
  const lines: string[] = [];
  for (let at = 0; at < names.length; at += FILES_AT_ONCE) {
    lines.push(...(await Promise.all(names.slice(at, at + FILES_AT_ONCE).map(describe))));
  }
  return lines;
}

async function describeFile(path: string, name: string, { sync = false } = {}): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const bytes = await handle.readFile();
    if (sync) await handle.datasync();
    return `${name} ${bytes.length} ${crc32(bytes).toString(16)}`;
  } finally {
    await handle.close();
  }
}

/** Records the damage, so that the next `open` fails. If this write fails, a later read has to find the damage again. */
function markDamaged(path: string, problem: string): void {
  try {
    writeFileSync(join(path, DIGEST_FILE), `${DAMAGED_MARKER}${problem}`, { mode: 0o600 });
  } catch {
    // The caller throws the damage itself.
  }
}

const MARK_LAYOUT = defineLayout({ number: u32, check: u32 });
/** `number` and `check` add up to this, which distinguishes a mark from other bytes. */
const COMPLEMENT = 0xffff_ffff;

/**
 * The number of the last commit to a LevelDB folder, stored outside of LevelDB: for `core/` the tip's height, for `mempool/`
 * the count of its batches. A log truncated at a record boundary looks intact; a mark above the folder's last commit reveals
 * the loss. The mark is written after a commit (before a step back) and never synced, so that it can be behind the folder
 * but not ahead of it.
 */
export class CommitMark {
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(path: string): Promise<CommitMark> {
    return new CommitMark(await open(path, constants.O_RDWR | constants.O_CREAT, 0o600));
  }

  /** `undefined` before the first commit, or if the file is not a valid mark. */
  async read(): Promise<number | undefined> {
    const bytes = new Uint8Array(MARK_LAYOUT.size);
    const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, 0);
    if (bytesRead !== bytes.length) return undefined;
    const { number, check } = MARK_LAYOUT.decode(bytes);
    return check === COMPLEMENT - number ? number : undefined;
  }

  async write(number: number): Promise<void> {
    const bytes = MARK_LAYOUT.encode({ number, check: COMPLEMENT - number });
    await this.#handle.write(bytes, 0, bytes.length, 0);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
