// @vitest-environment happy-dom
import type { SendPlan } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { ALICE, BOB, showPart as show } from '../../../test/fixture-part.tsx';
import type { AppState } from '../../wallet/state.ts';
import { ConfirmTransfer } from './confirm-transfer.tsx';

const body = { chain: 3, nonce: 11, fee: 20_000n, value: 700_000_000n, fromAddress: ALICE, toAddress: BOB };
const plan = (change: Partial<SendPlan['body']> = {}): SendPlan => ({
  network: 'devnet',
  spendable: 10n ** 12n,
  remaining: 10n ** 12n,
  body: { ...body, ...change },
});

/** A state in which Alice’s account can send. */
function canSend(): Partial<AppState> {
  const status = {
    network: 'devnet',
    chain_id: 3,
    magic: 'ca19e003',
    api_version: 1,
    initialized: true,
    syncing: false,
    ready: true,
    height: 1,
  };
  const account = { ...status, address: ALICE, nonce: 10, next_nonce: 11, mempool_available: true };
  const data = {
    account: { ...account, spendable_balance: `${10n ** 12n}` },
    history: { pending: [], confirmed: [], nextCursor: null },
  };
  // Of the state, what the screen reads.
  return { connection: { state: 'online' }, status, data } as unknown as Partial<AppState>;
}

/** The confirmation of a plan, its last button, and how often it signed. */
function confirm(sent: SendPlan) {
  let signed = 0;
  const send = async () => {
    signed++;
    return { kind: 'blocked' } as const;
  };
  const part = <ConfirmTransfer plan={sent} onBack={() => {}} onAgain={() => {}} onSent={() => {}} />;
  const place = show(part, canSend(), { sending: { send } });
  return { place, button: [...place.querySelectorAll('button')].at(-1)!, signed: () => signed };
}

test('the second half of a double press on “Review” signs nothing', async () => {
  const { button, signed } = confirm(plan());
  button.click();
  expect(signed()).toBe(0);
  await expect.poll(() => button.disabled).toBe(false);
  button.click();
  expect(signed()).toBe(1);
});

test.each<[string, SendPlan, boolean]>([
  ['above a tenth of the amount', plan({ value: 200_000_000n, fee: 50_000_000n }), true],
  ['far above the usual ones', plan({ value: 10n ** 12n, fee: 20_000_000n }), true],
  ['that is usual', plan({ value: 200_000_000n, fee: 200_000n }), false],
])('a fee %s needs its owner’s consent: %#', async (_, dear, asks) => {
  const { place, button, signed } = confirm(dear);
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
