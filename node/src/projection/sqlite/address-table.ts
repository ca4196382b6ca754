import type { Address } from '@cairn/protocol';
import type { Database, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import {
  newAddressRecord,
  storedAddressRecord,
  type AddressRecord,
  type AddressRow,
} from '../shared/address-record.ts';
import type { ChangingAddresses } from '../shared/ledger.ts';

/** Number of address records cached in memory by default, about 500 bytes each. */
const CACHED_ADDRESSES = 50_000;
/** Digits of 2^64 − 1. */
const BALANCE_DIGITS = 20;

/** Loads and writes rows of the table `addresses`. The counterpart for PostgreSQL is node/postgres/address-table.ts. */
export class AddressTable implements ChangingAddresses {
  readonly #select: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #delete: Statement;
  readonly #stored: LRUCache<string, AddressRecord>;
  /** Records that changed since the last `write`; kept here because the cache may evict them. */
  readonly #changed = new Map<Address, AddressRecord>();

  /** @param capacity number of address records cached in memory; for tests */
  constructor(database: Database, capacity = CACHED_ADDRESSES) {
    // With `max`, lru-cache would allocate all slots at once.
    this.#stored = new LRUCache({ maxSize: capacity, sizeCalculation: () => 1 });
    this.#select = database.prepare('SELECT * FROM addresses WHERE address = ?');
    this.#insert = database.prepare('INSERT INTO addresses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    // Not `INSERT OR REPLACE`, which would also rewrite the unique index on the addresses.
    this.#update = database.prepare(
      `UPDATE addresses SET balance = ?, nonce = ?, received = ?, sent = ?, fees = ?,
         transaction_count = ?, last_seen = ?, mined = ?, rewards = ?, reward_fees = ? WHERE number = ?`,
    );
    this.#delete = database.prepare('DELETE FROM addresses WHERE number = ?');
  }

  getForChange(address: Address): AddressRecord | undefined {
    const changed = this.#changed.get(address);
    if (changed !== undefined) return changed;
    const record = this.#stored.get(address) ?? this.#read(address);
    if (record !== undefined) this.#changed.set(address, record);
    return record;
  }

  create(address: Address, number: number, height: number): AddressRecord {
    const record = newAddressRecord(address, number, height);
    this.#changed.set(address, record);
    return record;
  }

  /** Every record that changed since the last `write`, by ascending number. */
  changed(): readonly AddressRecord[] {
    return [...this.#changed.values()].sort((a, b) => a.number - b.number);
  }

  /** Writes every changed record; deletes addresses without transactions. */
  write(): void {
    for (const record of this.changed()) {
      if (record.transactionCount === 0) this.#remove(record);
      else this.#store(record);
    }
    this.#changed.clear();
  }

  /** Drops all records in memory, changed or not. */
  reset(): void {
    this.#changed.clear();
    this.#stored.clear();
  }

  #read(address: Address): AddressRecord | undefined {
    const row = this.#select.get(address) as AddressRow | undefined;
    return row && storedAddressRecord(row);
  }

  #store(record: AddressRecord): void {
    const { number, address, nonce, transactionCount, firstSeen, lastSeen, mined } = record;
    const balance = String(record.balance).padStart(BALANCE_DIGITS, '0');
    const [received, sent, fees] = [String(record.received), String(record.sent), String(record.fees)];
    const earned = [mined, String(record.rewards), String(record.rewardFees)];
    if (record.storedBalance === undefined) {
      this.#insert.run(
        number,
        address,
        balance,
        nonce,
        received,
        sent,
        fees,
        transactionCount,
        firstSeen,
        lastSeen,
        ...earned,
      );
    } else {
      this.#update.run(balance, nonce, received, sent, fees, transactionCount, lastSeen, ...earned, number);
    }
    record.storedBalance = record.balance;
    this.#stored.set(address, record);
  }

  #remove({ number, address, storedBalance }: AddressRecord): void {
    this.#stored.delete(address);
    if (storedBalance !== undefined) this.#delete.run(number);
  }
}
