import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_ADDRESSES as accounts } from '@cairn/testkit/playwright';
import { exportStaticWebsite } from '@cairn/suite/checkout';
import { ADDRESS_SCRIPT_BUDGET, SCRIPT_BUDGET, weighPages } from './script-weight.ts';
import { startStaticHost } from './static-host.ts';
import { german, PATHS } from './site-paths.ts';
import { expect, interactive, keepScreenshotOf, openSettings, test } from './suite.ts';

const BLOCKS = 14;

test.describe('all pages of the website', () => {
  /** The website's pages for static hosts. */
  const files = mkdtempSync(join(tmpdir(), 'cairn-static-'));

  test.beforeAll(async ({ suite }) => {
    await suite.rewind();
    await suite.devnet.mine({ blocks: BLOCKS, to: accounts[4] });
    const { explorerApi: api, gateway: wallet } = suite.addresses;
    await exportStaticWebsite({ api, wallet }, files);
  });
  test.afterAll(() => rmSync(files, { recursive: true }));

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    // All tests share one chain, which earlier ones have extended.
    const shown = (height: number): [page: keyof typeof PATHS, text: RegExp][] => [
      ['home', new RegExp(`${height}`)],
      ['blocks', new RegExp(`${height}`)],
      ['block', /3ef817a4/],
      ['transactions', new RegExp(accounts[4].slice(0, 8))],
      ['transaction', /1,000,000/],
      ['addresses', /1,000,000/],
      ['address', /1,000,000/],
      ['statistics', new RegExp(`${height + 1}`)],
      ['network', /devnet/],
    ];
    test('every page shows its data and no control that needs a script, and lists are paged by links', async ({
      page,
      suite,
    }) => {
      const data = new Map(shown(await suite.height()));
      const needScript = page.locator(
        'button:visible:not([type=submit]), input[type=radio]:visible, [aria-busy=true]:visible, .c-chart:visible, [data-verdict]:visible, textarea:visible',
      );
      for (const [name, path] of Object.entries(PATHS) as [keyof typeof PATHS, string][]) {
        await page.goto(suite.addresses.website + path);
        await expect.soft(page.getByRole('main'), name).toContainText(data.get(name) ?? '');
        await expect.soft(needScript, name).toHaveCount(0);
        if (['block', 'transaction', 'address'].includes(name)) {
          // Nothing was checked, so nothing bears a mark.
          const word = await page.locator('main > noscript').innerText();
          expect.soft(word, name).toContain('Nothing on this page was proven');
          await expect
            .soft(page.locator('main :is([data-proof="proven"], .receipt .c-badge--success)'))
            .toHaveCount(0);
        }
        if (name !== 'network') continue;
        const tile = page.getByRole('main').locator('.c-stat').filter({ hasText: 'Newest block' });
        await expect(tile.locator('time').first()).toBeVisible();
      }
      await page.goto(`${suite.addresses.website}/blocks?before=3`);
      await expect(page.getByRole('main')).toContainText('3ef817a4');
      await page.getByRole('main').locator('a[rel=prev]').click();
      await expect(page).toHaveURL(/blocks$/);
    });
  });

  test('every page has a title, a description, a policy without unsafe-inline and a link to its other language', async ({
    request,
    suite,
  }) => {
    const titles = new Set<string>();
    const pages = [...Object.values(PATHS), '/search', '/nowhere', '/blocks/4000000', '/blocks/nonsense'];
    for (const path of pages.flatMap((one) => [one, german(one)])) {
      const response = await request.get(suite.addresses.website + path);
      const absent = /nowhere|4000000|nonsense/.test(path);
      expect.soft(response.status(), path).toBe(absent ? 404 : 200);
      const headers = response.headers();
      expect.soft(headers['content-security-policy'], path).toMatch(/default-src 'none'/);
      expect
        .soft(headers['content-security-policy'], path)
        .not.toMatch(/unsafe|\*|https?:\/\/(?!127\.0\.0\.1)/);
      expect.soft(headers['x-content-type-options'], path).toBe('nosniff');
      const html = await response.text();
      expect.soft(html, path).not.toMatch(/\sstyle="/);
      expect.soft(html, path).toContain(`<html lang="${path.startsWith('/de') ? 'de' : 'en'}"`);
      titles.add(/<title>(?<title>.*?)<\/title>/.exec(html)?.groups?.['title'] ?? '');
      for (const meta of ['name="description"', 'property="og:title"', 'property="og:image"']) {
        expect.soft(html, path).toMatch(new RegExp(`${meta} content="[^"]+"`));
      }
      const other = suite.addresses.website + (path.replace(/^\/de(?=\/|$)/, '') || '/');
      expect.soft(html, path).toContain(`hreflang="en" href="${other}"`);
    }
    // Titles differ except among the error pages.
    expect(titles.size).toBeGreaterThanOrEqual(2 * Object.keys(PATHS).length + 2);
  });

  test('search engines and browsers find their files', async ({ request, suite }) => {
    const { website } = suite.addresses;
    const sitemap = await (await request.get(`${website}/sitemap.xml`)).text();
    const addresses = [...sitemap.matchAll(/<loc>(?<loc>[^<]+)/g)].map(({ groups }) => groups!['loc']!);
    expect(addresses).toContain(`${website}/de/statistics`);
    // The test of every page has them.
    const pages = Object.values(PATHS).flatMap((path) => [path, german(path)]);
    expect(pages.map((path) => website + path)).toEqual(expect.arrayContaining(addresses));
    const proxied = { headers: { 'x-forwarded-proto': 'https' } };
    const search = await (await request.get(`${website}/opensearch.xml`, proxied)).text();
    expect(search).toContain(`template="${website.replace('http:', 'https:')}/search?q={searchTerms}"`);
    expect(await (await request.get(`${website}/de/opensearch.xml`)).text()).toContain('/de/search?q=');
    expect(await (await request.get(`${website}/robots.txt`)).text()).toContain(`${website}/sitemap.xml`);
    const images = [
      '/favicon.svg',
      '/favicon.ico',
      '/apple-touch-icon.png',
      '/link-preview.png',
      '/icon-512.png',
    ];
    for (const path of images) {
      expect.soft((await request.get(website + path)).status(), path).toBe(200);
    }
  });

  test('a page begins with its content for the keyboard, shows times in the reader’s zone, and prints its data alone', async ({
    browser,
    suite,
  }) => {
    const context = await browser.newContext({ timezoneId: 'Asia/Kathmandu' });
    const page = await context.newPage();
    await page.goto(`${suite.addresses.website}/blocks/0`);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

    await interactive(page);
    const time = page.getByRole('main').locator('time').first();
    await expect(time).toContainText('UTC');
    await openSettings(page);
    await page.getByRole('radio', { name: /Times in the time zone/ }).check({ force: true });
    await expect(time).toContainText('GMT+5:45');
    await page.reload();
    await expect(time).toContainText('GMT+5:45');

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('searchbox').or(page.getByRole('combobox')).first()).toBeHidden();
    await expect(page.locator('.display')).toBeHidden();
    await expect(page.getByRole('main')).toContainText('1,000,000');
    await keepScreenshotOf(page, 'explorer-block-print');
    await context.close();
  });

  test('a link under the pointer is prefetched', async ({ page, suite }) => {
    // A page that asks nothing itself.
    await page.goto(`${suite.addresses.website}/about`);
    await interactive(page);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blocks' });
    await expect(async () => {
      await page.mouse.move(0, 400);
      await link.hover();
      await page.waitForTimeout(400);
      await link.click();
      await expect(page).toHaveURL(/\/blocks$/);
      const deliveryType = await page.evaluate(
        () => (performance.getEntriesByType('navigation')[0] as { deliveryType?: string }).deliveryType,
      );
      if (deliveryType !== 'navigational-prefetch') await page.goBack();
      expect(deliveryType).toBe('navigational-prefetch');
    }).toPass();
    // Prefetching a page sends no requests to the API.
    expect(
      requested.filter((url) => url.startsWith(suite.addresses.explorerApi) && !/status|events/.test(url)),
    ).toEqual([]);
  });

  test('no page loads more than 55 KiB of compressed script, an address 65 before any interaction', () => {
    const weights = weighPages(files);
    expect(weights.length).toBeGreaterThan(2 * Object.keys(PATHS).length);
    for (const { page, bytes, files } of weights) {
      expect
        .soft(bytes, `${page} loads ${files.join(', ')}`)
        .toBeLessThanOrEqual(page.includes('addresses/_') ? ADDRESS_SCRIPT_BUDGET : SCRIPT_BUDGET);
      expect.soft(bytes, `${page} has an import graph`).toBeGreaterThan(20 * 1024);
    }
  });

  test('every page for a static host has a heading before its script runs', () => {
    const without = globSync('**/*.html', { cwd: files }).filter(
      (file) => !readFileSync(join(files, file), 'utf8').includes('<h1'),
    );
    expect(without).toEqual([]);
    expect(readFileSync(join(files, 'network/index.html'), 'utf8')).toContain('c-skeleton');
  });

  test('the same build works from a static host with its rewrite rules', async ({ page, suite }) => {
    const host = await startStaticHost(files);
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    try {
      const height = await suite.height();
      const shown: [path: string, text: string | RegExp, title: RegExp][] = [
        ['/', `${height}`, /Cairn explorer/],
        ['/blocks/3', '50.00', /^Block 3 · /],
        [`/de${PATHS.transaction}`, '1.000.000', /^1\.000\.000,00\sCRN · /],
        [PATHS.address, '1,000,000', /^Frank · /],
      ];
      for (const [path, text, title] of shown) {
        await page.goto(host.url + path);
        await expect.soft(page.getByRole('main'), path).toContainText(text);
        await expect.soft(page, path).toHaveTitle(title);
      }
      expect(problems).toEqual([]);
      await page.goto(`${host.url}/nowhere/at/all`);
      await expect(page.getByRole('main')).toContainText('Page not found');
    } finally {
      await host.close();
    }
  });
});
