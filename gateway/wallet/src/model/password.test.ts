import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { WalletError } from '@cairn/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FixtureBrowser, FULL, MINUTE, PASSWORD, phaseOf, walletOf } from '../../test/fixture-browser.ts';
import { FixtureGateway } from '../../test/fixture-gateway.ts';

const OTHER = 'another horse';

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

describe('a change of password', () => {
  test('makes only the new password valid, and locks every other tab', async () => {
    const [{ model: one }, { model: two }] = [await browser.openWallet(), await browser.openSecondTab()];
    await one.changePassword({ password: PASSWORD, next: OTHER });
    await expect.poll(() => phaseOf(two)).toBe('locked');
    expect(two.store.get().lockedBy).toBe('vault_changed');
    await expect(two.unlock(PASSWORD)).rejects.toMatchObject({ code: 'wrong_password' });
    await two.unlock(OTHER);
    // The tab that changed the password continues with the new key.
    await one.renameAccount(0, 'Mine');
    expect(walletOf(one).accounts[0]?.name).toBe('Mine');
    expect(await browser.storage.vault.readStaged()).toBeUndefined();
  });

  test('needs the current password', async () => {
    const { model } = await browser.openWallet();
    const stored = await browser.storage.vault.read();
    const change = model.changePassword({ password: OTHER, next: 'a third horse' });
    await expect(change).rejects.toMatchObject({ code: 'wrong_password' });
    expect(await browser.storage.vault.read()).toEqual(stored);
  });

  test('at the same time as another change: one succeeds, and its password opens the wallet', async () => {
    const { model } = await browser.openWallet();
    const nexts = [OTHER, 'a third horse'];
    const changes = await Promise.allSettled(
      nexts.map((next) => model.changePassword({ password: PASSWORD, next })),
    );
    expect(changes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const held = nexts[changes.findIndex(({ status }) => status === 'fulfilled')]!;
    model.lock();
    await model.unlock(held);
  });

  test('delays changes of other tabs, and is not interrupted by them', async () => {
    const { model: other } = await browser.openWallet();
    const { vault } = browser.storage;
    let meanwhile: Promise<unknown> = Promise.resolve();
    const { model } = await browser.openTabWith({
      async stage(file) {
        meanwhile = other.renameAccount(0, 'Late').catch((error: unknown) => error);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await vault.stage(file);
      },
    });
    await model.unlock(PASSWORD);
    await model.changePassword({ password: PASSWORD, next: OTHER });
    expect(await meanwhile).toMatchObject({ code: 'vault_changed' });
    expect(walletOf(model).accounts[0]?.name).toBe('');
  });

  test.each(['stage', 'promote'] as const)(
    'that storage fails to %s leaves the old password valid',
    async (step) => {
      await browser.openWallet();
      const { model } = await browser.openTabWith({ [step]: () => Promise.reject(FULL) });
      await model.unlock(PASSWORD);
      await expect(model.changePassword({ password: PASSWORD, next: OTHER })).rejects.toBe(FULL);
      expect(phaseOf(model)).toBe('unlocked');
      model.lock();
      await model.unlock(PASSWORD);
    },
  );

  test('interrupted by a lock leaves the old vault', async () => {
    await browser.openWallet();
    const { vault } = browser.storage;
    const { model } = await browser.openTabWith({
      async readStaged() {
        const staged = await vault.readStaged();
        if (staged !== undefined) model.lock();
        return staged;
      },
    });
    await model.unlock(PASSWORD);
    const change = model.changePassword({ password: PASSWORD, next: OTHER });
    await expect(change).rejects.toMatchObject({ code: 'wallet_locked' });
    expect(await vault.readStaged()).toBeUndefined();
    await model.unlock(PASSWORD);
  });
});

describe('wrong passwords', () => {
  test('cause a wait from the third on, also after a reload, until one is right', async () => {
    const { model } = await browser.openWallet();
    model.lock();
    for (let count = 0; count < 3; count++) {
      await expect(model.unlock(OTHER)).rejects.toMatchObject({ code: 'wrong_password' });
    }
    const { model: reloaded } = await browser.openTab();
    expect(await reloaded.passwordWait()).toBe(2_000);
    const early = reloaded.unlock(PASSWORD);
    await expect(early).rejects.toMatchObject({ code: 'wait_first', data: { waitMs: 2_000 } });
    browser.time += 2_000;
    await reloaded.unlock(PASSWORD);
    expect(await browser.storage.attempts.read()).toEqual({ failures: 0, lastAt: 0 });
  });

  test('cause no longer wait if the clock was ahead and is set back', async () => {
    const { model } = await browser.openWallet();
    model.lock();
    browser.time += 365 * 24 * 60 * MINUTE;
    for (let count = 0; count < 5; count++) {
      browser.time += 5 * MINUTE;
      await expect(model.unlock('wrong horse')).rejects.toMatchObject({ code: 'wrong_password' });
    }
    browser.time -= 365 * 24 * 60 * MINUTE;
    expect(await model.passwordWait()).toBe(8_000);
    browser.time += 8_000;
    await model.unlock(PASSWORD);
    expect(phaseOf(model)).toBe('unlocked');
  });

  test('are counted before they are tried', async () => {
    await browser.openWallet();
    const counted: unknown[] = [];
    const { model } = await browser.openTabWith({
      async read() {
        counted.push(await browser.storage.attempts.read());
        return browser.storage.vault.read();
      },
    });
    counted.length = 0;
    await expect(model.unlock(OTHER)).rejects.toMatchObject({ code: 'wrong_password' });
    expect(counted).toEqual([{ failures: 1, lastAt: browser.time }]);
  });

  test('are counted one by one, however many tabs try at once', async () => {
    const { model } = await browser.openWallet();
    model.lock();
    const { model: second } = await browser.openTab();
    const tries = await Promise.allSettled([model.unlock(OTHER), second.unlock(OTHER)]);
    expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await browser.storage.attempts.read()).toEqual({ failures: 2, lastAt: browser.time });
  });

  test('are not counted if something else failed', async () => {
    await browser.openWallet();
    const { vault, attempts } = browser.storage;
    let failing = false;
    const { model } = await browser.openTabWith({
      read: () => (failing ? Promise.reject(new WalletError('storage_unavailable', 'gone')) : vault.read()),
    });
    failing = true;
    for (let count = 0; count < 5; count++) {
      await expect(model.unlock(PASSWORD)).rejects.toMatchObject({ code: 'storage_unavailable' });
    }
    expect(await attempts.read()).toEqual({ failures: 0, lastAt: 0 });
    failing = false;
    await model.unlock(PASSWORD);
  });

  test('also count when an open wallet requires the password again', async () => {
    const { model } = await browser.openWallet();
    await expect(model.revealPhrase(OTHER)).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(model.exportWallet(OTHER)).rejects.toMatchObject({ code: 'wrong_password' });
    const change = model.changePassword({ password: OTHER, next: OTHER });
    await expect(change).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(model.revealPhrase(PASSWORD)).rejects.toMatchObject({ code: 'wait_first' });
    browser.time += 5 * MINUTE;
    expect(await model.revealPhrase(PASSWORD)).toBe(DEVELOPMENT_MNEMONIC);
  });

  test('are counted even if storage is full, and the right password still opens the wallet', async () => {
    await browser.openWallet();
    const attempts = { read: async () => undefined, write: () => Promise.reject(FULL) };
    const { model } = await browser.openTab({ storage: { ...browser.storage, attempts } });
    for (let count = 0; count < 3; count++) {
      await expect(model.unlock(OTHER)).rejects.toMatchObject({ code: 'wrong_password' });
    }
    await expect(model.unlock(PASSWORD)).rejects.toMatchObject({ code: 'wait_first' });
    browser.time += 5 * MINUTE;
    await model.unlock(PASSWORD);
  });
});
