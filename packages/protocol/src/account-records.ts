import {
  ACCOUNT_ROOT_OFFSET,
  type AccountRecord,
  accountRoot,
  EMPTY_HISTORY,
  encodeAccountRecord,
  extendHistory,
  historyId,
} from './account-commitment.ts';
import { COINBASE_SENDER } from './address.ts';
import type { Address } from './identifiers.ts';
import { decodeTransactionBody } from './transaction.ts';

/**
 * The records of a few accounts, whole in memory, for genesis blocks and for tests that make blocks. Nothing is checked: a
 * node validates blocks and keeps a tree instead.
 */
export class AccountRecords {
  readonly #records: Map<Address, AccountRecord>;

  constructor(records: Iterable<readonly [Address, AccountRecord]> = []) {
    this.#records = new Map(records);
  }

  /** By address. */
  get all(): ReadonlyMap<Address, AccountRecord> {
    return this.#records;
  }

  /** The account root, 32 bytes. */
  root(): Uint8Array {
    return accountRoot([...this.#records.values()].map(encodeAccountRecord));
  }

  /** The records after a block. @param transactions 213 bytes each, the coinbase first */
  after(height: number, transactions: readonly Uint8Array[]): AccountRecords {
    const records = new Map(this.#records);
    transactions.forEach((raw, index) => {
      const { fromAddress, toAddress, value, fee, nonce } = decodeTransactionBody(raw);
      const entry = { height, index, id: historyId(raw, index) };
      for (const address of new Set([fromAddress, toAddress])) {
        if (address === COINBASE_SENDER) continue;
        const record = records.get(address) ?? {
          address,
          balance: 0n,
          nonce: 0,
          count: 0,
          history: EMPTY_HISTORY,
        };
        const spent = address === fromAddress ? value + fee : 0n;
        const received = address === toAddress ? value : 0n;
        records.set(address, {
          address,
          balance: record.balance - spent + received,
          nonce: address === fromAddress ? nonce : record.nonce,
          count: record.count + 1,
          history: extendHistory(record.history, entry),
        });
      }
    });
    return new AccountRecords(records);
  }

  /**
   * The transactions of a block on top of these records, with the account root after them in the coinbase.
   * @param transactions 213 bytes each, the coinbase first
   */
  commit(height: number, transactions: readonly Uint8Array[]): Uint8Array[] {
    const coinbase = Uint8Array.from(transactions[0]!);
    coinbase.set(this.after(height, transactions).root(), ACCOUNT_ROOT_OFFSET);
    return [coinbase, ...transactions.slice(1)];
  }
}
