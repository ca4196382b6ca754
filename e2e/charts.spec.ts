import { readFileSync } from 'node:fs';
import { expect, interactive, test } from './suite.ts';

const HOUR = 3_600;
const BLOCKS = 60;

test.describe('the whole chain over time', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.rewind();
    // Two blocks an hour.
    await suite.devnet.mine({ blocks: BLOCKS, interval_seconds: HOUR / 2 });
  });

  test('a chart has a URL, its values as a table and as CSV, and follows the chain', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await page.goto(`${suite.addresses.website}/charts`);
    await interactive(page);
    await page.getByRole('link', { name: '24 hours' }).click();
    await expect(page).toHaveURL(/\/charts\?figure=transactions&range=day$/);
    await interactive(page);
    const chart = page.getByRole('slider', { name: 'Transactions' });
    await expect(chart.locator('canvas')).toBeVisible();
    await page.getByTitle('Values as a table').click();
    const rows = page.getByRole('region', { name: 'Transactions' }).last().getByRole('row');
    await expect(rows).toHaveCount(25);
    await expect(rows.nth(3)).toContainText('2');
    await keepScreenshot('charts-transactions');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('\uFEFFfrom_utc,transactions');
    expect(lines).toHaveLength(25);
    expect(lines.at(-3)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z,2$/);

    const last = async (): Promise<string> => (await rows.nth(1).textContent()) ?? '';
    const before = await last();
    await suite.devnet.mine({ blocks: 1, interval_seconds: HOUR / 2 });
    await expect.poll(last).not.toBe(before);
  });

  test('a link keeps figure and range, and an invalid link shows the defaults', async ({ page, suite }) => {
    await page.goto(`${suite.addresses.website}/de/charts?figure=block_interval&range=week`);
    await interactive(page);
    await expect(page.getByRole('link', { name: 'Blockabstand' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('link', { name: '7 Tage' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /30 min/);
    await expect(page.getByRole('link', { name: '31 Tage' })).toHaveAttribute(
      'href',
      '/de/charts?figure=block_interval&range=month',
    );
    await page.goto(`${suite.addresses.website}/charts?figure=price&range=decade&step=year`);
    await expect(page.getByRole('link', { name: 'Transactions' }).last()).toBeVisible();
    await expect(page.getByRole('link', { name: '31 days' })).toHaveAttribute('aria-current', 'page');
  });

  test('the supply page shows the supply, the block reward and the next halving', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await page.goto(`${suite.addresses.website}/supply`);
    await interactive(page);
    const main = page.getByRole('main');
    await expect(main).toContainText('50.00');
    await expect(main).toContainText('Block 1,051,200');
    const height = await suite.height();
    await expect(main).toContainText(`In ${(1_051_200 - height).toLocaleString('en')} blocks`);
    const curve = page.getByRole('slider', { name: 'Emission curve' });
    await expect(curve.locator('canvas')).toBeVisible();
    await expect(curve).toHaveAttribute('aria-valuetext', /Block 10,512,000: By the rules/);
    await keepScreenshot('supply');
  });
});
