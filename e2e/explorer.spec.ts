import { AxeBuilder } from '@axe-core/playwright';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { expect, test } from './suite.ts';

const accounts = developmentAccounts(getNetwork('devnet')).map(({ address }) => address);
const GENESIS = '2efaa0eb01a3562c73da35743762ef2ec159bafcd005ea6c9fd2e7082538d502';
const GENESIS_TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';
const UNKNOWN_HASH = 'ab'.repeat(32);

const VIEWPORTS = { phone: { width: 360, height: 780 }, desktop: { width: 1280, height: 900 } } as const;

test.describe('the explorer', () => {
  test.beforeAll(async ({ suite }) => suite.mine(3, accounts[4]!));

  const pages = {
    home: '/',
    blocks: '/blocks',
    block: '/blocks/0',
    transaction: `/transactions/${GENESIS_TRANSFER}`,
    address: `/addresses/${accounts[1]}`,
  };
  for (const [name, path] of Object.entries(pages)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${name} in ${colorScheme}: complete, accessible, without a sideways scroll`, async ({
        page,
        suite,
        keepScreenshot,
      }) => {
        const problems: string[] = [];
        page.on('pageerror', (error) => problems.push(error.message));
        page.on('console', (message) => {
          // Chromium itself reports each 503, and that is what the API answers for an index that is off.
          if (message.type() === 'error' && !message.text().includes('status of 503'))
            problems.push(message.text());
        });
        await page.emulateMedia({ colorScheme });
        for (const [device, size] of Object.entries(VIEWPORTS)) {
          await page.setViewportSize(size);
          await page.goto(suite.addresses.website + path);
          await expect(page.getByRole('main')).toBeVisible();
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          await page.waitForLoadState('networkidle');
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `${name} on a ${device}`).toBeLessThanOrEqual(0);
          await keepScreenshot(`explorer-${name}-${device}-${colorScheme}`);
        }
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        ).toEqual([]);
        expect(problems).toEqual([]);
      });
    }
  }

  const searches: [what: string, text: string, path: RegExp, shown: string | RegExp][] = [
    ['a height', '2', /\/blocks\/2$/, '2'],
    ['a block ID', GENESIS, new RegExp(`/blocks/(0|${GENESIS})$`), GENESIS],
    ['a block ID in capitals', GENESIS.toUpperCase(), new RegExp(`/blocks/(0|${GENESIS})$`, 'i'), GENESIS],
    ['a transaction ID', GENESIS_TRANSFER, new RegExp(`/transactions/${GENESIS_TRANSFER}$`), '1,000,000'],
    ['an address', accounts[1]!, new RegExp(`/addresses/${accounts[1]}$`), '1,000,000'],
  ];
  for (const [what, text, path, shown] of searches) {
    test(`the search finds ${what}`, async ({ page, suite }) => {
      await page.goto(suite.addresses.website);
      const search = page.getByRole('searchbox').or(page.getByRole('combobox')).first();
      await expect(async () => {
        await page.keyboard.press('/'); // nothing listens before the page's script has run
        await expect(search).toBeFocused({ timeout: 500 });
      }).toPass();
      await search.fill(text);
      await search.press('Enter');
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('main')).toContainText(shown);
    });
  }

  const absent: [what: string, path: string, shown: RegExp][] = [
    ['a height above the tip', '/blocks/4000000', /no block|not found/i],
    ['an unknown block ID', `/blocks/${UNKNOWN_HASH}`, /no block|not found/i],
    ['no block reference at all', '/blocks/nonsense', /not a|neither|invalid/i],
    ['an unknown transaction', `/transactions/${UNKNOWN_HASH}`, /no confirmed transaction|not found/i],
    ['no transaction ID at all', '/transactions/nonsense', /not a|invalid/i],
    ['no address at all', '/addresses/nonsense', /not an|invalid/i],
    [
      'an address of another network',
      '/addresses/TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn',
      /testnet|another network/i,
    ],
  ];
  for (const [what, path, shown] of absent) {
    test(`says honestly what ${what} is`, async ({ page, suite }) => {
      await page.goto(suite.addresses.website + path);
      await expect(page.getByRole('main')).toContainText(shown);
      await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
    });
  }

  test('says that an address history needs an index, never shows an empty list', async ({ page, suite }) => {
    await page.goto(`${suite.addresses.website}/addresses/${accounts[1]}`);
    await expect(page.getByRole('main')).toContainText(/index/i);
  });

  test('shows an address history once the node keeps an index, without a reload', async ({ page, suite }) => {
    await page.goto(`${suite.addresses.website}/addresses/${accounts[1]}`);
    const main = page.getByRole('main');
    await expect(main).toContainText(/index/i);
    await suite.stopNode();
    await suite.startNode(['--index']);
    const history = main.getByRole('table');
    await expect(history.getByRole('link').first()).toBeVisible({ timeout: 60_000 });
    await expect(history).toContainText('1,000,000');
    await suite.stopNode();
    await suite.startNode();
  });

  test('shows a new block without a reload, says when the API is down, and recovers', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    test.setTimeout(180_000);
    await page.goto(suite.addresses.website);
    const height = await suite.height();
    await suite.stopNode();
    await expect(page.getByRole('main')).toContainText(/does not answer|stopped answering/i, {
      timeout: 60_000,
    });
    await keepScreenshot('explorer-api-down');
    await suite.cairn('mine', '--blocks', '1', '--to', accounts[4]!);
    await suite.startNode();
    const link = page.getByRole('link', { name: new RegExp(`^#?${height + 1}$`) });
    await expect(link.first()).toBeVisible({ timeout: 60_000 });
  });
});
