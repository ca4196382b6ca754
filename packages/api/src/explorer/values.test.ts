import { COINBASE_SENDER, getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { expect, it } from 'vitest';
import { directionOf } from './values.ts';

const [me, other] = developmentAccounts(getNetwork('devnet')).map(({ address }) => address);

it.each([
  ['in', other, me],
  ['in', COINBASE_SENDER, me],
  ['out', me, other],
  ['self', me, me],
])('the direction is %s from %s to %s', (direction, fromAddress, toAddress) => {
  expect(directionOf({ fromAddress: fromAddress!, toAddress: toAddress! }, me!)).toBe(direction);
});
