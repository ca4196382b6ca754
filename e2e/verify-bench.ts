/**
 * `npm run bench:verify`: time in which the website checks a chain of 100,000 headers down to genesis, on a devnet whose
 * blocks were really mined: once from nothing, and once on the next page of the same session. Exits with code 1 above 3 s, or
 * if the page's main thread is blocked for more than 50 ms.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { startSuite } from '@cairn/testkit';
import { CHROMIUM_ARGS, provideChromium } from '../scripts/lib/chromium.ts';

const BLOCKS = Number(process.argv[2] ?? 100_000);
const MINED_AT_ONCE = 1_000;
const MOST_MS = 3_000;
const MOST_TURN_MS = 50;

/** Clicks "Check the rest" and waits for the verdict. @returns milliseconds, and the longest task of the main thread */
async function checkAll(page: Page): Promise<{ time: number; turn: number }> {
  await page.locator('.verify-bar[data-verdict="walked"] > summary').click();
  await page.evaluate(() => {
    const turns: number[] = [];
    Object.assign(globalThis, { turns });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) turns.push(duration);
    }).observe({ type: 'longtask' });
  });
  const start = performance.now();
  await page.getByRole('button', { name: 'Check the rest' }).click();
  await page.locator('.verify-bar[data-verdict="verified"]').waitFor();
  const time = performance.now() - start;
  const turn = await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { turns: number[] }).turns),
  );
  return { time, turn };
}

async function timeToVerdict(page: Page, url: string): Promise<number> {
  const start = performance.now();
  await page.goto(url);
  await page.locator('.verify-bar[data-verdict="verified"]').waitFor();
  return performance.now() - start;
}

function report(passes: boolean, words: string): void {
  process.stdout.write(`${passes ? '✓' : '✗'} ${words}\n`);
  if (!passes) process.exitCode = 1;
}

async function measure(browser: Browser, site: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${site}/blocks/${Math.floor(BLOCKS / 2)}`);
  const { time, turn } = await checkAll(page);
  report(
    time <= MOST_MS,
    `${BLOCKS} headers to the genesis block: ${Math.round(time)} ms (at most ${MOST_MS} ms)`,
  );
  report(
    turn <= MOST_TURN_MS,
    `longest turn of the page meanwhile: ${Math.round(turn)} ms (at most ${MOST_TURN_MS} ms)`,
  );
  const next = await timeToVerdict(page, `${site}/blocks/${Math.floor(BLOCKS / 3)}`);
  report(next <= MOST_MS, `the next page, from its address to its verdict: ${Math.round(next)} ms`);
}

const suite = await startSuite();
const { executablePath } = await provideChromium((line) => void process.stderr.write(`${line}\n`));
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
try {
  for (let height = 0; height < BLOCKS; height += MINED_AT_ONCE) {
    await suite.devnet.mine({ blocks: MINED_AT_ONCE, transactions: false });
  }
  await measure(browser, suite.addresses.website);
} finally {
  await browser.close();
  await suite.close();
}
