/**
 * `npm run bench:verify`: time that a page of the website needs to check 100,000 headers down to genesis. The
 * blocks are mined on a devnet. Exits with code 1 above 3 s, or if a task of the page's main thread takes more than 50 ms.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { startSuite } from '@cairn/testkit';
import { CHROMIUM_ARGS, provideChromium } from '../scripts/lib/chromium.ts';
import { createCommand, wholeNumber } from '@cairn/suite/options';

const { blocks: BLOCKS } = createCommand(
  'npm run bench:verify --',
  'Time that a page needs to check all headers down to genesis.',
)
  .option('--blocks <count>', 'headers', wholeNumber(), 100_000)
  .parse()
  .opts<{ blocks: number }>();
const BLOCKS_PER_CALL = 1_000;
const MAX_MS = 3_000;
const MAX_TASK_MS = 50;

/**
 * Clicks “Check the rest” and waits for the verdict.
 * @returns milliseconds until then and of the main thread's longest task
 */
async function checkAll(page: Page): Promise<{ time: number; longestTask: number }> {
  await page.locator('.verify-bar[data-verdict="passed"] > summary').click();
  await page.evaluate(() => {
    const longTasks: number[] = [];
    Object.assign(globalThis, { longTasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  const start = performance.now();
  await page.getByRole('button', { name: 'Check the rest' }).click();
  await page.locator('.verify-bar[data-verdict="running"]').waitFor();
  await page.locator('.verify-bar[data-verdict="passed"]').waitFor();
  const time = performance.now() - start;
  const longestTask = await page.evaluate(() =>
    Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks),
  );
  return { time, longestTask };
}

function report(passes: boolean, line: string): void {
  process.stdout.write(`${passes ? '✓' : '✗'} ${line}\n`);
  if (!passes) process.exitCode = 1;
}

async function measure(browser: Browser, site: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${site}/blocks/${Math.floor(BLOCKS / 2)}`);
  const { time, longestTask } = await checkAll(page);
  report(
    time <= MAX_MS,
    `${BLOCKS} headers to the genesis block: ${Math.round(time)} ms (at most ${MAX_MS} ms)`,
  );
  report(
    longestTask <= MAX_TASK_MS,
    `longest task of the page during that time: ${Math.round(longestTask)} ms (at most ${MAX_TASK_MS} ms)`,
  );
}

const suite = await startSuite();
const { executablePath } = await provideChromium((line) => void process.stderr.write(`${line}\n`));
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
try {
  for (let height = 0; height < BLOCKS; height += BLOCKS_PER_CALL) {
    await suite.devnet.mine({ blocks: BLOCKS_PER_CALL, transactions: false });
  }
  await measure(browser, suite.addresses.website);
} finally {
  await browser.close();
  await suite.close();
}
