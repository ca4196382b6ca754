import { expect, it } from 'vitest';
import { plotBalance } from './balance-plot.tsx';

/** Newest first: balances of 93, 94, 64, 107 and 7 pebbles. */
const changes = [
  [50, -1n],
  [40, 30n],
  [30, -43n],
  [20, 100n],
  [10, 7n],
].map(([time, change]) => ({ key: String(time), time: Number(time), change: BigInt(change!) }));
const history = { changes, balance: 93n, isWhole: true };

it('a balance is drawn from its lowest to its highest value and up to now, with a dot at each change', () => {
  const plot = plotBalance(history, { now: 60 })!;
  expect(plot).toMatchObject({ begin: 10, end: 60, isOpen: true, lowest: 7n, highest: 107n });
  expect(plot.dots.map(({ isPaid }) => isPaid)).toEqual([true, true, false, true, false]);
  const ys = plot.dots.map(({ y }) => y);
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([ys[1], ys[0]]);
  expect(Math.max(...plot.dots.map(({ size }) => size))).toBe(plot.dots[1]!.size);
});

it('of a chosen time only its changes are drawn, to its end', () => {
  const plot = plotBalance(history, { now: 60, from: 15, to: 45 })!;
  expect(plot).toMatchObject({ begin: 20, end: 45, isOpen: false, lowest: 64n });
});

it('changes at fewer than three times, and changes that contradict the balance, have no drawing', () => {
  expect(
    plotBalance({ ...history, changes: changes.slice(0, 2), isWhole: false }, { now: 60 }),
  ).toBeUndefined();
  expect(plotBalance(history, { now: 60, from: 35 })).toBeUndefined();
  const atOnce = changes.map((one) => ({ ...one, time: Math.min(one.time, 20) }));
  expect(plotBalance({ ...history, changes: atOnce }, { now: 60 })).toBeUndefined();
  expect(plotBalance({ ...history, balance: 92n }, { now: 60 })).toBeUndefined();
  expect(plotBalance({ ...history, balance: 0n, isWhole: false }, { now: 60 })).toBeUndefined();
});

it('an axis never goes back: a block may be older than its parent, and newer than this device', () => {
  const [newest, second, ...older] = changes;
  const swapped = [{ ...newest!, time: 25 }, second!, ...older];
  const plot = plotBalance({ ...history, changes: swapped }, { now: 30 })!;
  expect([plot.begin, plot.end]).toEqual([10, 40]);
  expect(plotBalance(history, { now: 5 })).toMatchObject({ begin: 10, end: 50 });
});

it('a change long before all others does not press them together', () => {
  const first = { key: 'first', time: -10_000, change: 7n };
  const moved = { ...history, changes: [...changes.slice(0, -1), first] };
  expect(plotBalance(moved, { now: 60 })).toMatchObject({ begin: 20, lowest: 64n });
});
