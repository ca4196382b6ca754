import type { ExplorerTransaction } from '@cairn/api/explorer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceChange, balanceSeries, untilTip } from './balance-series.ts';

type Direction = 'in' | 'out' | 'self';

const transactionOf = (block_height: number, direction: Direction, value: bigint, fee: bigint) =>
  ({
    block_height,
    block_timestamp: 1_000 + block_height * 60,
    direction,
    value: String(value),
    fee: String(fee),
  }) as ExplorerTransaction;

const stepArbitrary = fc.record({
  up: fc.nat({ max: 2 }),
  direction: fc.constantFrom<Direction>('in', 'out', 'self'),
  value: fc.bigInt({ min: 0n, max: 10n ** 17n }),
  fee: fc.bigInt({ min: 0n, max: 4_294_967_295n }),
});

describe('the balance of an address over time', () => {
  it('reckoned back is the same as reckoned forward, at the end of each block', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { minLength: 1, maxLength: 60 }), (steps) => {
        let height = 0;
        let balance = 10n ** 20n;
        const history: ExplorerTransaction[] = [];
        const forward = new Map<number, bigint>();
        for (const { up, direction, value, fee } of steps) {
          height += up;
          const transaction = transactionOf(height, direction, value, fee);
          balance += balanceChange(transaction);
          history.unshift(transaction);
          forward.set(height, balance);
        }
        const points = balanceSeries(history, balance);
        expect(points?.map((point) => [point.height, point.balance])).toEqual([...forward]);
      }),
    );
  });

  it('counts the fee against the sender alone', () => {
    expect(balanceChange(transactionOf(1, 'in', 5n, 2n))).toBe(5n);
    expect(balanceChange(transactionOf(1, 'out', 5n, 2n))).toBe(-7n);
    expect(balanceChange(transactionOf(1, 'self', 5n, 2n))).toBe(-2n);
  });

  it('is unknown where history and balance contradict each other', () => {
    expect(balanceSeries([transactionOf(3, 'in', 10n, 0n)], 4n)).toBeUndefined();
    expect(balanceSeries([transactionOf(3, 'in', 1n, 0n)], -1n)).toBeUndefined();
  });

  it('is nothing without a history', () => {
    expect(balanceSeries([], 0n)).toEqual([]);
  });

  it('holds from its newest block until the tip', () => {
    const points = balanceSeries([transactionOf(3, 'in', 10n, 0n)], 10n)!;
    expect(untilTip(points, 9)).toEqual([
      { height: 3, timestamp: 1_180, balance: 10n },
      { height: 9, balance: 10n },
    ]);
    for (const tip of [3, 2, -1]) expect(untilTip(points, tip)).toBe(points);
    expect(untilTip([], 9)).toEqual([]);
  });
});
