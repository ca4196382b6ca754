import { renameAccount } from '@cairn/wallet';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { describe, expect, test } from 'vitest';
import {
  browser,
  FULL,
  OTHER_PASSWORD,
  PASSWORD,
  phaseOf,
  useBrowser,
  walletOf,
} from '../../test/fixture-browser.ts';

useBrowser();

describe('a change of password', () => {
  test('makes only the new password valid, and locks every other tab', async () => {
    const [{ model: one }, { model: two }] = [await browser.openWallet(), await browser.openSecondTab()];
    await one.vault.changePassword({ password: PASSWORD, next: OTHER_PASSWORD });
    await expect.poll(() => phaseOf(two)).toBe('locked');
    expect(two.store.get().lockedBy).toBe('other_tab');
    await expect(two.vault.unlock(PASSWORD)).rejects.toMatchObject({ code: 'wrong_password' });
    await two.vault.unlock(OTHER_PASSWORD);
    // The tab that changed the password continues with the new key.
    await one.vault.update((contents) => renameAccount(contents, 0, 'Mine'));
    expect(walletOf(one).accounts[0]?.name).toBe('Mine');
  });

  test('needs the current password', async () => {
    const { model } = await browser.openWallet();
    const stored = await browser.storage.vault.read();
    const change = model.vault.changePassword({ password: OTHER_PASSWORD, next: 'a third horse' });
    await expect(change).rejects.toMatchObject({ code: 'wrong_password' });
    expect(await browser.storage.vault.read()).toEqual(stored);
  });

  test('at the same time as another change: one succeeds, and its password opens the wallet', async () => {
    const { model } = await browser.openWallet();
    const nexts = [OTHER_PASSWORD, 'a third horse'];
    const changes = await Promise.allSettled(
      nexts.map((next) => model.vault.changePassword({ password: PASSWORD, next })),
    );
    expect(changes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const held = nexts[changes.findIndex(({ status }) => status === 'fulfilled')]!;
    model.vault.lock();
    await model.vault.unlock(held);
  });

  test('that cannot be stored leaves the old password valid', async () => {
    await browser.openWallet();
    const { model } = await browser.openTabWith({ write: () => Promise.reject(FULL) });
    await model.vault.unlock(PASSWORD);
    await expect(model.vault.changePassword({ password: PASSWORD, next: OTHER_PASSWORD })).rejects.toBe(FULL);
    expect(phaseOf(model)).toBe('unlocked');
    model.vault.lock();
    await model.vault.unlock(PASSWORD);
  });
});

test('an open wallet requires the right password again', async () => {
  const { model } = await browser.openWallet();
  await expect(model.vault.revealPhrase(OTHER_PASSWORD)).rejects.toMatchObject({ code: 'wrong_password' });
  await expect(model.vault.exportWallet(OTHER_PASSWORD)).rejects.toMatchObject({ code: 'wrong_password' });
  expect(await model.vault.revealPhrase(PASSWORD)).toBe(DEVELOPMENT_MNEMONIC);
});
