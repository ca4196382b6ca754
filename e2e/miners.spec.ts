import { DEVELOPMENT_ADDRESSES as accounts } from '@cairn/testkit/playwright';
import { expect, interactive, test } from './suite.ts';

/** More than one page of 25 blocks. */
const BLOCKS_OF_FIRST = 30;
const BLOCKS_OF_SECOND = 10;
const [first, second, third] = [accounts[4], accounts[5], accounts[6]];

test.describe('miners', () => {
  test.beforeEach(async ({ suite }) => {
    await suite.rewind();
    await suite.devnet.mine({ blocks: BLOCKS_OF_FIRST, to: first });
    await suite.devnet.mine({ blocks: BLOCKS_OF_SECOND, to: second });
  });

  test('shares of a range have an address and a page for each miner, and follow the chain', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await page.goto(`${suite.addresses.website}/statistics`);
    await page.getByRole('link', { name: 'Miners', exact: true }).click();
    await interactive(page);
    const rows = page.getByRole('table', { name: 'Miners by blocks' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText(/30\s*75(\.0+)?\s*%/);
    await expect(rows.nth(2)).toContainText(/10\s*25(\.0+)?\s*%/);
    await keepScreenshot('miners');
    await page.getByRole('link', { name: '100 blocks', exact: true }).click();
    await expect(page).toHaveURL(/\/miners\?blocks=100$/);
    await interactive(page);

    await suite.devnet.mine({ blocks: 60, to: third });
    await expect(rows.nth(1)).toContainText(/60\s*60(\.0+)?\s*%/);
    await rows.nth(2).getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/miners/${first}$`));
  });

  test('a miner’s page lists its blocks page by page, and removes those that leave the chain', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await page.goto(`${suite.addresses.website}/blocks/${BLOCKS_OF_FIRST}`);
    await page.getByRole('link', { name: 'Blocks by this miner' }).click();
    await expect(page).toHaveURL(new RegExp(`/miners/${first}$`));
    await interactive(page);
    const main = page.getByRole('main');
    await expect(main).toContainText('75');
    const rows = page.getByRole('table', { name: 'Blocks by this miner' }).getByRole('row');
    await expect(rows).toHaveCount(26);
    await expect(rows.nth(1)).toContainText('30');
    await keepScreenshot('miner');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(rows).toHaveCount(6);

    await page.getByRole('link', { name: 'Balance and transactions' }).click();
    await page.getByRole('link', { name: 'Mined blocks' }).click();
    await expect(page).toHaveURL(new RegExp(`/miners/${first}$`));
    await page.goto(`${suite.addresses.website}/addresses/${third}`);
    await expect(page.getByRole('main')).toContainText('1 transaction');
    await expect(page.getByRole('link', { name: 'Mined blocks' })).toHaveCount(0);

    await page.goto(`${suite.addresses.website}/de/miners/${second}`);
    await interactive(page);
    const blocks = page.getByRole('table', { name: 'Blöcke dieses Miners' }).getByRole('row');
    await expect(blocks).toHaveCount(BLOCKS_OF_SECOND + 1);
    await suite.devnet.reorganize({ depth: 4 });
    await expect(blocks).toHaveCount(BLOCKS_OF_SECOND - 4 + 1);
  });

  test('an address that has mined nothing says so, and an invalid one is refused', async ({
    page,
    suite,
  }) => {
    await page.goto(`${suite.addresses.website}/miners/${third}`);
    await expect(page.getByRole('main')).toContainText('This address has mined no block');
    const answer = await page.goto(`${suite.addresses.website}/miners/nobody`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('main')).toContainText('not an address');
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('shares and blocks are shown, and pages are links', async ({ page, suite }) => {
      await page.goto(`${suite.addresses.website}/miners`);
      await expect(page.getByRole('table', { name: 'Miners by blocks' }).getByRole('row')).toHaveCount(3);
      await page.goto(`${suite.addresses.website}/miners/${first}?page=2`);
      await expect(page.getByRole('table', { name: 'Blocks by this miner' }).getByRole('row')).toHaveCount(6);
    });
  });
});
