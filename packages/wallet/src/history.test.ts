import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER } from '@cairn/protocol';
import { describe, expect, test } from 'vitest';
import {
  CSV_COLUMNS,
  csvFields,
  directionOf,
  extendHistory,
  filterHistory,
  historyCsvPages,
  type HistoryFilter,
  type HistoryNames,
  type HistoryPage,
  isFiltering,
  NO_FILTER,
  refreshHistory,
  startHistory,
} from './history.ts';
import { ADDRESSES } from './test-support.ts';

const [me, bob] = ADDRESSES as [string, string];

function tx(number: number, change: Partial<RpcTransaction> = {}): RpcTransaction {
  const isPending = change.status === 'pending';
  return {
    id: number.toString(16).padStart(64, '0'),
    chain: 3,
    nonce: number,
    fee: '1000',
    value: '9007199254740993',
    from_address: me,
    to_address: bob,
    status: 'confirmed',
    block_height: isPending ? null : number,
    timestamp: isPending ? null : 1_767_225_600,
    ...change,
  };
}
const pending = (number: number) => tx(number, { status: 'pending' });
const numbers = (items: readonly RpcTransaction[]) => items.map(({ nonce }) => nonce);

describe('history', () => {
  const page = (confirmed: number[], next_cursor: string | null, waiting: number[] = []) => ({
    transactions: [...waiting.map(pending), ...confirmed.map((number) => tx(number))],
    next_cursor,
  });

  test('keeps older pages while a new first page reaches them', () => {
    let view = startHistory(page([5, 4], 'after-4'));
    view = extendHistory(view, page([3, 2], 'after-2'));
    view = refreshHistory(view, page([6, 5], 'after-5', [7]));
    expect([numbers(view.pending), numbers(view.confirmed)]).toEqual([[7], [6, 5, 4, 3, 2]]);
    expect(view.nextCursor).toBe('after-2');
  });

  test('restarts if more than a page was confirmed meanwhile, instead of hiding a gap', () => {
    const view = refreshHistory(startHistory(page([5, 4], 'after-4')), page([9, 8], 'after-8'));
    expect([numbers(view.confirmed), view.nextCursor]).toEqual([[9, 8], 'after-8']);
  });

  test('pages that overlap because the chain grew show nothing twice', () => {
    const view = extendHistory(startHistory(page([5, 4], 'after-4')), page([4, 3], null));
    expect([numbers(view.confirmed), view.nextCursor]).toEqual([[5, 4, 3], null]);
  });

  test('after a page of pending transactions only, its cursor continues the list', () => {
    const view = startHistory(page([], 'latest', [9, 8]));
    expect(view.nextCursor).toBe('latest');
    expect(numbers(extendHistory(view, page([5, 4], null)).confirmed)).toEqual([5, 4]);
  });

  test('the cursor of a first page is used only if nothing older is loaded', () => {
    const view = startHistory(page([2, 1], null));
    expect(refreshHistory(view, page([3, 2], 'after-2')).nextCursor).toBeNull();
    expect(refreshHistory(view, page([3, 2, 1], null))).toEqual(startHistory(page([3, 2, 1], null)));
  });

  test('a transaction that a reorganization removed does not stay confirmed', () => {
    let view = startHistory(page([5, 4, 3], 'after-3'));
    view = extendHistory(view, page([2], null));
    view = refreshHistory(view, page([4, 3], 'after-3', [5]));
    expect([numbers(view.pending), numbers(view.confirmed)]).toEqual([[5], [4, 3, 2]]);
  });

  test('restarts if the page’s last entry is in another block than before, or the chain is new', () => {
    const view = extendHistory(startHistory(page([5, 4], 'after-4')), page([3, 2], null));
    const moved = { transactions: [tx(5, { block_height: 6 })], next_cursor: 'after-5' };
    for (const first of [moved, page([], null)])
      expect(refreshHistory(view, first)).toEqual(startHistory(first));
  });
});

const entries = [
  pending(4),
  tx(3),
  tx(2, { from_address: bob, to_address: me }),
  tx(1, { to_address: me }),
  tx(0, { from_address: COINBASE_SENDER, to_address: me }),
].map((entry) => ({ ...entry, value: `${entry.nonce}50000000` }));

test('a direction is that of one address', () => {
  expect(entries.map((entry) => directionOf(entry, me))).toEqual(['out', 'out', 'in', 'self', 'reward']);
});

