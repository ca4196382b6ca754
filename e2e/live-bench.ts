/**
 * `npm run bench:live`: milliseconds from the start of a devnet call that mines a block to the frame in which an open
 * page shows it. Exits with code 1 above 200 ms.
 */
import { chromium, type Page } from '@playwright/test';
import { startSuite } from '@cairn/testkit';
import { CHROMIUM_ARGS, provideChromium } from '../scripts/lib/chromium.ts';
import { createCommand } from '@cairn/suite/options';

createCommand(
  'npm run bench:live --',
  'Milliseconds from a devnet call that mines a block to the frame that shows it.',
).parse();

const RUNS = 30;
const MAX_MS = 200;

/** Waits until the page's first row has this height. @returns the time of that frame in Unix milliseconds */
function shownAt(page: Page, height: number): Promise<number> {
  const shown = page.waitForFunction(
    (wanted) => {
      const first = document.querySelector('main tbody a.c-strong');
      return (
        first?.textContent?.replaceAll(/\D/g, '') === wanted && performance.timeOrigin + performance.now()
      );
    },
    `${height}`,
    { polling: 'raf' },
  );
  return shown.then((handle) => handle.jsonValue() as Promise<number>);
}

/** Milliseconds from the start of a call. */
interface Times {
  /** Until the call answered. */
  readonly call: number;
  /** Until the page showed the block. */
  readonly page: number;
}

const suite = await startSuite();
const { executablePath } = await provideChromium((line) => void process.stderr.write(`${line}\n`));
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
try {
  const { state } = await suite.devnet.mine({ blocks: 30 });
  const page = await browser.newPage();
  await page.goto(`${suite.addresses.website}/blocks`);
  await shownAt(page, state.height);
  const times: Times[] = [];
  for (let height = state.height + 1; times.length < RUNS; height += 1) {
    const shown = shownAt(page, height);
    const start = performance.timeOrigin + performance.now();
    await suite.devnet.mine({ blocks: 1 });
    const answered = performance.timeOrigin + performance.now();
    times.push({ call: answered - start, page: (await shown) - start });
  }
  const median = (name: keyof Times): number =>
    times.map((time) => time[name]).toSorted((one, other) => one - other)[Math.floor(RUNS / 2)]!;
  const passes = median('page') <= MAX_MS;
  process.stdout.write(
    `${passes ? '✓' : '✗'} mine(1): the call answers after ${median('call').toFixed(1)} ms, the page shows the block after ${median('page').toFixed(1)} ms (medians of ${RUNS}; at most ${MAX_MS} ms)\n`,
  );
  process.exitCode = passes ? 0 : 1;
} finally {
  await browser.close();
  await suite.close();
}
