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

  const paths = [
    '/',
    '/blocks',
    '/blocks/0',
    '/transactions',
    `/transactions/${'ab'.repeat(32)}`,
    '/addresses',
    '/addresses/dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3',
    '/statistics',
    '/network',
    '/search?q=1',
  ];
  for (const [language, shown] of [
    ['', paths],
    ['/de', ['/', '/blocks/0']],
  ] as const) {
    test(`every page of data${language && ' in German'} shows no figure, sends no request and reports no error`, async ({
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
      for (const path of shown) {
        const response = await page.goto(site.url + language + path);
        await expect(page.locator('astro-island[ssr]:not([inert] *)'), path).toHaveCount(0);
        const main = page.getByRole('main');
        expect.soft(response?.status(), path).toBe(200);
        expect.soft(response?.headers()['content-security-policy'], path).toContain("connect-src 'none'");
        await expect(main, path).toContainText('PUBLIC_EXPLORER_API_URL');
        const outline = page.locator('.preview-outline');
        await expect(outline, path).toBeVisible();
        // Nothing is being proven here.
        await expect(outline.locator('.seal:visible, [data-verdict]:visible'), path).toHaveCount(0);
        // No invented heights, hashes or amounts.
        for (const text of await outline.locator('td, dd, .c-amount, .tile__value').allInnerTexts())
          expect.soft(text, path).not.toMatch(/\d/);
      }
      await page.waitForLoadState('networkidle');
      expect(unwanted).toEqual([]);
      await keepScreenshot(`website-without-api${language.replace('/', '-')}`);
    });
  }

  test('a block and a transaction have the shape of their pages', async ({ page }) => {
    for (const [path, label] of [
      ['/blocks/0', 'Merkle root'],
      [`/transactions/${'ab'.repeat(32)}`, 'Nonce'],
    ] as const) {
      await page.goto(site.url + path);
      await expect(page.locator('.preview-outline dt', { hasText: label }), path).toBeVisible();
    }
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
