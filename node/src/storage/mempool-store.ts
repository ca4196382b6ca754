import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bytesToHex,
  equalBytes,
  hexToBytes,
  TRANSACTION_SIZE,
  type TransactionId,
  transactionIdBytes,
  transactionIdFromBytes,
} from '@cairn/protocol';
import { defineLayout, u32, u8 } from '@cairn/protocol/layout';
import { LevelError } from './errors.ts';
import { CommitMark, LevelStore, type LevelBatch } from './level.ts';

/** A pending transaction as stored across restarts. */
export interface StoredPending {
  /** Transaction ID, 64 lowercase hex characters. */
  readonly id: TransactionId;
  /** Unix seconds of admission. */
  readonly receivedAt: number;
  /** The 213 canonical bytes. */
  readonly raw: Uint8Array;
}

/** The pending store is missing, locked, damaged or not writable; the message is one clear line. */
export class MempoolStoreError extends Error {
  readonly code = 'mempool_store_failed';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MempoolStoreError';
  }
}

/** A change of the store, composed step by step. A batch never puts and removes the same ID. */
interface MempoolBatch {
  /** True while it changes nothing. */
  readonly isEmpty: boolean;
  put(pending: StoredPending): void;
  /** Has no effect on absent transactions. */
  remove(id: TransactionId): void;
  /**
   * Writes the batch atomically, and waits until it is on disk.
   * @throws MempoolStoreError; LevelDB may still have the batch when it is reopened
   */
  write(): Promise<void>;
  /** Frees a batch that will not be written. */
  drop(): Promise<void>;
}

/** Writes pending transactions; created by {@link openMempoolStore}. */
export interface MempoolStore {
  /** IDs of the transactions on disk. */
  readonly storedIds: ReadonlySet<TransactionId>;
  /** Begins a change. Only one at a time: write it before beginning the next. */
  batch(): MempoolBatch;
  /** @throws MempoolStoreError if the store's files were removed while the process runs */
  checkPresence(): void;
  close(): Promise<void>;
}

/*
 * Keys and values of `<data-dir>/mempool` (PROTOCOL.md section 6), all integers big-endian:
 *
 *   00                → format version (u8) ‖ sum of the IDs (u32) ‖ batches written so far (u32)
 *   01 ‖ ID (32)      → received at, Unix seconds (u64) ‖ transaction (213)
 *
 * `LevelStore` adds a checksum to each value. The sum is the exclusive or of the first four bytes of every ID: it detects
 * a missing batch in the middle. The number of batches is also in the folder's file `committed` (see `CommitMark`): it
 * detects missing newest batches, without which the store would still look consistent.
 *
 * Formats 1 and 2 had no checksums, and a number of transactions instead of the sum; format 1 counted no batches.
 */
const FORMAT_VERSION = 3;
/** Bytes of the value under `HEAD_KEY` in formats 1 and 2, by format; no later format has values of these sizes there. */
const OLD_HEAD_SIZES = [undefined, 5, 9];
const HEAD_KEY = Uint8Array.of(0x00);
const TRANSACTION_PREFIX = 0x01;
const HEAD_LAYOUT = defineLayout({ format: u8, sum: u32, batches: u32 });
const MARK_FILE = 'committed';
const RECORD_SIZE = 8 + TRANSACTION_SIZE;

/** A store and its contents at opening. */
interface OpenedStore {
  readonly store: MempoolStore;
  readonly pending: StoredPending[];
}

/**
 * Opens the store, creating it if the folder is absent or empty, and reads and verifies everything in it. A store of another
 * format is moved to `<directory>.format-<N>`, replacing an earlier one, and an empty store begins.
 * @param directory `<data-dir>/mempool`
 * @param onSetAside called with one line of text if a store was moved aside
 * @throws MempoolStoreError if it is locked or damaged
 */
export async function openMempoolStore(
  directory: string,
  onSetAside: (notice: string) => void = () => undefined,
): Promise<OpenedStore> {
  const database = await openDatabase(directory);
  let format: number | undefined;
  try {
    format = formatOf(database);
  } catch (error) {
    await database.close();
    throw damaged(directory, innermostMessage(error), error);
  }
  if (format === undefined || format === FORMAT_VERSION) return readStore(database, directory);
  await database.close();
  const aside = `${directory}.format-${format}`;
  await moveAside(directory, aside);
  onSetAside(
    `The pending store ${directory} has format ${format}, this version reads ${FORMAT_VERSION}: it was moved to ${aside}, and an empty store was created`,
  );
  return readStore(await openDatabase(directory), directory);
}

async function openDatabase(directory: string): Promise<LevelStore> {
  try {
    return await LevelStore.open(directory);
  } catch (error) {
    throw new MempoolStoreError(`the pending store ${(error as Error).message}`, { cause: error });
  }
}

/** `undefined` for a new store. @throws LevelError if the head is damaged */
function formatOf(database: LevelStore): number | undefined {
  const stored = database.getUnverified(HEAD_KEY);
  const first = stored?.[0];
  if (first !== undefined && OLD_HEAD_SIZES[first] === stored?.length) return first;
  return database.get(HEAD_KEY)?.[0];
}

async function moveAside(directory: string, aside: string): Promise<void> {
  try {
    await rm(aside, { recursive: true, force: true });
    await rename(directory, aside);
  } catch (error) {
    const problem = `the pending store ${directory} cannot be moved to ${aside}: ${innermostMessage(error)}`;
    throw new MempoolStoreError(problem, { cause: error });
  }
}

