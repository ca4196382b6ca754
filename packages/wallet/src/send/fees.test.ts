import type { RpcTransaction } from '@cairn/api/rpc';
import { MIN_FEE } from '@cairn/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_FEE, MAX_VALUE } from './amount-entry.ts';
import {
  DEFAULT_FEE,
  isUnusualFee,
  MAX_SUGGESTED_FEE,
  needsFeeConsent,
  RECENT_BLOCKS,
  suggestFees,
} from './fees.ts';

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
  test('are derived from the fees in recent blocks', () => {
    expect(suggestFees([taken(500), taken(100), taken(300)], HEIGHT)).toEqual({
      choices: [
        { name: 'low', fee: 100n },
        { name: 'usual', fee: 300n },
        { name: 'high', fee: 500n },
      ],
      first: 300n,
      samples: 3,
    });
  });

  test('if all transfers paid the same fee, it is the usual one and twice that is high', () => {
    const { choices } = suggestFees([taken(10_000), taken(10_000), taken(10_000)], HEIGHT);
    expect(choices).toEqual([
      { name: 'usual', fee: 10_000n },
      { name: 'high', fee: 20_000n },
    ]);
  });

  test.each<[string, RpcTransaction[]]>([
    ['no history', []],
    ['too few', [taken(5), taken(6)]],
    ['pending ones', [1, 2, 3].map((fee) => taken(fee, { status: 'pending', block_height: null }))],
    ['rewards', [1, 2, 3].map((fee) => taken(fee, { from_address: '0'.repeat(34) }))],
    ['genesis, which paid nothing', [taken(0), taken(0), taken(0)]],
    ['long ago', [1, 2, 3].map((fee) => taken(fee, { block_height: HEIGHT - RECENT_BLOCKS }))],
  ])('with %s there is only the default', (_case, history) => {
    expect(suggestFees(history, HEIGHT)).toEqual({
      choices: [{ name: 'default', fee: DEFAULT_FEE }],
      first: DEFAULT_FEE,
      samples: 0,
    });
  });

  test('are always fees that a transaction can carry, ascending', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, MAX_FEE), { maxLength: 20 }), (fees) => {
        const { choices, first, samples } = suggestFees(
          fees.map((fee) => taken(fee)),
          HEIGHT,
        );
        const offered = choices.map(({ fee }) => fee);
        expect(offered.every((fee) => fee >= MIN_FEE && fee <= MAX_SUGGESTED_FEE)).toBe(true);
        expect(offered).toEqual([...new Set(offered)].toSorted((a, b) => (a < b ? -1 : 1)));
        expect(choices.find(({ fee }) => fee === first)?.name).toBe(samples > 0 ? 'usual' : 'default');
        // An average fee is not called high.
        const mean = (sum: bigint, fee: bigint) => sum + fee;
        const high = choices.find(({ name }) => name === 'high')?.fee;
        if (high !== undefined)
          expect(
            high * BigInt(fees.length) >
              fees.map((fee) => (fee > MAX_SUGGESTED_FEE ? MAX_SUGGESTED_FEE : fee)).reduce(mean, 0n),
          ).toBe(true);
      }),
    );
  });
});

test('fees in a miner’s own blocks do not make the presets expensive', () => {
  const planted = suggestFees([taken(MAX_FEE), taken(MAX_FEE), taken(MAX_FEE)], HEIGHT);
  expect(planted.choices).toEqual([{ name: 'usual', fee: MAX_SUGGESTED_FEE }]);
  expect(isUnusualFee(MAX_FEE, planted)).toBe(true);
});

test('a fee far above the presets is unusual', () => {
  const learned = suggestFees([taken(100), taken(300), taken(500)], HEIGHT);
  expect(isUnusualFee(500n * 20n, learned)).toBe(false);
  expect(isUnusualFee(500n * 20n + 1n, learned)).toBe(true);
  const standard = suggestFees([], HEIGHT);
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
