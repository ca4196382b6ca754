import {
  bytesToHex,
  COINBASE_SENDER,
  decodeTransaction,
  getNetwork,
  hexToBytes,
  transactionId,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { expect, it } from 'vitest';
import vectors from '../../../../test/vectors/transactions.json' with { type: 'json' };
import { directionOf, encodeFields, transactionFields } from './values.ts';

const [me, other] = developmentAccounts(getNetwork('devnet')).map(({ address }) => address);

it.each([
  ['in', other, me],
  ['in', COINBASE_SENDER, me],
  ['out', me, other],
  ['self', me, me],
])('the direction is %s from %s to %s', (direction, fromAddress, toAddress) => {
  expect(directionOf({ fromAddress: fromAddress!, toAddress: toAddress! }, me!)).toBe(direction);
});

it('the fields of a transaction give its bytes', () => {
  for (const { raw } of vectors.valid) {
    const bytes = hexToBytes(raw);
    const fields = transactionFields({ id: transactionId(bytes), transaction: decodeTransaction(bytes) });
    expect(bytesToHex(encodeFields(fields))).toBe(raw);
  }
});
