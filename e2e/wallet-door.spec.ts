/** Who opened the wallet once opens it again tomorrow with the password alone (docs/spec/GATEWAY.md, pass 6). */
import { importDevelopmentWallet, goToScreen, PASSWORD } from '@cairn/testkit/playwright';
import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems, collectErrors } from './accessibility.ts';
import { expect, keepScreenshotOf, test } from './suite.ts';

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
  context,
  browser,
}) => {
  /** Opens the wallet's address as after a restart of the browser, which leaves neither tabs nor cookies of a session. */
  const restartBrowser = async (): Promise<readonly [Page, string[]]> => {
    for (const tab of context.pages()) await tab.close();
    await context.clearCookies();
    const opened = await context.newPage();
    const errors = collectErrors(opened);
    await opened.goto(`${suite.addresses.gateway}/`);
    return [opened, errors];
  };

  await importDevelopmentWallet(await context.newPage(), suite.walletAddress());
  const [locked, errors] = await restartBrowser();
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
  const [tomorrow, problems] = await restartBrowser();
  await unlock(tomorrow);
  expect(problems).toEqual([]);

  // Another browser, which is not kept, removes it: it is at the door at once, and stays there without loading again.
  const other = await (await browser.newContext()).newPage();
  await importDevelopmentWallet(other, suite.walletAddress());
  await goToScreen(other, 'Settings');
  await expect(keep(other)).not.toBeChecked();
  await expect(other.getByText('This browser', { exact: true })).toBeHidden();
  expect(await accessibilityProblems(other)).toEqual([]);
  await keepScreenshotOf(other, 'wallet-kept-browsers');
  await other.getByRole('button', { name: /^Remove / }).click();
  await expect(other.getByRole('button', { name: /^Remove / })).toBeHidden();
  await other.context().close();
  await tomorrow.reload();
  let loads = 0;
  tomorrow.on('load', () => (loads += 1));
  await expectHeading(tomorrow, 'Let this browser in'); // "again", unless it heard of it before it was loaded
  await tomorrow.waitForResponse((response) => response.url().endsWith('/gateway/access'));
  expect(await accessibilityProblems(tomorrow)).toEqual([]);
  expect(loads).toBe(0);
  // A link that another tab opens lets this one in too.
  const tab = await context.newPage();
  await tab.goto(suite.walletAddress());
  await expectHeading(tomorrow, 'Unlock your wallet');
});

test('where every browser is let in, nothing is asked for', async ({ suite, page }) => {
  const gateway = await suite.openGateway(Number(new URL(suite.addresses.rpc).port), ['--no-launch-secret']);
  const errors = collectErrors(page);
  await page.goto(`${gateway.url}/`);
  await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
  expect(errors).toEqual([]);
  await gateway.close();
});
