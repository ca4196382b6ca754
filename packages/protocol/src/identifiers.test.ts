import { describe, expect, expectTypeOf, it } from 'vitest';
import { ProtocolError } from './errors.ts';
import {
  type Address,
  type BlockId,
  blockIdFromBytes,
  parseBlockId,
  parseTransactionId,
  type TransactionId,
  transactionIdFromBytes,
} from './identifiers.ts';

describe.each([parseBlockId, parseTransactionId])('%o', (parse) => {
  it('gives lowercase for either case', () => {
    expect(parse('aB'.repeat(32))).toBe('ab'.repeat(32));
  });

  it.each(['', 'ab', 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(64)}\n`])(
    'rejects %j',
    (text) => expect(() => parse(text)).toThrow(ProtocolError),
  );
});

it('identifiers of different kinds are not assignable to each other', () => {
  expectTypeOf<TransactionId>().not.toExtend<BlockId>();
  expectTypeOf<BlockId>().not.toExtend<TransactionId>();
  expectTypeOf<BlockId>().not.toExtend<Address>();
  expectTypeOf<Address>().not.toExtend<BlockId>();
  const bytes = new Uint8Array(32);
  const [blocks, transactions]: [BlockId[], TransactionId[]] = [[], []];
  blocks.push(blockIdFromBytes(bytes));
  transactions.push(transactionIdFromBytes(bytes));
  // @ts-expect-error a transaction's ID is not a block's
  blocks.push(transactionIdFromBytes(bytes));
  // @ts-expect-error a block's ID is not a transaction's
  transactions.push(blockIdFromBytes(bytes));
});
