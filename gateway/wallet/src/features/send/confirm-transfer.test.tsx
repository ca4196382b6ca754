// @vitest-environment happy-dom
import type { HistoryView, SendPlan } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { ALICE, CAN_SEND, STRANGER, showPart as show } from '../../../test/fixture-part.tsx';
import type { AppState } from '../../model/state.ts';
import { ConfirmTransfer } from './confirm-transfer.tsx';

/** Shows the confirmation of a transfer. @returns the page, its last button, and how often it signed */
function confirm(value: bigint, fee: bigint, change: Partial<AppState> = {}) {
  let signed = 0;
  const send = async () => {
    signed++;
    return { kind: 'blocked' } as const;
  };
  const plan: SendPlan = {
    network: 'devnet',
    spendable: 10n ** 12n,
    remaining: 10n ** 12n,
    body: { chain: 3, nonce: 11, fee, value, fromAddress: ALICE, toAddress: STRANGER },
  };
  const part = <ConfirmTransfer plan={plan} onBack={() => {}} onAgain={() => {}} onSent={() => {}} />;
  const place = show(part, { ...CAN_SEND, ...change }, { sending: { send } });
  return { place, button: [...place.querySelectorAll('button')].at(-1)!, signed: () => signed };
}

test.each([
  [[], null, 'This account has not paid this address before'],
  [[], 'older', 'The last 0 transactions of this account pay nothing'],
  [['150000000', '50000000'], null, 'Paid 2 times before: 2.00'],
])('the recipient’s history is told while signing: %j, then %s', (paid, nextCursor, told) => {
  const confirmed = paid.map((value) => ({ from_address: ALICE, to_address: STRANGER, value, timestamp: 1 }));
  const history = { pending: [], confirmed, nextCursor } as unknown as HistoryView;
  const { place } = confirm(700_000_000n, 20_000n, { data: { ...CAN_SEND.data, history } });
  expect(place.textContent).toContain(told);
});

test('the second half of a double press on “Review” signs nothing', async () => {
  const { button, signed } = confirm(700_000_000n, 20_000n);
  button.click();
  expect(signed()).toBe(0);
  await expect.poll(() => button.disabled).toBe(false);
  button.click();
  expect(signed()).toBe(1);
});

test('with a node of another network nothing can be signed', async () => {
  const status = { ...CAN_SEND.status!, network: 'testnet', chain_id: 2 } as const;
  const [usual, foreign] = [{}, { status }].map((change) => confirm(700_000_000n, 20_000n, change).button);
  await expect.poll(() => usual!.disabled).toBe(false);
  expect(foreign!.disabled).toBe(true);
});

test.each([
  ['above a tenth of the amount', 200_000_000n, 50_000_000n, true],
  ['far above the usual ones', 10n ** 12n, 20_000_000n, true],
  ['that is usual', 200_000_000n, 200_000n, false],
])('a fee %s needs its owner’s consent: %#', async (_, value, fee, asks) => {
  const { place, button, signed } = confirm(value, fee);
  document.body.append(place);
  await expect.poll(() => button.disabled).toBe(false);
  button.click();
  expect(signed()).toBe(asks ? 0 : 1);
  const box = place.querySelector('input');
  expect(box !== null).toBe(asks);
  if (box === null) return;
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(box);
  box.click();
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe(null);
  button.click();
  expect(signed()).toBe(1);
});
