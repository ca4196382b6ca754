import { renameAccount } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import { browser, NEW, phaseOf, useBrowser, walletOf } from '../../test/fixture-browser.ts';

useBrowser();

describe('two tabs', () => {
  test('neither loses concurrent changes of the other, and both show all of them', async () => {
    const [{ model: one }, { model: two }] = [await browser.openWallet(), await browser.openSecondTab()];
    await Promise.all([
      one.vault.update((contents) => ({ ...contents, labels: { ...contents.labels, a: 'one' } })),
      two.vault.update((contents) => ({ ...contents, labels: { ...contents.labels, b: 'two' } })),
    ]);
    const labels = { a: 'one', b: 'two' };
    await expect.poll(() => [walletOf(one).labels, walletOf(two).labels]).toEqual([labels, labels]);
  });

  test('each shows its own account', async () => {
    const [{ model: one }, { model: two }] = [await browser.openWallet(), await browser.openSecondTab()];
    await two.vault.selectAccount(1);
    await one.vault.update((contents) => renameAccount(contents, 0, 'Savings'));
    await expect.poll(() => walletOf(two).accounts[0]?.name).toBe('Savings');
    expect([walletOf(one).selected.ref, walletOf(two).selected.ref]).toEqual([0, 1]);
  });

  test('a wallet that was made in one is not overwritten by the other', async () => {
    const two = await browser.openTab();
    const { model: one } = await browser.openWallet();
    const file = await browser.storage.vault.read();
    await expect(two.model.vault.createWallet(NEW)).rejects.toMatchObject({ code: 'vault_changed' });
    expect(await browser.storage.vault.read()).toEqual(file);
    one.vault.lock();
    await expect.poll(() => phaseOf(two.model)).toBe('locked');
  });

  test('a wallet that was forgotten in one is gone in the other', async () => {
    const [{ model: one }, { model: two }] = [await browser.openWallet(), await browser.openSecondTab()];
    await one.vault.forgetWallet();
    await expect.poll(() => phaseOf(two)).toBe('first_run');
  });
});
