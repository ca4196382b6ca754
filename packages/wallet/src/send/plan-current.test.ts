import { expect, test } from 'vitest';
import { accountState, ADDRESSES, makePlan } from '../test-support.ts';
import { isPlanCurrent, type SendPlan } from './send-plan.ts';

const isCurrent = (
  state: Parameters<typeof accountState>[0],
  plan = makePlan(),
  pending: Parameters<typeof isPlanCurrent>[2] = [],
) => isPlanCurrent(plan, accountState(state), pending);

test('a plan is current while nothing has changed, or there is more to spend', () => {
  expect(isCurrent({})).toBe(true);
  expect(isCurrent({ balance: '2000000000', spendable_balance: '2000000000' })).toBe(true);
});

test('not with another nonce, less to spend (even if it is enough), or another account', () => {
  expect([9, 11].map((nonce) => isCurrent({ next_nonce: nonce }))).toEqual([false, false]);
  expect(isCurrent({ spendable_balance: '999999999' })).toBe(false);
  expect(isCurrent({ address: ADDRESSES[1]! })).toBe(false);
});

test('a replacement depends on the original that is still pending, not on the next nonce', () => {
  const id = 'aa'.repeat(32);
  const { value, toAddress } = makePlan().body;
  const plan: SendPlan = { ...makePlan(), replaces: { kind: 'speed_up', id, fee: 1n, value, toAddress } };
  const pending = [{ id }];
  expect(isCurrent({ next_nonce: 11 }, plan, pending)).toBe(true);
  expect(isCurrent({}, plan)).toBe(false);
  expect(isCurrent({ spendable_balance: '1' }, plan, pending)).toBe(false);
});
