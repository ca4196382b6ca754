import {
  hexToBytes,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
  transactionIdFromBytes,
} from '@cairn/protocol';
import { defineLayout, rawBytes, u64Amount } from '@cairn/protocol/layout';
import type { Turn } from '../runtime.ts';
import { LevelError } from './errors.ts';
import { LevelStore, type DatabasePlace } from './level.ts';

/*
 * Keys and values of `<data-dir>/mempool` (PROTOCOL.md section 6), integers big-endian:
 *
 *   00           → format version
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

/**
 * Pending transactions on disk: a row for each. `note` only remembers a change; `save` writes those that were noted since the last
 * write together. Open a store that failed again.
 */
export class MempoolStore {
  readonly #level: LevelStore;
  /** The newest change of each ID that is in no write yet: the transaction to store, or `undefined` to remove it. */
  #changes = new Map<TransactionId, StoredPending | undefined>();
  /** The write of `#changes`, which waits for the write in progress. */
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  readonly #turn: Turn;

  private constructor(level: LevelStore, turn: Turn) {
    this.#level = level;
    this.#turn = turn;
  }

  /**
   * Opens the store, creating it if it does not exist.
   * @throws LevelError if it is locked, damaged or of another format; StorageWriteError
   */
  static async open(place: DatabasePlace, turn: Turn): Promise<MempoolStore> {
    const level = await LevelStore.open(place);
    try {
      const format = level.get(FORMAT_KEY)?.[0];
      if (format === undefined) await level.write((batch) => void batch.put(FORMAT_KEY, FORMAT));
      else if (format !== FORMAT[0])
        throw new LevelError('level_unusable', level.path, `it has format ${format}, not ${FORMAT[0]}`);
      return new MempoolStore(level, turn);
    } catch (error) {
      await level.close(); // else it stays locked for the next attempt
      throw error;
    }
  }

  /** Every stored transaction. @throws LevelError */
  async read(): Promise<StoredPending[]> {
    const pending: StoredPending[] = [];
    for await (const [key, value] of this.#level.entries({ gt: FORMAT_KEY })) {
      const { receivedAt, raw } = VALUE_LAYOUT.decode(value);
      const id = transactionIdFromBytes(key.subarray(1));
      if (transactionId(raw) !== id)
        throw new LevelError('level_damaged', this.#level.path, `transaction ${id} has another ID`);
      pending.push({ id, receivedAt: Number(receivedAt), raw: raw.slice() }); // without the row's other bytes
    }
    return pending;
  }

  /** @param pending `undefined` to remove the transaction */
  note(id: TransactionId, pending: StoredPending | undefined): void {
    this.#changes.set(id, pending);
  }

  /** Resolves once every change is on disk. @throws StorageWriteError, LevelError */
  save(): Promise<void> {
    if (this.#changes.size === 0) return this.#current;
    // In a task of its own: what a reorganization gives back can be a full mempool.
    this.#next ??= this.#current.then(() => this.#turn()).then(() => this.#write());
    this.#current = this.#next;
    return this.#next;
  }

  /** @throws LevelError if the store's files were removed: LevelDB would go on writing to them */
  requireFiles(): void {
    this.#level.requireFiles();
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
    await this.#level.write((batch) => {
      for (const [id, pending] of changes) {
        const key = Uint8Array.of(TRANSACTION_PREFIX, ...hexToBytes(id));
        if (pending === undefined) batch.del(key);
        else batch.put(key, VALUE_LAYOUT.encode({ ...pending, receivedAt: BigInt(pending.receivedAt) }));
      }
    });
  }
}
