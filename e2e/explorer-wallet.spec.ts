import { DEVELOPMENT_ADDRESSES, PASSWORD } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
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
