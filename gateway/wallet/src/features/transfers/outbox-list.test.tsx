// @vitest-environment happy-dom
import type { RpcTransaction } from '@cairn/api/rpc';
import type { OutboxEntry } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { act } from 'preact/test-utils';
import { explainCode } from '../../shared/error-texts.ts';
import { ALICE, BOB, showPart as show, showWithModel } from '../../../test/fixture-part.tsx';
import type { AppState } from '../../model/state.ts';
import { OutboxList } from './outbox-list.tsx';
import { PendingTransfers } from './pending-transfers.tsx';

const [ORIGINAL, CANCEL, FASTER] = ['aa'.repeat(32), 'bb'.repeat(32), 'cc'.repeat(32)] as const;
const TO_SELF = { toAddress: ALICE, value: '1' };

function item(id: string, entry: Partial<OutboxEntry>, kind = 'replaced'): AppState['outbox'][0] {
  const known = { network: 'devnet', fromAddress: ALICE, nonce: 1011, fee: '1', state: 'replaced' } as const;
  const stored = { ...known, id, toAddress: BOB, value: '700000000', ...entry };
  return { entry: stored, reconciliation: { kind, final: true } } as unknown as AppState['outbox'][0];
}

const cancellation = {
  id: CANCEL,
  nonce: 1011,
  fee: '20000',
  value: '1',
  from_address: ALICE,
  to_address: ALICE,
  status: 'pending',
  block_height: null,
  timestamp: null,
} as unknown as RpcTransaction;

/** The notices above the screens for these stored transfers. */
const noticesOf = (outbox: AppState['outbox']) =>
  [...show(<OutboxList lost />, { outbox }).querySelectorAll('.c-notice')].map(
    ({ textContent }) => textContent,
  );

test('a transfer that another one replaced has a notice, unless its owner replaced it', () => {
  const told = noticesOf([
    item(ORIGINAL, { replacedBy: { id: FASTER, kind: 'other' } }),
    item(CANCEL, { ...TO_SELF, replacedBy: { id: FASTER, kind: 'speed_up' } }),
    item(FASTER, { ...TO_SELF, replacedBy: { id: FASTER, kind: 'cancel' } }),
  ]);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/will never be carried out7\.00\s?CRN to Account 7, nonce 1011\./);
});

test('a rejected transfer has a notice with the reason until it is dismissed, wherever its owner is', async () => {
  const stored = { state: 'rejected', problem: 'insufficient_balance' } as const;
  const forgotten: string[] = [];
  const forget = async (id: string) => void forgotten.push(id);
  const { place } = showWithModel(
    <OutboxList />,
    { outbox: [item(ORIGINAL, stored, 'absent')] },
    { sending: { forget } },
  );
  expect(place.textContent).toMatch(/The node rejected the transfer7\.00\s?CRN to Account 7, nonce 1011\./);
  expect(place.textContent).toContain(explainCode('insufficient_balance'));
  await act(() => place.querySelector('button')!.click());
  expect(forgotten).toEqual([ORIGINAL]);
});

test('a cancellation is never shown as a transfer of its small amount', () => {
  const lost = { ...TO_SELF, state: 'accepted', replaces: { id: ORIGINAL, kind: 'cancel' } } as const;
  const known = noticesOf([item(ORIGINAL, { state: 'accepted' }), item(CANCEL, lost, 'absent')]);
  expect(known[0]).toMatch(/Cancellation of 7\.00\s?CRN to Account 7, nonce 1011\./);
  expect(noticesOf([item(CANCEL, lost, 'absent')])[0]).toContain('Cancellation of a transfer, nonce 1011.');
});

test('a cancellation that did not reach the node is noted beside the pending original, unless it is being sent', () => {
  const original = { ...cancellation, id: ORIGINAL, value: '700000000', to_address: BOB };
  const signed = item(CANCEL, { ...TO_SELF, state: 'unclear', replaces: { id: ORIGINAL, kind: 'cancel' } });
  const missing = { ...signed, reconciliation: { kind: 'replaced', by: ORIGINAL, final: false } } as const;
  const account = { address: ALICE, nonce: 1010, mempool_available: true };
  const told = (state: object): string | null => {
    const data = { account, history: { pending: [original], confirmed: [] }, outbox: [missing] };
    return show(<PendingTransfers />, { data, outbox: [missing], ...state } as never).textContent;
  };
  expect(told({})).toContain('The node did not receive your replacement');
  expect(told({ sending: [CANCEL] })).not.toContain('did not receive');
  const gone = { ...missing, reconciliation: { kind: 'pending' } };
  expect(told({ outbox: [gone] })).not.toContain('did not receive');
});

test('a pending transfer waits only for earlier ones of the same sender', () => {
  const pending = [
    { ...cancellation, id: 'dd'.repeat(32), nonce: 5, from_address: BOB, to_address: ALICE },
    cancellation,
    { ...cancellation, id: 'ee'.repeat(32), nonce: 1012 },
  ];
  const account = { address: ALICE, nonce: 1010, mempool_available: true };
  const data = { account, history: { pending, confirmed: [] } } as unknown as AppState['data'];
  const rows = [...show(<PendingTransfers />, { data }).querySelectorAll('.w-tx__pending')];
  expect(
    rows.map(({ textContent }) => /Waits for the transfer with nonce (\d,?)+/.exec(textContent ?? '')?.[0]),
  ).toEqual([undefined, 'Waits for the transfer with nonce 1,011']);
});
