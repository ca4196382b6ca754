import type { AddressHistory, AddressState, AddressTotals, ExplorerTransaction } from '@cairn/api/explorer';
import { COINBASE_SENDER } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { balancesAfter, paintedRows, sumsOf } from './rows.ts';
import { readFilter } from '../lists/index.ts';
import { select } from './ledger.ts';
import { totalsOf, totalsSaid } from './totals-line.tsx';

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
    direction: from !== ME ? 'in' : to === ME ? 'self' : 'out',
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

const HISTORY = { items: entries, balance: 93n, total: 5, isProven: true };
const NOW = FEBRUARY + 2 * DAY;
const filterOf = (query: string) => readFilter('direction', new URLSearchParams(query));
const chosen = (query: string) => select(HISTORY, filterOf(query), NOW);
const values = (query: string) => chosen(query).items.map(({ value }) => value);

it.each([
  ['', ['5', '30', '40', '100', '7']],
  ['order=largest', ['100', '40', '30', '7', '5']],
  ['direction=mined', ['100']],
  ['direction=in&order=largest', ['30', '7']],
  ['range=24h', ['5', '30']],
  ['range=1h', ['5']],
  ['from=2026-02-01', ['5', '30', '40']],
  ['to=2026-01-31', ['100', '7']],
  ['from=2026-02-01&to=2026-02-01&direction=out', ['40']],
])('selects by "%s"', (query, expected) => {
  expect(values(query)).toEqual(expected);
});

it('a selection is whole only of a whole history: an older row can have a later time', () => {
  const { isWhole } = select({ ...HISTORY, total: 6 }, filterOf('range=1h'), NOW);
  expect([chosen('').isWhole, isWhole]).toEqual([true, false]);
});

describe('the totals of a selection', () => {
  /** Of all entries. */
  const said = {
    count: 5,
    received: '37',
    sent: '40',
    fees: '4',
    mined: '100',
    to_self: '5',
    largest_in: entries[1],
    largest_out: entries[2],
  } as AddressTotals;

  it.each(['', 'direction=in', 'direction=mined'])('are the server’s or those of the rows: "%s"', (query) => {
    expect(totalsSaid(said, filterOf(query).only)).toEqual(expect.objectContaining(totalsShown(query)));
  });

  it('by the server have the fees of what was sent to others if nothing was to oneself; else they are not known', () => {
    expect(totalsSaid({ ...said, to_self: '0', fees: '3' }, 'out')).toEqual(totalsShown('direction=out'));
    expect(totalsSaid(said, 'out')).toEqual({ ...totalsShown('direction=out'), fees: undefined });
  });

  it('have no payment that is a reward, or to oneself', () => {
    expect(totalsShown('').largest).toBe(entries[2]);
    expect(totalsShown('range=1h').largest).toBeUndefined();
  });

  it.each([
    ['the rows that are at hand', totalsOf({ items: entries, isWhole: false }, ME, 5)],
    ['those that the server has added up', totalsSaid({ ...said, is_minimum: true }, undefined)],
  ])('say that they are of %s only', (_what, { examined }) => {
    expect(examined).toBe(5);
  });

  function totalsShown(query: string) {
    const { received, sent, fees, largest, examined } = totalsOf(chosen(query), ME, 5);
    return { received, sent, fees, largest, examined };
  }
});

it('a balance and rows of different tips are not put together', () => {
  const state = { tip_id: 'aa', balance: '93' } as AddressState;
  const list = { tip_id: 'aa', items: entries, pagination: { offset: 0, total: 5 } } as AddressHistory;
  expect(paintedRows(state, list)).toMatchObject({ balance: 93n, total: 5, isProven: false });
  expect(paintedRows(state, { ...list, tip_id: 'bb' })).toBeUndefined();
});
