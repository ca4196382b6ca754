import type { Address } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import {
  newAddressRecord,
  storedAddressRecord,
  type AddressRecord,
  type AddressRow,
} from '../src/projection/shared/address-record.ts';
import type { ChangingAddresses } from '../src/projection/shared/ledger.ts';
import { copyInto } from './connection.ts';
import { addressLine, chunksOf } from './copy-rows.ts';

/** Maximal number of address records cached between database transactions, about 80 MB. */
const CAPACITY = 200_000;

const CREATE_CHANGED =
  'CREATE TEMPORARY TABLE IF NOT EXISTS changed (LIKE cairn.addresses) ON COMMIT DELETE ROWS';

const WRITE_CHANGED = `
  INSERT INTO cairn.addresses SELECT * FROM changed
  ON CONFLICT (address) DO UPDATE SET
    balance = EXCLUDED.balance, nonce = EXCLUDED.nonce, received = EXCLUDED.received, sent = EXCLUDED.sent,
    fees = EXCLUDED.fees, transaction_count = EXCLUDED.transaction_count, last_seen = EXCLUDED.last_seen,
    mined = EXCLUDED.mined, rewards = EXCLUDED.rewards, reward_fees = EXCLUDED.reward_fees`;

/**
 * Loads and writes rows of `cairn.addresses`: loads those of the addresses in the blocks, and writes the changed ones once per
 * database transaction.
 */
export class AddressTable implements ChangingAddresses {
  readonly #client: pg.Client;
  /** Written records of earlier transactions. */
  readonly #cache: LRUCache<string, AddressRecord>;
  /** Records of the current database transaction: kept apart from the cache, so that none is evicted before it is written. */
  readonly #loaded = new Map<Address, AddressRecord>();
  readonly #changed: AddressRecord[] = [];
  /** True if the cache has all addresses of the table. */
  #isComplete = false;

  /** @param capacity number of address records cached in memory; for tests */
  constructor(client: pg.Client, capacity = CAPACITY) {
    this.#client = client;
    this.#cache = new LRUCache({ max: capacity });
  }

  /** Drops all records, written or not. @param isEmpty true if the table has no rows */
  reset(isEmpty: boolean): void {
    this.#cache.clear();
    this.#loaded.clear();
    this.#changed.length = 0;
    this.#isComplete = isEmpty;
  }

  /** Loads addresses for the current database transaction: from the cache, or by one query. */
  async load(addresses: Iterable<Address>): Promise<void> {
    const missing: Address[] = [];
    for (const address of new Set(addresses)) {
      if (this.#loaded.has(address)) continue;
      const cached = this.#cache.get(address);
      if (cached === undefined) missing.push(address);
      else this.#loaded.set(address, cached);
    }
    // If the cache has all addresses of the table, an address that is not in it is new.
    if (missing.length === 0 || this.#isComplete) return;
    const { rows } = await this.#client.query<AddressRow>({
      name: 'addresses',
      text: 'SELECT * FROM cairn.addresses WHERE address = ANY($1)',
      values: [missing],
    });
    for (const row of rows) this.#loaded.set(row.address, storedAddressRecord(row));
  }

  /** The record of a loaded address, marked as changed; `undefined` if it has no row. */
  getForChange(address: Address): AddressRecord | undefined {
    const record = this.#loaded.get(address);
    if (record !== undefined && !record.isChanged) this.#mark(record);
    return record;
  }

  create(address: Address, number: number, height: number): AddressRecord {
    const record = newAddressRecord(address, number, height);
    this.#loaded.set(address, record);
    this.#mark(record);
    return record;
  }

  /** The records that changed since the last `write`, by ascending number. */
  changed(): readonly AddressRecord[] {
    return this.#changed.sort((a, b) => a.number - b.number);
  }

  /** Writes the changed records, within a database transaction, and deletes addresses without transactions. */
  async write(): Promise<void> {
    const kept = this.changed().filter(({ transactionCount }) => transactionCount > 0);
    const removed = this.#changed.filter(({ transactionCount }) => transactionCount === 0);
    await this.#client.query(CREATE_CHANGED);
    await copyInto(this.#client, 'changed', chunksOf(kept.values().map(addressLine)));
    await this.#client.query(WRITE_CHANGED);
    if (removed.length > 0) {
      await this.#client.query('DELETE FROM cairn.addresses WHERE address = ANY($1)', [
        removed.map(({ address }) => address),
      ]);
    }
    this.#finishWrite();
  }

  #finishWrite(): void {
    for (const record of this.#changed) {
      record.isChanged = false;
      record.unwritten.length = 0;
    }
    this.#changed.length = 0;
    for (const [address, record] of this.#loaded) {
      if (record.transactionCount > 0) this.#cache.set(address, record);
      else this.#cache.delete(address);
    }
    this.#loaded.clear();
    if (this.#cache.size === this.#cache.max) this.#isComplete = false;
  }

  #mark(record: AddressRecord): void {
    record.isChanged = true;
    this.#changed.push(record);
  }
}
