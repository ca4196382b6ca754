import { gzipSync } from 'node:zlib';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { DEVELOPMENT_ADDRESSES, PASSWORD } from '@cairn/testkit/playwright';
import type { Locator } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { expect, keepScreenshotOf, test } from './suite.ts';

const RECIPIENT = DEVELOPMENT_ADDRESSES[4];
/** Compressed bytes of script before the wallet is unlocked. */
const SCRIPT_LIMIT = 120_000;

/** Every screen by its name in the navigation; those from the fifth on are behind “Mehr” on a phone. */
const SCREENS = [
  'Übersicht',
  'Empfangen',
  'Aktivität',
  'Konten',
  'Kontakte',
  'Scannen',
  'Nachrichten',
  'Einstellungen',
  'Senden',
];

/** True if the button is in the viewport and uncovered: a tap at each of three points on its diagonal hits it. */
async function isInReach(button: Locator): Promise<boolean> {
  return button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].map((part) => [left + width * part, top + height * part] as const);
    return places.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });
}

/** The longer words are German: what has room for them on the smallest phone has room for English. */
test.use({ locale: 'de-DE', viewport: { width: 320, height: 568 } });

test('in a German browser on the smallest phone the wallet speaks German, fits, and is accessible; it sends', async ({
  page,
  suite,
}) => {
  await suite.rewind();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });
  const main = page.getByRole('main');

  await page.goto(suite.walletAddress());
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { name: 'Willkommen bei der Cairn-Wallet' })).toBeVisible();
  const bytes = (await Promise.all(scripts)).reduce((sum, code) => sum + gzipSync(code).length, 0);
  expect.soft(bytes).toBeLessThanOrEqual(SCRIPT_LIMIT);
  test.info().annotations.push({ type: 'script before unlock', description: `${bytes} bytes` });
  await button('Wiederherstellungsphrase importieren').click();
  await page.getByLabel('Wiederherstellungsphrase').fill(DEVELOPMENT_MNEMONIC);
  await button('Weiter').click();
  await field('Passwort').fill(PASSWORD);
  await page.getByLabel('Passwort wiederholen').fill(PASSWORD);
  await button('Wallet öffnen').click();

  const navigation = page.getByRole('navigation', { name: 'Wallet', exact: true });
  const open = async (name: string): Promise<void> => {
    const link = navigation.getByRole('link', { name, exact: true });
    if (!(await link.isVisible())) await navigation.getByRole('button', { name: 'Mehr' }).click();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  for (const [index, name] of SCREENS.entries()) {
    // The tokens of both themes are checked alone (packages/ui).
    await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' });
    await open(name);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, name).toBeLessThanOrEqual(0);
    // English words that no German sentence has: no text is left out of the translation.
    const text = await page.locator('body').innerText();
    expect.soft(text, name).not.toMatch(/\b(the|your|you|with|this|not|and|from)\b/i);
    expect.soft(await accessibilityProblems(page), name).toEqual([]);
    await keepScreenshotOf(page, `wallet-phone-${name}`);
  }
  // The longest heading.
  await page.evaluate(() => void (location.hash = '#/backup'));
  await expect(page.getByRole('heading', { level: 1, name: 'Wiederherstellungsphrase' })).toBeVisible();
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await keepScreenshotOf(page, 'wallet-phone-phrase');
  await open('Senden');

  /** Checks that the main button can be tapped without scrolling, at the top of the page and at its end. */
  const expectInReach = async (name: string): Promise<void> => {
    const tapped = main.getByRole('button', { name, exact: true });
    await expect(tapped).toBeEnabled();
    for (const y of [0, 100_000]) {
      await page.evaluate((top) => scrollTo(0, top), y);
      expect(await isInReach(tapped), `${name} at ${y}`).toBe(true);
    }
  };
  // Amounts have a decimal comma, typed and shown.
  await expectInReach('Prüfen');
  await field('Empfänger').fill(RECIPIENT);
  await field('Betrag').fill('1.234');
  await expect(page.getByText('keine Tausenderpunkte')).toBeVisible();
  await field('Betrag').fill('2.5');
  await expect(field('Betrag')).toHaveValue('2,5');
  // The whole recipient is seen, and the draft stays while its owner looks at the scanner.
  await main.getByRole('link', { name: 'QR-Code scannen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scannen' })).toBeVisible();
  await page.goBack();
  await expect(field('Betrag')).toHaveValue('2,5');
  await expect(field('Empfänger')).toHaveValue(RECIPIENT);
  const hidden = await field('Empfänger').evaluate((text) => text.scrollHeight - text.clientHeight);
  expect(hidden).toBeLessThanOrEqual(0);
  await expectInReach('Prüfen');
  await button('Prüfen').click();
  await expect(main).toContainText('2,50');
  await expectInReach('Signieren und senden');
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepScreenshotOf(page, 'wallet-phone-confirm');
  await button('Signieren und senden').click();
  await expect(main.getByText('Wartet auf den nächsten Block')).toBeVisible();
  for (const [press, review, sign] of [
    [/beschleunigen$/, 'Neue Gebühr prüfen', 'Gebühr erhöhen'],
    [/stornieren$/, 'Stornierung prüfen', 'Überweisung stornieren'],
  ] as const) {
    await open('Übersicht');
    await button(press).click();
    await expectInReach(review);
    await button(review).click();
    await expectInReach(sign);
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshotOf(page, `wallet-phone-${sign.replace(' ', '-')}`);
  }

  // Another language takes effect at once, without a lock, and on the next visit; a locked wallet can change it too.
  await open('Einstellungen');
  await page.getByRole('radio', { name: 'English' }).check();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(button('Unlock')).toBeVisible();
  await page.getByRole('radio', { name: 'Deutsch' }).check();
  await expect(button('Entsperren')).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepScreenshotOf(page, 'wallet-phone-unlock');
});
