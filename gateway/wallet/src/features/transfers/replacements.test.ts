import type { OutboxEntry, OutboxItem, SendPlan } from '@cairn/wallet';
import { expect, test } from 'vitest';
import { findCancelledTransfer, cancelledTransferOf } from './replacements.ts';

const SEVEN = { value: 700_000_000n, toAddress: 'dBob' };
const [ORIGINAL, CANCEL, FASTER] = ['aa', 'bb', 'cc'] as const;

function item(
  id: string,
  entry: Partial<OutboxEntry> = {},
  kind: 'pending' | 'damaged' = 'pending',
): OutboxItem {
  const stored = { id, value: '1', fromAddress: 'dAlice', toAddress: 'dAlice', ...entry } as OutboxEntry;
  return { entry: stored, reconciliation: { kind } };
}

const original = item(ORIGINAL, { value: '700000000', toAddress: 'dBob' });
const cancel = item(CANCEL, { replaces: { id: ORIGINAL, kind: 'cancel' } });
const faster = item(FASTER, { replaces: { id: CANCEL, kind: 'speed_up' } });

test('while both are stored, the cancelled transfer is found, even if the cancellation was sped up', () => {
  const outbox = [original, cancel, faster];
  expect([CANCEL, FASTER].map((id) => findCancelledTransfer(id, outbox))).toEqual([SEVEN, SEVEN]);
  expect(findCancelledTransfer(ORIGINAL, outbox)).toBeUndefined();
});

test('once the cancellation is in a block, the stored cancelled transfer still names it', () => {
  const told = item(ORIGINAL, { ...original.entry, replacedBy: { id: CANCEL, kind: 'cancel' } });
  expect(findCancelledTransfer(CANCEL, [told])).toEqual(SEVEN);
  const spedUp = item(ORIGINAL, { ...original.entry, replacedBy: { id: FASTER, kind: 'speed_up' } });
  expect(findCancelledTransfer(FASTER, [spedUp])).toBeUndefined();
});

test('after the notice was dismissed, the vault names the cancelled transfer, for this transaction only', () => {
  const remembered = { [CANCEL]: { value: '700000000', toAddress: 'dBob' } };
  expect(findCancelledTransfer(CANCEL, [], remembered)).toEqual(SEVEN);
  expect(findCancelledTransfer(FASTER, [], remembered)).toBeUndefined();
});

test('entries that are missing, damaged or circular give no result', () => {
  expect(findCancelledTransfer(CANCEL, [])).toBeUndefined();
  expect(findCancelledTransfer(CANCEL, [cancel])).toBeUndefined();
  expect(findCancelledTransfer(CANCEL, [item(ORIGINAL, original.entry, 'damaged'), cancel])).toBeUndefined();
  const circle = item(FASTER, { replaces: { id: FASTER, kind: 'speed_up' } });
  expect(findCancelledTransfer(FASTER, [circle])).toBeUndefined();
});

test('the cancelled transfer of a plan is found; for a sped-up cancellation only while it is stored', () => {
  const TO_SELF = { fromAddress: 'dAlice', toAddress: 'dAlice' };
  const plan = (replaces?: SendPlan['replaces']) => ({ body: TO_SELF, replaces }) as SendPlan;
  expect(cancelledTransferOf(plan(), [original])).toBeUndefined();
  const target = { ...SEVEN, id: ORIGINAL, fee: 1n };
  expect(cancelledTransferOf(plan({ ...target, kind: 'cancel' }), [])).toMatchObject(SEVEN);
  expect(cancelledTransferOf(plan({ ...target, kind: 'speed_up' }), [original])).toBeUndefined();
  const own = { kind: 'speed_up', id: CANCEL, fee: 1n, value: 1n, toAddress: 'dAlice' } as const;
  expect(cancelledTransferOf(plan(own), [original, cancel])).toEqual(SEVEN);
  const toBob = { ...plan(own), body: { ...TO_SELF, toAddress: 'dBob' } } as SendPlan;
  expect(cancelledTransferOf(toBob, [original, cancel])).toBeUndefined();
});
