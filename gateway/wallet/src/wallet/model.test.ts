import { addNextAccount } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, browser, gateway, model, PASSWORD, usePage } from '../../test/fixture-browser.ts';
import { type AppState, outboxOf } from './state.ts';

usePage();
const state = (): AppState => browser.state();

describe('vault', () => {
  test('a new wallet is stored encrypted, and only its password opens it again', async () => {
    expect(state().phase.name).toBe('first_run');
    await browser.create();
    expect(state().phase).toMatchObject({ name: 'unlocked', wallet: { selected: { address: ALICE } } });
    expect(JSON.stringify(await browser.storage.vault.read())).not.toContain('junk');
    model.vault.lock();
    expect(state()).toMatchObject({ phase: { name: 'locked', network: 'devnet' }, data: undefined });
    await expect(model.vault.unlock('wrong horse')).rejects.toMatchObject({ code: 'wrong_password' });
    expect(state().phase.name).toBe('locked');
    await model.vault.unlock(PASSWORD);
    expect(state().phase.name).toBe('unlocked');
  });

  test('the state for the screens has no secret', async () => {
    await browser.create();
    const shown = JSON.stringify(state());
    expect(shown).not.toContain('junk');
    expect(shown).not.toContain(PASSWORD);
  });

  test('added and selected accounts are remembered', async () => {
    await browser.create(1);
    await model.vault.update((contents) => addNextAccount(contents));
    await model.vault.update((contents) => addNextAccount(contents));
    await model.vault.selectAccount(1);
    model.vault.lock();
    await model.vault.unlock(PASSWORD);
    expect(state().phase).toMatchObject({ wallet: { accounts: [{}, {}, {}], selected: { address: BOB } } });
  });

  test('a forgotten wallet leaves nothing behind', async () => {
    await browser.create();
    gateway.submitOverride = 'hang_up';
    await model.sending.send(browser.plan());
    await model.vault.forgetWallet();
    expect(state().phase.name).toBe('first_run');
    expect(await browser.storage.vault.read()).toBeUndefined();
    expect(await browser.storedTransfers()).toEqual([]);
  });

  test('a stored value that is not a vault is reported and left unchanged', async () => {
    await browser.storage.vault.write({ format: 'something else' } as never, undefined);
    const { model: other } = await browser.openTab();
    expect(other.store.get().phase).toEqual({ name: 'unusable' });
  });
});

describe('history', () => {
  test('is loaded further by the node’s cursor, and an old transaction of the wallet is found again', async () => {
    await browser.create();
    await model.sending.send(browser.plan());
    gateway.mine();
    const [own] = gateway.confirmed;
    const others = Array.from({ length: 400 }, (_, index) => ({
      ...own!,
      id: index.toString(16).padStart(64, '0'),
      from_address: BOB,
      to_address: ALICE,
      nonce: index,
    }));
    gateway.confirmed = [...others, own!];
    gateway.status = { ...gateway.status, height: 200 };
    await model.refresh();
    expect(outboxOf(state())).toEqual([]);
    expect(await browser.storedTransfers()).toEqual([]);
    expect(state().data?.history.confirmed).toHaveLength(100);
    await model.history.loadOlder();
    await model.refresh();
    expect(state().data?.history.confirmed).toHaveLength(150);
    expect(state().data?.history.nextCursor).toBe('at-150');
  });

  test('older pages that arrive while the node is asked again are kept', async () => {
    await browser.create();
    await model.sending.send(browser.plan());
    gateway.mine();
    const [own] = gateway.confirmed;
    gateway.confirmed = Array.from({ length: 200 }, (_, index) => {
      return { ...own!, id: index.toString(16).padStart(64, '0'), nonce: 200 - index };
    });
    await model.refresh();
    const { promise, resolve } = Promise.withResolvers<void>();
    gateway.hold = promise;
    const asked = gateway.requests.length;
    const late = model.refresh();
    await expect.poll(() => gateway.requests.length).toBe(asked + 3);
    gateway.hold = Promise.resolve();
    await model.history.loadOlder();
    resolve();
    await late;
    expect(state().data?.history.confirmed).toHaveLength(150);
  });

  test('answers for an account that is no longer shown are dropped', async () => {
    await browser.create();
    const { promise, resolve } = Promise.withResolvers<void>();
    gateway.hold = promise;
    gateway.requests.length = 0;
    const late = model.refresh();
    await expect.poll(() => gateway.requests).toContain(`GET /v1/accounts/${ALICE}`);
    await model.vault.selectAccount(1);
    const shown: (string | undefined)[] = [];
    model.store.subscribe(() => shown.push(state().data?.account.address));
    resolve();
    await late;
    await model.refresh();
    expect(shown).toContain(BOB);
    expect(shown).not.toContain(ALICE);
  });
});
