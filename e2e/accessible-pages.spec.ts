import { DEVELOPMENT_ADDRESSES as accounts } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { accessibilityProblems, collectErrors, waitUntilLoaded } from './accessibility.ts';
import { expect, KEEPS_SCREENSHOTS, test } from './suite.ts';

const GENESIS_TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';
/** A page of rows and three more. */
const BLOCKS = 28;
const WIDTHS = [320, 1440] as const;

/**
 * All pages except the search, which has its own tests (search.spec.ts). Lists at their ends: axe takes as long for twenty rows as for
 * all else of a page, and rows are alike.
 */
const PAGES = {
  // The longer words are German.
  home: '/de',
  blocks: '/blocks?before=4',
  block: '/blocks/3',
  transactions: '/transactions?page=2',
  transaction: `/transactions/${GENESIS_TRANSFER}`,
  statistics: '/statistics?range=blocks&figure=size',
  addresses: '/addresses',
  address: `/addresses/${accounts[4]}?page=2`,
  network: '/network',
  verify: '/verify',
  pay: `/pay#cairn:${accounts[4]}?amount=1.5&message=Donaudampfschifffahrtsgesellschaftstee`,
  api: '/api',
  about: '/about',
} as const;

// The halves run side by side: no other test of the suite takes as long as all pages one after another.
test.describe.configure({ mode: 'parallel' });
test.describe('the pages of data', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.rewind();
    await suite.devnet.mine({ blocks: BLOCKS, to: accounts[4] });
  });

  for (const half of [0, 1])
    test(`are accessible, without sideways scrolling or wrapped amounts (${half + 1} of 2)`, async ({
      page,
      suite,
      keepScreenshot,
    }) => {
      test.setTimeout(240_000);
      const problems = collectErrors(page);
      let isDark = false;
      for (const [name, path] of Object.entries(PAGES).filter((_, index) => index % 2 === half)) {
        await test.step(name, async () => {
          await page.setViewportSize({ width: WIDTHS[0], height: 900 });
          await page.goto(suite.addresses.website + path);
          await waitUntilLoaded(page);
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            await expect.soft(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)).toPass();
            expect.soft(await brokenAmounts(page), `${name} at ${width}`).toEqual([]);
            for (const colorScheme of KEEPS_SCREENSHOTS ? (['light', 'dark'] as const) : []) {
              await page.emulateMedia({ colorScheme });
              await keepScreenshot(`pages-${name}-${width}-${colorScheme}`);
            }
          }
          // Each theme on every other page: the tokens of both are checked alone (packages/ui).
          await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
          await page.setViewportSize({ width: WIDTHS[0], height: 900 });
          expect
            .soft(await accessibilityProblems(page), `${name} in the ${isDark ? 'dark' : 'light'} theme`)
            .toEqual([]);
          isDark = !isDark;
        });
      }
      expect(problems).toEqual([]);
    });
});

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Amounts in tiles that wrap or overflow, and rows whose two ends overlap. */
function brokenAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const amounts = [...document.querySelectorAll('.c-stat__value .c-amount')];
    const isBroken = (amount: Element) => {
      const edge = amount.closest('.c-stat')!.getBoundingClientRect().right;
      return amount.getClientRects().length > 1 || amount.getBoundingClientRect().right > edge;
    };
    const boxesIn = (row: Element, selector: string) => {
      // The middle of an identifier is clipped, not visible.
      const texts = row.querySelectorAll(`${selector} :is(span:not([aria-hidden]), a, time)`);
      return [...texts].map((text) => text.getBoundingClientRect()).filter(({ width }) => width > 0);
    };
    const rows = [...document.querySelectorAll('.c-table tbody tr')].filter((row) => {
      const [left, right] = [boxesIn(row, '.c-table__lead'), boxesIn(row, '.c-table__aside')];
      const isOneLine = left[0] !== undefined && Math.abs((right[0]?.top ?? 0) - left[0].top) < 20;
      return (
        isOneLine && Math.max(...left.map((box) => box.right)) > Math.min(...right.map((box) => box.left)) + 1
      );
    });
    return [...amounts.filter(isBroken), ...rows].map(({ textContent }) => textContent ?? '');
  });
}
