import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { inRoot } from '@cairn/suite/checkout';
import { type LyingProxy, startLyingProxy } from './lying-proxy.ts';

const SCREENSHOTS = inRoot('reports/screenshots');

/** True if `CAIRN_SCREENSHOTS` is set, so that screenshots are saved. */
export const KEEPS_SCREENSHOTS: boolean = Boolean(process.env['CAIRN_SCREENSHOTS']);

/**
 * Saves a screenshot of the whole page under this name for people to look at. Only if `CAIRN_SCREENSHOTS` is set, since
 * it takes longer than the tests themselves.
 */
export async function keepScreenshotOf(page: Page, name: string): Promise<void> {
  if (!KEEPS_SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

interface TestFixtures {
  /** Calls `keepScreenshotOf` with the test's page. */
  keepScreenshot: (name: string) => Promise<void>;
  /** In front of the suite's Explorer API; honest when a test begins. */
  apiProxy: LyingProxy;
  /** Origin of a website whose API is `apiProxy`. */
  site: string;
}

interface WorkerFixtures {
  lyingSite: { readonly proxy: LyingProxy; readonly url: string };
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  keepScreenshot: ({ page }, use) => use((name) => keepScreenshotOf(page, name)),
  lyingSite: [
    async ({ suite }, use) => {
      const proxy = await startLyingProxy(suite.addresses.explorerApi);
      const site = await suite.openWebsite(proxy.url);
      await use({ proxy, url: site.url });
      await site.close();
      await proxy.close();
    },
    { scope: 'worker' },
  ],
  apiProxy: ({ lyingSite: { proxy } }, use) => {
    proxy.lie = undefined;
    return use(proxy);
  },
  site: ({ lyingSite, apiProxy: _honest }, use) => use(lyingSite.url),
});

/** Waits until a page of the website has loaded its data and hydrated its islands: earlier clicks are lost. */
export async function interactive(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded'); // a document that has just begun has no islands
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** Opens the settings in the header: language, times, unit, theme. */
export async function openSettings(page: Page): Promise<void> {
  await page.locator('.site-header__menus summary').first().click();
}

export type { Suite } from '@cairn/testkit';
export { expect };
