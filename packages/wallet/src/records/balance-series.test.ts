import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER } from '@cairn/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { balanceSeries, thinSeries, type BalancePoint } from './balance-series.ts';

const [me, bob] = ADDRESSES as [string, string];
const tx = (height: number, from: string, to: string, value: bigint, fee = 0n) =>
  ({
    from_address: from,
    to_address: to,
    value: `${value}`,
    fee: `${fee}`,
    block_height: height,
    timestamp: height * 60,
  }) as RpcTransaction;

const history = [
  tx(4, bob, me, 5n),
  tx(3, me, bob, 30n, 1n),
  tx(3, bob, me, 2n),
  tx(1, COINBASE_SENDER, me, 100n),
];

describe('the balance over time', () => {
  test('is reckoned back from what it is now, one point a block', () => {
    expect(balanceSeries({ address: me, balance: 76n, confirmed: history, complete: true })).toEqual({
      complete: true,
      points: [
        { time: 60, balance: 100n },
        { time: 180, balance: 71n },
        { time: 240, balance: 76n },
      ],
    });
  });

  test('begins where the history that was read begins', () => {
    const series = balanceSeries({
      address: me,
      balance: 76n,
      confirmed: history.slice(0, 1),
      complete: false,
    });
    expect(series).toEqual({ complete: false, points: [{ time: 240, balance: 76n }] });
  });

  test('is not shown where balance and history do not fit together § records balance series', () => {
    expect(balanceSeries({ address: me, balance: 77n, confirmed: history, complete: true })).toBeUndefined();
    expect(balanceSeries({ address: me, balance: 4n, confirmed: history, complete: false })).toBeUndefined();
  });
});

test('a thinned series keeps its ends and extremes, in order', () => {
  const point = fc.record({ time: fc.nat(), balance: fc.bigInt({ min: 0n, max: 1_000n }) });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 400 }), fc.integer({ min: 6, max: 60 }), (points, count) => {
      const thinned = thinSeries(points, count);
      expect(thinned.length).toBeLessThanOrEqual(count);
      if (points.length === 0) return;
      expect([thinned[0], thinned.at(-1)]).toEqual([points[0], points.at(-1)]);
      const highest = (list: readonly BalancePoint[]) =>
        list.reduce((top, { balance }) => (balance > top ? balance : top), 0n);
      expect(highest(thinned)).toBe(highest(points));
      expect(
        thinned.every(
          (kept, index) => index === 0 || points.indexOf(kept) > points.indexOf(thinned[index - 1]!),
        ),
      ).toBe(true);
    }),
  );
});
