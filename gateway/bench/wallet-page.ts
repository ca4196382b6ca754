import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type BrowserContext, type Page, type Response } from '@playwright/test';
import { CHROMIUM_ARGS, rememberedChromium } from '../../scripts/lib/chromium.ts';
import { median } from './load.ts';
import type { Bench, Line } from './stages.ts';

/** Maximum number of bytes of gzipped script that may load before unlocking. */
const SCRIPT_AIM = 105_000;
/** Milliseconds from the start of the navigation until the password can be typed. */
const INTERACTIVE_AIM = 1_000;
/** Milliseconds from pressing “Unlock” to the overview. */
const UNLOCK_AIM = 300;
/** How long the locked page is observed for long tasks. */
const WATCHED_MS = 1_000;

/** The public development phrase (PROTOCOL.md section 5), and a password for it. */
const PHRASE = 'test test test test test test test test test test test junk';
const PASSWORD = 'correct horse battery staple';

/** Figures of one visit to the locked wallet. */
interface Visit {
  /** Gzipped bytes of the scripts that load before unlocking. */
  readonly scriptBytes: number;
  /** Milliseconds, as for `INTERACTIVE_AIM`. */
  readonly interactive: number;
  /** Milliseconds, as for `UNLOCK_AIM`. */
  readonly unlock: number;
}

/** Measures the wallet page in Chromium: its size before unlocking, and its speed. */
export async function benchWallet({ gateway, folder, runs }: Bench): Promise<Line[]> {
  const executablePath = process.env['CAIRN_CHROMIUM'] || rememberedChromium()?.executablePath;
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const context = await createWallet(browser, readLaunchAddress(folder));
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run += 1) visits.push(await visit(context, gateway.port));
    return describeVisits(visits);
  } finally {
    await browser.close();
  }
}

function describeVisits(visits: readonly Visit[]): Line[] {
  const bytes = Math.max(...visits.map(({ scriptBytes }) => scriptBytes));
  const interactive = median(visits.map((one) => one.interactive));
  const unlock = median(visits.map((one) => one.unlock));
  return [
    {
      name: 'script before unlock',
      figure: `${(bytes / 1_000).toFixed(1)} KB`,
      note: `gzip, of the production build (aim ≤ ${SCRIPT_AIM / 1_000} KB)`,
      met: bytes <= SCRIPT_AIM,
    },
    {
      name: 'wallet interactive',
      figure: `${interactive.toFixed(0)} ms`,
      note: `with an empty browser cache (aim < ${INTERACTIVE_AIM} ms)`,
      met: interactive < INTERACTIVE_AIM,
    },
    {
      name: 'wallet unlocked',
      figure: `${unlock.toFixed(0)} ms`,
      note: `from “Unlock” to the overview, default iterations (aim < ${UNLOCK_AIM} ms)`,
      met: unlock < UNLOCK_AIM,
    },
  ];
}

/** The address in the launch file: opening it gives the browser a session, once. */
function readLaunchAddress(folder: string): string {
  return /href="([^"]+)"/.exec(readFileSync(join(folder, 'launch.html'), 'utf8'))![1]!;
}

/** Creates a wallet with the default iterations in a new browser context. @param address from `readLaunchAddress` */
async function createWallet(browser: Browser, address: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Import a recovery phrase' }).click();
  await page.getByLabel('Recovery phrase').fill(PHRASE);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open wallet' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.close();
  return context;
}

async function visit(context: BrowserContext, port: number): Promise<Visit> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts: Promise<Buffer>[] = [];
  const collect = (response: Response): void => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  };
  page.on('response', collect);
  await page.addInitScript({ path: join(import.meta.dirname, 'watch-page.js') });
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.locator('input[type=password]:enabled').waitFor();
  await page.waitForTimeout(WATCHED_MS);
  page.off('response', collect);
  const scriptBytes = (await Promise.all(scripts)).reduce((sum, code) => sum + gzipSync(code).length, 0);
  const interactive = await readMark(page, 'interactive');
  // Typed key by key as by a user: the page fetches the unlocked screens at the first key press, while the rest is
  // typed.
  await page.locator('input[type=password]').pressSequentially(PASSWORD, { delay: 20 });
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const unlock = (await readMark(page, 'overview')) - (await readMark(page, 'pressed'));
  await page.close();
  return { scriptBytes, interactive, unlock };
}

/** Time of the last performance mark with this name, in milliseconds since the navigation began. */
function readMark(page: Page, name: string): Promise<number> {
  return page.evaluate((mark) => performance.getEntriesByName(mark).at(-1)!.startTime, name);
}
