import { askNode, DEVELOPMENT_ADDRESSES, PASSWORD, reviewTransfer } from '@cairn/testkit/playwright';
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

  test('a payment is followed as a pebble, then in its stone, and hands on its proof by a link', async ({
    wallet,
    page,
    suite,
  }) => {
    await wallet.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await reviewTransfer(wallet, { recipient, amount: '3', fee: '0.0001' });
    await wallet.getByRole('button', { name: 'Sign and send' }).click();
    await expect(wallet.getByRole('img', { name: 'A pebble waits for the next block.' })).toBeVisible();
    const href = await wallet.getByRole('link', { name: 'Follow it in the explorer' }).getAttribute('href');
    await page.goto(href!);
    await interactive(page);
    await page.goto(suite.addresses.website);
    const waiting = page.getByRole('link', { name: 'A followed transaction waits for a block' });
    await expect(waiting).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await suite.devnet.mine({ blocks: 1 });
    await expect(page.getByRole('link', { name: /^Block \d+, with a followed transaction$/ })).toBeVisible();
    await expect(waiting).toHaveCount(0);
    await askNode(wallet);
    await expect(wallet.getByRole('img', { name: 'The pebble is part of a stone' })).toBeVisible();

    const opened = wallet.waitForEvent('popup');
    await wallet
      .getByRole('main')
      .getByRole('link', { name: /^Share proof/ })
      .click();
    const shared = await opened;
    await shared.getByRole('button', { name: 'Copy link' }).click();
    await expect(shared.getByText('Copied')).toBeVisible();
    await shared.goto(await shared.evaluate(() => navigator.clipboard.readText()));
    await expect(shared.getByRole('main')).toContainText('Checked in your browser');
    await expect(shared.getByRole('main')).toContainText('In this server’s chain');
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
});
