import type { ExtraServer } from '@cairn/testkit';
import { expect, test } from './suite.ts';

/** Every page of data says that it is a preview. */
test.describe('the website built without the address of an API', () => {
  let site: ExtraServer;

  test.beforeAll(async ({ suite }) => {
    test.setTimeout(180_000);
    site = await suite.openWebsite(undefined);
  });
  test.afterAll(() => site.close());

  const paths = [
    '/',
    '/blocks',
    '/blocks/0',
    '/transactions',
    `/transactions/${'ab'.repeat(32)}`,
    '/addresses',
    '/stale-blocks',
    '/addresses/dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3',
    '/statistics',
    '/charts',
    '/supply',
    '/miners',
    '/network',
    '/search?q=1',
  ];
  // The other pages in German show the same notice.
  for (const [language, shown] of [
    ['', paths],
    ['/de', ['/', '/blocks/0']],
  ] as const) {
    test(`every page of data${language && ' in German'} shows no figure and sends no request`, async ({
      page,
      keepScreenshot,
    }) => {
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(site.url)) foreign.push(request.url());
      });
      for (const path of shown) {
        const response = await page.goto(site.url + language + path);
        // Every island that could send a request is hydrated.
        await expect(page.locator('astro-island[ssr]'), path).toHaveCount(0);
        const main = page.getByRole('main');
        expect.soft(response?.status(), path).toBe(200);
        expect.soft(response?.headers()['content-security-policy'], path).toContain("connect-src 'none'");
        await expect(main, path).toContainText(/preview|Vorschau/i);
        await expect(main, path).toContainText('PUBLIC_EXPLORER_API_URL');
        await expect(page.getByRole('table'), path).toHaveCount(0);
        // No invented heights, hashes or amounts.
        expect.soft(await main.innerText(), path).not.toMatch(/\d{2,}|[0-9a-f]{16,}|CRN/);
      }
      await page.waitForLoadState('networkidle');
      expect(foreign).toEqual([]);
      await keepScreenshot(`website-without-api${language.replace('/', '-')}`);
    });
  }

  test('pages that need no chain work: about, verify, API', async ({ page }) => {
    for (const path of ['/about', '/verify', '/api']) {
      const response = await page.goto(site.url + path);
      expect.soft(response?.status(), path).toBe(200);
      await expect(page.getByRole('main'), path).toContainText(/preview/i);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    }
    const sitemap = await (await page.request.get(`${site.url}/sitemap.xml`)).text();
    expect(sitemap).toContain('/about');
    expect(sitemap).not.toContain('/blocks');
  });
});
