import { DEVELOPMENT_ADDRESSES as accounts } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { expect, interactive, KEEPS_SCREENSHOTS, openSettings, test, type Suite } from './suite.ts';

const GENESIS_TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';
const BLOCKS = 34;
const WIDTHS = [320, 768, 1440] as const;
/** Axe rules that depend on theme or width. All others depend only on the markup, which is the same in each. */
const COLOUR_AND_LAYOUT = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
];

/** All pages except the search, which has its own tests (search.spec.ts). */
const PAGES = {
  home: '/',
  blocks: '/blocks',
  block: '/blocks/3',
  transactions: '/transactions',
  transaction: `/transactions/${GENESIS_TRANSFER}`,
  statistics: '/statistics',
  charts: '/charts?figure=supply&range=week',
  supply: '/supply',
  miners: '/miners',
  miner: `/miners/${accounts[4]}`,
  addresses: '/addresses',
  address: `/addresses/${accounts[4]}`,
  'address-received': `/addresses/${accounts[4]}?direction=in`,
  network: '/network',
  stale: '/stale-blocks',
  verify: '/verify',
  api: '/api',
  about: '/about',
} as const;

test.describe('the pages of data', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.rewind();
    await suite.devnet.mine({ blocks: BLOCKS, to: accounts[4] });
  });

  test('are accessible in both themes and at every width, without sideways scrolling or wrapped amounts', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    test.setTimeout(240_000);
    const problems = collectErrors(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [name, path] of Object.entries(PAGES)) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
        await page.goto(suite.addresses.website + path);
        await waitUntilLoaded(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await expect.soft(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)).toPass();
          expect.soft(await brokenAmounts(page), `${name} at ${width}`).toEqual([]);
          for (const colorScheme of KEEPS_SCREENSHOTS ? (['light', 'dark'] as const) : []) {
            await page.emulateMedia({ colorScheme });
            await keepScreenshot(`pages-${name}-${width}-${colorScheme}`);
          }
        }
        // Two checks cover both themes and both layouts: the widest page in light, the narrowest in dark.
        await page.emulateMedia({ colorScheme: 'light' });
        await expectAccessible(page, `${name} in the light theme`);
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
        await expectAccessible(page, `${name} in the dark theme`, COLOUR_AND_LAYOUT);
      });
    }
    expect(problems).toEqual([]);
  });

  test('statistics: charts with the pointer, by keyboard and as a table, over the chosen range', async ({
    page,
    suite,
  }) => {
    await page.goto(`${suite.addresses.website}/statistics`);
    await interactive(page);
    const chart = page.getByRole('slider', { name: 'Transactions per block' });
    await expect(chart.locator('canvas')).toBeVisible();
    const height = await suite.height();
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`Block ${height}: Transactions 1`));
    await chart.focus();
    await chart.press('ArrowLeft');
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`Block ${height - 1}:`));
    await chart.press('Home');
    const oldest = Math.max(0, height - 59); // earlier tests have extended the chain
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`^Block ${oldest}: Transactions \\d`));
    const card = page.locator('.c-card', { has: chart });
    await card.locator('summary').click();
    await expect(card.getByRole('row')).toHaveCount(height - oldest + 2);
    await page.getByRole('radio', { name: '30', exact: true }).check();
    await expect(card.getByRole('row')).toHaveCount(31);
    await expect(page.getByRole('main')).toContainText(`As of block ${height}`);
  });

  test('amounts are exact in coins and in pebbles, on every page from then on', async ({ page, suite }) => {
    await page.goto(`${suite.addresses.website}/transactions/${GENESIS_TRANSFER}`);
    await interactive(page);
    const main = page.getByRole('main');
    await expect(main).toContainText('1,000,000.00 CRN');
    await openSettings(page);
    await page.getByRole('radio', { name: 'Pebbles', exact: true }).check();
    await expect(main).toContainText('100,000,000,000,000 pebbles');
    await page.goto(`${suite.addresses.website}/de/addresses`);
    await interactive(page);
    await expect(main).toContainText('Guthaben (Pebbles)');
    await expect(main).toContainText('100.000.000.000.000');
    await openSettings(page);
    await page.getByRole('radio', { name: 'CRN', exact: true }).check();
    await expect(main).toContainText('1.000.000,00');
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
    await expect(main).toContainText('Rank1 of 10');
    const reward = BigInt(await minedBlocks(suite)) * 50n;
    const balance = `${(1_000_000n + reward).toLocaleString('en-US')}.00 CRN`;
    await expect(main.locator('.address__balance')).toHaveText(balance);
    const plot = page.getByRole('slider', { name: 'Balance over time' });
    await plot.scrollIntoViewIfNeeded();
    await expect(plot).toHaveAttribute('aria-valuetext', new RegExp(`Balance ${balance.replace(' ', '.')}`));
    // All other data is in the server's rendering.
    expect(requested.length, requested.join(', ')).toBeLessThanOrEqual(4);
    await page.getByRole('link', { name: 'Sent', exact: true }).click();
    await expect(page).toHaveURL(/direction=out$/);
    await expect(main).toContainText('Nothing sent yet');
    await page.goBack();
    await expect(main.getByRole('table')).toContainText('Block reward');
    await page.getByRole('link', { name: 'Mined', exact: true }).click();
    await expect(page).toHaveURL(/direction=mined$/);
    await expect(main.getByRole('row').nth(1)).toContainText('Block reward');
  });

  test('raw data: the bytes of a transaction and of a header equal the node’s', async ({ page, suite }) => {
    const raw = await fetch(`${suite.addresses.explorerApi}/api/v1/blocks/0/raw`);
    const bytes = Buffer.from(await raw.arrayBuffer()).toString('hex');
    await page.goto(`${suite.addresses.website}/blocks/0`);
    await interactive(page);
    await page.getByText('Raw data').click();
    const header = page.getByRole('region', { name: 'bytes in hexadecimal' });
    await expect
      .poll(async () => (await header.textContent())?.replaceAll(/\s/g, ''))
      .toBe(bytes.slice(0, 236));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Header/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('cairn-header-0.bin');
    await page.goto(`${suite.addresses.website}/transactions/${GENESIS_TRANSFER}`);
    await interactive(page);
    await page.getByText('Raw data').click();
    const transaction = page.getByRole('region', { name: 'bytes in hexadecimal' });
    await expect
      .poll(async () => bytes.includes((await transaction.textContent())?.replaceAll(/\s/g, '') ?? 'none'))
      .toBe(true);
  });

  test('without an index, each page says what is missing and shows the rest', async ({ page, suite }) => {
    await suite.stopNode();
    await suite.startNode([]);
    const problems = collectErrors(page);
    const main = page.getByRole('main');
    await page.goto(`${suite.addresses.website}/statistics`);
    await expect(main).toContainText('runs without one');
    await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', /Transactions/);
    await page.goto(`${suite.addresses.website}/addresses`);
    await expect(main).toContainText('runs without one');
    await expect(main.getByRole('table')).toHaveCount(0);
    // An account that no other test uses, since all share one chain.
    await page.goto(`${suite.addresses.website}/addresses/${accounts[6]}`);
    await expect(main.locator('.address__balance')).toContainText('1,000,000');
    await expect(main).toContainText('runs without one');
    await expectAccessible(page, 'address without an index');
    await page.goto(suite.addresses.website);
    await waitUntilLoaded(page);
    await expectAccessible(page, 'home without an index');
    expect(problems).toEqual([]);
    await suite.stopNode();
    await suite.startNode();
  });
});

