// @vitest-environment happy-dom
import type { SendPlan } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { TransactionRow, TransferResult } from '../transfers/index.ts';
import { ALICE, BOB, showPart as show } from '../../../test/fixture-part.tsx';
import type { AppState } from '../../wallet/state.ts';
import { RecipientField, RequestNotice } from './transfer-form.tsx';
import { ConfirmTransfer } from './confirm-transfer.tsx';

const replaces = { id: 'aa'.repeat(32), fee: 10_000n, value: 700_000_000n, toAddress: BOB };
const body = { chain: 3, nonce: 11, fee: 20_000n, value: 1n, fromAddress: ALICE, toAddress: ALICE };
const common = {
  network: 'devnet',
  spendable: 10n ** 12n,
  remaining: 10n ** 12n,
} as const;
const CANCEL: SendPlan = { ...common, body, replaces: { ...replaces, kind: 'cancel' } };
const SPEED_UP: SendPlan = {
  ...common,
  body: { ...body, value: 700_000_000n, toAddress: BOB },
  replaces: { ...replaces, kind: 'speed_up' },
};

const headOf = (place: HTMLElement): (string | undefined)[] =>
  ['h2', '.w-confirm__amount', '.w-confirm__to'].map((part) => place.querySelector(part)?.textContent);
const confirm = (plan: SendPlan) => (
  <ConfirmTransfer plan={plan} onBack={() => {}} onAgain={() => {}} onSent={() => {}} />
);

test('cancelling looks different from sending: the returned amount, its cost, and its own button', () => {
  const place = show(confirm(CANCEL));
  const [heading, amount, to] = headOf(place);
  expect(heading).toBe('Cancel this transfer?');
  expect(place.querySelector('.w-confirm__amount s')?.textContent).toBe(amount);
  expect(amount).toMatch(/^7\.00\s?CRN$/);
  expect(to).toMatch(/^will not go to.*Account 7/);
  expect(to?.replace(/\s/g, '')).toContain(BOB);
  expect(place.textContent).toMatch(/You get 7\.00\s?CRN back\. Cancelling costs a fee of 0\.0002/);
  expect(place.querySelector('dl')?.textContent).toMatch(/Fee0\.0002.*Replacement0\.00000001/);
  expect(place.textContent).not.toMatch(/Total|about to send/);
  expect(lastButton(place).textContent).toBe('Cancel transfer');
});

test('raising a fee shows both fees and the transfer', () => {
  const place = show(confirm(SPEED_UP));
  const [heading, fees, to] = headOf(place);
  expect(heading).toBe('Raise the fee of this transfer?');
  expect(fees).toMatch(/^Before: 0\.0001\s?CRN New fee: 0\.0002\s?CRN$/);
  expect(to).toMatch(/^for the same transfer of 7\.00\s?CRN to.*Account 7/);
  expect(lastButton(place).textContent).toBe('Raise the fee');
});

test('a new transfer shows the recipient’s name before the whole address', () => {
  const { replaces: _none, ...plan } = SPEED_UP;
  const place = show(confirm(plan));
  expect(headOf(place)[0]).toBe('You are about to send');
  expect(place.querySelector('.w-confirm__to strong')?.textContent).toBe('Account 7');
});

test('a fee above a tenth of the amount, or far above the usual ones, is signed only with its owner’s consent', async () => {
  let signed = 0;
  const send = async () => {
    signed++;
    return { kind: 'blocked' } as const;
  };
  const dear = (fee: bigint, value = 200_000_000n): SendPlan => ({
    ...NEW,
    body: { ...NEW.body, value, fee },
  });
  expect(show(confirm(dear(20_000_000n, 10n ** 12n)), canSend()).textContent).toContain('unusually high');
  expect(show(confirm(dear(200_000n)), canSend()).textContent).not.toContain('unusually high');
  const place = show(confirm(dear(50_000_000n)), canSend(), { sending: { send } });
  document.body.append(place);
  expect(place.textContent).toContain('This fee is unusually high');
  await expect.poll(() => lastButton(place).disabled).toBe(false);
  lastButton(place).click();
  const box = place.querySelector('input')!;
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(box);
  expect(place.textContent).toContain('Tick this box to go on');
  expect(signed).toBe(0);
  box.click();
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe(null);
  lastButton(place).click();
  expect(signed).toBe(1);
});

test('the result of a cancellation begins with the cancelled transfer', () => {
  const result = { kind: 'submitted', id: 'bb'.repeat(32), outcome: { kind: 'accepted', relayCount: 1 } };
  const props = { onAgain: () => {}, againLabel: '', result } as unknown as Parameters<
    typeof TransferResult
  >[0];
  const cancelled = show(<TransferResult {...props} transfer={CANCEL} />);
  expect(cancelled.querySelector('h2')?.textContent).toBe('Your cancellation');
  expect(cancelled.querySelector('dl')?.textContent).toMatch(
    /^TransferCancellation of 7\.00\s?CRN to Account 7/,
  );
  expect(show(<TransferResult {...props} transfer={SPEED_UP} />).querySelector('dl')?.textContent).toMatch(
    /^Transfer7\.00\s?CRN to Account 7/,
  );
});

