import { expect, keepScreenshotOf, test } from './suite.ts';
import { DEVELOPMENT_ADDRESSES, PASSWORD, reviewTransfer } from '@cairn/testkit/playwright';

const recipient = DEVELOPMENT_ADDRESSES[1];

test.beforeEach(({ suite }) => suite.rewind());

test('a fresh wallet on devnet: test coins and a confirmed payment within a minute', async ({
  page,
  chain,
  suite,
}) => {
  await chain.mining({ mode: 'interval', interval_seconds: 4 });
  const begun = Date.now();
  await page.goto(suite.walletAddress());
  await page.getByRole('button', { name: 'Create a new wallet' }).click();
  await page.getByRole('button', { name: /written/i }).click();
  await page.getByRole('button', { name: /later/i }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open wallet' }).click();
  const get = page.getByRole('button', { name: 'Get 100 test coins' });
  await expect(get).toBeVisible();
  await keepScreenshotOf(page, 'wallet-test-coins');
  await get.click();
  await expect(page.getByText('They appear with the next block')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText('100.00', {
    timeout: 30_000,
  });
  await expect(page.getByText('Test coins', { exact: true })).toHaveCount(0);
  await reviewTransfer(page, { recipient, amount: '12.5', fee: '0.00001' });
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('The node has it as pending')).toBeVisible();
  const follow = page.getByRole('link', { name: 'Follow it in the explorer' });
  const href = await follow.getAttribute('href');
  await expect(page.getByText('1 confirmation', { exact: true })).toBeVisible({ timeout: 30_000 });
  const seconds = (Date.now() - begun) / 1_000;
  test.info().annotations.push({ type: 'seconds', description: seconds.toFixed(1) });
  expect(seconds).toBeLessThan(60);
  await page.goto(href!);
  await expect(page.getByRole('main')).toContainText('12.5');
});
