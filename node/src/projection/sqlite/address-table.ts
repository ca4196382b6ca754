import type { Database, Statement } from 'better-sqlite3';
import type { AddressRow } from '../shared/address-item.ts';
import { newAddressRecord, storedAddressRecord, type AddressRecord } from '../shared/address-record.ts';
import type { ChangingAddresses } from '../shared/ledger.ts';
import { RankingTable } from './ranking-table.ts';

/** Addresses that are kept in memory from one transaction to the next. */
const CAPACITY = 50_000;

/** Write side of the addresses and of their ranking. */
export class AddressTable implements ChangingAddresses {
  readonly #ranking: RankingTable;
  readonly #select: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #delete: Statement;
  readonly #records = new Map<string, AddressRecord>();
  #changed: AddressRecord[] = [];
  #isRanked = false;

  constructor(database: Database) {
    this.#ranking = new RankingTable(database);
    this.#select = database.prepare('SELECT * FROM addresses WHERE address = ?');
    this.#insert = database.prepare('INSERT INTO addresses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    // Not `INSERT OR REPLACE`, which would write the unique index over the addresses as well.
    this.#update = database.prepare(
      `UPDATE addresses SET balance = ?, nonce = ?, received = ?, sent = ?, fees = ?,
         transaction_count = ?, last_seen = ? WHERE number = ?`,
    );
    this.#delete = database.prepare('DELETE FROM addresses WHERE number = ?');
  }

  /** Goes to what is stored. @param isRanked whether the ranking is there, and has to be kept */
  load(isRanked: boolean): void {
    this.#records.clear();
    this.#changed = [];
    this.#isRanked = isRanked;
  }

  /** Makes the ranking of all stored addresses. */
  rank(): void {
    this.#ranking.fill();
    this.load(true);
  }

  /** The record of an address, marked as changed; `undefined` for a new one. */
  change(address: string): AddressRecord | undefined {
    const record = this.#records.get(address) ?? this.#read(address);
    return record && this.#markChanged(record);
  }

  /** @param number the count of addresses so far */
  create(address: string, number: number, height: number): AddressRecord {
    return this.#markChanged(this.#keep(newAddressRecord(address, number, height)));
  }

  /** Every record that changed since the last `write`, in the order of their numbers. */
  changed(): readonly AddressRecord[] {
    return this.#changed.sort((a, b) => a.number - b.number);
  }

  /**
   * Writes what changed; an address that no transaction names any more goes.
   * @param oldest addresses that were last seen below this height are forgotten first, where there are too many
   */
  write(oldest: number): void {
    for (const record of this.changed()) {
      record.isChanged = false;
      if (record.transactionCount === 0) this.#remove(record);
      else this.#store(record);
    }
    this.#changed = [];
    if (this.#records.size > CAPACITY) this.#forget(oldest);
  }

  #forget(oldest: number): void {
    for (const { address, lastSeen } of this.#records.values()) {
      if (lastSeen < oldest) this.#records.delete(address);
    }
    if (this.#records.size > CAPACITY) this.#records.clear();
  }

  #keep(record: AddressRecord): AddressRecord {
    this.#records.set(record.address, record);
    return record;
  }

  #markChanged(record: AddressRecord): AddressRecord {
    if (!record.isChanged) this.#changed.push(record);
    record.isChanged = true;
    return record;
  }

  #read(address: string): AddressRecord | undefined {
    const row = this.#select.get(address) as AddressRow | undefined;
    return row && this.#keep(storedAddressRecord(row));
  }

  #store(record: AddressRecord): void {
    const row = rowOf(record);
    const { number, address, balance, nonce, received, sent, fees } = row;
    const [count, first, last] = [row.transaction_count, row.first_seen, row.last_seen];
    if (record.storedBalance === undefined) {
      this.#insert.run(number, address, balance, nonce, received, sent, fees, count, first, last);
    } else {
      this.#update.run(balance, nonce, received, sent, fees, count, last, number);
    }
    if (this.#isRanked) this.#ranking.put(row, record.storedBalance);
    record.storedBalance = record.balance;
  }

  #remove({ number, address, storedBalance }: AddressRecord): void {
    this.#records.delete(address);
    if (storedBalance === undefined) return;
    this.#delete.run(number);
    if (this.#isRanked) this.#ranking.remove(address, storedBalance);
  }
}

function rowOf(record: AddressRecord): AddressRow {
  return {
    number: record.number,
    address: record.address,
    balance: String(record.balance),
    nonce: record.nonce,
    received: String(record.received),
    sent: String(record.sent),
    fees: String(record.fees),
    transaction_count: record.transactionCount,
    first_seen: record.firstSeen,
    last_seen: record.lastSeen,
  };
}
