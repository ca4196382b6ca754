/** What a page says of the proof of its parts, as its reader sees it. */
import * as marks from '@cairn/testkit/proof-marks';
import { expect, type Page } from '@playwright/test';

export const verdictIn = (page: Page) => page.locator('main [data-verdict]');

/** Opens a page and waits for its verdict. */
export async function verdictOf(page: Page, address: string): Promise<string | null> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', /passed|limited|failed|skipped/);
  return verdictIn(page).getAttribute('data-verdict');
}

/** The parts of a page that stand as computed from checked bytes. */
export const provenParts = (page: Page) => page.locator('main [data-proof="proven"]');

export const provenText = (page: Page) => page.evaluate(marks.provenText);
export const unmarked = (page: Page) => page.evaluate(marks.unmarked);

/** The marks that a reader of the screen or of paper sees: the marks of the seal and its checks, and the words of the regions. */
export const visibleMarks = (page: Page) =>
  page
    .locator('main :is(.seal__mark, .region__word, .c-badge--success)')
    .filter({ visible: true })
    .evaluateAll((marks) =>
      marks.map((mark) => mark.getAttribute('data-status') ?? `${mark.className} ${mark.textContent}`),
    );
