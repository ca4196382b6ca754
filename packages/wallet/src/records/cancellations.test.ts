import { describe, expect, test } from 'vitest';
import type { OutboxEntry } from '../send/outbox.ts';
import { CONTENTS_LIMITS, createVaultContents } from '../vault/vault-contents.ts';
import { cancelledBy, recordCancelled } from './records.ts';

const [BY, OTHER] = ['bb'.repeat(32), 'cc'.repeat(32)] as const;
const EMPTY = createVaultContents('');
const SEVEN = { value: '700000000', toAddress: 'dBob' };
const idOf = (index: number) => index.toString(16).padStart(64, '0');
const entry = (change: Partial<OutboxEntry> = {}) =>
  ({
    ...SEVEN,
    fromAddress: 'dAlice',
    replacedBy: { id: BY, kind: 'cancel' },
    ...change,
  }) as OutboxEntry;

describe('the transfer that a cancellation was for', () => {
  test('is recorded under the ID of the transaction that replaced it', () => {
    const { cancelled } = recordCancelled(EMPTY, [entry()]);
    expect(cancelledBy(cancelled, BY)).toEqual(SEVEN);
    expect(cancelledBy(cancelled, OTHER)).toBeUndefined();
    expect(cancelledBy(undefined, BY)).toBeUndefined();
    expect(cancelledBy(cancelled, 'toString')).toBeUndefined();
  });

  test('is recorded for a transfer, not for a cancellation or a sped-up transfer', () => {
    const own = entry({ value: '1', toAddress: 'dAlice' });
    const faster = entry({ replacedBy: { id: BY, kind: 'speed_up' } });
    expect(recordCancelled(EMPTY, [own, faster, entry({ replacedBy: undefined! })])).toBe(EMPTY);
  });

  test('is not recorded for an invalid ID, which the vault would reject', () => {
    const damaged = entry({ replacedBy: { id: 'x'.repeat(100), kind: 'cancel' } });
    expect(recordCancelled(EMPTY, [damaged])).toBe(EMPTY);
  });

  test('is never overwritten', () => {
    const once = recordCancelled(EMPTY, [entry(), entry({ value: '8' })]);
    expect(once.cancelled).toEqual({ [BY]: SEVEN });
    expect(recordCancelled(once, [entry({ value: '9' })])).toBe(once);
  });

  test('removes the oldest record at the limit', () => {
    const many = Array.from({ length: CONTENTS_LIMITS.cancelled }, (_, index) =>
      entry({ replacedBy: { id: idOf(index), kind: 'cancel' } }),
    );
    const { cancelled } = recordCancelled(recordCancelled(EMPTY, many), [entry()]);
    expect(Object.keys(cancelled!)).toHaveLength(CONTENTS_LIMITS.cancelled);
    const [first, second] = [cancelledBy(cancelled, idOf(0)), cancelledBy(cancelled, idOf(1))];
    expect([first, second, cancelledBy(cancelled, BY)]).toEqual([undefined, SEVEN, SEVEN]);
  });
});
