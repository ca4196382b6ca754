import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { createVault, createVaultContents, WalletError, renameAccount, readVaultExport } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import {
  browser,
  FULL,
  NEW,
  OTHER_PASSWORD,
  PASSWORD,
  phaseOf,
  useBrowser,
  walletOf,
} from '../../test/fixture-browser.ts';

useBrowser();

describe('the stored wallet', () => {
  test('an exported wallet opens in another browser, and never replaces another wallet', async () => {
    const { model } = await browser.openWallet();
    await model.vault.update((contents) => renameAccount(contents, 1, 'Rope'));
    const text = await model.vault.exportWallet(PASSWORD);
    expect(text).not.toContain('junk');
    const foreign = readVaultExport(new Blob([text]), 'testnet');
    await expect(foreign).rejects.toMatchObject({ code: 'vault_other_network' });
    const file = await readVaultExport(new Blob([text]), 'devnet');
    await expect(model.vault.importWallet(file, PASSWORD)).rejects.toMatchObject({ code: 'vault_changed' });
    await model.vault.forgetWallet();
    const wrong = model.vault.importWallet(file, OTHER_PASSWORD);
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_password' });
    expect([phaseOf(model), await browser.storage.vault.read()]).toEqual(['first_run', undefined]);
    await model.vault.importWallet(file, PASSWORD);
    expect(walletOf(model).accounts[1]?.name).toBe('Rope');
  });

  const someVault = () => {
    const contents = createVaultContents(DEVELOPMENT_MNEMONIC);
    return createVault({ password: PASSWORD, network: 'devnet', contents });
  };

  test('a vault of a newer version is refused and kept', async () => {
    const newer = { ...(await someVault()).file, version: 3 };
    await browser.storage.vault.write(newer as never, undefined);
    const { model } = await browser.openTab();
    expect(model.store.get().phase).toEqual({ name: 'unusable' });
    await expect(model.vault.unlock(PASSWORD)).rejects.toMatchObject({ code: 'vault_unreadable' });
    await expect(model.vault.createWallet(NEW)).rejects.toMatchObject({ code: 'vault_changed' });
    expect(await browser.storage.vault.read()).toEqual(newer);
  });

  test('storage without room changes nothing, and the wallet works on', async () => {
    await browser.openWallet();
    const { model } = await browser.openTabWith({ write: () => Promise.reject(FULL) });
    await model.vault.unlock(PASSWORD);
    const stored = await browser.storage.vault.read();
    await expect(model.vault.update((contents) => renameAccount(contents, 0, 'Lost'))).rejects.toBe(FULL);
    expect(walletOf(model).accounts[0]?.name).toBe('');
    // The other account is shown; only storing the choice fails.
    await expect(model.vault.selectAccount(1)).rejects.toBe(FULL);
    expect(walletOf(model).selected.ref).toBe(1);
    expect(await browser.storage.vault.read()).toEqual(stored);
  });

  test('unreadable storage is not mistaken for empty storage', async () => {
    const unavailable = new WalletError('storage_unavailable', 'blocked');
    await expect(browser.openTabWith({ read: () => Promise.reject(unavailable) })).rejects.toBe(unavailable);
  });
});
