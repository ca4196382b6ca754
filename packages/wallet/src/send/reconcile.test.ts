import type { RpcTransaction } from '@cairn/api/rpc';
import { describe, expect, test } from 'vitest';
import { accountState, ADDRESSES, historyItem } from '../test-support.ts';
import type { OutboxEntry } from './outbox.ts';
import { reconcile } from './reconcile.ts';

const entry: OutboxEntry = {
  id: 'aa'.repeat(32),
  raw: '',
  network: 'devnet',
  fromAddress: ADDRESSES[0]!,
  toAddress: ADDRESSES[1]!,
  value: '1',
  fee: '1',
  nonce: 10,
  signedAt: 0,
  state: 'unclear',
};
const other = (change: Partial<RpcTransaction>): RpcTransaction => ({
  ...historyItem(entry, null),
  id: 'bb'.repeat(32),
  ...change,
});
const rival = other({});
const confirmedRival = other({ status: 'confirmed', block_height: 7 });

describe('reconciling a stored transaction', () => {
  test.each<[string, object, RpcTransaction[], object]>([
    ['found pending', { next_nonce: 11 }, [historyItem(entry, null)], { kind: 'pending' }],
    [
      'found confirmed',
      { nonce: 10, next_nonce: 11 },
      [historyItem(entry, 7)],
      { kind: 'confirmed', blockHeight: 7 },
    ],
    ['its nonce still free', {}, [], { kind: 'absent' }],
    ['an earlier one missing too', { next_nonce: 9 }, [], { kind: 'absent' }],
    [
      'its nonce pending with another ID',
      { next_nonce: 11 },
      [rival],
      { kind: 'replaced', by: rival.id, final: false },
    ],
    [
      'its nonce confirmed with another ID',
      { nonce: 10, next_nonce: 11 },
      [rival, confirmedRival],
      { kind: 'replaced', by: confirmedRival.id, final: true },
    ],
    [
      'its nonce confirmed in history that was not read',
      { nonce: 12, next_nonce: 13 },
      [],
      { kind: 'unknown' },
    ],
    ['its nonce used, whatever is said to be next', { nonce: 10, next_nonce: 9 }, [], { kind: 'unknown' }],
    ['its nonce pending, but not listed', { next_nonce: 11 }, [], { kind: 'unknown' }],
    ['no mempool to ask', { mempool_available: false }, [], { kind: 'unknown' }],
    ['another sender’s same nonce', {}, [other({ from_address: ADDRESSES[2]! })], { kind: 'absent' }],
  ])('%s', (_case, account, items, expected) => {
    expect(reconcile(entry, accountState(account), items)).toEqual(expected);
  });
});
