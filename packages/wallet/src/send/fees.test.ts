import { MIN_FEE } from '@cairn/protocol';
import { describe, expect, test } from 'vitest';
import { MAX_FEE, MAX_VALUE } from './amount-entry.ts';
import { DEFAULT_FEE, isUnusualFee, MAX_SUGGESTED_FEE, needsFeeConsent, suggestFees } from './fees.ts';

const suggested = (economy: bigint | number, few: bigint | number, next: bigint | number, blocks = 20) => ({
  economy: String(economy),
  few_blocks: String(few),
  next_block: String(next),
  sampled_blocks: blocks,
});

describe('fee presets', () => {
  test('are the fees that the node suggests', () => {
    expect(suggestFees(suggested(100, 300, 500))).toEqual({
      economy: 100n,
      few_blocks: 300n,
      next_block: 500n,
    });
  });

  test.each([[undefined], [suggested(1, 1, 1, 0)]])('without blocks to sample: the default', (fees) => {
    expect(new Set(Object.values(suggestFees(fees)))).toEqual(new Set([DEFAULT_FEE]));
  });

  test('are never below the minimum, nor so high that a miner could have made them up', () => {
    const planted = suggestFees(suggested(0, MAX_SUGGESTED_FEE * 2n, MAX_FEE));
    expect(Object.values(planted)).toEqual([MIN_FEE, MAX_SUGGESTED_FEE, MAX_SUGGESTED_FEE]);
    expect(isUnusualFee(MAX_FEE, planted)).toBe(true);
  });
});

test('a fee far above the presets is unusual', () => {
  const learned = suggestFees(suggested(10_000, 20_000, 30_000));
  expect(isUnusualFee(30_000n * 20n, learned)).toBe(false);
  expect(isUnusualFee(30_000n * 20n + 1n, learned)).toBe(true);
  const standard = suggestFees(undefined);
  expect(isUnusualFee(DEFAULT_FEE * 200n, standard)).toBe(false);
  expect(isUnusualFee(DEFAULT_FEE * 200n + 1n, standard)).toBe(true);
});

test.each<[bigint, bigint, boolean]>([
  [10n, 100n, false],
  [11n, 100n, true],
  [1n, 9n, true],
  [MAX_FEE, 1n, true],
  [MAX_FEE, MAX_VALUE, false],
])('a fee of %s for an amount of %s needs consent: %s', (fee, amount, asked) => {
  expect(needsFeeConsent(fee, amount)).toBe(asked);
});
