import type { Database, Statement } from 'better-sqlite3';
import { rankingKey } from './ranking-key.ts';
import { RankingTable } from './ranking-table.ts';

/** What is known of an address; changed in memory and written once a transaction. Amounts are pebbles. */
export interface AddressRecord {
  readonly number: number;
  readonly address: string;
  balance: bigint;
  nonce: number;
  received: bigint;
  sent: bigint;
  fees: bigint;
  transactionCount: number;
  readonly firstSeen: number;
  lastSeen: number;
  /** Its key in the stored ranking; `undefined` before it has one. */
  rankedAs: Buffer | undefined;
  isChanged: boolean;
}

interface AddressRow {
  number: number;
  address: string;
  balance: string;
  nonce: number;
  received: string;
  sent: string;
  fees: string;
  transaction_count: number;
  first_seen: number;
  last_seen: number;
}

/** Addresses that are kept in memory from one transaction to the next. */
const CAPACITY = 50_000;

/** Write side of the addresses and of their ranking. */
export class AddressTable {
  readonly #ranking: RankingTable;
  readonly #select: Statement;
  readonly #upsert: Statement;
  readonly #delete: Statement;
  readonly #records = new Map<string, AddressRecord>();
  readonly #changed: AddressRecord[] = [];

  constructor(database: Database) {
    this.#ranking = new RankingTable(database);
    this.#select = database.prepare('SELECT * FROM addresses WHERE address = ?');
    this.#upsert = database.prepare('INSERT OR REPLACE INTO addresses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM addresses WHERE number = ?');
  }

  /** The record of an address, marked as changed; `undefined` for a new one. */
  change(address: string): AddressRecord | undefined {
    const record = this.#records.get(address) ?? this.#load(address);
    return record && this.#markChanged(record);
  }

  /** @param number the count of addresses so far */
  create(address: string, number: number, height: number): AddressRecord {
    const record: AddressRecord = {
      number,
      address,
      balance: 0n,
      nonce: 0,
      received: 0n,
      sent: 0n,
      fees: 0n,
      transactionCount: 0,
      firstSeen: height,
      lastSeen: height,
      rankedAs: undefined,
      isChanged: false,
    };
    this.#records.set(address, record);
    return this.#markChanged(record);
  }

  /** Every record that changed since the last `write`. */
  get changed(): readonly AddressRecord[] {
    return this.#changed;
  }

  /** Writes what changed; an address that no transaction names any more goes. */
  write(): void {
    for (const record of this.#changed.splice(0)) {
      record.isChanged = false;
      if (record.transactionCount === 0) this.#remove(record);
      else this.#store(record);
    }
    if (this.#records.size > CAPACITY) this.#records.clear();
  }

  /** Forgets what was not stored: the transaction failed. */
  forget(): void {
    this.#records.clear();
    this.#changed.length = 0;
  }

  #markChanged(record: AddressRecord): AddressRecord {
    if (!record.isChanged) this.#changed.push(record);
    record.isChanged = true;
    return record;
  }

  #load(address: string): AddressRecord | undefined {
    const row = this.#select.get(address) as AddressRow | undefined;
    if (row === undefined) return undefined;
    const balance = BigInt(row.balance);
    const record: AddressRecord = {
      number: row.number,
      address,
      balance,
      nonce: row.nonce,
      received: BigInt(row.received),
      sent: BigInt(row.sent),
      fees: BigInt(row.fees),
      transactionCount: row.transaction_count,
      firstSeen: row.first_seen,
      lastSeen: row.last_seen,
      rankedAs: rankingKey(balance, address),
      isChanged: false,
    };
    this.#records.set(address, record);
    return record;
  }

  #store(record: AddressRecord): void {
    const { number, address, balance, nonce, received, sent, fees } = record;
    const { transactionCount, firstSeen, lastSeen } = record;
    const amounts = [received, sent, fees].map(String);
    const heights = [firstSeen, lastSeen];
    this.#upsert.run(number, address, String(balance), nonce, ...amounts, transactionCount, ...heights);
    const key = rankingKey(balance, address);
    if (record.rankedAs?.equals(key) === true) return;
    if (record.rankedAs !== undefined) this.#ranking.remove(record.rankedAs);
    this.#ranking.insert(key, number);
    record.rankedAs = key;
  }

  #remove({ number, address, rankedAs }: AddressRecord): void {
    this.#records.delete(address);
    this.#delete.run(number);
    if (rankedAs !== undefined) this.#ranking.remove(rankedAs);
  }
}