/** Reads and verifies a store of this format; closes it if it is damaged. */
async function readStore(database: LevelStore, directory: string): Promise<OpenedStore> {
  let mark: CommitMark | undefined;
  try {
    mark = await CommitMark.open(join(directory, MARK_FILE));
    const { pending, head } = await readAll(database, directory);
    const written = (await mark.read()) ?? 0;
    if (written > head.batches) throw damaged(directory, `it holds ${head.batches} of ${written} batches`);
    return { store: new LevelMempoolStore({ database, mark, directory, pending, head }), pending };
  } catch (error) {
    await mark?.close();
    await database.close();
    throw error instanceof MempoolStoreError ? error : damaged(directory, innermostMessage(error), error);
  }
}

/** The value under `HEAD_KEY`, without the format version. */
interface Head {
  readonly sum: number;
  readonly batches: number;
}

interface StoreParts {
  readonly database: LevelStore;
  readonly mark: CommitMark;
  readonly directory: string;
  readonly pending: readonly StoredPending[];
  readonly head: Head;
}

class LevelMempoolStore implements MempoolStore {
  readonly #database: LevelStore;
  readonly #mark: CommitMark;
  readonly #directory: string;
  readonly #ids: Set<TransactionId>;
  #head: Head;

  constructor({ database, mark, directory, pending, head }: StoreParts) {
    this.#database = database;
    this.#mark = mark;
    this.#directory = directory;
    this.#ids = new Set(pending.map(({ id }) => id));
    this.#head = head;
  }

  get storedIds(): ReadonlySet<TransactionId> {
    return this.#ids;
  }

  checkPresence(): void {
    if (existsSync(join(this.#directory, 'CURRENT'))) return;
    throw new MempoolStoreError(`the files of the pending store ${this.#directory} are gone`);
  }

  batch(): MempoolBatch {
    const batch = this.#database.batch();
    const [added, removed]: [TransactionId[], TransactionId[]] = [[], []];
    let { sum } = this.#head;
    let isEmpty = true;
    return {
      get isEmpty() {
        return isEmpty;
      },
      put: (pending) => {
        isEmpty = false;
        batch.put(transactionKey(pending.id), encodeRecord(pending));
        if (this.#ids.has(pending.id)) return;
        added.push(pending.id);
        sum = addId(sum, pending.id);
      },
      remove: (id) => {
        if (!this.#ids.has(id)) return;
        isEmpty = false;
        batch.del(transactionKey(id));
        removed.push(id);
        sum = addId(sum, id);
      },
      write: async () => {
        await this.#write(batch, { sum, batches: this.#head.batches + 1 });
        for (const id of removed) this.#ids.delete(id);
        for (const id of added) this.#ids.add(id);
      },
      drop: () => batch.close(),
    };
  }

  async #write(batch: LevelBatch, head: Head): Promise<void> {
    try {
      this.checkPresence();
    } catch (error) {
      await batch.close();
      throw error;
    }
    batch.put(HEAD_KEY, encodeHead(head));
    try {
      await batch.write({ sync: true });
      this.#head = head;
      await this.#mark.write(head.batches);
    } catch (error) {
      const problem = `writing to the pending store ${this.#directory} failed: ${innermostMessage(error)}`;
      throw new MempoolStoreError(problem, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#database.close();
    await this.#mark.close();
  }
}

async function readAll(
  database: LevelStore,
  directory: string,
): Promise<{ pending: StoredPending[]; head: Head }> {
  const value = database.get(HEAD_KEY);
  const head = value === undefined ? { sum: 0, batches: 0 } : decodeHead(value, directory);
  const pending: StoredPending[] = [];
  for await (const [key, record] of database.entries({ gt: HEAD_KEY })) {
    pending.push(decodeRecord(key, record, directory));
  }
  const ids = pending.map(({ id }) => id);
  if (ids.reduce(addId, 0) !== head.sum) {
    throw damaged(directory, `its ${ids.length} transactions are not those of its newest batch`);
  }
  return { pending, head };
}

/** Adding an ID a second time removes it. */
function addId(sum: number, id: TransactionId): number {
  return (sum ^ Number.parseInt(id.slice(0, 8), 16)) >>> 0;
}

function transactionKey(id: TransactionId): Uint8Array {
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
  return { id: transactionIdFromBytes(id), receivedAt: Number(receivedAt), raw };
}

function encodeHead({ sum, batches }: Head): Uint8Array {
  return HEAD_LAYOUT.encode({ format: FORMAT_VERSION, sum, batches });
}

function decodeHead(value: Uint8Array, directory: string): Head {
  if (value.length !== HEAD_LAYOUT.size) throw damaged(directory, 'its head has an unknown shape');
  return HEAD_LAYOUT.decode(value);
}

function damaged(directory: string, problem: string, cause?: unknown): MempoolStoreError {
  return new MempoolStoreError(
    `the pending store ${directory} is damaged: ${problem}`,
    cause === undefined ? {} : { cause },
  );
}

/** The message of the innermost cause, which is the most specific. */
function innermostMessage(error: unknown): string {
  if (error instanceof LevelError) return error.problem;
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostMessage(error.cause) : error.message;
}
