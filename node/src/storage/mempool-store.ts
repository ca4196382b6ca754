import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TRANSACTION_SIZE, bytesToHex, equalBytes, hexToBytes, transactionIdBytes } from '@cairn/protocol';
import { CommitMark } from './commit-mark.ts';
import { openLevel, type LevelDatabase } from './level.ts';

/** A pending transaction as it is kept across restarts. */
export interface StoredPending {
  /** Transaction ID, 64 lowercase hex characters. */
  readonly id: string;
  /** Unix seconds of admission. */
  readonly receivedAt: number;
  /** The 213 canonical bytes. */
  readonly raw: Uint8Array;
}

/** The pending store is missing, locked, damaged or refuses to write; the message is one clear line. */
export class MempoolStoreError extends Error {
  readonly code = 'mempool_store_failed';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MempoolStoreError';
  }
}

/** Writes pending transactions; made by {@link openMempoolStore}. */
export interface MempoolStore {
  /** IDs of what is surely on disk. */
  readonly storedIds: ReadonlySet<string>;
  /**
   * Writes and removes in one synced batch: either all of it is on disk afterwards or nothing. No ID stands in both.
   * @throws MempoolStoreError
   */
  write(change: { put: readonly StoredPending[]; remove: readonly string[] }): Promise<void>;
  /** @throws MempoolStoreError when the store's files are gone from below the running process */
  checkPresence(): void;
  close(): Promise<void>;
}

/*
 * Keys and values of `<data-dir>/mempool` (PROTOCOL.md section 6), all integers big-endian:
 *
 *   00                → format version (u8) ‖ number of transactions (u32) ‖ batches written so far (u32)
 *   01 ‖ ID (32)      → received at, Unix seconds (u64) ‖ transaction (213)
 *
 * The number of transactions tells when entries are missing. The number of batches stands in the file `committed` of the
 * folder too (see `CommitMark`): it tells when the newest batches are missing, whose loss leaves everything consistent.
 */
const FORMAT_VERSION = 2;
const META_KEY = Uint8Array.of(0x00);
const TRANSACTION_PREFIX = 0x01;
const META_SIZE = 9;
const MARK_FILE = 'committed';
const RECORD_SIZE = 8 + TRANSACTION_SIZE;

/**
 * Opens the store, creating it when the folder is absent or empty, and reads and verifies everything in it.
 * @param directory `<data-dir>/mempool`
 * @throws MempoolStoreError when it is locked, damaged or of an unknown format
 */
export async function openMempoolStore(
  directory: string,
): Promise<{ store: MempoolStore; pending: StoredPending[] }> {
  const database = await openLevel(directory).catch((error: unknown) => {
    throw new MempoolStoreError(`the pending store ${(error as Error).message}`, { cause: error });
  });
  let mark: CommitMark | undefined;
  try {
    mark = await CommitMark.open(join(directory, MARK_FILE));
    const { pending, batches } = await readAll(database, directory);
    const written = (await mark.read()) ?? 0;
    if (written > batches) throw damaged(directory, `it holds ${batches} of ${written} batches`);
    return { store: new LevelMempoolStore({ database, mark, directory, pending, batches }), pending };
  } catch (error) {
    await mark?.close();
    await database.close();
    throw error instanceof MempoolStoreError ? error : damaged(directory, causeOf(error), error);
  }
}

interface StoreParts {
  readonly database: LevelDatabase;
  readonly mark: CommitMark;
  readonly directory: string;
  readonly pending: readonly StoredPending[];
  /** Batches written so far. */
  readonly batches: number;
}

class LevelMempoolStore implements MempoolStore {
  readonly #database: LevelDatabase;
  readonly #mark: CommitMark;
  readonly #directory: string;
  readonly #ids: Set<string>;
  #batches: number;

  constructor({ database, mark, directory, pending, batches }: StoreParts) {
    this.#database = database;
    this.#mark = mark;
    this.#directory = directory;
    this.#ids = new Set(pending.map(({ id }) => id));
    this.#batches = batches;
  }

  get storedIds(): ReadonlySet<string> {
    return this.#ids;
  }

