import { expect, test } from 'vitest';
import { browser, MINUTE, phaseOf, useBrowser } from '../../test/fixture-browser.ts';

useBrowser();

test('by default a reloaded page asks for the password', async () => {
  await browser.openWallet();
  expect(browser.kept.password).toBeUndefined();
  expect(phaseOf((await browser.openTab()).model)).toBe('locked');
});

test('a reload leaves the wallet open if its owner chose that', async () => {
  browser.settings.change({ keepOpen: true });
  await browser.openWallet();
  expect(phaseOf((await browser.openTab()).model)).toBe('unlocked');
});

test('but not after the time without activity, nor after it was locked', async () => {
  browser.settings.change({ keepOpen: true });
  const { model } = await browser.openWallet();
  browser.time += 16 * MINUTE;
  expect(phaseOf((await browser.openTab()).model)).toBe('locked');
  expect(browser.kept.password).toBeUndefined();
  model.vault.lock();
  expect(browser.kept.password).toBeUndefined();
});
