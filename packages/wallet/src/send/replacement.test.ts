import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import { describe, expect, test } from 'vitest';
import { accountState, ADDRESSES } from '../test-support.ts';
import { MAX_FEE } from './amount-entry.ts';
import { CANCEL_VALUE, isCancellation, isReplaceable, planReplacement } from './send-plan.ts';

const [alice, bob] = ADDRESSES as [string, string];
const original: RpcTransaction = {
  id: 'aa'.repeat(32),
  chain: 3,
  nonce: 10,
  fee: '1000',
  value: '500000000',
  from_address: alice,
  to_address: bob,
  status: 'pending',
  block_height: null,
  timestamp: null,
};
/** 10 CRN confirmed, 5.00001 of it spent by the original. */
const account = accountState({ spendable_balance: '499999000', next_nonce: 11, pending_outgoing_count: 1 });

function review(kind: 'speed_up' | 'cancel', fee: string, state: Partial<RpcAccount> = {}) {
  return planReplacement({
    kind,
    original,
    fee,
    unit: 'pebbles',
    network: 'devnet',
    account: { ...account, ...state },
  });
}

describe('speeding up', () => {
  test('is the same transfer with the same nonce and a higher fee, nothing else', () => {
    expect(review('speed_up', '2000').plan).toEqual({
      network: 'devnet',
      body: { chain: 3, nonce: 10, fee: 2_000n, value: 500_000_000n, fromAddress: alice, toAddress: bob },
      remaining: 499_998_000n,
      spendable: 499_999_000n,
      replaces: {
        kind: 'speed_up',
        id: original.id,
        fee: 1_000n,
        value: 500_000_000n,
        toAddress: original.to_address,
      },
    });
  });

  test('the minimum is enough, one pebble less is not', () => {
    expect(review('speed_up', '1100').plan?.body.fee).toBe(1_100n);
    expect(review('speed_up', '1099')).toEqual({ minimumFee: 1_100n, feeProblem: 'below_minimum' });
  });

  test('the replacement may spend the original’s cost and the spendable balance, not a pebble more', () => {
    const poor = { spendable_balance: '500' };
    expect(review('speed_up', '1500', poor).plan?.remaining).toBe(0n);
    expect(review('speed_up', '1501', poor)).toEqual({
      minimumFee: 1_100n,
      feeProblem: 'insufficient_balance',
    });
  });
});

describe('cancelling', () => {
  test('uses the nonce up with the smallest transfer to oneself', () => {
    const { plan } = review('cancel', '1100');
    expect(plan).toMatchObject({
      body: { nonce: 10, fee: 1_100n, value: CANCEL_VALUE, fromAddress: alice, toAddress: alice },
      remaining: 999_998_900n,
      replaces: { kind: 'cancel' },
    });
    expect(isCancellation({ ...original, to_address: alice, value: '1' })).toBe(true);
    expect(isCancellation(original)).toBe(false);
  });
});

describe('replaceable transactions', () => {
  test.each<[string, Partial<RpcTransaction>]>([
    ['one that a block holds', { status: 'confirmed', block_height: 3, timestamp: 1 }],
    ['another sender’s', { from_address: bob, to_address: alice }],
    ['one whose nonce is used up', { nonce: 9 }],
    ['one whose fee cannot be raised', { fee: String(MAX_FEE) }],
  ])('not %s', (_case, change) => {
    const transaction = { ...original, ...change };
    expect(isReplaceable(transaction, account)).toBe(false);
    expect(() =>
      planReplacement({
        kind: 'cancel',
        original: transaction,
        fee: '5000',
        unit: 'pebbles',
        network: 'devnet',
        account,
      }),
    ).toThrow(RangeError);
  });

  test('a pending transaction of the account', () => {
    expect(isReplaceable(original, account)).toBe(true);
  });
});
