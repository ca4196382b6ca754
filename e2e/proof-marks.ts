/** What a page says of the proof of its parts, as its reader sees it. */
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

/** Their text, without the parts inside that are the server's word. */
export const provenText = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [data-proof="proven"]')]
      .map((region) => {
        const copy = region.cloneNode(true) as Element;
        for (const part of copy.querySelectorAll('[data-proof="none"]')) part.remove();
        return copy.textContent;
      })
      .join('\n'),
  );

/**
 * Figures, times, addresses and IDs of a page's main part, hidden ones too, that no mark speaks for. What the page's URL says is no
 * claim of anybody.
 */
export const unmarked = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const isAsked = (text: string) => text.length >= 8 && location.pathname.includes(text);
    const walk = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      const text = node.textContent!.trim();
      const isSaid = node.parentElement!.closest('[data-proof], script, style, noscript, .personal') !== null;
      if (!isSaid && /\d/.test(text) && !isAsked(text)) found.push(text);
    }
    return found;
  });

/** The marks that a reader of the screen or of paper sees: the icons of the claims and the verdict, and the words of the regions. */
export const visibleMarks = (page: Page) =>
  page
    .locator('main :is(.verify-icon, .region__word, .c-badge--success)')
    .filter({ visible: true })
    .evaluateAll((marks) =>
      marks.map((mark) => mark.getAttribute('data-status') ?? `${mark.className} ${mark.textContent}`),
    );
