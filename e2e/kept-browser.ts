import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

/**
 * Playwright's `test` with a browser of its own for each test, which keeps the files of sites as a visitor's does: on the disk. In a
 * private window, Playwright's usual one, each read and write of a file is a call to another process, and takes ten times as long.
 */
export const test = base.extend<object>({
  context: async ({ playwright }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-browser-'));
    const context = await playwright.chromium.launchPersistentContext(folder);
    await use(context);
    await context.close();
    rmSync(folder, { recursive: true });
  },
  page: ({ context }, use) => use(context.pages()[0]!),
});
