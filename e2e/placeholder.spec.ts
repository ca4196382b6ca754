import { expect, test } from '@playwright/test';
import { buildIfChanged, websiteBuild } from '../scripts/lib/build.ts';
import { findFreePort } from '../scripts/lib/ports.ts';
import { ProgramGroup } from '../scripts/lib/process.ts';
import { startWebsite } from '../scripts/lib/suite.ts';
import { testBuildFolder } from './suite.ts';

/** The site built without an API address: an honest placeholder on every page. */
test.describe('the placeholder', () => {
  const group = new ProgramGroup();
  let url: string;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    const build = websiteBuild(undefined, testBuildFolder('placeholder'));
    await buildIfChanged(build, () => undefined);
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    await startWebsite({ group, onLine: () => undefined }, port, build.output);
  });
  test.afterAll(() => group.stop());

  for (const path of ['/', '/blocks', '/blocks/0', `/transactions/${'ab'.repeat(32)}`]) {
    test(`${path} shows no figure and asks nobody`, async ({ page }) => {
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(url)) foreign.push(request.url());
      });
      await page.goto(url + path);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('main')).toContainText(/preview/i);
      await expect(page.getByRole('main')).toContainText('PUBLIC_EXPLORER_API_URL');
      await expect(page.getByRole('table')).toHaveCount(0);
      // No height, no hash, no amount: not one invented figure.
      expect(await page.getByRole('main').innerText()).not.toMatch(/\d{2,}|[0-9a-f]{16,}|CRN/);
      expect(foreign).toEqual([]);
      await page.screenshot({
        path: `reports/screenshots/placeholder-${path === '/' ? 'home' : path.split('/')[1]}.png`,
        fullPage: true,
      });
    });
  }
});
