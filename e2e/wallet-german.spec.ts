import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { PASSWORD } from '@cairn/testkit/playwright';
import { accessibilityProblems } from './accessibility.ts';
import { expect, keepScreenshotOf, test } from './suite.ts';

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
  'Node',
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
  const navigation = page.getByRole('navigation', { name: 'Wallet' });
  for (const name of SCREENS) {
    const link = navigation.getByRole('link', { name, exact: true });
    if (!(await link.isVisible())) await navigation.getByRole('button', { name: 'Mehr' }).click();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, name).toBeLessThanOrEqual(0);
    expect.soft(await accessibilityProblems(page), name).toEqual([]);
    await keepScreenshotOf(page, `wallet-german-${name}`);
  }
  // The choice holds at once, without a lock, and at the next visit.
  await page.getByRole('radio', { name: 'English' }).check();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  await context.close();
});
