// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ALICE, showPart as show } from '../../test/fixture-part.tsx';
import type { AppState } from '../model/state.ts';
import { BalanceCard } from './balance-card.tsx';

test('nothing is shown as coming in but what a block holds, and it is said that others’ transfers come so', () => {
  const account = {
    balance: '1000',
    spendable_balance: '700',
    pending_outgoing_count: 1,
    mempool_available: true,
  };
  const toSelf = { id: 'aa', from_address: ALICE, to_address: ALICE, value: '1', fee: '299' };
  const data = { account, history: { pending: [toSelf], confirmed: [] }, readAt: 0 };
  const parts = show(<BalanceCard />, { data } as unknown as Partial<AppState>).querySelector('dl');
  expect(parts?.textContent).toContain('Pending inWhat others send you shows once a block holds it.');
  expect(parts?.textContent).not.toContain('+');
});
