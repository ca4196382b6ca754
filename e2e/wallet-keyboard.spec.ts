import { askNode, DEVELOPMENT_ADDRESSES, PASSWORD } from '@cairn/testkit/playwright';
import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { expect, test } from './suite.ts';

const [, , , , recipient] = DEVELOPMENT_ADDRESSES;
const MOST_TABS = 80;

/** Tabs on until the element has the focus. It is looked up once: by role and name takes longer than a key. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  const handle = await target.elementHandle();
  const isFocused = () => handle.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < MOST_TABS && !(await isFocused()); tabs++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Enters a text as one event, as pasting does. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Opens a screen, whose heading then has the focus. */
async function open(page: Page, name: string): Promise<void> {
  await press(
    page,
    page.getByRole('navigation', { name: 'Wallet', exact: true }).getByRole('link', { name }),
  );
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
}

/** Types the three requested words of the phrase. */
async function answer(page: Page, words: readonly string[]): Promise<void> {
  const fields = page.getByRole('textbox', { name: /^Word \d+$/ });
  await expect(fields).toHaveCount(3);
  for (const field of await fields.all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '');
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(words[Number(/\d+/.exec(label)?.[0]) - 1]!);
  }
  await page.keyboard.press('Enter');
}

test('a wallet of 24 words is created, backed up later, receives, sends, locks and is asked for its words by keyboard alone', async ({
  page,
  suite,
}) => {
  await page.goto(suite.walletAddress());
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const items = page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem');
  await press(page, button('Create a new wallet'));
  await tabTo(page, page.getByRole('radio', { name: '12 words' }));
  await page.keyboard.press('ArrowRight');
  await expect(items).toHaveCount(24);
  await press(page, button('I have written them down'));
  await press(page, button('I’ll do this later'));
  await type(page, 'Password', PASSWORD);
  await type(page, 'Repeat password', PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused();

  // There is no address to receive at before the words are confirmed.
  await open(page, 'Receive');
  await expect(page.getByRole('img', { name: /QR/ })).toHaveCount(0);
  await press(page, page.getByRole('link', { name: 'Back up now' }));
  await type(page, 'Password', PASSWORD);
  await page.keyboard.press('Enter');
  await expect(items).toHaveCount(24);
  const words = (await items.allInnerTexts()).map((text) => text.replace(/[^a-z]/g, ''));
  expect(await accessibilityProblems(page)).toEqual([]);
  await press(page, button('I have written them down'));
  await answer(page, words.toReversed());
  await expect(page.getByText(/Enter word|This is not word/).first()).toBeVisible();
  await answer(page, words);
  await press(page, page.getByRole('link', { name: 'Show my address' }));
  expect(page.url()).not.toContain(words[0]!);

  await type(page, 'Amount', '2');
  await expect(page.getByRole('img', { name: /request/i })).toBeVisible();
  await open(page, 'Overview');
  await press(page, button('Get 100 test coins'));
  await expect(page.getByText('100 test coins are on the way')).toBeVisible();
  await suite.devnet.mine({ blocks: 1 });
  await askNode(page);
  await expect(page.getByRole('main')).toContainText('100.00');

  await open(page, 'Send');
  await type(page, 'Recipient', recipient);
  await type(page, 'Amount', '4.25');
  await expect(button('Review')).toBeEnabled();
  // A key that comes before the form or the confirmation is ready does nothing, and can be pressed again.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm the transfer' })).toBeFocused({
      timeout: 3_000,
    });
  }).toPass();
  await expect(async () => {
    if (await button('Sign and send').isVisible()) await press(page, button('Sign and send'));
    await expect(page.getByText('Waiting for the next block')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await suite.devnet.mine({ blocks: 1 });
  await askNode(page);
  await expect(page.getByRole('main').getByText('1 confirmation', { exact: true })).toBeVisible();

  await open(page, 'Activity');
  const newest = page.getByRole('list', { name: 'Transactions' }).locator('summary').first();
  await press(page, newest);
  await expect(page.getByRole('main')).toContainText('Transaction ID');
  await press(page, button('Lock'));
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  // A week later the wallet asks for words of the phrase.
  await page.evaluate(() => localStorage.setItem('cairn-next-drill', '1'));
  await type(page, 'Password', PASSWORD);
  await page.keyboard.press('Enter');
  await open(page, 'Overview');
  await press(page, button('Check three words'));
  expect(await accessibilityProblems(page)).toEqual([]);
  await answer(page, words);
  await expect(page.getByText('These are the right words')).toBeVisible();
});
