import { COINBASE_SENDER } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { balancesAfter, counterpartiesOf, type Entry, monthsOf } from './statement.ts';

const [ME, ANNA, BEN] = ['me', 'anna', 'ben'];
const DAY = 86_400;
/** Midnight of 1 February 2026, UTC. */
const FEBRUARY = 1_769_904_000;

let number = 0;
const entry = (from: string, to: string, value: number, fee: number, time: number): Entry => ({
  id: String((number += 1)),
  from_address: from,
  to_address: to,
  value: String(value),
  fee: String(fee),
  block_timestamp: time,
});

/** Newest first. */
const entries = [
  entry(ME, ME, 5, 1, FEBRUARY + 2 * DAY),
  entry(ANNA, ME, 30, 2, FEBRUARY + DAY),
  entry(ME, BEN, 40, 3, FEBRUARY),
  entry(COINBASE_SENDER, ME, 100, 0, FEBRUARY - 1),
  entry(ANNA, ME, 7, 1, FEBRUARY - 2),
];

it('the balance after each transaction is the one before the next', () => {
  expect([...balancesAfter(entries, ME, 93n).values()]).toEqual([93n, 94n, 64n, 107n, 7n]);
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
