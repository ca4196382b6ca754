import { DEVELOPMENT_ADDRESSES as accounts } from '@cairn/testkit/playwright';
import { german, PATHS } from './site-paths.ts';
import { expect, interactive, openSettings, test } from './suite.ts';

test.describe('the site’s languages', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.rewind();
    await suite.devnet.mine({ blocks: 14, to: accounts[4] });
  });

  test('the German pages share no text with the English ones', async ({ page, request, suite }) => {
    for (const [name, path] of Object.entries(PATHS)) {
      const [english, translated] = await Promise.all(
        [path, german(path)].map(async (one) => {
          const response = await request.get(suite.addresses.website + one);
          return new Set(await page.evaluate(textsOf, await response.text()));
        }),
      );
      expect.soft(translated!.size, name).toBeGreaterThan(10);
      const same = [...translated!].filter((text) => english!.has(text) && !isSame(text));
      expect.soft(same, name).toEqual([]);
    }
  });

  test('the language switch keeps the page, links keep the language', async ({ page, suite }) => {
    await page.goto(`${suite.addresses.website}/blocks?before=9`);
    await openSettings(page);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(/\/de\/blocks\?before=9/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    const inside = await page
      .locator('a[href^="/"]:not([data-language])')
      .evaluateAll((links) =>
        links.map((link) => link.getAttribute('href')!).filter((href) => !/^\/de(\/|$)/.test(href)),
      );
    expect(inside).toEqual([]);
    await openSettings(page);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL(/\d\/blocks\?before=9/);
  });

  test('the browser’s language decides on the first visit, and a choice from then on', async ({
    browser,
    suite,
  }) => {
    const context = await browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto(`${suite.addresses.website}/blocks?before=10#end`);
    await expect(page).toHaveURL(`${suite.addresses.website}/de/blocks?before=10#end`);
    await interactive(page);
    await openSettings(page);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto(`${suite.addresses.website}/transactions`);
    await expect(page).toHaveURL(`${suite.addresses.website}/transactions`);
    await interactive(page);
    await openSettings(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Deutsch' })).toBeHidden();
    await context.close();
  });
});

/** Every visible or announced text of a page as the server renders it, with its data. Runs in a page. */
function textsOf(html: string): string[] {
  const { title, body } = new DOMParser().parseFromString(html, 'text/html');
  const found: (string | null)[] = [title];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const HIDDEN = 'script, style, noscript, code, kbd, pre, .c-identifier, .search, [lang]:not(html)';
  while (walker.nextNode()) {
    if (walker.currentNode.parentElement?.closest(HIDDEN) === null) found.push(walker.currentNode.nodeValue);
  }
  for (const element of body.querySelectorAll('[aria-label], [title], [alt]')) {
    if (element.closest('.search') !== null) continue;
    for (const name of ['aria-label', 'title', 'alt']) found.push(element.getAttribute(name));
  }
  return found.map((text) => text?.trim() ?? '').filter((text) => /\p{L}{3}/u.test(text));
}

/** Words that are the same in both languages: names, units, and English loanwords in German. */
const SAME_WORDS = new Set(
  `Cairn API UTC CRN Pebble Pebbles English Deutsch devnet Nonce Node Index Coinbase Version Header Block Chain JSON
  Live ASERT Merkle Bytes Byte Bits Miner Position Tip Coins SHA ID KiB MiB curl fetch min ms CSV JavaScript Route http
  Explorer Wallet Hashes Frank openapi json`.split(/\s+/),
);

/** True if a text may be the same in both languages: names, numbers, references. */
function isSame(text: string): boolean {
  const words = text.match(/[\p{L}\d]+/gu) ?? [];
  return words.every((word) => /\d/.test(word) || word.length < 3 || SAME_WORDS.has(word));
}
