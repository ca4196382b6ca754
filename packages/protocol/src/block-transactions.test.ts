import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressTable } from './address-table.ts';
import { ADDRESS_LENGTH, COINBASE_SENDER } from './address.ts';
import { BlockTransactions } from './block-transactions.ts';
import { concatBytes } from './bytes.ts';
import { anyAddress, anyTransaction } from './test-arbitraries.ts';
import { blockTransactions } from './test-blocks.ts';
import { decodeTransactionBody, encodeTransaction, TRANSACTION_SIZE } from './transaction.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a table of addresses', () => {
  it('numbers them as a map would, in the order of their first mention, however many there are', () => {
    fc.assert(
      fc.property(fc.array(anyAddress, { maxLength: 200 }), fc.array(fc.nat()), (addresses, picks) => {
        const table = new AddressTable(2);
        const numbers = new Map<string, number>();
        const mentions = [
          ...addresses,
          ...picks.map((pick) => addresses[pick % addresses.length] ?? COINBASE_SENDER),
        ];
        for (const address of mentions) {
          const expected = numbers.get(address) ?? numbers.size;
          numbers.set(address, expected);
          expect(table.numberOf(bytesOf(`..${address}`), 2)).toBe(expected);
        }
        expect(table.addresses).toEqual([...numbers.keys()]);
      }),
    );
  });

  it('tells addresses apart that differ in one character, whichever', () => {
    const table = new AddressTable();
    const base = '1'.repeat(ADDRESS_LENGTH);
    for (let index = 0; index < ADDRESS_LENGTH; index += 1) {
      const other = `${base.slice(0, index)}2${base.slice(index + 1)}`;
      expect(table.numberOf(bytesOf(other), 0)).toBe(index);
    }
  });

  it('takes nothing that is no text', () => {
    const table = new AddressTable();
    for (const code of [0, 0x20, 0x7f, 0xff]) {
      const bytes = bytesOf('1'.repeat(ADDRESS_LENGTH)).fill(code, 7, 8);
      expect(() => table.numberOf(bytes, 0)).toThrow(RangeError);
    }
    expect(table.addresses).toEqual([]);
  });
});

describe('the columns of a block', () => {
  it('hold what each transaction says', () => {
    fc.assert(
      fc.property(fc.array(anyTransaction, { minLength: 1 }), (transactions) => {
        const columns = blockTransactions(transactions);
        expect(columns.count).toBe(transactions.length);
        transactions.forEach((transaction, index) => {
          const { fromAddress, toAddress, nonce, fee, value } = transaction;
          expect(columns.addresses[columns.senders[index]!]).toBe(fromAddress);
          expect(columns.addresses[columns.recipients[index]!]).toBe(toAddress);
          expect([columns.nonces[index], columns.values[index]]).toEqual([nonce, value]);
          expect(BigInt(columns.fees[index]!)).toBe(fee);
          expect(columns.isCoinbase(index)).toBe(fromAddress === COINBASE_SENDER);
          expect(columns.body(index)).toEqual(decodeTransactionBody(encodeTransaction(transaction)));
        });
        const fees = transactions.slice(1).reduce((sum, { fee }) => sum + fee, 0n);
        expect(columns.totalFees).toBe(fees);
      }),
    );
  });

  it('stand wherever the bytes begin', () => {
    fc.assert(
      fc.property(anyTransaction, fc.nat(20), (transaction, before) => {
        const bytes = concatBytes(new Uint8Array(before), encodeTransaction(transaction));
        const columns = new BlockTransactions(bytes.subarray(before)).readAll();
        expect(columns.values[0]).toBe(transaction.value);
      }),
    );
  });

  it('are none of bytes whose addresses are no text', () => {
    const bytes = new Uint8Array(TRANSACTION_SIZE);
    expect(() => new BlockTransactions(bytes).readAll()).toThrow(
      expect.objectContaining({ name: 'ProtocolError', code: 'invalid_transaction' }),
    );
  });
});
