import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { expect, interactive, test } from './suite.ts';

const [, account, , , miner] = DEVELOPMENT_ADDRESSES;
const TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';
const BLOCKS = 3;

/** A search with a result of each kind that the API has to find: a text, its first suggestion, and the path that Enter opens. */
const SEARCHES: [text: string, suggestion: string | RegExp, path: string][] = [
  [`0x${TRANSFER.toUpperCase()}`, 'Transaction in block 0', `/transactions/${TRANSFER}`],
  [account.slice(0, 12), /^Address d/, `/addresses/${account}`],
  // Before all blocks: opens the first one.
  ['2020-01-01', /Block at .*2020/, '/blocks/0'],
];

test.describe('the search', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.devnet.mine({ blocks: BLOCKS, to: miner });
  });

  test('suggests results while the user types, or says why there is none, by keyboard', async ({
    page,
    suite,
  }) => {
    await page.goto(`${suite.addresses.website}/about`);
    const field = await focusBySlash(page);
    const options = page.getByRole('option');
    for (const [text, suggestion] of SEARCHES) {
      await field.fill(text);
      await expect(options.first(), text).toHaveText(suggestion);
    }
    await field.fill('ab12cd34');
    const hint = page.locator('.palette__hint');
    await expect(hint).toContainText('Nothing on this chain begins with these characters');
    await expect(hint).not.toHaveClass(/c-error/); // not while the user types
    await expect(options).toHaveCount(0);
    await field.fill('what?');
    await field.press('Enter');
    await expect(hint).toHaveClass(/c-error/);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveURL(/\/about$/);
    await field.fill('ab'.repeat(32));
    await expect(hint).toContainText('No block and no confirmed transaction');
    await expect(options).toHaveText(['Watch for a transaction with this ID']);
    await field.fill('blocks');
    await expect(options).toHaveText(['Blocks', 'Competing blocks']);
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await field.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id'))!);
    expect(await accessibilityProblems(page, { part: 'dialog' })).toEqual([]);
    await field.press('Enter');
    await expect(page).toHaveURL(/\/stale-blocks$/);
  });

  test('keeps text that is typed before its script runs', async ({ page, suite }) => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // All scripts except the two `-boot` scripts in the head, which block rendering.
    await page.route(/(?<!-boot[^/]*)\.js(\?|$)/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${suite.addresses.website}/about`, { waitUntil: 'commit' });
    await page.getByRole('searchbox').pressSequentially('#2');
    release();
    const field = page.getByRole('combobox');
    await expect(page.getByRole('option').first()).toHaveText('Block 2');
    await expect(field).toHaveValue('#2');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/blocks\/2$/);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('is a form that leads to the result', async ({ page, suite }) => {
      await page.goto(`${suite.addresses.website}/about`);
      const field = page.locator('input[name=q]').first();
      await field.fill(SEARCHES[1]![0]);
      await field.press('Enter');
      await expect(page).toHaveURL(suite.addresses.website + SEARCHES[1]![2]);
      for (const [text, , path] of SEARCHES) {
        const answer = await page.request.get(`${suite.addresses.website}/search?q=${text}`);
        expect(answer.url(), text).toBe(suite.addresses.website + path);
      }
      await page.goto(`${suite.addresses.website}/search?q=${'ab'.repeat(32)}`);
      await expect(page.getByRole('main')).toContainText('No block and no confirmed transaction has this ID');
    });
  });
});

test.describe('the palette', () => {
  test('opens pages and changes settings, by keyboard alone', async ({ page, suite }) => {
    await page.goto(`${suite.addresses.website}/addresses/${account}`);
    await focusBySlash(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search the chain' });
    await expect(field).toBeFocused();
    // The list scrolls, and the field stays above it.
    expect(await page.locator('dialog').evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
    await field.fill('dark');
    await field.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('dialog')).toHaveCount(0);

    await page.keyboard.press('Control+k');
    await field.fill('deutsch');
    await field.press('Enter');
    await expect(page).toHaveURL(`${suite.addresses.website}/de/addresses/${account}`);

    await interactive(page);
    await page.keyboard.press('Control+k');
    const german = page.getByRole('combobox', { name: 'Chain durchsuchen' });
    await german.fill('sta');
    await expect(page.getByRole('option').first()).toHaveText('Start');
    await german.fill('gestern 14:00');
    await expect(page.getByRole('option').first()).toHaveText(/^Block um .*14:00/);
    await german.fill('neuester');
    await german.press('Enter');
    await expect(page).toHaveURL(/\/de\/blocks\/\d+$/);
  });

  test('is a sheet of full width on a phone', async ({ page, suite, keepScreenshot }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(suite.addresses.website);
    await interactive(page);
    await page.getByRole('searchbox').click();
    const dialog = page.getByRole('dialog', { name: 'Search and commands' });
    await expect(dialog).toBeVisible();
    expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    expect(await accessibilityProblems(page, { part: 'dialog' })).toEqual([]);
    await keepScreenshot('palette-phone');
    await dialog.getByRole('button', { name: 'close' }).click();
    await expect(dialog).toHaveCount(0);
  });
});

test('j and k move in lists, Enter opens the row, and ? lists the keys', async ({ page, suite }) => {
  await suite.devnet.mine({ blocks: BLOCKS, to: miner });
  await page.goto(`${suite.addresses.website}/blocks`);
  await interactive(page);
  const links = page.locator('main tbody tr a[href]');
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(links.first()).toBeFocused({ timeout: 500 });
    await page.keyboard.press('k');
    await expect(links.first()).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('j');
  await expect(page.locator('main tbody tr').nth(1).locator('a[href]').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/blocks\/\w+$/);
  await interactive(page);
  const opened = page.waitForEvent('popup');
  await expect(async () => {
    await page.keyboard.press('?');
    await page.waitForEvent('popup', { timeout: 2_000 });
  }).toPass();
  const keys = await opened;
  await expect(keys).toHaveURL(/\/about#keys$/);
  await expect(keys.getByText('Next and previous row of a list')).toBeInViewport();
  await expect(page).toHaveURL(/\/blocks\/\w+$/);
});

/** Opens the palette with the key `/`, which works once the page's script has run. @returns its field */
async function focusBySlash(page: Page) {
  const field = page.getByRole('combobox', { name: 'Search the chain' });
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  return field;
}
