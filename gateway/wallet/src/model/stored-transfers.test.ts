import { describe, expect, test } from 'vitest';
import { browser, gateway, model, PASSWORD, usePage } from '../../test/fixture-browser.ts';
import type { OutboxItem } from '@cairn/wallet';
import { outboxOf, type AppState } from './state.ts';

usePage();
const state = (): AppState => browser.state();

describe('a transfer that is stored', () => {
  test('stored transfers are shown while the node does not answer, also after locking and unlocking', async () => {
    await browser.create();
    gateway.submitOverride = 'hang_up';
    const confirmed = browser.plan();
    const sent = model.sending.send(confirmed);
    await expect.poll(() => gateway.submissions).toHaveLength(1);
    gateway.override = 'hang_up';
    await sent;
    expect(outboxOf(state())).toMatchObject([{ entry: { state: 'unclear' } }]);
    model.vault.lock();
    expect(outboxOf(state())).toEqual([]);
    await model.vault.unlock(PASSWORD);
    await model.refresh();
    expect(outboxOf(state())).toMatchObject([
      { entry: { state: 'unclear' }, reconciliation: { kind: 'unknown' } },
    ]);
  });

  test('a transfer that another tab sends meanwhile does not count as lost', async () => {
    await browser.create();
    const { rpc } = browser.services();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let answers = 0;
    const late = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
      const answer = await asked;
      answers++;
      await held;
      return answer;
    };
    const { model: slow } = await browser.openTab({
      rpc: {
        ...rpc,
        getAccount: (input) => late(rpc.getAccount(input)),
        listAccountTransactions: (input) => late(rpc.listAccountTransactions(input)),
      },
    });
    const kinds: string[] = [];
    slow.store.subscribe(() => {
      kinds.push(...outboxOf(slow.store.get()).map(({ reconciliation }) => reconciliation.kind));
    });
    const unlocked = slow.vault.unlock(PASSWORD);
    await expect.poll(() => answers).toBe(2);
    await model.sending.send(browser.plan());
    release();
    await unlocked;
    await slow.refresh();
    expect(new Set(kinds)).toEqual(new Set(['pending']));
  });

  test('a transfer altered in storage is reported, also offline; nothing is sent until it is forgotten', async () => {
    await browser.create();
    gateway.submitOverride = 'hang_up';
    await model.sending.send(browser.plan());
    gateway.submitOverride = undefined;
    const [entry] = await browser.storedTransfers();
    await browser.storage.outbox.put({ ...entry!, value: '1' });
    const damaged = [{ entry: { value: '1' }, reconciliation: { kind: 'damaged' } }];
    gateway.override = 'hang_up';
    await model.refresh();
    expect(outboxOf(state())).toMatchObject(damaged);
    gateway.override = undefined;
    await model.refresh();
    expect(outboxOf(state())).toMatchObject(damaged);
    await expect(model.sending.sendAgain(entry!.id)).rejects.toMatchObject({ code: 'plan_mismatch' });
    expect(await model.sending.send(browser.plan())).toEqual({ kind: 'blocked' });
    expect(gateway.submissions).toHaveLength(1);
    await model.sending.forget(entry!.id);
    expect(await model.sending.send(browser.plan())).toMatchObject({ kind: 'submitted' });
  });

  test('one that a reorganization and the node lost is sent again with the same bytes, and confirms', async () => {
    await browser.create();
    const { devnet } = gateway.chain;
    await model.sending.send(browser.plan());
    await devnet.mine();
    await model.refresh();
    const [{ entry }] = outboxOf(state()) as [OutboxItem];
    expect(entry).toMatchObject({ state: 'confirmed', blockHeight: 1 });
    await devnet.reorganize({ depth: 1, keep: 'none' });
    await devnet.drop({ transaction_id: entry.id });
    await model.refresh();
    expect(outboxOf(state())).toMatchObject([
      { entry: { state: 'accepted', leftBlock: 1 }, reconciliation: { kind: 'absent' } },
    ]);
    await model.sending.sendAgain(entry.id);
    await devnet.mine();
    await model.refresh();
    const [first, again] = gateway.submissions;
    expect([again, outboxOf(state())]).toMatchObject([
      first,
      [{ entry: { state: 'confirmed', blockHeight: 3 } }],
    ]);
  });

  test('the same bytes are not sent again while sending is blocked', async () => {
    await browser.create();
    gateway.submitOverride = 'hang_up';
    await model.sending.send(browser.plan());
    const { id } = outboxOf(state())[0]!.entry;
    gateway.submitOverride = undefined;
    gateway.statusLie = { ready: false };
    expect(await model.sending.sendAgain(id)).toBeUndefined();
    expect(gateway.submissions).toHaveLength(1);
  });

  test('while it is being sent its owner is not asked to decide about it', async () => {
    await browser.create();
    const { promise, resolve } = Promise.withResolvers<void>();
    gateway.holdSubmission = promise;
    const sent = model.sending.send(browser.plan());
    await expect.poll(() => gateway.submissions).toHaveLength(1);
    const [entry] = await browser.storedTransfers();
    expect(entry?.state).toBe('unclear');
    expect(state().sending).toEqual([entry!.id]);
    resolve();
    await sent;
    expect(state().sending).toEqual([]);
  });

  test('a transfer that another tab forgot is not sent again', async () => {
    await browser.create();
    gateway.submitOverride = 'hang_up';
    await model.sending.send(browser.plan());
    const { id } = outboxOf(state())[0]!.entry;
    const sent = gateway.submissions.length;
    await browser.storage.outbox.remove(id);
    expect(await model.sending.sendAgain(id)).toBeUndefined();
    expect(gateway.submissions).toHaveLength(sent);
  });
});
