import { describe, expect, test } from 'vitest';
import { browser, MINUTE, PASSWORD, phaseOf, useBrowser } from '../../test/fixture-browser.ts';

useBrowser();

describe('auto-lock', () => {
  test('after a night, the first key press locks instead of counting as activity', async () => {
    const { model, presence } = await browser.openWallet();
    browser.time += 14 * MINUTE;
    presence.press();
    browser.time += 14 * MINUTE;
    presence.wake();
    expect(phaseOf(model)).toBe('unlocked');
    browser.time += 8 * 60 * MINUTE;
    presence.press();
    expect([phaseOf(model), model.store.get().lockedBy]).toEqual(['locked', 'idle']);
  });

  test('counts the activity in every tab, and locks every tab', async () => {
    const [one, two] = [await browser.openWallet(), await browser.openSecondTab()];
    browser.time += 10 * MINUTE;
    one.presence.press();
    browser.time += 10 * MINUTE;
    two.presence.wake();
    expect(phaseOf(two.model)).toBe('unlocked');
    browser.time += 6 * MINUTE;
    two.presence.wake();
    expect(phaseOf(two.model)).toBe('locked');
    await expect.poll(() => phaseOf(one.model)).toBe('locked');
  });

  test('waits as long as the settings say', async () => {
    const { model, presence } = await browser.openWallet();
    browser.settings.autoLockMinutes.choose(1);
    browser.time += MINUTE;
    presence.wake();
    expect(phaseOf(model)).toBe('locked');
    browser.settings.autoLockMinutes.choose(15);
  });

  test('locks if the clock was set back far, not if it was only adjusted', async () => {
    const { model, presence } = await browser.openWallet();
    browser.time -= MINUTE;
    presence.wake();
    expect(phaseOf(model)).toBe('unlocked');
    browser.time -= 1;
    presence.wake();
    expect(phaseOf(model)).toBe('locked');
  });
});

test('a reload leaves the wallet open if its owner chose that, but not after that time, nor after a lock', async () => {
  browser.settings.keepOpen.choose(true);
  const { model } = await browser.openWallet();
  expect(phaseOf((await browser.openTab()).model)).toBe('unlocked');
  model.vault.lock();
  expect(browser.kept.password).toBeUndefined();
  await model.vault.unlock(PASSWORD);
  browser.time += 16 * MINUTE;
  expect(phaseOf((await browser.openTab()).model)).toBe('locked');
  expect(browser.kept.password).toBeUndefined();
});
