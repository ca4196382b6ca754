import type { RpcTransaction } from '@cairn/api/rpc';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_FEE, MIN_FEE } from './amount-entry.ts';
import { DEFAULT_FEE, isUnusualFee, MAX_SUGGESTED_FEE, RECENT_BLOCKS, suggestFees } from './fee-presets.ts';

const HEIGHT = 10_000;
const taken = (fee: bigint | number, change: Partial<RpcTransaction> = {}): RpcTransaction => ({
  id: 'aa'.repeat(32),
  chain: 3,
  nonce: 1,
  fee: String(fee),
  value: '1',
  from_address: 'd',
  to_address: 'e',
  status: 'confirmed',
  block_height: HEIGHT,
  timestamp: 1,
  ...change,
});

describe('fee presets', () => {
  test('learn from the fees that blocks took lately', () => {
    const presets = suggestFees([taken(500), taken(100), taken(300)], HEIGHT);
    expect(presets).toEqual({ low: 100n, usual: 300n, high: 1_000n, samples: 3 });
  });

  test.each<[string, RpcTransaction[]]>([
    ['no history', []],
    ['too few', [taken(5), taken(6)]],
    ['pending ones', [1, 2, 3].map((fee) => taken(fee, { status: 'pending', block_height: null }))],
    ['rewards', [1, 2, 3].map((fee) => taken(fee, { from_address: '0'.repeat(34) }))],
    ['genesis, which paid nothing', [taken(0), taken(0), taken(0)]],
    ['long ago', [1, 2, 3].map((fee) => taken(fee, { block_height: HEIGHT - RECENT_BLOCKS }))],
  ])('with %s the standard fees are given, and said to be that', (_case, history) => {
    expect(suggestFees(history, HEIGHT)).toEqual({
      low: MIN_FEE,
      usual: DEFAULT_FEE,
      high: DEFAULT_FEE * 10n,
      samples: 0,
    });
  });

  test('are always fees that a transaction can carry, ascending', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, MAX_FEE), { maxLength: 20 }), (fees) => {
        const { low, usual, high } = suggestFees(
          fees.map((fee) => taken(fee)),
          HEIGHT,
        );
        expect(low >= MIN_FEE && low <= usual && usual <= high && high <= MAX_SUGGESTED_FEE).toBe(true);
      }),
    );
  });
});

test('fees that somebody put into blocks of their own do not make the presets expensive, or any fee usual', () => {
  const planted = suggestFees([taken(MAX_FEE), taken(MAX_FEE), taken(MAX_FEE)], HEIGHT);
  expect(planted).toMatchObject({ usual: MAX_SUGGESTED_FEE, high: MAX_SUGGESTED_FEE });
  expect(isUnusualFee(MAX_FEE, planted)).toBe(true);
});

test('a fee far above the high preset is unusual', () => {
  const presets = suggestFees([], HEIGHT);
  expect(isUnusualFee(presets.high * 20n, presets)).toBe(false);
  expect(isUnusualFee(presets.high * 20n + 1n, presets)).toBe(true);
});
