import { readFileSync } from 'node:fs';
import { DEVELOPMENT_ADDRESSES as accounts } from '@cairn/testkit/playwright';
import { expect, interactive, test } from './suite.ts';

const HOUR = 3_600;
const HOURS = 30;
const [first, second, third] = [accounts[4], accounts[5], accounts[6]];

test.describe('statistics', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.rewind();
    // One, two and three blocks in every three hours.
    for (let hour = 0; hour < HOURS; hour += 1) {
      const blocks = 1 + (hour % 3);
      await suite.devnet.mine({
        blocks,
        interval_seconds: HOUR / blocks,
        to: hour % 2 === 0 ? first : second,
      });
    }
  });

  test('a wall of charts: range and chart in the URL, one crosshair, a table and a file', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await page.goto(`${suite.addresses.website}/statistics?figure=size`);
    await interactive(page);
    const main = page.getByRole('main');
    await expect(main).toContainText(`As of block ${await suite.height()}`);
    // The chain is older than a day.
    await expect(page.getByRole('link', { name: '24 h' })).toHaveAttribute('aria-current', 'page');
    const tile = (name: string) => page.getByRole('article', { name });
    await expect(tile('Data size').getByRole('row')).toHaveCount(25);
    await keepScreenshot('statistics-day');

    await page.getByRole('link', { name: '7 d' }).click();
    await expect(page).toHaveURL(/\?range=week&figure=size$/);
    await expect(tile('Data size').getByRole('row')).toHaveCount(HOURS + 1);
    await page.getByRole('slider', { name: 'Transactions' }).click();
    await expect(page).toHaveURL(/\?range=week&figure=transactions$/);
    const rows = tile('Transactions').getByRole('row');
    await expect(rows).toHaveCount(HOURS + 1);
    await expect(rows.nth(2)).toHaveText(/2026|2027/);

    const slider = page.getByRole('slider', { name: 'Transactions' });
    await expect(slider.locator('canvas')).toBeVisible();
    await slider.press('End');
    await slider.press('ArrowLeft');
    await expect(slider).toHaveAttribute(
      'aria-valuetext',
      /^Hour from 20\d\d-\d\d-\d\d \d\d:00 UTC: Transactions [123]$/,
    );
    const hour = /Hour from [^:]+:00 UTC/.exec((await slider.getAttribute('aria-valuetext')) ?? '')?.[0];
    await expect(tile('Block interval')).toContainText(hour ?? 'none');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFF# The server's word/);
    expect(lines[1]).toBe('from_utc,transactions');
    expect(lines).toHaveLength(HOURS + 2);
    expect(lines.at(-2)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z,[123]$/);

    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('link', { name: '24 h' })).toHaveAttribute('aria-current', 'page');
  });

  test('follows the chain, and keeps its figures when a request fails', async ({ page, suite }) => {
    const exceptions: Error[] = [];
    page.on('pageerror', (error) => exceptions.push(error));
    await page.route(/\/plot\.[^/]*js$/, (route) => route.abort(), { times: 1 });
    await page.goto(`${suite.addresses.website}/de/statistics?range=blocks`);
    await interactive(page);
    await expect(page.getByRole('link', { name: '50 Blöcke' })).toHaveAttribute('aria-current', 'page');
    const tile = page.getByRole('article', { name: 'Transaktionen' });
    await expect(tile).toContainText(/^Transaktionen5\d/);
    const main = page.getByRole('main');
    await expect(main.getByRole('table', { name: 'Miner nach Blöcken' }).getByRole('row')).toHaveCount(3);
    await page.route('**/api/v1/{blocks,miners}?*', (route) => route.abort());
    await suite.devnet.mine({ blocks: 1, to: third });
    await expect(main).toContainText('Die Explorer-API antwortet nicht');
    await expect(tile).toContainText(/^Transaktionen5\d/);
    await page.unrouteAll();
    await expect(main.getByRole('table', { name: 'Miner nach Blöcken' }).getByRole('row')).toHaveCount(4);
    await expect(main).not.toContainText('Die Explorer-API antwortet nicht');
    await expect(main.locator('canvas').first()).toBeVisible();
    expect(exceptions).toEqual([]);
  });

  test('supply and miners are parts of the page', async ({ page, suite }) => {
    await page.goto(`${suite.addresses.website}/statistics#supply`);
    await interactive(page);
    const supply = page.getByRole('region', { name: 'Supply' });
    await expect(supply).toBeInViewport();
    await expect(supply).toContainText('50.00');
    const height = await suite.height();
    await expect(supply).toContainText(`In ${(1_051_200 - height).toLocaleString('en')} blocks`);
    const curve = page.getByRole('slider', { name: /^Coins by block/ });
    await expect(curve).toHaveAttribute('aria-valuetext', /^Block 10,512,000: Coins in existence/);

    const rows = page.getByRole('table', { name: 'Miners by blocks' }).getByRole('row');
    const miner = rows.nth(1).getByRole('link').first();
    await expect(miner).toHaveAttribute('href', /\/addresses\/d\w+\?direction=mined$/);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('figures, the values of a chart and the miners are shown', async ({ page, suite }) => {
      await page.goto(`${suite.addresses.website}/statistics?range=week`);
      await page.getByRole('main').getByRole('link', { name: 'Transactions' }).click();
      await expect(page).toHaveURL(/figure=transactions$/);
      const tile = page.getByRole('article', { name: 'Transactions' });
      await expect(tile).toContainText(/^Transactions\d/);
      await expect(tile.getByRole('row').nth(1)).toContainText('UTC');
      await expect(page.getByRole('table', { name: 'Miners by blocks' })).toBeVisible();
    });
  });
});
