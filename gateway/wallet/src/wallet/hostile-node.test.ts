import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { planSend, WalletError, type SendPlan } from '@cairn/wallet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FixtureBrowser, NEW, PASSWORD } from '../../test/fixture-browser.ts';
import { FixtureGateway } from '../../test/fixture-gateway.ts';
import type { Services } from './services.ts';
import type { Model } from './model.ts';
import { ForeignAnswerError } from './read-node.ts';
import { sendBlockers } from './state.ts';

const [alice, bob] = developmentAccounts(getNetwork('devnet')).map(({ address }) => address) as [
  string,
  string,
];

let gateway: FixtureGateway;
let browser: FixtureBrowser;
let model: Model;

/** Each test begins with an open wallet of one account and an honest node. */
beforeEach(async () => {
  gateway = new FixtureGateway();
  browser = new FixtureBrowser(await gateway.open());
  await openTab();
});
afterEach(() => {
  browser.close();
  gateway.close();
});

async function openTab(change: Partial<Services> = {}): Promise<void> {
  ({ model } = await browser.openTab(change));
  const isNew = model.store.get().phase.name === 'first_run';
  if (isNew) await model.vault.createWallet(NEW);
  else await model.vault.unlock(PASSWORD);
  await model.refresh();
}

function plan(amount: string): SendPlan {
  const form = { recipient: bob, amount, fee: '0.00001', unit: 'crn' } as const;
  return planSend({ form, network: 'devnet', account: model.store.get().data!.account }).plan!;
}

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
  expect(sendBlockers(model.store.get())).not.toEqual([]);
  expect(await model.sending.send(held)).toEqual({ kind: 'blocked' });
  expect(gateway.submissions).toEqual([]);
  gateway.accountLie = {};
  await model.refresh();
  expect(sendBlockers(model.store.get())).toEqual([]);
});

test('with a next_nonce that a pending transaction has, nothing is signed', async () => {
  await model.sending.send(plan('1'));
  gateway.accountLie = { next_nonce: 1 };
  await model.refresh();
  const over = plan('2');
  expect(over.body.nonce).toBe(1);
  expect(await model.sending.send(over)).toEqual({ kind: 'undecided' });
  expect(gateway.submissions).toHaveLength(1);
});

test('if next_nonce ignores a sent transfer, nothing is signed before its owner has decided', async () => {
  await model.sending.send(plan('1'));
  gateway.pending = [];
  await model.refresh();
  expect(await model.sending.send(plan('2'))).toEqual({ kind: 'undecided' });
  expect(gateway.submissions).toHaveLength(1);
});

test('if one of the two answers lacks the mempool, sending is blocked', async () => {
  await model.sending.send(plan('1'));
  for (const unread of ['historyLie', 'accountLie'] as const) {
    gateway[unread] = { mempool_available: false };
    await model.refresh();
    expect(sendBlockers(model.store.get())).toEqual(['mempool_unavailable']);
    gateway[unread] = {};
  }
});

test('older pages of another network are not shown if the network changes between two requests', async () => {
  gateway.confirmed = Array.from({ length: 150 }, (_, index) => received(150 - index));
  await model.refresh();
  const before = model.store.get().data!.history.confirmed.length;
  gateway.accountNetwork = 'testnet';
  await expect(model.history.loadOlder()).rejects.toThrow(ForeignAnswerError);
  await expect(model.history.readPage(alice)).rejects.toThrow(ForeignAnswerError);
  gateway.accountNetwork = undefined;
  gateway.answerAbout = bob;
  await expect(model.history.loadOlder()).rejects.toThrow(ForeignAnswerError);
  expect(model.store.get().data!.history.confirmed).toHaveLength(before);
  expect(await model.readBalance(alice)).toBeUndefined();
});

test('a search for accounts does not use an answer about another address', async () => {
  gateway.answerAbout = bob;
  await model.discovery.start();
  expect(model.store.get().discovery).toMatchObject({ state: 'failed', code: 'bad_answer' });
});

test('with endless cursors, the search for a stored transfer is limited', async () => {
  await model.sending.send(plan('1'));
  gateway.pending = [];
  gateway.nonce = 5;
  gateway.confirmed = [received(9)];
  gateway.historyLie = { next_cursor: 'at-0' };
  const before = gateway.requests.length;
  await model.refresh();
  expect(gateway.requests.length - before).toBeLessThan(60);
  expect(model.store.get().connection.state).toBe('online');
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
  expect(sendBlockers(model.store.get())).not.toEqual([]);
  failing = false;
  await model.refresh();
  expect(sendBlockers(model.store.get())).toEqual([]);
});

function received(height: number) {
  return {
    id: height.toString(16).padStart(64, '0'),
    chain: 3,
    nonce: height,
    fee: '1000',
    value: '5',
    from_address: bob,
    to_address: alice,
    status: 'confirmed' as const,
    block_height: height,
    timestamp: 1_767_225_600,
  };
}
