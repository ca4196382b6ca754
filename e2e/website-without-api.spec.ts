import type { ExtraServer } from '@cairn/testkit';
import { expect, test } from './suite.ts';

/** Every page of data says how to connect an API, and shows its outline alone. */
test.describe('the website built without the address of an API', () => {
  let site: ExtraServer;

  test.beforeAll(async ({ suite }) => {
    test.setTimeout(180_000);
    site = await suite.openWebsite(undefined);
  });
  test.afterAll(() => site.close());

  test('every page of data, in German too, has its shape and no figure, sends no request and reports no error', async ({
    page,
    keepScreenshot,
  }) => {
    const unwanted: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(site.url) || url.includes('/api/v1/')) unwanted.push(url);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') unwanted.push(message.text());
    });
    for (const [path, label = ''] of [
      ['/'],
      ['/blocks'],
      ['/blocks/0', 'Merkle root'],
      ['/transactions'],
      [`/transactions/${'ab'.repeat(32)}`, 'Nonce'],
      ['/addresses'],
      ['/addresses/dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3'],
      ['/statistics'],
      ['/network'],
      ['/search?q=1'],
      ['/de'],
      ['/de/blocks/0', 'Merkle-Wurzel'],
    ] as const) {
      const response = await page.goto(site.url + path);
      await expect(page.locator('astro-island[ssr]:not([inert] *)'), path).toHaveCount(0);
      expect.soft(response?.status(), path).toBe(200);
      expect.soft(response?.headers()['content-security-policy'], path).toContain("connect-src 'none'");
      await expect(page.getByRole('main'), path).toContainText('PUBLIC_EXPLORER_API_URL');
      const outline = page.locator('.preview-outline');
      await expect(outline, path).toBeVisible();
      // Nothing is being proven here.
      await expect(outline.locator('.seal:visible, [data-verdict]:visible'), path).toHaveCount(0);
      // No invented heights, hashes or amounts.
      const texts = await outline.locator('td, dd, .c-amount, .c-stat__value').allInnerTexts();
      expect
        .soft(
          texts.filter((text) => /\d/.test(text)),
          path,
        )
        .toEqual([]);
      await expect(outline, path).toContainText(label);
    }
    await page.waitForLoadState('networkidle');
    expect(unwanted).toEqual([]);
    await keepScreenshot('website-without-api');
  });

  test('pages that need no chain work: about, verify, API', async ({ page }) => {
    for (const path of ['/about', '/verify', '/api']) {
      const response = await page.goto(site.url + path);
      expect.soft(response?.status(), path).toBe(200);
      await expect(page.getByRole('banner'), path).toContainText('Preview');
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    }
    const sitemap = await (await page.request.get(`${site.url}/sitemap.xml`)).text();
    expect(sitemap).toContain('/about');
    expect(sitemap).not.toContain('/blocks');
  });
});
