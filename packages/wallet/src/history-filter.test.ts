import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER } from '@cairn/protocol';
import { expect, test } from 'vitest';
import { ADDRESSES } from './test-support.ts';
import { filterHistory, isFiltering, NO_FILTER, type HistoryFilter } from './history.ts';

const [me, bob] = ADDRESSES as [string, string];
const tx = (nonce: number, from: string, to: string, status: RpcTransaction['status'] = 'confirmed') =>
  ({
    id: `${nonce}`.padStart(64, 'f'),
    nonce,
    from_address: from,
    to_address: to,
    status,
    value: `${nonce}50000000`,
    fee: '1000',
  }) as RpcTransaction;
const items = [
  tx(4, me, bob, 'pending'),
  tx(3, me, bob),
  tx(2, bob, me),
  tx(1, me, me),
  tx(0, COINBASE_SENDER, me),
];
const names = {
  labels: { [items[2]!.id]: 'Rückzahlung' },
  contacts: [{ address: bob, name: 'Bob the Builder', note: '' }],
  accounts: [{ address: me, name: 'Account 9' }],
};
const nonces = (filter: Partial<HistoryFilter>): number[] =>
  filterHistory(items, me, { ...NO_FILTER, ...filter }, names).map(({ nonce }) => nonce);

test.each([
  [{}, [4, 3, 2, 1, 0]],
  [{ direction: 'out' }, [4, 3]],
  [{ direction: 'in' }, [2]],
  [{ direction: 'self' }, [1]],
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
  expect(nonces(filter)).toEqual(wanted),
);

test('only a filter that may exclude transactions counts as one', () => {
  expect(isFiltering(NO_FILTER)).toBe(false);
  expect(isFiltering({ ...NO_FILTER, text: ' ' })).toBe(false);
  expect(isFiltering({ ...NO_FILTER, text: 'x' })).toBe(true);
});

test('a cancellation is found by the recipient of the transfer that it cancels', () => {
  const cancelled = items.find(({ nonce }) => nonce === 1);
  const found = filterHistory(
    items,
    me,
    { ...NO_FILTER, direction: 'self', text: 'builder' },
    { ...names, cancelledRecipient: ({ id }) => (id === cancelled!.id ? bob : undefined) },
  );
  expect(found).toEqual([cancelled]);
});
