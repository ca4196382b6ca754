import { DEVELOPMENT_ADDRESSES as accounts } from '@cairn/testkit/playwright';
import { accessibilityProblems } from './accessibility.ts';
import { expect, interactive, test, type Suite } from './suite.ts';

const BLOCKS = 34;
test.describe('the pages of data', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.rewind();
    await suite.devnet.mine({ blocks: BLOCKS, to: accounts[4] });
  });

  test('the network page says what other nodes say of the chain, and what is the server’s word', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    const { explorerApi } = suite.addresses;
    const site = await suite.openWebsite(explorerApi, { witnesses: [explorerApi, 'http://127.0.0.1:9'] });
    await page.goto(`${site.url}/network`);
    await expect(page.locator('main [data-verdict]')).toHaveAttribute('data-verdict', 'passed');
    const height = await suite.height();
    await expect(page.locator('.seal')).toContainText(`Headers, one linked to the next · ${height} (proven)`);
    await expect(page.locator('.seal')).toContainText('Other nodes with this block: 1 of 1');
    const card = page.locator('.c-card', { hasText: 'Other nodes' });
    await expect(card).toContainText(`has this chain, up to block ${height}`);
    await expect(card).toContainText('could not be checked');
    await expect(page.locator('main :is(time, dd, td):not([data-proof] *)')).toHaveCount(0);
    await keepScreenshot('network-witnesses');
    expect(await accessibilityProblems(page, { part: 'main' })).toEqual([]);
    await site.close();
  });

  test('an address shows its rank, sums and balance over time, and its history in one direction', async ({
    page,
    suite,
  }) => {
    const requested: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      // The verification asks for these, whatever the page itself needs.
      const isOther = /\/(events|status|proof|headers|raw)$/.test(pathname);
      if (origin === suite.addresses.explorerApi && !isOther) requested.push(pathname);
    });
    await page.goto(`${suite.addresses.website}/addresses/${accounts[4]}`);
    const main = page.getByRole('main');
    await expect(main).toContainText('Rank 1 of 10');
    const reward = BigInt(await minedBlocks(suite)) * 50n;
    const balance = `${(1_000_000n + reward).toLocaleString('en-US')}.00 CRN`;
    await expect(main.locator('.address__balance')).toHaveText(balance);
    await expect(main.getByRole('img', { name: /^Balance from/ })).toBeVisible();
    // All other data is in the server's rendering.
    expect(requested.length, requested.join(', ')).toBeLessThanOrEqual(4);
    await page.getByRole('link', { name: 'Sent', exact: true }).click();
    await expect(page).toHaveURL(/direction=out$/);
    await expect(main).toContainText('No transaction in this selection');
    await page.getByRole('link', { name: 'Mined', exact: true }).click();
    await expect(page).toHaveURL(/direction=mined$/);
    await expect(page.getByRole('link', { name: 'Mined', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(main.getByRole('row').nth(1)).toContainText('Block reward');
  });

  test('blocks are those of one miner, by a choice with a URL of its own', async ({ page, suite }) => {
    await suite.devnet.mine({ blocks: 2, to: accounts[5] });
    await page.goto(`${suite.addresses.website}/blocks`);
    const main = page.getByRole('main');
    await main.getByRole('navigation', { name: 'Miner' }).getByRole('link', { name: 'Erin' }).click();
    await expect(page).toHaveURL(`${suite.addresses.website}/blocks?miner=${accounts[5]}`);
    await expect(main.getByRole('heading', { name: '2 blocks' })).toBeVisible();
    await expect(main.locator('tbody tr')).toHaveCount(2);
    await main.getByRole('link', { name: 'All miners' }).click();
    await expect(main.locator('tbody tr')).toHaveCount(25);
  });

  test('raw data: the bytes of a header equal the node’s', async ({ page, suite }) => {
    const raw = await fetch(`${suite.addresses.explorerApi}/api/v1/blocks/0/raw`);
    const bytes = Buffer.from(await raw.arrayBuffer()).toString('hex');
    await page.goto(`${suite.addresses.website}/blocks/0`);
    await interactive(page);
    await page.getByText('Raw data').click();
    const header = page.getByRole('region', { name: 'bytes in hexadecimal' });
    await expect
      .poll(async () => (await header.textContent())?.replaceAll(/\s/g, ''))
      .toBe(bytes.slice(0, 236));
  });
});

/** Number of blocks that account 4 mined: each pays it in one transaction. */
async function minedBlocks(suite: Suite): Promise<number> {
  const path = `/api/v1/addresses/${accounts[4]}/transactions`;
  const response = await fetch(suite.addresses.explorerApi + path);
  const { pagination } = (await response.json()) as { pagination: { total: number } };
  // One of these transactions is in the genesis block.
  return pagination.total - 1;
}
