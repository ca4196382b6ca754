import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { readVaultExport, renameAccount, WalletError } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  browser,
  FULL,
  gateway,
  NEW,
  OTHER_PASSWORD,
  PASSWORD,
  phaseOf,
  useBrowser,
  walletOf,
} from '../../test/fixture-browser.ts';
import type { Model } from './model.ts';
import type { Tabs } from './tabs.ts';

useBrowser();

const stored = () => browser.storage.vault.read();
const rename = ({ vault }: Model, name: string) =>
  vault.update((contents) => renameAccount(contents, 0, name));
const nameIn = (model: Model) => walletOf(model).accounts[0]?.name;
const code = (expected: string): object => ({ code: expected });
const twoTabs = async () =>
  [(await browser.openWallet()).model, (await browser.openSecondTab()).model] as const;

describe('the stored wallet', () => {
  test('is encrypted, and the page’s state has no secret of it', async () => {
    const { model } = await browser.openWallet();
    expect(walletOf(model).selected.address).toBe(ALICE);
    for (const text of [await stored(), model.store.get()].map((shown) => JSON.stringify(shown))) {
      expect(text).not.toContain('junk');
      expect(text).not.toContain(PASSWORD);
    }
  });

  test('opens from an exported file in another browser, and never replaces another wallet', async () => {
    const { model } = await browser.openWallet();
    await rename(model, 'Rope');
    const text = await model.vault.exportWallet(PASSWORD);
    const file = await readVaultExport(new Blob([text]), 'devnet');
    await expect(model.vault.importWallet(file, PASSWORD)).rejects.toMatchObject(code('vault_changed'));
    await model.vault.forgetWallet();
    const wrong = model.vault.importWallet(file, OTHER_PASSWORD);
    await expect(wrong).rejects.toMatchObject(code('wrong_password'));
    expect([phaseOf(model), await stored()]).toEqual(['first_run', undefined]);
    await model.vault.importWallet(file, PASSWORD);
    expect(nameIn(model)).toBe('Rope');
  });

  test('of a newer version is refused and kept', async () => {
    const { model: writer } = await browser.openWallet();
    const newer = { ...((await stored()) as object), version: 3 };
    await browser.storage.vault.write(newer as never, await stored());
    writer.stop();
    const { model } = await browser.openTab();
    expect(model.store.get().phase).toEqual({ name: 'unusable' });
    await expect(model.vault.unlock(PASSWORD)).rejects.toMatchObject(code('vault_unreadable'));
    await expect(model.vault.createWallet(NEW)).rejects.toMatchObject(code('vault_changed'));
    expect(await stored()).toEqual(newer);
  });

  test('stays as it is in a storage without room, and the wallet works on', async () => {
    await browser.openWallet();
    const { model } = await browser.openTabWith({ write: () => Promise.reject(FULL) });
    await model.vault.unlock(PASSWORD);
    const before = await stored();
    await expect(rename(model, 'Lost')).rejects.toBe(FULL);
    expect(nameIn(model)).toBe('');
    // The other account is shown; only storing the choice fails.
    await expect(model.vault.selectAccount(1)).rejects.toBe(FULL);
    expect(walletOf(model).selected.ref).toBe(1);
    const change = model.vault.changePassword({ password: PASSWORD, next: OTHER_PASSWORD });
    await expect(change).rejects.toBe(FULL);
    expect(await stored()).toEqual(before);
  });

  test('is not mistaken for none if storage is unreadable', async () => {
    const unavailable = new WalletError('storage_unavailable', 'blocked');
    await expect(browser.openTabWith({ read: () => Promise.reject(unavailable) })).rejects.toBe(unavailable);
  });

  test('shows its phrase and gives its file for its password alone', async () => {
    const { vault } = (await browser.openWallet()).model;
    await expect(vault.revealPhrase(OTHER_PASSWORD)).rejects.toMatchObject(code('wrong_password'));
    await expect(vault.exportWallet(OTHER_PASSWORD)).rejects.toMatchObject(code('wrong_password'));
    expect(await vault.revealPhrase(PASSWORD)).toBe(DEVELOPMENT_MNEMONIC);
  });
});

