import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { expect, interactive, test } from './suite.ts';

const [, account, , , miner] = DEVELOPMENT_ADDRESSES;
const TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';
const BLOCKS = 3;

/** A search with a result of each kind that the API has to find: a text, its first result, and the path that Enter opens. */
const SEARCHES: [text: string, result: string | RegExp, path: string][] = [
  [`0x${TRANSFER.toUpperCase()}`, /^Transaction in block 0/, `/transactions/${TRANSFER}`],
  [account.slice(0, 12), /^Address/, `/addresses/${account}`],
  // Before all blocks: opens the first one.
  ['2020-01-01', /^Block 0.*2020/, '/blocks/0'],
];

test.describe('the search', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.devnet.mine({ blocks: BLOCKS, to: miner });
  });

  test('shows results while the user types, or says why there is none, by keyboard', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await page.goto(`${suite.addresses.website}/about`);
    const field = await openBy(page, '/');
    const options = page.getByRole('option');
    for (const [text, result] of SEARCHES) {
      await field.fill(text);
      await expect(options.first(), text).toHaveText(result);
    }
    await field.fill('ab12cd34');
    const status = page.locator('.search__panel').getByRole('status');
    await expect(status).toContainText('No results. Nothing on this chain begins with these characters');
    await expect(page.getByRole('group', { name: 'Examples' }).getByRole('option').first()).toHaveText(
      /a block by its height$/,
    );
    await field.press('Enter');
    await expect(page).toHaveURL(/\/about$/);
    await field.fill('ab'.repeat(32));
    await expect(status).toContainText('No block and no confirmed transaction');
    await expect(options).toHaveText(['Watch for a transaction with this ID']);
    await field.fill('blocks');
    await expect(options).toHaveText(['Blocks', 'Competing blocks']);
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await field.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id'))!);
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot('search');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/network#stale$/);
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
    await expect(page.getByRole('option').first()).toHaveText(/^Block 2/);
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
      const main = page.getByRole('main');
      await expect(main).toContainText('No block and no confirmed transaction has this ID');
      await page.goto(`${suite.addresses.website}/search?q=fees`);
      await expect(main.getByRole('link', { name: 'Statistics' })).toBeVisible();
    });
  });
});

test('the keyboard alone leads from block to block, opens pages and changes settings, and the focus stays where it was', async ({
  page,
  suite,
}) => {
  await suite.devnet.mine({ blocks: BLOCKS, to: miner });
  await page.goto(`${suite.addresses.website}/blocks/1`);
  await interactive(page);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/blocks\/2$/);
  await interactive(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/\/blocks\/1$/);
  await interactive(page);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Previous and next block');
  expect(await accessibilityProblems(page, { part: 'dialog' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);

  const field = await openBy(page, '/');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(field).not.toBeFocused();
  // Opened by a key and left, then by a press: the field keeps the focus.
  await openBy(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await field.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(field).toBeFocused();
  const button = page.getByRole('button', { name: 'Add label' });
  await button.focus();
  await openBy(page, 'Control+k');
  await field.fill('dark');
  await field.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(button).toBeFocused();

  await openBy(page, 'Control+k');
  // An address may begin so: the command that stands first does not wait for the API.
  await page.route('**/api/v1/search?*', () => undefined);
  await field.fill('deutsch');
  await field.press('Enter');
  await expect(page).toHaveURL(`${suite.addresses.website}/de/blocks/1`);
  const german = await openBy(page, 'Control+k', 'Chain durchsuchen');
  await german.fill('sta');
  await expect(page.getByRole('option').first()).toHaveText('Start');
  await german.fill('neuester');
  await german.press('Enter');
  await expect(page).toHaveURL(`${suite.addresses.website}/de/blocks/${await suite.height()}`);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('results are as wide as the field, and there are no keys', async ({ page, suite, keepScreenshot }) => {
    await page.goto(`${suite.addresses.website}/about`);
    await interactive(page);
    const field = page.getByRole('combobox');
    await field.tap();
    const list = page.getByRole('listbox');
    await expect(list).toContainText('Dark theme');
    await expect(list).not.toContainText('Keyboard shortcuts');
    expect((await list.boundingBox())!.width).toBeGreaterThan((await field.boundingBox())!.width - 5);
    await keepScreenshot('search-phone');
    await page.getByRole('option', { name: 'Network' }).tap();
    await expect(page).toHaveURL(/\/network$/);
  });
});

/** Opens the results with a key, which works once the page's script has run. @returns the field */
async function openBy(page: Page, key: string, name = 'Search the chain') {
  const field = page.getByRole('combobox', { name });
  await expect(field).toBeVisible(); // its role comes with the script
  await page.keyboard.press(key);
  await expect(field).toBeFocused();
  await expect(page.getByRole('listbox')).toBeVisible();
  return field;
}
