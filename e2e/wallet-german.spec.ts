import { gzipSync } from 'node:zlib';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { DEVELOPMENT_ADDRESSES, PASSWORD } from '@cairn/testkit/playwright';
import { accessibilityProblems } from './accessibility.ts';
import { expect, keepScreenshotOf, test } from './suite.ts';

const RECIPIENT = DEVELOPMENT_ADDRESSES[4];

/** Every screen by its name in the navigation; those from the fifth on are behind “Mehr” on a phone. */
const SCREENS = [
  'Übersicht',
  'Senden',
  'Empfangen',
  'Aktivität',
  'Konten',
  'Kontakte',
  'Scannen',
  'Nachrichten',
  'Einstellungen',
];

test('in a German browser the wallet speaks German, fits a phone, and changes its language at once', async ({
  browser,
  suite,
}) => {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(suite.walletAddress());
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { name: 'Willkommen bei der Cairn-Wallet' })).toBeVisible();
  await page.getByRole('button', { name: 'Wiederherstellungsphrase importieren' }).click();
  await page.getByLabel('Wiederherstellungsphrase').fill(DEVELOPMENT_MNEMONIC);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Passwort wiederholen').fill(PASSWORD);
  await page.getByRole('button', { name: 'Wallet öffnen' }).click();
  const navigation = page.getByRole('navigation', { name: 'Wallet', exact: true });
  for (const name of SCREENS) {
    const link = navigation.getByRole('link', { name, exact: true });
    if (!(await link.isVisible())) await navigation.getByRole('button', { name: 'Mehr' }).click();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, name).toBeLessThanOrEqual(0);
    // English words that no German sentence has: no text is left out of the translation.
    const text = await page.locator('body').innerText();
    expect.soft(text, name).not.toMatch(/\b(the|your|you|with|this|not|and|from)\b/i);
    await keepScreenshotOf(page, `wallet-german-${name}`);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  // The choice takes effect at once, without a lock, and on the next visit.
  await page.getByRole('radio', { name: 'English' }).check();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();

  // A locked wallet can change its language too.
  await keepScreenshotOf(page, 'wallet-unlock-en');
  await page.getByRole('radio', { name: 'Deutsch' }).check();
  await expect(page.getByRole('button', { name: 'Entsperren' })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepScreenshotOf(page, 'wallet-unlock-de');

  // Amounts have a decimal comma, typed and shown; a payment request keeps its point.
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entsperren' }).click();
  await navigation.getByRole('link', { name: 'Empfangen', exact: true }).click();
  await page.getByLabel('Betrag', { exact: true }).fill('1,5');
  await expect(page.getByRole('main').locator('output')).toContainText('?amount=1.5');
  await navigation.getByRole('link', { name: 'Senden', exact: true }).click();
  await page.getByLabel('Empfänger', { exact: true }).fill(RECIPIENT);
  const amount = page.getByLabel('Betrag', { exact: true });
  await amount.fill('1.234');
  await expect(page.getByText('keine Tausenderpunkte')).toBeVisible();
  await amount.fill('2.5');
  await expect(amount).toHaveValue('2,5');
  await page.getByRole('button', { name: 'Prüfen' }).click();
  await expect(page.getByRole('main')).toContainText('2,50');
  await keepScreenshotOf(page, 'wallet-german-review');
  await context.close();
});

/** Compressed bytes of script before the wallet is unlocked. */
const SCRIPT_LIMIT = 120_000;

test('the script before unlock is at most 120 KB compressed, in each language', async ({
  browser,
  suite,
}) => {
  for (const [locale, welcome] of [
    ['en-GB', 'Welcome to Cairn Wallet'],
    ['de-DE', 'Willkommen bei der Cairn-Wallet'],
  ] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto(suite.walletAddress());
    await expect(page.getByRole('heading', { name: welcome })).toBeVisible();
    const bytes = (await Promise.all(scripts)).reduce((sum, code) => sum + gzipSync(code).length, 0);
    expect.soft(bytes, locale).toBeLessThanOrEqual(SCRIPT_LIMIT);
    test.info().annotations.push({ type: `script before unlock, ${locale}`, description: `${bytes} bytes` });
    await context.close();
  }
});