test('a rejected replacement does not affect the original, and the notice does not claim that nothing is spent', () => {
  const outcome = { kind: 'rejected', code: 'transaction_rejected', reason: 'nonce_too_low' };
  const result = { kind: 'submitted', id: 'bb'.repeat(32), outcome };
  const props = { onAgain: () => {}, againLabel: '', result } as unknown as Parameters<
    typeof TransferResult
  >[0];
  const told = show(<TransferResult {...props} transfer={CANCEL} />).textContent;
  expect(told).toMatch(/^The node rejected the replacement.*the original transfer is not affected/);
  expect(told).not.toContain('takes nothing');
  const plan = { ...common, body };
  expect(show(<TransferResult {...props} transfer={plan} />).textContent).toContain(
    'takes nothing from the account',
  );
});

test('a replacement that did not reach the node is not shown as competing with the original', () => {
  const id = 'bb'.repeat(32);
  const outcome = { kind: 'unclear', code: 'node_timeout' };
  const result = { kind: 'submitted', id, outcome };
  const props = { onAgain: () => {}, againLabel: '', result } as unknown as Parameters<
    typeof TransferResult
  >[0];
  const entry = { id, network: 'devnet', fromAddress: ALICE, replaces: { id: replaces.id, kind: 'cancel' } };
  const place = (by: string) => {
    const outbox = [{ entry, reconciliation: { kind: 'replaced', by, final: false } }];
    return show(<TransferResult {...props} transfer={CANCEL} />, { outbox } as never).textContent;
  };
  expect(place(replaces.id)).toMatch(/The node did not receive the replacement/);
  expect(place('dd'.repeat(32))).toContain('Another transaction has its nonce');
});

test('the history names a cancellation while the cancelled transfer is known, and a likely one later', () => {
  const transaction = {
    id: 'bb'.repeat(32),
    nonce: 11,
    fee: '20000',
    value: '1',
    from_address: ALICE,
    to_address: ALICE,
    status: 'confirmed',
    block_height: 3,
    timestamp: 1,
  } as unknown as Parameters<typeof TransactionRow>[0]['transaction'];
  const entry = {
    id: replaces.id,
    network: 'devnet',
    fromAddress: ALICE,
    toAddress: BOB,
    value: '700000000',
  };
  const replacedBy = { id: transaction.id, kind: 'cancel' };
  const outbox = [{ entry: { ...entry, replacedBy }, reconciliation: { kind: 'replaced' } }];
  const row = <TransactionRow transaction={transaction} />;
  const summary = (state: Partial<AppState>) => show(row, state).querySelector('summary')?.textContent;
  const told = summary({ outbox: outbox as unknown as AppState['outbox'] });
  expect(told).toMatch(/^Cancellation0\.00000001\s?CRNin place of 7\.00\s?CRN to Account 7/);
  expect(summary({})).toMatch(/^Sent to yourself0\.00000001\s?CRNlooks like a cancellation/);
});

test('the name in a request is shown with the note that only the address decides', () => {
  const draft = { form: { recipient: '', amount: '', fee: '', unit: 'crn' } } as const;
  const labelled = { ...draft, request: { address: BOB, label: 'Your bank', message: 'Rent' } };
  const place = show(<RequestNotice draft={labelled} />);
  expect(place.textContent).toContain('Payment request of “Your bank”');
  expect(place.textContent).toContain('Only the address decides who is paid.');
  expect(place.textContent).toContain('Message: Rent.');
});

test('the beginning of a known name is not checked as an address, but gets a hint to choose the name', () => {
  const known = [{ address: BOB, trust: 'contact', name: 'Lola' }] as const;
  const entry = { ok: false, problem: 'alphabet', character: 'o', length: 2 } as const;
  const field = (recipient: string) => {
    const draft = { form: { recipient, amount: '', fee: '', unit: 'crn' } } as const;
    const props = { draft, entry, known, risk: undefined, strict: true };
    return show(<RecipientField {...props} onInput={() => {}} />).textContent;
  };
  expect(field('Lo')).toContain('Choose one below');
  expect(field('Bo')).toContain('Addresses never contain “o”');
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
  return { connection: { state: 'online' }, status, data } as unknown as Partial<AppState>;
}

const NEW: SendPlan = { ...common, body: SPEED_UP.body };
const lastButton = (place: HTMLElement) => [...place.querySelectorAll('button')].at(-1)!;

test('the second half of a double press on “Review” signs nothing', async () => {
  let signed = 0;
  const send = async () => {
    signed++;
    return { kind: 'blocked' } as const;
  };
  const place = show(confirm(NEW), canSend(), { sending: { send } });
  lastButton(place).click();
  expect(signed).toBe(0);
  await expect.poll(() => lastButton(place).disabled).toBe(false);
  lastButton(place).click();
  expect(signed).toBe(1);
});

test('a blocked press says that nothing was signed, and that it can be repeated', async () => {
  const place = show(confirm(NEW), canSend(), { sending: { send: async () => ({ kind: 'blocked' }) } });
  await expect.poll(() => lastButton(place).disabled).toBe(false);
  lastButton(place).click();
  const notice = () => [...place.querySelectorAll('.c-notice')].at(-1)?.textContent;
  await expect.poll(notice).toMatch(/^Nothing was signed.*press it again/);
});
