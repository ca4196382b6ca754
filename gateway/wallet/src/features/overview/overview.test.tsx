// @vitest-environment happy-dom
import type { RpcAccount, RpcTransaction } from '@cairn/api/rpc';
import { expect, test } from 'vitest';
import { ALICE, CAN_SEND, showPart as show } from '../../../test/fixture-part.tsx';
import type { AppState } from '../../model/state.ts';
import { SessionNotices } from '../../shared/node-state.tsx';
import { TransactionRow } from '../transfers/index.ts';
import { BalanceCard } from './overview.tsx';

const cardOf = (account: Partial<RpcAccount>) => {
  const usual = { balance: '1000', spendable_balance: '1000', pending_outgoing_count: 0 };
  // Of the state, what the card reads.
  const data = { account: { ...usual, ...account }, history: { pending: [], confirmed: [] } };
  return show(<BalanceCard />, { data } as unknown as Partial<AppState>);
};
const textsOf = (place: HTMLElement, selector: string) =>
  [...place.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim());

test('the balance is shown once while nothing is pending, otherwise in its parts', () => {
  expect(textsOf(cardOf({}), 'dt')).toEqual(['Confirmed']);
  const pending = cardOf({ spendable_balance: '700', pending_outgoing_count: 1 });
  expect(textsOf(pending, 'dt')).toEqual(['Confirmed', 'Spendable', 'Pending out']);
});

test('a node of another network is named beside that of the wallet', () => {
  expect(show(<SessionNotices />, CAN_SEND).textContent).toBe('');
  const status = { ...CAN_SEND.status!, network: 'testnet' as const, chain_id: 2 };
  const alert = show(<SessionNotices />, { ...CAN_SEND, status }).querySelector('[role=alert]');
  expect(alert?.textContent).toMatch(
    /^Wrong networkThis wallet is for devnet; the node is on testnet \(chain ID 2\).* Sending is off/,
  );
});

test('a page whose session has ended says so, and that sending is off', () => {
  const connection = { state: 'no_access', why: 'ended' } as const;
  const alert = show(<SessionNotices />, { ...CAN_SEND, connection }).querySelector('[role=alert]');
  expect(alert?.textContent).toMatch(/^This page’s session has ended.* Sending is off/);
});

test('an empty account offers first to receive', () => {
  expect(textsOf(cardOf({}), 'a')).toEqual(['Send', 'Receive']);
  expect(textsOf(cardOf({ balance: '0' }), 'a')).toEqual(['Receive', 'Send']);
});

test('a cancellation costs its fee, not what it moves to its own sender', () => {
  const transaction = {
    id: 'aa',
    nonce: 1,
    block_height: null,
    timestamp: null,
    from_address: ALICE,
    to_address: ALICE,
    value: '1',
    fee: '1100',
    status: 'pending',
  } as RpcTransaction;
  const row = show(<TransactionRow transaction={transaction} />);
  expect(row.querySelector('summary .c-amount')?.textContent).toBe('−0.000011\u00a0CRN');
});
