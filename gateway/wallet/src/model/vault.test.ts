import { getNetwork } from '@cairn/protocol';
import { developmentAccounts, DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { createVault, createVaultContents, planSend, WalletError, type VaultStorage } from '@cairn/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FixtureBrowser } from '../../test/fixture-browser.ts';
import { FixtureGateway } from '../../test/fixture-gateway.ts';
import type { Model } from './model.ts';
import { sendBlockers, type OpenWallet } from './state.ts';

const ADDRESSES = developmentAccounts(getNetwork('devnet')).map(({ address }) => address);
const [PASSWORD, OTHER] = ['correct horse', 'another horse'];
const MINUTE = 60_000;
const full = new WalletError('storage_write_failed', 'full', { data: { full: true } });

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

const phaseOf = ({ store }: Model): string => store.get().phase.name;
const walletOf = ({ store }: Model): OpenWallet => {
  const { phase } = store.get();
  if (phase.name !== 'unlocked') throw new Error(`The wallet is ${phase.name}.`);
  return phase.wallet;
};
const NEW = { mnemonic: DEVELOPMENT_MNEMONIC, password: PASSWORD, network: 'devnet', accounts: 2 } as const;

async function openWallet(change: Partial<typeof NEW> & { searched?: boolean } = {}) {
  const tab = await browser.openTab();
  await tab.model.createWallet({ ...NEW, ...change });
  return tab;
}

/** A second tab, unlocked as well. */
async function openSecondTab() {
  const tab = await browser.openTab();
  await tab.model.unlock(PASSWORD);
  return tab;
}

/** A tab whose vault storage does some things otherwise. */
const openTabWith = (change: Partial<VaultStorage>) =>
  browser.openTab({ storage: { ...browser.storage, vault: { ...browser.storage.vault, ...change } } });

describe('two tabs', () => {
  test('neither loses what the other changes at the same time, and both show all of it', async () => {
    const [{ model: one }, { model: two }] = [await openWallet(), await openSecondTab()];
    await Promise.all([
      one.updateContents((contents) => ({ ...contents, labels: { ...contents.labels, a: 'one' } })),
      two.updateContents((contents) => ({ ...contents, labels: { ...contents.labels, b: 'two' } })),
    ]);
    const labels = { a: 'one', b: 'two' };
    await expect.poll(() => [walletOf(one).labels, walletOf(two).labels]).toEqual([labels, labels]);
  });

  test('each shows its own account', async () => {
    const [{ model: one }, { model: two }] = [await openWallet(), await openSecondTab()];
    await two.selectAccount(1);
    await one.renameAccount(0, 'Savings');
    await expect.poll(() => walletOf(two).accounts[0]?.name).toBe('Savings');
    expect([walletOf(one).selected.ref, walletOf(two).selected.ref]).toEqual([0, 1]);
  });

  test('lock together', async () => {
    const [{ model: one }, { model: two }] = [await openWallet(), await openSecondTab()];
    one.lock();
    await expect.poll(() => phaseOf(two)).toBe('locked');
    expect([one.store.get().lockedBy, two.store.get().lockedBy]).toEqual([undefined, 'other_tab']);
  });

  test('a wallet that was made in one is not overwritten by the other', async () => {
    const two = await browser.openTab();
    const { model: one } = await openWallet();
    const file = await browser.storage.vault.read();
    await expect(two.model.createWallet(NEW)).rejects.toMatchObject({ code: 'vault_changed' });
    expect(await browser.storage.vault.read()).toEqual(file);
    one.lock();
    await expect.poll(() => phaseOf(two.model)).toBe('locked');
  });

  test('a wallet that was forgotten in one is gone in the other', async () => {
    const [{ model: one }, { model: two }] = [await openWallet(), await openSecondTab()];
    await one.forgetWallet();
    await expect.poll(() => phaseOf(two)).toBe('first_run');
  });
});

describe('a change of password', () => {
  test('lets the new one in and not the old, and locks every other tab', async () => {
    const [{ model: one }, { model: two }] = [await openWallet(), await openSecondTab()];
    await one.changePassword({ password: PASSWORD, next: OTHER });
    await expect.poll(() => phaseOf(two)).toBe('locked');
    expect(two.store.get().lockedBy).toBe('vault_changed');
    await expect(two.unlock(PASSWORD)).rejects.toMatchObject({ code: 'wrong_password' });
    await two.unlock(OTHER);
    // The tab that changed it works on under the new key.
    await one.renameAccount(0, 'Mine');
    expect(walletOf(one).accounts[0]?.name).toBe('Mine');
    expect(await browser.storage.vault.readStaged()).toBeUndefined();
  });

  test('needs the current password', async () => {
    const { model } = await openWallet();
    const stored = await browser.storage.vault.read();
    const change = model.changePassword({ password: OTHER, next: 'a third horse' });
    await expect(change).rejects.toMatchObject({ code: 'wrong_password' });
    expect(await browser.storage.vault.read()).toEqual(stored);
  });

  test.each(['stage', 'promote'] as const)('that storage does not %s leaves the old one', async (step) => {
    await openWallet();
    const { model } = await openTabWith({ [step]: () => Promise.reject(full) });
    await model.unlock(PASSWORD);
    await expect(model.changePassword({ password: PASSWORD, next: OTHER })).rejects.toBe(full);
    expect(phaseOf(model)).toBe('unlocked');
    model.lock();
    await model.unlock(PASSWORD);
  });

  test('that is locked in the middle leaves the old one', async () => {
    await openWallet();
    const { vault } = browser.storage;
    const { model } = await openTabWith({
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
  test('cost a wait from the third on, after a reload too, until one is right', async () => {
    const { model } = await openWallet();
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

  test('cost no longer wait when the clock was ahead and is set back', async () => {
    const { model } = await openWallet();
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
    await openWallet();
    const counted: unknown[] = [];
    const { model } = await openTabWith({
      async read() {
        counted.push(await browser.storage.attempts.read());
        return browser.storage.vault.read();
      },
    });
    counted.length = 0;
    await expect(model.unlock(OTHER)).rejects.toMatchObject({ code: 'wrong_password' });
    expect(counted).toEqual([{ failures: 1, lastAt: browser.time }]);
  });

  test('count for what an open wallet asks again, too', async () => {
    const { model } = await openWallet();
    await expect(model.revealPhrase(OTHER)).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(model.exportWallet(OTHER)).rejects.toMatchObject({ code: 'wrong_password' });
    const change = model.changePassword({ password: OTHER, next: OTHER });
    await expect(change).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(model.revealPhrase(PASSWORD)).rejects.toMatchObject({ code: 'wait_first' });
    browser.time += 5 * MINUTE;
    expect(await model.revealPhrase(PASSWORD)).toBe(DEVELOPMENT_MNEMONIC);
  });

  test('storage without room neither locks the owner out nor stops the counting', async () => {
    await openWallet();
    const attempts = { read: async () => undefined, write: () => Promise.reject(full) };
    const { model } = await browser.openTab({ storage: { ...browser.storage, attempts } });
    for (let count = 0; count < 3; count++) {
      await expect(model.unlock(OTHER)).rejects.toMatchObject({ code: 'wrong_password' });
    }
    await expect(model.unlock(PASSWORD)).rejects.toMatchObject({ code: 'wait_first' });
    browser.time += 5 * MINUTE;
    await model.unlock(PASSWORD);
  });
});

describe('auto-lock', () => {
  test('after a night, the first touch locks instead of counting as a sign', async () => {
    const { model, presence } = await openWallet();
    browser.time += 14 * MINUTE;
    presence.sign();
    browser.time += 14 * MINUTE;
    presence.wake();
    expect(phaseOf(model)).toBe('unlocked');
    browser.time += 8 * 60 * MINUTE;
    presence.sign();
    expect([phaseOf(model), model.store.get().lockedBy]).toEqual(['locked', 'idle']);
  });

  test('goes by the signs in every tab, and locks every tab', async () => {
    const [one, two] = [await openWallet(), await openSecondTab()];
    browser.time += 10 * MINUTE;
    one.presence.sign();
    browser.time += 10 * MINUTE;
    two.presence.wake();
    expect(phaseOf(two.model)).toBe('unlocked');
    browser.time += 6 * MINUTE;
    two.presence.wake();
    expect(phaseOf(two.model)).toBe('locked');
    await expect.poll(() => phaseOf(one.model)).toBe('locked');
  });

  test('waits as long as the settings say', async () => {
    const { model, presence } = await openWallet();
    browser.settings.change({ autoLockMinutes: 1 });
    browser.time += MINUTE;
    presence.wake();
    expect(phaseOf(model)).toBe('locked');
    browser.settings.change({ autoLockMinutes: 15 });
  });
});

describe('accounts in use', () => {
  test('are looked for when a wallet is restored', async () => {
    const used = new Set([ADDRESSES[0], ADDRESSES[3], ADDRESSES[5]]);
    gateway.holds = (address) => used.has(address);
    const { model } = await openWallet({ searched: false });
    await expect.poll(() => model.store.get().discovery).toMatchObject({ state: 'done', found: 3 });
    expect(walletOf(model).accounts.map(({ ref }) => ref)).toEqual([0, 1, 3, 5]);
    expect(walletOf(model).searched).toBe(true);
  });

  test('a search that breaks off is said so, changes nothing, and starts anew with the next unlocking', async () => {
    gateway.holds = (address) => address === ADDRESSES[4];
    gateway.override = { status: 502, body: { error: 'node_unreachable', message: '' } };
    const { model } = await openWallet({ searched: false });
    const failed = { state: 'failed', code: 'node_down' };
    await expect.poll(() => model.store.get().discovery).toMatchObject(failed);
    expect(walletOf(model)).toMatchObject({ searched: false, accounts: [{}, {}] });
    gateway.override = undefined;
    model.lock();
    expect(model.store.get().discovery).toBeUndefined();
    await model.unlock(PASSWORD);
    await expect.poll(() => model.store.get().discovery).toMatchObject({ state: 'done', added: 1 });
    model.dismissDiscovery();
    expect(model.store.get().discovery).toBeUndefined();
  });

  test('a node of another network is not believed', async () => {
    const { model } = await openWallet();
    gateway.status = { ...gateway.status, network: 'testnet' };
    await model.discover();
    const failed = { state: 'failed', code: 'vault_other_network' };
    expect(model.store.get().discovery).toMatchObject(failed);
    expect(walletOf(model).accounts).toHaveLength(2);
  });

  test('a watched address is shown and cannot be sent from', async () => {
    const { model } = await openWallet({ accounts: 2 });
    await model.watchAddress({ address: ADDRESSES[7]!, name: 'Cold' });
    expect(walletOf(model).selected).toMatchObject({ kind: 'watched', address: ADDRESSES[7], name: 'Cold' });
    await model.refresh();
    expect(sendBlockers(model.store.get())).toEqual(['watch_only']);
    const { account } = model.store.get().data!;
    const form = { recipient: ADDRESSES[1]!, amount: '1', fee: '0.00001', unit: 'crn' } as const;
    expect(await model.send(planSend({ form, network: 'devnet', account }).plan!)).toMatchObject({
      kind: 'blocked',
    });
    expect(gateway.submissions).toEqual([]);
  });
});

describe('what is stored', () => {
  test('an exported wallet opens in another browser, and never takes the place of another wallet', async () => {
    const { model } = await openWallet();
    await model.renameAccount(1, 'Rope');
    const { name, text } = await model.exportWallet(PASSWORD);
    expect(name).toBe('cairn-wallet-devnet-2027-01-15.json');
    expect(text).not.toContain('junk');
    const file = JSON.parse(text) as never;
    const input = { file, password: PASSWORD, network: 'devnet' } as const;
    await expect(model.importWallet(input)).rejects.toMatchObject({ code: 'vault_changed' });
    await model.forgetWallet();
    const foreign = model.importWallet({ ...input, network: 'testnet' });
    await expect(foreign).rejects.toMatchObject({ code: 'vault_other_network' });
    const wrong = model.importWallet({ ...input, password: OTHER });
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_password' });
    expect([phaseOf(model), await browser.storage.vault.read()]).toEqual(['first_run', undefined]);
    await model.importWallet(input);
    expect(walletOf(model).accounts[1]?.name).toBe('Rope');
  });

  const weak = () => {
    const contents = createVaultContents(DEVELOPMENT_MNEMONIC);
    return createVault({ password: PASSWORD, network: 'devnet', contents, iterations: 600_000 });
  };

  test('a vault with fewer iterations than today’s is brought up to them when it is opened', async () => {
    const { file } = await weak();
    await browser.storage.vault.write(file, undefined);
    await browser.storage.vault.stage(file);
    const { model } = await browser.openTab();
    await model.unlock(PASSWORD);
    expect(await browser.storage.vault.read()).toMatchObject({ kdf: { iterations: 900_000 } });
    expect(await browser.storage.vault.readStaged()).toBeUndefined();
    await model.renameAccount(0, 'Still mine');
    model.lock();
    await model.unlock(PASSWORD);
    expect(walletOf(model).accounts[0]?.name).toBe('Still mine');
  });

  test('where it cannot be, the wallet opens all the same and says so', async () => {
    const { file } = await weak();
    await browser.storage.vault.write(file, undefined);
    const { model } = await openTabWith({ stage: () => Promise.reject(full) });
    await model.unlock(PASSWORD);
    expect([phaseOf(model), model.store.get().strengthening]).toEqual(['unlocked', 'failed']);
    expect(await browser.storage.vault.read()).toEqual(file);
  });

  test('a vault of a newer version is refused and kept', async () => {
    const newer = { ...(await weak()).file, version: 3 };
    await browser.storage.vault.write(newer as never, undefined);
    const { model } = await browser.openTab();
    expect(model.store.get().phase).toEqual({ name: 'unusable', code: 'vault_newer' });
    await expect(model.unlock(PASSWORD)).rejects.toMatchObject({ code: 'vault_newer' });
    await expect(model.createWallet(NEW)).rejects.toMatchObject({ code: 'vault_changed' });
    expect(await browser.storage.vault.read()).toEqual(newer);
  });

  test('storage without room changes nothing, and the wallet works on', async () => {
    await openWallet();
    const { model } = await openTabWith({ write: () => Promise.reject(full) });
    await model.unlock(PASSWORD);
    const stored = await browser.storage.vault.read();
    await expect(model.renameAccount(0, 'Lost')).rejects.toBe(full);
    expect(walletOf(model).accounts[0]?.name).toBe('');
    // The other account is shown all the same; only remembering it fails.
    await expect(model.selectAccount(1)).rejects.toBe(full);
    expect(walletOf(model).selected.ref).toBe(1);
    expect(await browser.storage.vault.read()).toEqual(stored);
  });

  test('storage that cannot be read is told apart from an empty one', async () => {
    const unavailable = new WalletError('storage_unavailable', 'blocked');
    const { model } = await openTabWith({ read: () => Promise.reject(unavailable) });
    expect(model.store.get().phase).toEqual({ name: 'unusable', code: 'storage_unavailable' });
  });

  test('a backup is remembered once its words were right', async () => {
    const { model } = await openWallet();
    expect(walletOf(model).backedUp).toBe(false);
    await model.confirmBackup();
    model.lock();
    await model.unlock(PASSWORD);
    expect(walletOf(model).backedUp).toBe(true);
  });
});
