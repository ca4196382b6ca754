import type { AddressHistory, AddressState, ExplorerTransaction } from '@cairn/api/explorer';
import { COINBASE_SENDER } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { balancesAfter, paintedRows, sumsOf } from './rows.ts';
import { counterpartiesOf, hasYear, monthsOf, timesOf, yearOf } from './statement.ts';

const [ME, ANNA, BEN] = ['me', 'anna', 'ben'];
const DAY = 86_400;
/** Midnight of 1 February 2026, UTC. */
const FEBRUARY = 1_769_904_000;

let height = 10;
const entry = (from: string, to: string, value: number, fee: number, time: number) =>
  ({
    from_address: from,
    to_address: to,
    value: String(value),
    fee: String(fee),
    block_height: (height -= 1),
    block_timestamp: time,
    transaction_index: 1,
  }) as ExplorerTransaction;

/** Newest first. */
const entries = [
  entry(ME, ME, 5, 1, FEBRUARY + 2 * DAY),
  entry(ANNA, ME, 30, 2, FEBRUARY + DAY),
  entry(ME, BEN, 40, 3, FEBRUARY),
  entry(COINBASE_SENDER, ME, 100, 0, FEBRUARY - 1),
  entry(ANNA, ME, 7, 1, FEBRUARY - 2),
];

it('the balance after each transaction is the one before the next', () => {
  expect([...balancesAfter(entries, ME, 93n)]).toEqual([
    ['9-1', 93n],
    ['8-1', 94n],
    ['7-1', 64n],
    ['6-1', 107n],
    ['5-1', 7n],
  ]);
});

it('sums are those of the ranking, in which a transfer to oneself is received and sent', () => {
  const last = { height: 9, time: FEBRUARY + 2 * DAY };
  const first = { height: 5, time: FEBRUARY - 2 };
  const sums = { received: 142n, sent: 45n, fees: 4n, count: 5, first, last };
  expect(sumsOf({ items: entries }, ME)).toEqual(sums);
});

it('a month has what came in and went out, fees included, and its last balance', () => {
  expect(monthsOf(entries, ME, 93n, 'utc')).toEqual([
    { month: '2026-02', time: FEBRUARY, in: 30n, out: 44n, balance: 93n },
    { month: '2026-01', time: FEBRUARY - 2, in: 107n, out: 0n, balance: 107n },
  ]);
  expect(monthsOf([], ME, 0n, 'utc')).toEqual([]);
});

it('counterparties are those of the highest sums, without the address itself', () => {
  expect(counterpartiesOf(entries, ME)).toEqual([
    { address: undefined, in: 100n, out: 0n, count: 1 },
    { address: BEN, in: 0n, out: 40n, count: 1 },
    { address: ANNA, in: 37n, out: 0n, count: 2 },
  ]);
});

it.each(['utc', 'local'] as const)('a year and its file have the same transactions (%s)', (zone) => {
  const { from_time: from, to_time: to } = timesOf(2026, zone);
  expect([from - 1, from, to, to + 1].map((time) => yearOf(time, zone))).toEqual([
    '2025',
    '2026',
    '2026',
    '2027',
  ]);
});

it('a year is whole if the rows reach below it, or are all', () => {
  const rows = { items: entries, balance: 93n, total: 5, isProven: true };
  expect(hasYear(rows, '2026', 'utc')).toBe(true);
  expect(hasYear({ ...rows, total: 6 }, '2026', 'utc')).toBe(false);
  expect(hasYear({ ...rows, total: 6 }, '2027', 'utc')).toBe(true);
});

it('a balance and rows of different tips are not put together', () => {
  const state = { tip_id: 'aa', balance: '93' } as AddressState;
  const list = { tip_id: 'aa', items: entries, pagination: { offset: 0, total: 5 } } as AddressHistory;
  expect(paintedRows(state, list)).toMatchObject({ balance: 93n, total: 5, isProven: false });
  expect(paintedRows(state, { ...list, tip_id: 'bb' })).toBeUndefined();
});