/** Starts to collect the errors of a page. */
function collectErrors(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Chromium itself reports each 503, which is the API's answer for an index that is off.
    if (message.type() === 'error' && !message.text().includes('status of 503'))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  return problems;
}

async function expectAccessible(page: Page, name: string, rules?: readonly string[]): Promise<void> {
  expect.soft(await accessibilityProblems(page, rules && { rules }), name).toEqual([]);
}

/** Waits until all data is loaded and every chart is drawn: a chart is drawn once it is scrolled into view. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  const charts = page.getByRole('slider');
  for (let index = 0; index < (await charts.count()); index += 1) {
    await charts.nth(index).scrollIntoViewIfNeeded();
    await expect(charts.nth(index).locator('canvas')).toBeVisible();
  }
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Amounts in tiles that wrap or overflow, and rows whose two ends overlap. */
function brokenAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const amounts = [...document.querySelectorAll('.c-stat__value .c-amount')];
    const isBroken = (amount: Element) => {
      const edge = amount.closest('.c-stat')!.getBoundingClientRect().right;
      return amount.getClientRects().length > 1 || amount.getBoundingClientRect().right > edge;
    };
    const boxesIn = (row: Element, selector: string) => {
      const texts = [...row.querySelectorAll(`${selector} span, ${selector} a, ${selector} time`)];
      return texts.map((text) => text.getBoundingClientRect()).filter(({ width }) => width > 0);
    };
    const rows = [...document.querySelectorAll('.c-table tbody tr')].filter((row) => {
      const [left, right] = [boxesIn(row, '.c-table__lead'), boxesIn(row, '.c-table__aside')];
      const isOneLine = left[0] !== undefined && Math.abs((right[0]?.top ?? 0) - left[0].top) < 20;
      return (
        isOneLine && Math.max(...left.map((box) => box.right)) > Math.min(...right.map((box) => box.left)) + 1
      );
    });
    return [...amounts.filter(isBroken), ...rows].map(({ textContent }) => textContent ?? '');
  });
}

/** Number of blocks that account 4 mined: each pays it in one transaction. */
async function minedBlocks(suite: Suite): Promise<number> {
  const path = `/api/v1/addresses/${accounts[4]}/transactions`;
  const response = await fetch(suite.addresses.explorerApi + path);
  const { pagination } = (await response.json()) as { pagination: { total: number } };
  // One of these transactions is in the genesis block.
  return pagination.total - 1;
}
