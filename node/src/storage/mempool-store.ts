import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  hexToBytes,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
  transactionIdFromBytes,
} from '@cairn/protocol';
import { defineLayout, rawBytes, u64Amount } from '@cairn/protocol/layout';
import { LevelStore } from './level.ts';

/*
 * Keys and values of `<data-dir>/mempool` (PROTOCOL.md section 6), integers big-endian:
 *
 *   00           → format version (1)
 *   01 ‖ ID (32) → received at, Unix seconds (8) ‖ transaction (213)
 */
const FORMAT = Uint8Array.of(4);
const FORMAT_KEY = Uint8Array.of(0);
const TRANSACTION_PREFIX = 1;
const VALUE_LAYOUT = defineLayout({ receivedAt: u64Amount, raw: rawBytes(TRANSACTION_SIZE) });

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
  override readonly name = 'MempoolStoreError';
  readonly code = 'mempool_store_failed';
}

/** Pending transactions on disk: a row for each. A store that failed once accepts no change; open it again. */
export class MempoolStore {
  readonly #level: LevelStore;
  /** The newest change of each ID that is not on disk yet: the transaction to store, or `undefined` to remove it. */
  #changes = new Map<TransactionId, StoredPending | undefined>();
  /** The write of `#changes`, which waits for the write in progress. */
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  private constructor(level: LevelStore) {
    this.#level = level;
  }

  /**
   * Opens the store, creating it if the folder is absent or empty.
   * @throws MempoolStoreError if it is locked, damaged or of another format
   */
  static async open(path: string): Promise<MempoolStore> {
    const level = await LevelStore.open(path).catch((error: Error) => {
      throw new MempoolStoreError(`the pending store ${error.message}`, { cause: error });
    });
    const format = level.get(FORMAT_KEY);
    if (format === undefined) await level.write((batch) => void batch.put(FORMAT_KEY, FORMAT));
    else if (format[0] !== FORMAT[0]) {
      await level.close();
      throw new MempoolStoreError(`the pending store ${path} has format ${format[0]}, not ${FORMAT[0]}`);
    }
    return new MempoolStore(level);
  }

  /** Every stored transaction. @throws MempoolStoreError */
  async read(): Promise<StoredPending[]> {
    const pending: StoredPending[] = [];
    try {
      for await (const [key, value] of this.#level.entries({ gt: FORMAT_KEY })) {
        const { receivedAt, raw } = VALUE_LAYOUT.decode(value);
        const id = transactionIdFromBytes(key.subarray(1));
        if (transactionId(raw) !== id) throw new RangeError(`transaction ${id} does not hash to its ID`);
        pending.push({ id, receivedAt: Number(receivedAt), raw: Uint8Array.from(raw) }); // not a Node buffer
      }
    } catch (error) {
      throw this.#failure('reading', error);
    }
    return pending;
  }

  /**
   * Stores and removes transactions. Changes that arrive during a write go into the next batch together.
   * @returns a promise that resolves once the changes are on disk; rejects with a MempoolStoreError
   */
  save(added: Iterable<StoredPending>, removed: Iterable<TransactionId>): Promise<void> {
    for (const id of removed) this.#changes.set(id, undefined);
    for (const pending of added) this.#changes.set(pending.id, pending);
    if (this.#changes.size === 0) return this.#current;
    // In a task of its own: what a reorganization gives back can be a full mempool.
    this.#next ??= this.#current.then(() => nextTurn()).then(() => this.#write());
    this.#current = this.#next;
    return this.#next;
  }

  /** @throws MempoolStoreError if the store's files were removed: LevelDB would go on writing to them */
  requireFiles(): void {
    if (existsSync(join(this.#level.path, 'CURRENT'))) return;
    throw new MempoolStoreError(`the files of the pending store ${this.#level.path} are gone`);
  }

  /** Closes the store after the writes in progress. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#current]);
    await this.#level.close();
  }

  async #write(): Promise<void> {
    const changes = this.#changes;
    this.#changes = new Map();
    this.#next = undefined;
    this.requireFiles();
    try {
      await this.#level.write((batch) => {
        for (const [id, pending] of changes) {
          const key = Uint8Array.of(TRANSACTION_PREFIX, ...hexToBytes(id));
          if (pending === undefined) batch.del(key);
          else batch.put(key, VALUE_LAYOUT.encode({ ...pending, receivedAt: BigInt(pending.receivedAt) }));
        }
      });
    } catch (error) {
      throw this.#failure('writing to', error);
    }
  }

  #failure(action: string, error: unknown): MempoolStoreError {
    const { path } = this.#level;
    const problem = `${action} the pending store ${path} failed: ${innermostMessage(error)}`;
    return new MempoolStoreError(problem, { cause: error });
  }
}

/** The message of the innermost cause, which is the most specific. */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostMessage(error.cause) : error.message;
}
