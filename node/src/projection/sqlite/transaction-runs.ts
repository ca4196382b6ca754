import { TRANSACTION_SIZE, transactionOffset } from '@cairn/protocol';
import { writeU32 } from '@cairn/protocol/layout';
import type { Database, Statement } from 'better-sqlite3';
import type { SourceBlock } from '../shared/block-source.ts';
import { ID_OFFSET, ID_SIZE, RAW_OFFSET, RECORD_SIZE } from '../shared/transaction-record.ts';

/** Transactions of a run, all but the last one of which are full: as many as one page of the file (4 KiB) holds. */
export const RUN_LENGTH = 16;

/** The run of a transaction. @param sequence its number in the chain */
export function runOf(sequence: number): number {
  return Math.floor(sequence / RUN_LENGTH);
}

/** Where a transaction's record begins in its run. */
export function recordOffset(sequence: number): number {
  return (sequence % RUN_LENGTH) * RECORD_SIZE;
}

/** Write side of the transactions. */
export class TransactionRuns {
  readonly #put: Statement;
  readonly #get: Statement;
  readonly #deleteAfter: Statement;
  readonly #records = Buffer.alloc(RUN_LENGTH * RECORD_SIZE);
  /** Transactions of the chain, of which those of the last run may be in memory only. */
  #count = 0;
  #isChanged = false;

  constructor(database: Database) {
    this.#put = database.prepare('INSERT OR REPLACE INTO transactions VALUES (?, ?)');
    this.#get = database.prepare('SELECT records FROM transactions WHERE run = ?').pluck();
    this.#deleteAfter = database.prepare('DELETE FROM transactions WHERE run > ?');
  }

  /** Goes to what is stored. @param count of the stored transactions */
  load(count: number): void {
    this.#count = count;
    this.#isChanged = false;
    if (count % RUN_LENGTH > 0) this.#records.set(this.read(runOf(count)));
  }

  /** Adds a block's transaction. @param index its position in the block */
  add({ height, raw, ids }: SourceBlock, index: number): void {
    const start = recordOffset(this.#count);
    writeU32(this.#records, start, height);
    writeU32(this.#records, start + 4, index);
    ids.copy(this.#records, start + ID_OFFSET, index * ID_SIZE, (index + 1) * ID_SIZE);
    const place = transactionOffset(index);
    raw.copy(this.#records, start + RAW_OFFSET, place, place + TRANSACTION_SIZE);
    this.#count += 1;
    this.#isChanged = true;
    if (this.#count % RUN_LENGTH === 0) this.write();
  }

  /** The records of a stored run. @throws RangeError where there is none */
  read(run: number): Buffer {
    const records = this.#get.get(run) as Buffer | undefined;
    if (records === undefined) throw new RangeError(`the transactions of run ${run} are missing`);
    return records;
  }

  /** Takes off everything from a number on. */
  cut(count: number): void {
    this.#deleteAfter.run(count % RUN_LENGTH === 0 ? runOf(count) - 1 : runOf(count));
    this.load(count);
    this.#isChanged = count % RUN_LENGTH > 0;
  }

  /** Writes what is in memory only. */
  write(): void {
    if (!this.#isChanged) return;
    const length = ((this.#count - 1) % RUN_LENGTH) + 1;
    this.#put.run(runOf(this.#count - 1), this.#records.subarray(0, length * RECORD_SIZE));
    this.#isChanged = false;
  }
}
