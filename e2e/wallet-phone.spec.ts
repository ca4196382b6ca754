import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { expect, keepScreenshotOf, test } from './suite.ts';
import { DEVELOPMENT_ADDRESSES, openScreen } from '@cairn/testkit/playwright';

const recipient = DEVELOPMENT_ADDRESSES[4];

test.beforeEach(({ suite }) => suite.rewind());

/** True if the button is in the viewport and uncovered: a tap at each of three points on its diagonal hits it. */
async function isInReach(button: Locator): Promise<boolean> {
  return button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].map((part) => [left + width * part, top + height * part] as const);
    return places.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });
}

/** Checks that the main button can be tapped without scrolling, at the top of the page and at its end. */
async function expectInReach(page: Page, name: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  await expect(button).toBeEnabled();
  for (const y of [0, 100_000]) {
    await page.evaluate((top) => scrollTo(0, top), y);
    expect(await isInReach(button), `${name} at ${y}`).toBe(true);
  }
  await page.evaluate(() => scrollTo(0, 0));
}

const [width, height] = [320, 568];

test('on the smallest phone every step of sending has its button within reach', async ({ wallet }) => {
  const picture = (name: string): Promise<void> => keepScreenshotOf(wallet, `wallet-${name}-${width}`);
  await wallet.emulateMedia({ reducedMotion: 'reduce' });
  await wallet.setViewportSize({ width, height });
  await openScreen(wallet, 'Send');
  await expectInReach(wallet, 'Review');
  await wallet.getByLabel('Recipient', { exact: true }).fill(recipient);
  await wallet.getByLabel('Amount', { exact: true }).fill('4');
  await expectInReach(wallet, 'Review');
  await picture('phone-send');
  await wallet.getByRole('button', { name: 'Review' }).click();
  await expectInReach(wallet, 'Sign and send');
  await picture('phone-confirm');
  expect(await accessibilityProblems(wallet)).toEqual([]);
  await wallet.getByRole('button', { name: 'Sign and send' }).click();
  await expect(wallet.getByText('Waiting for the next block')).toBeVisible();
  await picture('phone-sent');

  for (const [press, review, sign] of [
    [/^Speed up/, 'Review the new fee', 'Raise the fee'],
    [/^Cancel the/, 'Review the cancellation', 'Cancel transfer'],
  ] as const) {
    await openScreen(wallet, 'Overview');
    await wallet.getByRole('button', { name: press }).click();
    await expectInReach(wallet, review);
    await picture(`phone-${sign.toLowerCase().replaceAll(' ', '-')}-form`);
    await wallet.getByRole('button', { name: review }).click();
    await expectInReach(wallet, sign);
    await picture(`phone-${sign.toLowerCase().replaceAll(' ', '-')}`);
    expect(await accessibilityProblems(wallet)).toEqual([]);
  }
  const overflow = await wallet.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
