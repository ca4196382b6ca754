import type { Page } from '@playwright/test';
import { expect, keepScreenshotOf, test } from './suite.ts';
import {
  DEVELOPMENT_ADDRESSES as accounts,
  importDevelopmentWallet,
  openScreen,
  PASSWORD,
} from '@cairn/testkit/playwright';

test.describe('the wallet', () => {
  test('creates a wallet, asks for its words, locks, and unlocks only with the password', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await page.goto(suite.walletAddress());
    await keepScreenshot('wallet-welcome');
    await page.getByRole('button', { name: 'Create a new wallet' }).click();
    const list = page.getByRole('list', { name: 'Recovery phrase' });
    await expect(list.getByRole('listitem')).toHaveCount(12);
    const words = (await list.getByRole('listitem').allInnerTexts()).map((text) =>
      text.replace(/[^a-z]/g, ''),
    );
    await keepScreenshot('wallet-create');
    await page.getByRole('button', { name: /written|noted|continue/i }).click();
    for (const field of await page.getByRole('textbox').all()) {
      const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '');
      await field.fill(words[Number(/\d+/.exec(label)?.[0]) - 1]!);
    }
    await page.getByRole('button', { name: /continue|confirm/i }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Open wallet' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await page.getByRole('button', { name: 'Lock' }).click();
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('main')).toContainText(/wrong|does not open|not the password|incorrect/i);
    await keepScreenshot('wallet-unlock');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    // The browser's storage does not contain the phrase, however its words are separated. Some words may be there by chance:
    // settings have names such as “light”, which is also a word of the list.
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    const found = new Set(words.filter((word) => stored.includes(word)));
    expect(found.size).toBeLessThan(4);
  });
});

let page: Page;

/** These tests share one wallet: each continues from the state of the last. */
test.describe.serial('an open wallet', () => {
  test.beforeAll(async ({ browser, suite }) => {
    page = await (await browser.newContext()).newPage();
    await importDevelopmentWallet(page, suite.walletAddress());
  });
  test.afterAll(() => page.context().close());

  test('validates input, and rejects impossible transfers', async () => {
    await openScreen(page, 'Send');
    const mistyped = `${accounts[1].slice(0, 10)}x${accounts[1].slice(11)}`;
    for (const bad of [mistyped, 'TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn']) {
      await page.getByLabel('Recipient', { exact: true }).fill(bad);
      await page.getByLabel('Amount', { exact: true }).fill('1');
      await page.getByRole('button', { name: 'Review' }).click();
      await expect(page.getByRole('heading', { name: 'You are about to send' })).toHaveCount(0);
      await expect(page.getByLabel('Recipient', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    }
    await page.getByLabel('Recipient', { exact: true }).fill(accounts[1]);
    for (const bad of ['1,5', '99999999']) {
      await page.getByLabel('Amount', { exact: true }).fill(bad);
      await page.getByRole('button', { name: 'Review' }).click();
      await expect(page.getByRole('heading', { name: 'You are about to send' })).toHaveCount(0);
      await expect(page.getByLabel('Amount', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    }
    await keepScreenshotOf(page, 'wallet-send-invalid');
  });

  test('says when the node is down, disables sending, and recovers', async ({ suite }) => {
    await suite.stopNode();
    await openScreen(page, 'Send');
    await expect(page.getByRole('main')).toContainText(/node/i);
    await expect(page.getByRole('button', { name: 'Review' })).toBeDisabled({ timeout: 60_000 });
    await keepScreenshotOf(page, 'wallet-node-down');
    await suite.startNode();
    await page.getByLabel('Recipient', { exact: true }).fill(accounts[1]);
    await page.getByLabel('Amount', { exact: true }).fill('1');
    await expect(page.getByRole('button', { name: 'Review' })).toBeEnabled({ timeout: 60_000 });
  });

  test('reloads when the gateway was restarted, and continues with the new address in the same tab', async ({
    suite,
  }) => {
    await suite.stopGateway();
    await suite.startGateway();
    await expect(page.getByRole('heading', { name: 'Let this browser in' })).toBeVisible({ timeout: 60_000 });
    await page.goto(suite.walletAddress());
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible({ timeout: 60_000 });
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  });
});
