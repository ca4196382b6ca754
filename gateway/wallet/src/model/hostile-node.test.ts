import { WalletError, type SendPlan } from '@cairn/wallet';
import { beforeEach, expect, test } from 'vitest';
import { browser, gateway, NEW, PASSWORD, useBrowser } from '../../test/fixture-browser.ts';
import type { Model } from './model.ts';
import type { Services } from './services.ts';
import { canSend, nodeStateOf } from './state.ts';

useBrowser();
let model: Model;

/** Each test begins with an open wallet and an honest node. */
beforeEach(() => openTab());

async function openTab(change: Partial<Services> = {}): Promise<void> {
  ({ model } = await browser.openTab(change));
  const isNew = model.store.get().phase.name === 'first_run';
  if (isNew) await model.vault.createWallet(NEW);
  else await model.vault.unlock(PASSWORD);
  await model.refresh();
}

const plan = (amount: string): SendPlan => browser.plan(amount, model);

test.each<[string, Record<string, unknown>]>([
  ['a negative balance', { balance: '-1' }],
  ['a balance beyond every amount', { spendable_balance: '9'.repeat(40) }],
  ['a balance that is a number', { balance: 1e9 }],
  ['a nonce of zero', { next_nonce: 0 }],
  ['a fractional nonce', { next_nonce: 1.5 }],
  ['a nonce that is a text', { next_nonce: '1' }],
  ['a nonce above the exact integers', { next_nonce: 2 ** 60 }],
  ['no state of the mempool', { mempool_available: null }],
])('%s: reported as a bad answer, sending is blocked, and it recovers', async (_case, lie) => {
  const held = plan('1');
  gateway.accountLie = lie;
  await model.refresh();
  expect(model.store.get().connection.state).toBe('bad_answer');
  expect(canSend(model.store.get())).toBe(false);
  expect(await model.sending.send(held)).toEqual({ kind: 'blocked' });
  expect(gateway.submissions).toEqual([]);
  gateway.accountLie = {};
  await model.refresh();
  expect(canSend(model.store.get())).toBe(true);
});

test('if one of the two answers lacks the mempool, sending is blocked', async () => {
  await model.sending.send(plan('1'));
  for (const unread of ['historyLie', 'accountLie'] as const) {
    gateway[unread] = { mempool_available: false };
    await model.refresh();
    expect(nodeStateOf(model.store.get())).toBe('no_mempool');
    gateway[unread] = {};
  }
});

test('if storage fails, sending is blocked until it works again', async () => {
  let failing = false;
  const list: typeof browser.storage.outbox.list = async (...query) => {
    if (failing) throw new WalletError('storage_unavailable', 'gone');
    return browser.storage.outbox.list(...query);
  };
  await openTab({ storage: { ...browser.storage, outbox: { ...browser.storage.outbox, list } } });
  failing = true;
  await model.refresh();
  expect(canSend(model.store.get())).toBe(false);
  failing = false;
  await model.refresh();
  expect(canSend(model.store.get())).toBe(true);
});
