import { describe, expect, test } from 'vitest';
import { accountState, ADDRESSES, makePlan } from '../test-support.ts';
import { findPlanChanges } from './send-plan.ts';
import type { SendPlan } from './send-plan.ts';

const none = new Set<string>();
const changes = (state: Parameters<typeof accountState>[0], plan = makePlan(), pendingIds = none) =>
  findPlanChanges(plan, { account: accountState(state), pendingIds });

describe('changes since a transfer was planned', () => {
  test('with no change, or more to spend, the plan is valid', () => {
    expect(changes({})).toEqual([]);
    expect(changes({ balance: '2000000000', spendable_balance: '2000000000' })).toEqual([]);
  });

  test('another nonce, higher or lower', () => {
    expect(changes({ next_nonce: 11 })).toEqual([{ kind: 'nonce', planned: 10, now: 11 }]);
    expect(changes({ next_nonce: 9 })).toEqual([{ kind: 'nonce', planned: 10, now: 9 }]);
  });

  test('less to spend, even if it is enough', () => {
    expect(changes({ spendable_balance: '999999999' })).toEqual([
      { kind: 'spendable', planned: 1_000_000_000n, now: 999_999_999n },
    ]);
  });

  test('another account', () => {
    expect(changes({ address: ADDRESSES[1]! })).toEqual([{ kind: 'account' }]);
  });

  test('for a replacement: whether the original is still pending, not the next nonce', () => {
    const id = 'aa'.repeat(32);
    const { value, toAddress } = makePlan().body;
    const plan: SendPlan = { ...makePlan(), replaces: { kind: 'speed_up', id, fee: 1n, value, toAddress } };
    expect(changes({ next_nonce: 11 }, plan, new Set([id]))).toEqual([]);
    expect(changes({}, plan)).toEqual([{ kind: 'original_settled' }]);
    expect(changes({ spendable_balance: '1' }, plan, new Set([id]))).toMatchObject([{ kind: 'spendable' }]);
  });
});
