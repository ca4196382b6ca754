import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, rememberedChromium } from './scripts/lib/chromium.ts';

const executablePath = process.env['CAIRN_CHROMIUM'] || rememberedChromium()?.executablePath;

/** Browser tests over node, gateway and website together. `npm test` finds or installs the Chromium that they use. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // The pieces are real servers that the tests share; two cores run one browser at a time.
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) },
  },
});
