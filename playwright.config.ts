import { defineConfig } from '@playwright/test';
import { availableParallelism } from 'node:os';
import { CHROMIUM_ARGS, rememberedChromium } from './scripts/lib/chromium.ts';

const executablePath = process.env['CAIRN_CHROMIUM'] || rememberedChromium()?.executablePath;
/** Chromium resolves the host names of an attacker's sites to this machine (e2e/gateway.spec.ts). */
const ATTACKER_HOSTS = '--host-resolver-rules=MAP evil.example 127.0.0.1, MAP rebind.example 127.0.0.1';
/**
 * Chromium's network service and its drawing in its main process take less CPU time than in processes of their own: a
 * sixteenth and a twentieth. Of two lists of features Chromium takes the last, so Playwright's are here too.
 */
const ONE_PROCESS = [
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  '--in-process-gpu',
];
/** A chain in a tab runs for seconds: to compile its WebAssembly again, for speed, takes a sixth of its tests' CPU time. */
const COMPILED_ONCE = '--js-flags=--liftoff-only';
/** Tests without a suite, or with one of their own: they wait for other programs, so the run begins with them, not ends. */
const OWN_SUITE = '**/{try-site,start,chain-in-a-tab}.spec.ts';
/** The testkit's example; packages/cairn/test/installed.test.ts runs it as its users do. */
const EXAMPLE = '**/testkit.spec.ts';

/** Browser tests of node, gateway and website together. `npm test` finds or installs their Chromium. */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'own-suite', testMatch: OWN_SUITE },
    { name: 'suite', testIgnore: [OWN_SUITE, EXAMPLE] },
    { name: 'example', testMatch: EXAMPLE },
  ],
  outputDir: 'test-results',
  globalSetup: './packages/testkit/src/setup.ts',
  // Each worker has its own browser and suite; the tests of a file share them and run one after another.
  // One worker more than cores, since they wait for wallets that poll and for programs that start. More only start more
  // suites and take turns at the cores: on two, all tests take 149 s with three workers, 168 s with five, 178 s with seven.
  workers: Math.min(8, availableParallelism() + 1),
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // A trace costs more than the test itself; `npx playwright test --trace retain-on-failure` saves it.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Drawing movement takes a tenth of a page's processor time; e2e/live.spec.ts keeps it.
    reducedMotion: 'reduce',
    launchOptions: {
      args: [...CHROMIUM_ARGS, ...ONE_PROCESS, COMPILED_ONCE, ATTACKER_HOSTS],
      ...(executablePath ? { executablePath } : {}),
    },
  },
});
