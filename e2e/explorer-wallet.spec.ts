import { DEVELOPMENT_ADDRESSES, openScreen, PASSWORD, reviewTransfer } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { expect, interactive, keepScreenshotOf, test } from './suite.ts';

const [, , , , recipient] = DEVELOPMENT_ADDRESSES;

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Send' })).toBeVisible();
}

test.describe('from the explorer to the wallet', () => {
  test('both headers have a switch to the other app, on phones too', async ({ wallet, page, suite }) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(suite.addresses.website);
      const apps = page.getByRole('navigation', { name: 'Explorer and wallet' });
      await expect(apps.getByRole('link')).toHaveAttribute('href', `${suite.addresses.gateway}/`);
      await expect(apps.getByRole('link', { name: /^Wallet/ })).toBeVisible();
      await wallet.setViewportSize({ width, height: 740 });
      const back = wallet.getByRole('link', { name: /^Explorer/ });
      await expect(back).toHaveAttribute('href', suite.addresses.website);
    }
  });

  test('a payment that is followed lies beside the cairn as a pebble, then in its stone', async ({
    wallet,
    page,
    suite,
  }) => {
    await reviewTransfer(wallet, { recipient, amount: '3', fee: '0.0001' });
    await wallet.getByRole('button', { name: 'Sign and send' }).click();
    const pebble = wallet.getByRole('img', { name: 'A pebble waits for the next block.' });
    await expect(pebble).toBeVisible();
    const href = await wallet.getByRole('link', { name: 'Follow it in the explorer' }).getAttribute('href');
    await page.goto(href!);
    await interactive(page);
    await page.goto(suite.addresses.website);
    await expect(page.getByRole('link', { name: 'Your transaction waits for a block' })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await suite.devnet.mine({ blocks: 1 });
    await expect(page.getByRole('link', { name: /^Block \d+, with your transaction$/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Your transaction waits for a block' })).toHaveCount(0);
    await expect(wallet.getByRole('img', { name: 'The pebble is part of a stone' })).toBeVisible();
  });

  test('a payment hands on its proof by a link, from its result and from the history', async ({
    wallet,
    suite,
  }) => {
    const context = wallet.context();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await reviewTransfer(wallet, { recipient, amount: '3', fee: '0.0001' });
    await wallet.getByRole('button', { name: 'Sign and send' }).click();
    await expect(wallet.getByText('The node has it as pending')).toBeVisible();
    await suite.devnet.mine({ blocks: 1 });
    const share = wallet.getByRole('main').getByRole('link', { name: /^Share proof/ });
    const openShared = async (): Promise<Page> => {
      const opened = wallet.waitForEvent('popup');
      await share.click();
      return opened;
    };
    const fromResult = await openShared();
    const page = fromResult.url();
    await fromResult.getByRole('button', { name: 'Copy link' }).click();
    await expect(fromResult.getByText('Copied')).toBeVisible();
    const link = await fromResult.evaluate(() => navigator.clipboard.readText());
    await fromResult.goto(link);
    await expect(fromResult.getByRole('main')).toContainText('Checked in your browser');
    await expect(fromResult.getByRole('main')).toContainText('In this server’s chain');

    await openScreen(wallet, 'Activity');
    await wallet.getByRole('list', { name: 'Transactions' }).locator('summary').first().click();
    const fromHistory = await openShared();
    expect(fromHistory.url()).toBe(page);
    await expect(fromHistory.getByRole('button', { name: 'Copy link' })).toBeFocused();
  });

  test('“Send to this address” fills in the form once the wallet is unlocked, and sends nothing', async ({
    wallet,
    page,
    suite,
  }) => {
    await wallet.close();
    await page.goto(`${suite.addresses.website}/addresses/${recipient}`);
    await interactive(page);
    await keepScreenshotOf(page, 'explorer-send-to-address');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Send to this address' }).click();
    const tab = await opened;
    const posted: string[] = [];
    tab.on('request', (request) => {
      if (request.method() === 'POST') posted.push(request.url());
    });
    await unlock(tab);
    await expect(tab.getByLabel('Recipient', { exact: true })).toHaveValue(recipient);
    await expect(tab.getByText('Payment request')).toBeVisible();
    expect(new URL(tab.url()).hash).toBe('#/send');
    await keepScreenshotOf(tab, 'wallet-from-explorer');
    // Another link while the wallet is open: its amount is filled in, and the transfer must still be reviewed.
    await tab.evaluate((request) => (location.hash = request), `cairn:${recipient}?amount=2.5&label=Shop`);
    await expect(tab.getByLabel('Amount', { exact: true })).toHaveValue('2.5');
    await expect(tab.getByText('Payment request of “Shop”')).toBeVisible();
    await tab.getByRole('button', { name: 'Review' }).click();
    await expect(tab.getByRole('heading', { name: 'You are about to send' })).toBeVisible();
    expect(posted).toEqual([]);
  });

  test('a link with an unreadable request fills in no field and shows the reason', async ({ wallet }) => {
    await wallet.evaluate(() => (location.hash = 'cairn:dVDLqzReEG5BxNBd65wcJ87tbd8U6ZdzEK?amount=1e9'));
    await expect(wallet.getByText('This payment request is damaged.')).toBeVisible();
    await expect(wallet.getByLabel('Amount', { exact: true })).toHaveValue('');
    await wallet.getByRole('button', { name: 'Review' }).click();
    await expect(wallet.getByRole('heading', { name: 'You are about to send' })).toHaveCount(0);
  });
});
