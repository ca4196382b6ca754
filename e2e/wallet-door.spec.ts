/** Who opened the wallet once opens it again tomorrow with the password alone (docs/spec/GATEWAY.md, pass 6). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importDevelopmentWallet, goToScreen, PASSWORD } from '@cairn/testkit/playwright';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { accessibilityProblems, collectErrors } from './accessibility.ts';
import { expect, keepScreenshotOf, test } from './suite.ts';

let profile: string;
test.beforeAll(() => {
  profile = mkdtempSync(join(tmpdir(), 'cairn-profile-'));
});
test.afterAll(() => rmSync(profile, { recursive: true, force: true }));

const keep = (page: Page): Locator => page.getByRole('checkbox', { name: /^Keep this browser/ });
const expectHeading = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expectHeading(page, 'Overview');
}

test('a browser that is kept needs the password alone after restarts of itself and of the gateway', async ({
  suite,
  page: other,
  playwright,
  launchOptions,
}) => {
  /** Starts the browser with its profile, as after a restart, and opens the wallet's address. */
  const startBrowser = async (): Promise<readonly [BrowserContext, Page, string[]]> => {
    const started = await playwright.chromium.launchPersistentContext(profile, launchOptions);
    const opened = await started.newPage();
    const errors = collectErrors(opened);
    await opened.goto(`${suite.addresses.gateway}/`);
    return [started, opened, errors];
  };

  const [first, welcome] = await startBrowser();
  await expectHeading(welcome, 'Let this browser in');
  await importDevelopmentWallet(welcome, suite.walletAddress());
  await first.close();

  const [second, locked, errors] = await startBrowser();
  await expectHeading(locked, 'Unlock your wallet');
  await keep(locked).check();
  await expect(keep(locked)).toBeChecked();
  await keepScreenshotOf(locked, 'wallet-unlock');
  await unlock(locked);
  await suite.stopGateway();
  await suite.startGateway();
  // The open wallet goes on without a word, and without being locked; Chromium itself reports what a stopped gateway cut.
  await locked.getByRole('link', { name: 'Send' }).first().click();
  await expect(locked.getByText('Ready', { exact: true }).first()).toBeVisible();
  expect(errors.filter((line) => !/status of 403|net::ERR_/.test(line))).toEqual([]);
  await second.close();

  await suite.stopGateway();
  await suite.startGateway();
  const [third, tomorrow, problems] = await startBrowser();
  await unlock(tomorrow);
  expect(problems).toEqual([]);

  // Another browser, which is not kept, removes it: it is at the door at once, and stays there without loading again.
  await importDevelopmentWallet(other, suite.walletAddress());
  await goToScreen(other, 'Settings');
  await expect(keep(other)).not.toBeChecked();
  await expect(other.getByText('This browser', { exact: true })).toBeHidden();
  expect(await accessibilityProblems(other)).toEqual([]);
  await keepScreenshotOf(other, 'wallet-kept-browsers');
  await other.getByRole('button', { name: /^Remove / }).click();
  await expect(other.getByRole('button', { name: /^Remove / })).toBeHidden();
  await tomorrow.reload();
  let loads = 0;
  tomorrow.on('load', () => (loads += 1));
  await expectHeading(tomorrow, 'Let this browser in'); // "again", unless it heard of it before it was loaded
  await tomorrow.waitForResponse((response) => response.url().endsWith('/gateway/access'));
  expect(await accessibilityProblems(tomorrow)).toEqual([]);
  expect(loads).toBe(0);
  // A link that another tab opens lets this one in too.
  const tab = await third.newPage();
  await tab.goto(suite.walletAddress());
  await unlock(tomorrow);
  await third.close();
});

test('where every browser is let in, nothing is asked for and none is kept', async ({ suite, page }) => {
  const gateway = await suite.openGateway(Number(new URL(suite.addresses.rpc).port), ['--no-launch-secret']);
  const errors = collectErrors(page);
  await importDevelopmentWallet(page, `${gateway.url}/`);
  await goToScreen(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(keep(page)).toBeHidden();
  expect(errors).toEqual([]);
  await gateway.close();
});
