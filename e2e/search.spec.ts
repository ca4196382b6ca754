import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './suite.ts';

const [, account, , , miner] = DEVELOPMENT_ADDRESSES;
const TESTNET_ADDRESS = 'TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn';
const GENESIS = '3ef817a438023efb83a88423f0caa3d836680418af04842c937a64e05d410211';
const TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';
const BLOCKS = 3;

/** Searches with a result: a text, the path that Enter opens, and the first suggestion. */
const SEARCHES: [text: string, path: RegExp, suggestion: string | RegExp][] = [
  ['#2', /\/blocks\/2$/, 'Block 2'],
  [`0x${TRANSFER.toUpperCase()}`, new RegExp(`/transactions/${TRANSFER}$`), 'Transaction in block 0'],
  [
    ` ${TRANSFER.match(/.{8}/g)!.join(' ')} `,
    new RegExp(`/transactions/${TRANSFER}$`),
    'Transaction in block 0',
  ],
  [GENESIS.toUpperCase(), /\/blocks\/(0|3ef817a4\w+)$/, 'Block 0'],
  [account, new RegExp(`/addresses/${account}$`), 'Address of devnet, checksum correct'],
  [
    `https://explorer.example/de/transactions/${TRANSFER}`,
    new RegExp(`/transactions/${TRANSFER}$`),
    'Transaction in block 0',
  ],
  ['26A0D4F0', new RegExp(`/transactions/${TRANSFER}$`), 'Transaction in block 0 · 26a0d4…2c1ea2'],
  [GENESIS.slice(0, 7), new RegExp(`/blocks/${GENESIS}$`), 'Block 0 · 3ef817…410211'],
  [account.slice(0, 12), new RegExp(`/addresses/${account}$`), /^Address d/],
  // Before all blocks: opens the first one.
  ['2020-01-01', /\/blocks\/0$/, /Block at .*2020/],
];

test.describe('the search', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.devnet.mine({ blocks: BLOCKS, to: miner });
  });

  test('suggests results while the user types, and opens the first with Enter', async ({ page, suite }) => {
    for (const [text, path, suggestion] of SEARCHES) {
      await page.goto(`${suite.addresses.website}/about`);
      const field = await focusBySlash(page);
      await field.fill(text);
      await expect(page.getByRole('option').first()).toHaveText(suggestion);
      await field.press('Enter');
      await expect(page).toHaveURL(path);
    }
  });

  test('shows why nothing was found, and stays on the page', async ({ page, suite }) => {
    await page.goto(`${suite.addresses.website}/about`);
    const field = await focusBySlash(page);
    const hint = page.locator('.search__hint');
    const mistyped = `${account.slice(0, -1)}${account.endsWith('1') ? '2' : '1'}`;
    const hints: [text: string, hint: string][] = [
      [mistyped, 'checksum does not match'],
      ['ab12', 'Search for a height'],
      ['ab12cd34', 'Nothing on this chain begins with these characters'],
      ['2026-02-30', 'no such date'],
      ['ab'.repeat(32), 'No block and no confirmed transaction'],
      [TESTNET_ADDRESS, 'An address of testnet; this explorer shows devnet'],
    ];
    for (const [text, expected] of hints) {
      await field.fill(text);
      await expect.soft(hint, text).toContainText(expected);
      await expect.soft(hint, text).not.toHaveClass(/bad/); // not while the user types
      await expect.soft(page.getByRole('option'), text).toHaveCount(0);
    }
    await field.fill('what?');
    await field.press('Enter');
    await expect(hint).toHaveClass(/bad/);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(TESTNET_ADDRESS);
    await expect(hint).toContainText('An address of testnet');
    await field.press('Enter');
    await expect(page.getByRole('main')).toContainText(/testnet|another network/i);
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
  });

  test('works by keyboard, and remembers searches in this browser until they are cleared', async ({
    page,
    suite,
  }) => {
    for (const height of ['1', '2']) {
      await page.goto(`${suite.addresses.website}/about`);
      const field = await focusBySlash(page);
      await field.fill(height);
      // Enter also works before the suggestions are loaded, and then saves nothing.
      await expect(field).toHaveAttribute('aria-expanded', 'true');
      await field.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/blocks/${height}$`));
    }
    const field = await focusBySlash(page);
    const options = page.getByRole('option');
    await expect(options).toHaveText(['2', '1']);
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id'))!);
    await field.press('Escape');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await expect(field).toBeFocused();
    await field.press('ArrowUp');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/blocks\/1$/);
    await focusBySlash(page);
    await page.getByRole('button', { name: 'Clear recent searches' }).click();
    await page.reload();
    await focusBySlash(page);
    await expect(page.getByRole('option')).toHaveCount(0);
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
    const field = page.getByRole('combobox');
    await field.pressSequentially('#2');
    release();
    await expect(page.getByRole('option').first()).toHaveText('Block 2');
    await expect(field).toHaveValue('#2');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/blocks\/2$/);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('is a form that leads to the result', async ({ page, suite }) => {
      for (const [text, path] of SEARCHES) {
        await page.goto(`${suite.addresses.website}/about`);
        const field = page.locator('input[name=q]').first();
        await field.fill(text);
        await field.press('Enter');
        await expect(page).toHaveURL(path);
      }
      await page.goto(`${suite.addresses.website}/search?q=${'ab'.repeat(32)}`);
      await expect(page.getByRole('main')).toContainText('No block and no transaction has this ID');
    });
  });
});

/** Focuses the search field with the key `/`, which works once the page's script has run. */
async function focusBySlash(page: Page) {
  const field = page.getByRole('combobox', { name: 'Search the chain' });
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused({ timeout: 500 });
  }).toPass();
  return field;
}
