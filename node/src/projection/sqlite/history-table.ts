import { readU32 } from '@cairn/protocol/layout';
import type { Database, Statement } from 'better-sqlite3';
import type { AddressRecord } from '../shared/address-record.ts';
import { recordOffset, runOf, type TransactionRuns } from './transaction-runs.ts';

/** Write side of the address histories. */
export class HistoryTable {
  readonly #add: Statement;
  readonly #delete: Statement;
  readonly #sequenceAt: Statement;

  constructor(database: Database) {
    this.#add = database.prepare('INSERT INTO history VALUES (?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM history WHERE address = ? AND position >= ?');
    this.#sequenceAt = database
      .prepare('SELECT sequence FROM history WHERE address = ? AND position = ?')
      .pluck();
  }

  /** Writes an address's new entries. All of an address at once, one address after the other: they stand together. */
  write({ number, transactionCount, unwritten }: AddressRecord): void {
    let position = transactionCount - unwritten.length;
    for (const sequence of unwritten) this.#add.run(number, position++, sequence);
    unwritten.length = 0;
  }

  /** Takes off what an address has beyond its count. */
  cut({ number, transactionCount }: AddressRecord): void {
    this.#delete.run(number, transactionCount);
  }

  /** Height of an address's newest transaction. @param record of an address that has one */
  newestHeight({ number, transactionCount }: AddressRecord, runs: TransactionRuns): number {
    const sequence = this.#sequenceAt.get(number, transactionCount - 1) as number;
    return readU32(runs.read(runOf(sequence)), recordOffset(sequence));
  }
}
