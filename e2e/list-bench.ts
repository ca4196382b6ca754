/**
 * `npm run bench:lists`: how much script a list of 100 rows takes, on this machine: where it takes over what the server
 * rendered, and where a static host leaves everything to the browser. Ends with code 1 over 50 ms.
 */
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { startSuite } from '@cairn/testkit';
import { CHROMIUM_ARGS, provideChromium } from '../scripts/lib/chromium.ts';
import { type ScriptTime, scriptUntil } from './list-script.ts';
import { startStaticHost } from './static-host.ts';

const ROWS = 100;
const MOST_MS = 50;
/** An odd number. */
const RUNS = 7;

const LISTS = { blocks: `/blocks?size=${ROWS}`, transactions: `/transactions?size=${ROWS}` } as const;

/** One visit by a browser with an empty cache. */
async function visit(browser: Browser, url: string): Promise<ScriptTime> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const time = await scriptUntil(browser, page, url, async () => {
    await page.locator(`main tbody tr:nth-child(${ROWS}) a`).first().waitFor();
    await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
  });
  await context.close();
  return time;
}

async function middleVisit(browser: Browser, url: string): Promise<ScriptTime> {
  const times: ScriptTime[] = [];
  while (times.length < RUNS) times.push(await visit(browser, url));
  return times.toSorted((one, other) => one.longestTask - other.longestTask)[Math.floor(RUNS / 2)]!;
}

async function measure(browser: Browser, how: string, origin: string): Promise<boolean> {
  let good = true;
  for (const [name, path] of Object.entries(LISTS)) {
    const { longestTask, all } = await middleVisit(browser, origin + path);
    const passes = longestTask < MOST_MS;
    const words = `${longestTask.toFixed(1)} ms in the task that renders it, ${all.toFixed(1)} ms on the whole page`;
    process.stdout.write(`${passes ? '✓' : '✗'} ${ROWS} ${name} ${how}: ${words}\n`);
    good &&= passes;
  }
  return good;
}

const suite = await startSuite();
try {
  const { address } = developmentAccounts(getNetwork('devnet'))[4]!;
  await suite.devnet.mine({ blocks: ROWS + 20, to: address });
  const host = await startStaticHost(join(suite.websiteFolder, 'static'));
  const { executablePath } = await provideChromium((line) => void process.stderr.write(`${line}\n`));
  const browser = await chromium.launch({
    args: [...CHROMIUM_ARGS],
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const served = await measure(browser, 'from the server', suite.addresses.website);
    const rendered = await measure(browser, 'in the browser', host.url);
    process.exitCode = served && rendered ? 0 : 1;
  } finally {
    await browser.close();
    await host.close();
  }
} finally {
  await suite.close();
}