  checkPresence(): void {
    if (existsSync(join(this.#directory, 'CURRENT'))) return;
    throw new MempoolStoreError(`the files of the pending store ${this.#directory} are gone`);
  }

  async write({ put, remove }: { put: readonly StoredPending[]; remove: readonly string[] }): Promise<void> {
    this.checkPresence();
    const gone = remove.filter((id) => this.#ids.has(id)).length;
    const fresh = put.filter(({ id }) => !this.#ids.has(id)).length;
    const size = this.#ids.size - gone + fresh;
    try {
      await this.#database.batch(
        [
          ...remove.map((id) => ({ type: 'del' as const, key: transactionKey(id) })),
          ...put.map((pending) => ({
            type: 'put' as const,
            key: transactionKey(pending.id),
            value: encodeRecord(pending),
          })),
          { type: 'put' as const, key: META_KEY, value: encodeMeta(size, this.#batches + 1) },
        ],
        { sync: true },
      );
      this.#batches += 1;
      await this.#mark.write(this.#batches);
    } catch (error) {
      throw new MempoolStoreError(
        `writing to the pending store ${this.#directory} failed: ${causeOf(error)}`,
        {
          cause: error,
        },
      );
    }
    for (const id of remove) this.#ids.delete(id);
    for (const { id } of put) this.#ids.add(id);
  }

  async close(): Promise<void> {
    await this.#database.close();
    await this.#mark.close();
  }
}

async function readAll(
  database: LevelDatabase,
  directory: string,
): Promise<{ pending: StoredPending[]; batches: number }> {
  const meta = await database.get(META_KEY);
  const pending: StoredPending[] = [];
  for await (const [key, value] of database.iterator({ gt: META_KEY })) {
    pending.push(decodeRecord(key, value, directory));
  }
  const { count, batches } = meta === undefined ? { count: 0, batches: 0 } : decodeMeta(meta, directory);
  if (count !== pending.length) {
    throw damaged(directory, `it names ${count} transactions and holds ${pending.length}`);
  }
  return { pending, batches };
}

function transactionKey(id: string): Uint8Array {
  const key = new Uint8Array(33);
  key[0] = TRANSACTION_PREFIX;
  key.set(hexToBytes(id), 1);
  return key;
}

function encodeRecord({ receivedAt, raw }: StoredPending): Uint8Array {
  const record = new Uint8Array(RECORD_SIZE);
  new DataView(record.buffer).setBigUint64(0, BigInt(receivedAt));
  record.set(raw, 8);
  return record;
}

function decodeRecord(key: Uint8Array, value: Uint8Array, directory: string): StoredPending {
  if (key.length !== 33 || key[0] !== TRANSACTION_PREFIX || value.length !== RECORD_SIZE) {
    throw damaged(directory, 'an entry has an unknown shape');
  }
  const raw = Uint8Array.from(value.subarray(8)); // LevelDB gives Node buffers, whose slice would be a view
  const id = key.subarray(1);
  if (!equalBytes(transactionIdBytes(raw), id)) {
    throw damaged(directory, `the transaction ${bytesToHex(id)} does not hash to its ID`);
  }
  const receivedAt = new DataView(value.buffer, value.byteOffset).getBigUint64(0);
  return { id: bytesToHex(id), receivedAt: Number(receivedAt), raw };
}

function encodeMeta(count: number, batches: number): Uint8Array {
  const meta = new Uint8Array(META_SIZE);
  const view = new DataView(meta.buffer);
  view.setUint8(0, FORMAT_VERSION);
  view.setUint32(1, count);
  view.setUint32(5, batches);
  return meta;
}

function decodeMeta(meta: Uint8Array, directory: string): { count: number; batches: number } {
  if (meta.length > 0 && meta[0] !== FORMAT_VERSION) {
    throw new MempoolStoreError(
      `the pending store ${directory} has format ${meta[0]}, this version reads ${FORMAT_VERSION}`,
    );
  }
  if (meta.length !== META_SIZE) throw damaged(directory, 'its head has an unknown shape');
  const view = new DataView(meta.buffer, meta.byteOffset);
  return { count: view.getUint32(1), batches: view.getUint32(5) };
}

function damaged(directory: string, what: string, cause?: unknown): MempoolStoreError {
  return new MempoolStoreError(
    `the pending store ${directory} is damaged: ${what}`,
    cause === undefined ? {} : { cause },
  );
}

/** LevelDB's own words stand in the cause of the library's error. */
function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}
