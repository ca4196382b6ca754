import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER } from '@cairn/protocol';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from './test-support.ts';
import type { HistoryPage } from './history.ts';
import type { HistoryNames } from './history.ts';
import { balanceChange } from './records/balance-series.ts';
import { CSV_COLUMNS, csvFields, historyCsvPages } from './history.ts';

const [me, bob] = ADDRESSES as [string, string];
const NAMES = { labels: {}, contacts: [] };

function tx(number: number, change: Partial<RpcTransaction> = {}): RpcTransaction {
  return {
    id: number.toString(16).padStart(64, '0'),
    chain: 3,
    nonce: number,
    fee: '1000',
    value: '9007199254740993',
    from_address: me,
    to_address: bob,
    status: 'confirmed',
    block_height: number,
    timestamp: 1_767_225_600,
    ...change,
  };
}

/** A row of the export by column name. */
const rowOf = (item: RpcTransaction, names: HistoryNames = NAMES) =>
  Object.fromEntries(csvFields(item, me, names).map((field, index) => [CSV_COLUMNS[index], field]));

describe('a row of the export', () => {
  test('has exact amounts in both units, the time in UTC, contact and label', () => {
    const item = tx(7);
    const names = {
      labels: { [item.id]: 'rent, "May"' },
      contacts: [{ address: bob, name: 'Bob', note: '' }],
    };
    expect(rowOf(item, names)).toEqual({
      time_utc: '2026-01-01T00:00:00Z',
      status: 'confirmed',
      direction: 'out',
      amount_crn: '90071992.54740993',
      amount_pebbles: '9007199254740993',
      fee_crn: '0.00001',
      fee_pebbles: '1000',
      balance_change_pebbles: -9_007_199_254_741_993n,
      from_address: me,
      to_address: bob,
      contact: 'Bob',
      label: 'rent, "May"',
      nonce: '7',
      block_height: '7',
      transaction_id: item.id,
    });
  });

  test('a fee paid by another account is not counted, nor is a reward’s sender named by its placeholder', () => {
    const received = rowOf(tx(1, { from_address: bob, to_address: me }));
    expect(received).toMatchObject({ fee_pebbles: '0' });
    const reward = rowOf(tx(1, { from_address: COINBASE_SENDER, to_address: me, fee: '0' }));
    expect(reward).toMatchObject({ direction: 'reward', from_address: 'block reward' });
  });

  test('a pending transaction has neither time nor block', () => {
    const pending = rowOf(tx(1, { status: 'pending', block_height: null, timestamp: null }));
    expect(pending).toMatchObject({ time_utc: '', status: 'pending', block_height: '' });
  });

  test('a transfer to oneself costs only the fee', () => {
    expect(balanceChange(tx(1, { to_address: me }), me)).toBe(-1_000n);
  });
});

describe('the export', () => {
  /** More pages than the tests request; bounded, so that a failing test does not exhaust the memory. */
  const pages: Record<string, HistoryPage> = {
    first: { transactions: [tx(9, { status: 'pending', block_height: null }), tx(8)], next_cursor: 'x/1' },
    'x/1': { transactions: [tx(8), tx(7)], next_cursor: 'x/2' },
    'x/2': { transactions: [tx(6)], next_cursor: null },
  };
  const start = (
    readPage: (cursor: string | undefined) => Promise<HistoryPage>,
    signal = new AbortController().signal,
  ) => historyCsvPages({ address: me, names: NAMES, readPage, signal });

  test('follows the node’s cursors to the end, one page at a time, without repetition', async () => {
    const asked: (string | undefined)[] = [];
    const pieces = [];
    for await (const piece of start(async (cursor) => (asked.push(cursor), pages[cursor ?? 'first']!))) {
      pieces.push(piece);
    }
    expect(asked).toEqual([undefined, 'x/1', 'x/2']);
    expect(pieces.map(({ written }) => written)).toEqual([2, 3, 4]);
    expect(pieces.flatMap(({ rows }) => rows)).toHaveLength(4);
  });

  test('ends when it is cancelled', async () => {
    const controller = new AbortController();
    const run = start(async (cursor) => {
      if (cursor !== undefined) controller.abort(new Error('enough'));
      return pages[cursor ?? 'first']!;
    }, controller.signal);
    const pieces: number[] = [];
    const reading = (async () => {
      for await (const { written } of run) pieces.push(written);
    })();
    await expect(reading).rejects.toThrow('enough');
    // The page that arrives after the abort is not written either.
    expect(pieces).toEqual([2]);
  });

  test('rejects with the error of a page', async () => {
    const run = start(async () => Promise.reject(new Error('invalid_cursor')));
    await expect(Array.fromAsync(run)).rejects.toThrow('invalid_cursor');
  });
});