describe('a filter', () => {
  const names = {
    labels: { [entries[2]!.id]: 'Rückzahlung' },
    contacts: [{ address: bob, name: 'Bob the Builder', note: '' }],
    accounts: [{ address: me, name: 'Account 9' }],
  };

  test.each([
    [{}, [4, 3, 2, 1, 0]],
    [{ direction: 'out' }, [4, 3]],
    [{ direction: 'reward' }, [0]],
    [{ text: 'BUILDER' }, [4, 3, 2]],
    [{ text: 'rückz' }, [2]],
    [{ text: ` ${bob.slice(8, 20)} ` }, [4, 3, 2]],
    [{ text: 'nobody' }, []],
    [{ text: 'account 9' }, [4, 3, 2, 1, 0]],
    [{ text: '4.5' }, [4]],
    [{ text: '4,5' }, [4]],
    [{ text: ' 3.50 CRN ' }, [3]],
    [{ text: '0.00001', direction: 'out' }, [4, 3]],
    [{ text: '1,004.5' }, []],
  ] satisfies [Partial<HistoryFilter>, number[]][])('%j leaves %j', (filter, wanted) =>
    expect(numbers(filterHistory(entries, me, { ...NO_FILTER, ...filter }, names))).toEqual(wanted),
  );

  test('counts as one only if it may exclude transactions', () => {
    expect(isFiltering(NO_FILTER)).toBe(false);
    expect(isFiltering({ ...NO_FILTER, text: ' ' })).toBe(false);
    expect(isFiltering({ ...NO_FILTER, text: 'x' })).toBe(true);
  });

  test('finds a cancellation by the recipient of the transfer that it cancels', () => {
    const cancelled = entries.find(({ nonce }) => nonce === 1);
    const filter = { ...NO_FILTER, direction: 'self', text: 'builder' } as const;
    const cancelledRecipient = ({ id }: { id: string }) => (id === cancelled!.id ? bob : undefined);
    expect(filterHistory(entries, me, filter, { ...names, cancelledRecipient })).toEqual([cancelled]);
  });
});

const NO_NAMES = { labels: {}, contacts: [] };

describe('a row of the export', () => {
  /** By column name. */
  const rowOf = (item: RpcTransaction, names: HistoryNames = NO_NAMES) =>
    Object.fromEntries(csvFields(item, me, names).map((field, index) => [CSV_COLUMNS[index], field]));

  test('has exact amounts in both units, the time in UTC, contact and label', () => {
    const item = tx(7);
    const contacts = [{ address: bob, name: 'Bob', note: '' }];
    expect(rowOf(item, { labels: { [item.id]: 'rent, "May"' }, contacts })).toEqual({
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

  test.each([
    [
      'a fee that another account paid',
      { from_address: bob, to_address: me, value: '5' },
      { fee_pebbles: '0', balance_change_pebbles: 5n },
    ],
    ['what its owner pays to itself', { to_address: me }, { balance_change_pebbles: -1_000n }],
    [
      'a reward',
      { from_address: COINBASE_SENDER, to_address: me, fee: '0' },
      { direction: 'reward', from_address: 'block reward' },
    ],
    ['a pending transaction', { status: 'pending' }, { time_utc: '', status: 'pending', block_height: '' }],
  ] as const)('names %s as such', (_case, change, row) => {
    expect(rowOf(tx(1, change))).toMatchObject(row);
  });
});

describe('the export', () => {
  const pages: Record<string, HistoryPage> = {
    first: { transactions: [pending(9), tx(8)], next_cursor: 'x/1' },
    'x/1': { transactions: [tx(8), tx(7)], next_cursor: 'x/2' },
    'x/2': { transactions: [tx(6)], next_cursor: null },
  };

  test('follows the node’s cursors to the end, one page at a time, without repetition', async () => {
    const asked: (string | undefined)[] = [];
    const readPage = async (cursor?: string) => (asked.push(cursor), pages[cursor ?? 'first']!);
    const { signal } = new AbortController();
    const pieces = await Array.fromAsync(historyCsvPages({ address: me, names: NO_NAMES, readPage, signal }));
    expect(asked).toEqual([undefined, 'x/1', 'x/2']);
    expect(pieces.map(({ written }) => written)).toEqual([2, 3, 4]);
    expect(pieces.flatMap(({ rows }) => rows)).toHaveLength(4);
  });

  test('ends when it is cancelled: the page that arrives after that is not written either', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const readPage = async (cursor?: string) => {
      if (cursor !== undefined) controller.abort(new Error('enough'));
      return pages[cursor ?? 'first']!;
    };
    const pieces: number[] = [];
    const reading = (async () => {
      for await (const { written } of historyCsvPages({ address: me, names: NO_NAMES, readPage, signal }))
        pieces.push(written);
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(pieces).toEqual([2]);
  });
});
