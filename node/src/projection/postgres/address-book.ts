import type pg from 'pg';

/** What is known of an address; changed in memory and written once a transaction. Amounts are pebbles. */
export interface AddressRecord {
  readonly number: number;
  readonly address: string;
  balance: bigint;
  nonce: number;
  /** Exact; may pass 2^64 − 1, as the same coins come and go. So may the next two. */
  received: bigint;
  sent: bigint;
  fees: bigint;
  transactionCount: number;
  readonly firstSeen: number;
  lastSeen: number;
  /** Sequence numbers of its newest transactions, which its stored history does not have yet. */
  readonly unwritten: number[];
  /** Balance that is stored; `undefined` for a new address. */
  storedBalance: bigint | undefined;
  isChanged: boolean;
}

interface AddressRow {
  readonly number: number;
  readonly address: string;
  readonly balance: string;
  readonly nonce: number;
  readonly received: string;
  readonly sent: string;
  readonly fees: string;
  readonly transaction_count: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

/** Addresses that are kept in memory from one transaction to the next, some 80 MB. */
const CAPACITY = 200_000;

/** The addresses that blocks change, from the table as they are needed. */
export class AddressBook {
  readonly #records = new Map<string, AddressRecord>();
  #changed: AddressRecord[] = [];
  #isComplete = false;

  /** Forgets everything, written or not. @param isComplete whether nothing is stored */
  forget(isComplete: boolean): void {
    this.#records.clear();
    this.#changed = [];
    this.#isComplete = isComplete;
  }

  /** Whether every stored address is known here, so that none has to be loaded. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Reads those of these addresses that are stored and not known here, in one question. */
  async load(client: pg.Client, addresses: Iterable<string>): Promise<void> {
    const missing = [...new Set(addresses)].filter((address) => !this.#records.has(address));
    if (missing.length === 0) return;
    const { rows } = await client.query<AddressRow>({
      name: 'addresses',
      text: 'SELECT * FROM cairn.addresses WHERE address = ANY($1)',
      values: [missing],
    });
    for (const row of rows) this.#records.set(row.address, recordOf(row));
  }

  /** The record of a loaded address, marked as changed; `undefined` for a new one. */
  change(address: string): AddressRecord | undefined {
    const record = this.#records.get(address);
    if (record !== undefined && !record.isChanged) this.#mark(record);
    return record;
  }

  /** @param number the count of addresses so far */
  create(address: string, number: number, height: number): AddressRecord {
    const sums = { balance: 0n, received: 0n, sent: 0n, fees: 0n };
    const counts = { nonce: 0, transactionCount: 0, firstSeen: height, lastSeen: height };
    const state = { unwritten: [], storedBalance: undefined, isChanged: false };
    const record: AddressRecord = { number, address, ...sums, ...counts, ...state };
    this.#records.set(address, record);
    this.#mark(record);
    return record;
  }

  /** Every record that changed since the last `settle`, in the order of their numbers. */
  changed(): readonly AddressRecord[] {
    return this.#changed.sort((a, b) => a.number - b.number);
  }

  /** What changed is stored; what no transaction names any more is gone. */
  settle(): void {
    for (const record of this.#changed) {
      record.isChanged = false;
      record.storedBalance = record.balance;
      if (record.transactionCount === 0) this.#records.delete(record.address);
    }
    this.#changed = [];
    if (this.#records.size <= CAPACITY) return;
    this.#records.clear();
    this.#isComplete = false;
  }

  #mark(record: AddressRecord): void {
    record.isChanged = true;
    this.#changed.push(record);
  }
}

function recordOf(row: AddressRow): AddressRecord {
  const balance = BigInt(row.balance);
  return {
    number: row.number,
    address: row.address,
    balance,
    nonce: row.nonce,
    received: BigInt(row.received),
    sent: BigInt(row.sent),
    fees: BigInt(row.fees),
    transactionCount: row.transaction_count,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    unwritten: [],
    storedBalance: balance,
    isChanged: false,
  };
}
