import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COINBASE_SENDER } from './address.ts';
import { BlockTransactions } from './block-transactions.ts';
import { anyTransaction, blockTransactions } from './test-support.ts';
import { decodeTransactionBody, encodeTransaction, TRANSACTION_SIZE } from './transaction.ts';

describe('the columns of a block', () => {
  it('contain the fields of each transaction', () => {
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
          expect(new Set(columns.addresses).size).toBe(columns.addresses.length);
          expect(columns.isCoinbase(index)).toBe(fromAddress === COINBASE_SENDER);
          expect(columns.body(index)).toEqual(decodeTransactionBody(encodeTransaction(transaction)));
        });
        const fees = transactions.slice(1).reduce((sum, { fee }) => sum + fee, 0n);
        expect(columns.totalFees).toBe(fees);
      }),
    );
  });

  it('reject bytes whose addresses are not text', () => {
    const bytes = new Uint8Array(TRANSACTION_SIZE);
    expect(() => new BlockTransactions(bytes).readAll()).toThrow(
      expect.objectContaining({ name: 'ProtocolError', code: 'invalid_transaction' }),
    );
  });
});
