import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { planSend, WalletError, type OutboxStorage, type SendPlan } from '@cairn/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FixtureBrowser, NEW, PASSWORD } from '../../test/fixture-browser.ts';
import { FixtureGateway } from '../../test/fixture-gateway.ts';
import type { Model } from './model.ts';
import { outboxOf } from './state.ts';

const [alice, bob] = developmentAccounts(getNetwork('devnet')).map(({ address }) => address) as [
  string,
  string,
];
const OTHER = 'another horse';
const never = new Promise<never>(() => undefined);

let gateway: FixtureGateway;
let browser: FixtureBrowser;

beforeEach(async () => {
  gateway = new FixtureGateway();
  browser = new FixtureBrowser(await gateway.open());
});
afterEach(() => {
  browser.close();
  gateway.close();
});

/** Opens a tab in which write number `failing` (from 1; 0 for none) to the stored transfers calls `instead`. */
async function openTab(failing = 0, instead: () => Promise<void> = async () => undefined): Promise<Model> {
  const { outbox } = browser.storage;
  let writes = 0;
  const guard = async (write: () => Promise<void>): Promise<void> =>
    ++writes === failing ? instead() : write();
  const failingOutbox: OutboxStorage = {
    ...outbox,
    put: (entry) => guard(() => outbox.put(entry)),
    remove: (id) => guard(() => outbox.remove(id)),
  };
  const { model } = await browser.openTab({ storage: { ...browser.storage, outbox: failingOutbox } });
  if (model.store.get().phase.name === 'first_run') await model.vault.createWallet(NEW);
  else await model.vault.unlock(PASSWORD);
  await model.refresh();
  return model;
}

function plan({ store }: Model): SendPlan {
  const form = { recipient: bob, amount: '1', fee: '0.00001', unit: 'crn' } as const;
  return planSend({ form, network: 'devnet', account: store.get().data!.account }).plan!;
}

const storedTransfers = () => browser.storage.outbox.list('devnet', alice);

test('a lock removes the wallet from the page’s state: names, addresses, history, stored transactions', async () => {
  const model = await openTab();
  const contact = { address: bob, name: 'Zebulon', note: 'owes me' };
  await model.vault.updateContents((contents) => ({
    ...contents,
    contacts: [contact],
    labels: { [bob]: 'Quux' },
  }));
  gateway.submitOverride = 'hang_up';
  await model.sending.send(plan(model));
  const [entry] = await storedTransfers();
  model.choosePayee(bob);
  model.chooseReplacement({ id: entry!.id, kind: 'cancel' });
  expect(JSON.stringify(model.store.get(), writeBigint)).toContain(entry!.id);
  model.vault.lock();
  const left = JSON.stringify(model.store.get(), writeBigint);
  for (const secret of ['Zebulon', 'owes me', 'Quux', alice, bob, entry!.id])
    expect(left).not.toContain(secret);
});

describe('a page that is closed while it sends', () => {
  test.each([
    ['before the signed bytes are stored', 1, 0],
    ['before the attempt is recorded', 2, 0],
    ['before the answer is recorded', 3, 1],
  ])('%s: the next page sends the same bytes, or none', async (_when, write, sent) => {
    let reach = (): void => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const closing = await openTab(write, () => (reach(), never));
    void closing.sending.send(plan(closing));
    await reached;
    expect(gateway.submissions).toHaveLength(sent);
    const signed = (await storedTransfers()).map(({ raw }) => raw);
    closing.stop();
    // A browser releases the locks of a closed page; here, the next tab gets new locks.
    browser.forgetLocks();
    const next = await openTab();
    const [item] = outboxOf(next.store.get());
    if (item !== undefined) await next.sending.sendAgain(item.entry.id);
    expect(gateway.submissions.every((raw) => signed.includes(raw))).toBe(true);
    expect(gateway.pending.length).toBe(signed.length);
  });

  test('and before the node answers: unclear, and found by its ID', async () => {
    const closing = await openTab();
    gateway.holdSubmission = never;
    void closing.sending.send(plan(closing));
    await expect.poll(() => gateway.submissions.length).toBe(1);
    expect(await storedTransfers()).toMatchObject([{ state: 'unclear', raw: gateway.submissions[0] }]);
  });
});

test.each([
  ['storing the bytes', 1, 0, 0],
  ['recording the attempt', 2, 0, 1],
])('if storage is full when %s, nothing is sent', async (_when, write, sent, left) => {
  const model = await openTab(write, async () => {
    throw new WalletError('storage_write_failed', 'full', { data: { full: true } });
  });
  await expect(model.sending.send(plan(model))).rejects.toMatchObject({ code: 'storage_write_failed' });
  expect(gateway.submissions).toHaveLength(sent);
  expect(await storedTransfers()).toHaveLength(left);
});

test('if storage is full when the answer is recorded, `send` still returns the answer', async () => {
  const model = await openTab(3, async () => {
    throw new WalletError('storage_write_failed', 'full', { data: { full: true } });
  });
  expect(await model.sending.send(plan(model))).toMatchObject({ outcome: { kind: 'accepted' } });
  expect(gateway.submissions).toHaveLength(1);
});

describe('two tabs', () => {
  test('a password change while the other sends locks the other; its transfer is stored and found again', async () => {
    const [one, other] = [await openTab(), await openTab()];
    let answer = (): void => undefined;
    gateway.holdSubmission = new Promise((resolve) => (answer = resolve));
    const sending = one.sending.send(plan(one));
    await expect.poll(() => gateway.submissions.length).toBe(1);
    await other.vault.changePassword({ password: PASSWORD, next: OTHER });
    await expect.poll(() => one.store.get().phase.name).toBe('locked');
    expect(await storedTransfers()).toMatchObject([{ state: 'unclear' }]);
    answer();
    await sending;
    await one.vault.unlock(OTHER);
    await one.refresh();
    expect(outboxOf(one.store.get())).toMatchObject([{ reconciliation: { kind: 'pending' } }]);
    expect(gateway.submissions).toHaveLength(1);
  });

  test('a password change in one and changes of contents in both: no change that succeeds is lost', async () => {
    const [one, other] = [await openTab(), await openTab()];
    const label = (model: Model, key: string) =>
      model.vault.updateContents((contents) => ({ ...contents, labels: { ...contents.labels, [key]: 'x' } }));
    const [changed, first, second] = await Promise.allSettled([
      one.vault.changePassword({ password: PASSWORD, next: OTHER }),
      label(other, 'a'),
      label(one, 'b'),
    ]);
    expect(changed.status).toBe('fulfilled');
    expect(second.status).toBe('fulfilled');
    one.vault.lock();
    await one.vault.unlock(OTHER);
    const { phase } = one.store.get();
    const labels = phase.name === 'unlocked' ? Object.keys(phase.wallet.labels) : [];
    expect(labels.includes('a')).toBe(first.status === 'fulfilled');
    expect(labels).toContain('b');
  });
});

function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
