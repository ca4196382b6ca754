import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type BrowserContext } from '@playwright/test';

/**
 * Playwright's `test` with a browser of its own for each worker, which keeps the files of sites as a visitor's does: on the disk. In
 * a private window, Playwright's usual one, each read and write of a file is a call to another process, and takes ten times as long.
 * What a site keeps stays for the next test: each has a site of another origin.
 */
export const test = base.extend<object, { keptBrowser: BrowserContext }>({
  keptBrowser: [
    async ({ playwright }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'cairn-browser-'));
      const context = await playwright.chromium.launchPersistentContext(folder, { reducedMotion: 'reduce' });
      await use(context);
      await context.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  context: ({ keptBrowser }, use) => use(keptBrowser),
  page: async ({ context }, use) => {
    const left = context.pages();
    const page = await context.newPage();
    for (const one of left) await one.close();
    await use(page);
  },
});
