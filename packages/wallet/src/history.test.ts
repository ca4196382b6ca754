import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER } from '@cairn/protocol';
import { describe, expect, test } from 'vitest';
import { directionOf, extendHistory, refreshHistory, startHistory } from './history.ts';

const tx = (id: number, status: 'pending' | 'confirmed' = 'confirmed'): RpcTransaction => ({
  id: String(id).padStart(64, '0'),
  chain: 3,
  nonce: id,
  fee: '1',
  value: '1',
  from_address: 'a',
  to_address: 'b',
  status,
  block_height: status === 'pending' ? null : id,
  timestamp: status === 'pending' ? null : id,
});
const page = (ids: number[], next_cursor: string | null, pending: number[] = []) => ({
  transactions: [...pending.map((id) => tx(id, 'pending')), ...ids.map((id) => tx(id))],
  next_cursor,
});
const ids = (items: readonly RpcTransaction[]) => items.map((item) => Number(item.id));

describe('history', () => {
  test('keeps older pages while a new first page reaches them', () => {
    let view = startHistory(page([5, 4], 'after-4'));
    view = extendHistory(view, page([3, 2], 'after-2'));
    view = refreshHistory(view, page([6, 5], 'after-5', [7]));
    expect(ids(view.pending)).toEqual([7]);
    expect(ids(view.confirmed)).toEqual([6, 5, 4, 3, 2]);
    expect(view.nextCursor).toBe('after-2');
  });

  test('restarts if more than a page was confirmed meanwhile, instead of hiding a gap', () => {
    let view = startHistory(page([5, 4], 'after-4'));
    view = refreshHistory(view, page([9, 8], 'after-8'));
    expect(ids(view.confirmed)).toEqual([9, 8]);
    expect(view.nextCursor).toBe('after-8');
  });

  test('pages that overlap because the chain grew show nothing twice', () => {
    let view = startHistory(page([5, 4], 'after-4'));
    view = extendHistory(view, page([4, 3], null));
    expect(ids(view.confirmed)).toEqual([5, 4, 3]);
    expect(view.nextCursor).toBeNull();
  });

  test('after a page of pending transactions only, its cursor continues the list', () => {
    const view = startHistory(page([], 'latest', [9, 8]));
    expect(view.nextCursor).toBe('latest');
    expect(ids(extendHistory(view, page([5, 4], null)).confirmed)).toEqual([5, 4]);
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
    expect([ids(view.pending), ids(view.confirmed)]).toEqual([[5], [4, 3, 2]]);
  });

  test('restarts if the page’s last entry is in another block than before', () => {
    let view = startHistory(page([5, 4], 'after-4'));
    view = extendHistory(view, page([3, 2], null));
    const moved = { ...page([5], 'after-5'), transactions: [{ ...tx(5), block_height: 6 }] };
    expect(refreshHistory(view, moved)).toEqual(startHistory(moved));
  });

  test('a new chain replaces everything', () => {
    const view = startHistory(page([5, 4], 'after-4'));
    expect(refreshHistory(view, page([], null))).toEqual({ pending: [], confirmed: [], nextCursor: null });
  });
});

test.each([
  ['a', 'b', 'out'],
  ['b', 'a', 'in'],
  ['a', 'a', 'self'],
  [COINBASE_SENDER, 'a', 'reward'],
])('from %s to %s is %s for a', (from_address, to_address, direction) => {
  expect(directionOf({ from_address, to_address }, 'a')).toBe(direction);
});
