import type { OutboxEntry, OutboxItem, SendPlan } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { type Meaning, meaningOf, meaningOfPlan } from './meaning.tsx';

const SEVEN = { kind: 'cancellation', value: 700_000_000n, toAddress: 'dBob' } as const;
const SOME: Meaning = { kind: 'some_cancellation' };
const [ORIGINAL, CANCEL, FASTER] = ['aa', 'bb', 'cc'] as const;
const TO_SELF = { value: '1', fromAddress: 'dAlice', toAddress: 'dAlice' };

function item(
  id: string,
  entry: Partial<OutboxEntry> = {},
  kind: 'pending' | 'damaged' = 'pending',
): OutboxItem {
  const stored = { id, ...TO_SELF, ...entry } as OutboxEntry;
  return { entry: stored, reconciliation: { kind } };
}

const original = item(ORIGINAL, { value: '700000000', toAddress: 'dBob' });
const cancel = item(CANCEL, { replaces: { id: ORIGINAL, kind: 'cancel' } });
const faster = item(FASTER, { replaces: { id: CANCEL, kind: 'speed_up' } });
const meaning = (id: string, outbox: OutboxItem[]) => meaningOf(item(id).entry, outbox);

test('a payment is what it pays to whom', () => {
  expect(meaningOf(original.entry, [])).toEqual({ ...SEVEN, kind: 'payment' });
});

test('while both are stored, the cancelled transfer is found, even if the cancellation was sped up', () => {
  const outbox = [original, cancel, faster];
  expect([CANCEL, FASTER].map((id) => meaning(id, outbox))).toEqual([SEVEN, SEVEN]);
});

test('once the cancellation is in a block, the stored cancelled transfer still names it', () => {
  const told = item(ORIGINAL, { ...original.entry, replacedBy: { id: CANCEL, kind: 'cancel' } });
  expect(meaning(CANCEL, [told])).toEqual(SEVEN);
  const spedUp = item(ORIGINAL, { ...original.entry, replacedBy: { id: FASTER, kind: 'speed_up' } });
  expect(meaning(FASTER, [spedUp])).toEqual(SOME);
});

test('entries that are missing, damaged or circular give no cancelled transfer', () => {
  expect(meaning(CANCEL, [])).toEqual(SOME);
  expect(meaning(CANCEL, [cancel])).toEqual(SOME);
  expect(meaning(CANCEL, [item(ORIGINAL, original.entry, 'damaged'), cancel])).toEqual(SOME);
  const circle = item(FASTER, { replaces: { id: FASTER, kind: 'speed_up' } });
  expect(meaning(FASTER, [circle])).toEqual(SOME);
});

test('a plan: the cancelled transfer of a sped-up cancellation is known only while it is stored', () => {
  const body = { value: 1n, fromAddress: 'dAlice', toAddress: 'dAlice' };
  const plan = (replaces?: SendPlan['replaces'], change = {}) =>
    ({ body: { ...body, ...change }, replaces }) as SendPlan;
  const target = { id: ORIGINAL, fee: 1n, value: 700_000_000n, toAddress: 'dBob' };
  expect(meaningOfPlan(plan(), [original])).toMatchObject({ kind: 'payment', value: 1n });
  expect(meaningOfPlan(plan({ ...target, kind: 'cancel' }), [])).toEqual(SEVEN);
  const own = { kind: 'speed_up', id: CANCEL, fee: 1n, value: 1n, toAddress: 'dAlice' } as const;
  expect(meaningOfPlan(plan(own), [original, cancel])).toEqual(SEVEN);
  expect(meaningOfPlan(plan(own), [])).toEqual(SOME);
  const toBob = plan({ ...target, kind: 'cancel' }, { toAddress: 'dBob' });
  expect(meaningOfPlan(toBob, [original, cancel])).toMatchObject({ kind: 'payment', toAddress: 'dBob' });
});
