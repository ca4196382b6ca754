// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ALICE, showPart as show } from '../../../test/fixture-part.tsx';
import type { AppState } from '../../model/state.ts';
import { BalanceCard } from './overview.tsx';

const partsOf = (change: object, pending: object[] = []) => {
  const account = {
    balance: '1000',
    spendable_balance: '1000',
    pending_outgoing_count: 0,
    mempool_available: true,
    ...change,
  };
  const data = { account, history: { pending, confirmed: [] } };
  // Of the state, what the card reads.
  const place = show(<BalanceCard />, { data } as unknown as Partial<AppState>);
  return [...place.querySelectorAll('dt')].map(({ textContent }) => textContent);
};

test('the balance is shown once while nothing is pending, otherwise in its parts', () => {
  expect(partsOf({})).toEqual(['Confirmed']);
  const toSelf = { id: 'aa', from_address: ALICE, to_address: ALICE, value: '1', fee: '299' };
  expect(partsOf({ spendable_balance: '700', pending_outgoing_count: 1 }, [toSelf])).toEqual([
    'Confirmed',
    'Spendable',
    'Pending out',
  ]);
});
