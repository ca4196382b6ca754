import type pg from 'pg';
import type { AddressRow } from '../src/projection/shared/address-item.ts';
import {
  newAddressRecord,
  storedAddressRecord,
  type AddressRecord,
} from '../src/projection/shared/address-record.ts';
import type { ChangingAddresses } from '../src/projection/shared/ledger.ts';

/** Addresses that are kept in memory from one transaction to the next, some 80 MB. */
const CAPACITY = 200_000;

/** The addresses that blocks change, from the table as they are needed. */
export class AddressBook implements ChangingAddresses {
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
    for (const row of rows) this.#records.set(row.address, storedAddressRecord(row));
  }

  /** Of addresses that were loaded, or are not stored. */
  change(address: string): AddressRecord | undefined {
    const record = this.#records.get(address);
    if (record !== undefined && !record.isChanged) this.#mark(record);
    return record;
  }

  create(address: string, number: number, height: number): AddressRecord {
    const record = newAddressRecord(address, number, height);
    this.#records.set(address, record);
    this.#mark(record);
    return record;
  }

  /** Every record that changed since the last `settle`, in the order of their numbers. */
  changed(): readonly AddressRecord[] {
    return this.#changed.sort((a, b) => a.number - b.number);
  }

  /**
   * What changed is stored; what no transaction names any more is gone.
   * @param oldest addresses that were last seen below this height are forgotten first, where there are too many
   */
  settle(oldest: number): void {
    for (const record of this.#changed) {
      record.isChanged = false;
      record.storedBalance = record.balance;
      if (record.transactionCount === 0) this.#records.delete(record.address);
    }
    this.#changed = [];
    if (this.#records.size <= CAPACITY) return;
    this.#isComplete = false;
    for (const { address, lastSeen } of this.#records.values()) {
      if (lastSeen < oldest) this.#records.delete(address);
    }
    if (this.#records.size > CAPACITY) this.#records.clear();
  }

  #mark(record: AddressRecord): void {
    record.isChanged = true;
    this.#changed.push(record);
  }
}
