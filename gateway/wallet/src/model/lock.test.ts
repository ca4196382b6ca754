import { WalletError, type OutboxStorage } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  browser,
  gateway,
  NEW,
  OTHER_PASSWORD,
  PASSWORD,
  useBrowser,
} from '../../test/fixture-browser.ts';
import type { Model } from './model.ts';
import { outboxOf } from './state.ts';

const never = new Promise<never>(() => undefined);

useBrowser();

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

test('a lock removes the wallet from the page’s state: names, addresses, history, stored transactions', async () => {
  const model = await openTab();
  const contact = { address: BOB, name: 'Zebulon', note: 'owes me' };
  await model.vault.update((contents) => ({
    ...contents,
    contacts: [contact],
    labels: { [BOB]: 'Quux' },
  }));
  gateway.submitOverride = 'hang_up';
  await model.sending.send(browser.plan('1', model));
  const [entry] = await browser.storedTransfers();
  model.choosePayee(BOB);
  model.chooseReplacement({ id: entry!.id, kind: 'cancel' });
  expect(JSON.stringify(model.store.get(), writeBigint)).toContain(entry!.id);
  model.vault.lock();
  const left = JSON.stringify(model.store.get(), writeBigint);
  for (const secret of ['Zebulon', 'owes me', 'Quux', ALICE, BOB, entry!.id])
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
    void closing.sending.send(browser.plan('1', closing));
    await reached;
    expect(gateway.submissions).toHaveLength(sent);
    const signed = (await browser.storedTransfers()).map(({ raw }) => raw);
    closing.stop();
    // A browser releases the locks of a closed page; here, the next tab gets new locks.
    browser.forgetLocks();
    const next = await openTab();
    const [item] = outboxOf(next.store.get());
    if (item !== undefined) await next.sending.sendAgain(item.entry.id);
    expect(gateway.submissions.every((raw) => signed.includes(raw))).toBe(true);
    expect((await gateway.chain.devnet.state()).pending_count).toBe(signed.length);
  });
});

test.each([
  ['storing the bytes', 1, 0, 0],
  ['recording the attempt', 2, 0, 1],
])('if storage is full when %s, nothing is sent', async (_when, write, sent, left) => {
  const model = await openTab(write, async () => {
    throw new WalletError('storage_write_failed', 'full');
  });
  await expect(model.sending.send(browser.plan('1', model))).rejects.toMatchObject({
    code: 'storage_write_failed',
  });
  expect(gateway.submissions).toHaveLength(sent);
  expect(await browser.storedTransfers()).toHaveLength(left);
});

describe('two tabs', () => {
  test('a password change while the other sends locks the other; its transfer is stored and found again', async () => {
    const [one, other] = [await openTab(), await openTab()];
    let answer = (): void => undefined;
    gateway.holdSubmission = new Promise((resolve) => (answer = resolve));
    const sending = one.sending.send(browser.plan('1', one));
    await expect.poll(() => gateway.submissions.length).toBe(1);
    await other.vault.changePassword({ password: PASSWORD, next: OTHER_PASSWORD });
    await expect.poll(() => one.store.get().phase.name).toBe('locked');
    expect(await browser.storedTransfers()).toMatchObject([{ state: 'unclear' }]);
    answer();
    await sending;
    await one.vault.unlock(OTHER_PASSWORD);
    await one.refresh();
    expect(outboxOf(one.store.get())).toMatchObject([{ reconciliation: { kind: 'pending' } }]);
    expect(gateway.submissions).toHaveLength(1);
  });
});

function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
