import { expect, test } from 'vitest';
import { ADDRESSES, historyItem, keyring, makePlan, createMemoryStorage } from '../test-support.ts';
import { signAndStore } from './outbox.ts';
import { findDuplicate } from './send-plan.ts';

const FORMER = { fee: 1n, value: 1n, toAddress: ADDRESSES[1]! };

test('a pending transfer of the same amount to the same recipient is found, unless the plan replaces it', async () => {
  const plan = makePlan('1');
  const { outbox } = createMemoryStorage();
  const entry = await signAndStore({ plan, keyring, accountIndex: 0, outbox, now: 1 });
  const pending = [historyItem(entry, null)];
  expect(findDuplicate(plan, pending)?.id).toBe(entry.id);
  expect(findDuplicate(makePlan('2'), pending)).toBeUndefined();
  expect(findDuplicate(plan, [{ ...pending[0]!, to_address: ADDRESSES[2]! }])).toBeUndefined();
  const replacing = { ...plan, replaces: { kind: 'speed_up' as const, id: entry.id, ...FORMER } };
  expect(findDuplicate(replacing, pending)).toBeUndefined();
});