describe('two tabs', () => {
  test('neither loses concurrent changes of the other, and both show all of them', async () => {
    const [one, two] = await twoTabs();
    await Promise.all([
      one.vault.update((contents) => ({ ...contents, labels: { ...contents.labels, a: 'one' } })),
      two.vault.update((contents) => ({ ...contents, labels: { ...contents.labels, b: 'two' } })),
    ]);
    const labels = { a: 'one', b: 'two' };
    await expect.poll(() => [walletOf(one).labels, walletOf(two).labels]).toEqual([labels, labels]);
  });

  test('each shows its own account', async () => {
    const [one, two] = await twoTabs();
    await two.vault.selectAccount(1);
    await rename(one, 'Savings');
    await expect.poll(() => nameIn(two)).toBe('Savings');
    expect([walletOf(one).selected.ref, walletOf(two).selected.ref]).toEqual([0, 1]);
  });

  test('a wallet that was made in one is not overwritten by the other', async () => {
    const { model: two } = await browser.openTab();
    const { model: one } = await browser.openWallet();
    const file = await stored();
    await expect(two.vault.createWallet(NEW)).rejects.toMatchObject(code('vault_changed'));
    expect(await stored()).toEqual(file);
    one.vault.lock();
    await expect.poll(() => phaseOf(two)).toBe('locked');
  });

  test('a wallet that was forgotten in one is gone in the other, with its signed transfers', async () => {
    const [one, two] = await twoTabs();
    await one.refresh();
    gateway.submitOverride = 'hang_up';
    await one.sending.send(browser.plan('1', one));
    await one.vault.forgetWallet();
    await expect.poll(() => [phaseOf(one), phaseOf(two)]).toEqual(['first_run', 'first_run']);
    expect([await stored(), await browser.storedTransfers()]).toEqual([undefined, []]);
  });
});

describe('a change', () => {
  test('is not written if the wallet is locked before', async () => {
    await browser.openWallet();
    let lock = (): void => undefined;
    const { model } = await browser.openTabWith({
      read: async () => {
        const file = await stored();
        lock();
        return file;
      },
    });
    await model.vault.unlock(PASSWORD);
    lock = () => model.vault.lock();
    const before = await stored();
    await expect(rename(model, 'late')).rejects.toMatchObject(code('wallet_locked'));
    expect(await stored()).toEqual(before);
  });

  test('locks a tab whose wallet is under another password, even without a message from the other tab', async () => {
    await browser.openWallet();
    const deaf: Tabs = { post: () => undefined, listen: () => () => undefined };
    const { model } = await browser.openSecondTab({ tabs: deaf });
    const { keyring } = model.vault.require();
    await browser.model.vault.changePassword({ password: PASSWORD, next: OTHER_PASSWORD });
    const file = await stored();
    await expect(rename(model, 'mine')).rejects.toMatchObject(code('vault_changed'));
    expect([phaseOf(model), model.vault.secrets]).toEqual(['locked', undefined]);
    expect(() => keyring.account(0)).toThrow(expect.objectContaining(code('wallet_locked')));
    expect(await stored()).toEqual(file);
  });
});

describe('a change of password', () => {
  test('makes only the new password valid, and locks every other tab', async () => {
    const [one, two] = await twoTabs();
    await one.vault.changePassword({ password: PASSWORD, next: OTHER_PASSWORD });
    await expect.poll(() => phaseOf(two)).toBe('locked');
    expect(two.store.get().lockedBy).toBe('other_tab');
    await expect(two.vault.unlock(PASSWORD)).rejects.toMatchObject(code('wrong_password'));
    await two.vault.unlock(OTHER_PASSWORD);
    // The tab that changed the password continues with the new key.
    await rename(one, 'Mine');
    expect(nameIn(one)).toBe('Mine');
  });

  test('needs the current password', async () => {
    const { model } = await browser.openWallet();
    const file = await stored();
    const change = model.vault.changePassword({ password: OTHER_PASSWORD, next: 'a third horse' });
    await expect(change).rejects.toMatchObject(code('wrong_password'));
    expect(await stored()).toEqual(file);
  });

  test('at the same time as another: one succeeds, and its password opens the wallet', async () => {
    const { model } = await browser.openWallet();
    const nexts = [OTHER_PASSWORD, 'a third horse'];
    const changes = await Promise.allSettled(
      nexts.map((next) => model.vault.changePassword({ password: PASSWORD, next })),
    );
    expect(changes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    model.vault.lock();
    await model.vault.unlock(nexts[changes.findIndex(({ status }) => status === 'fulfilled')]!);
  });
});
