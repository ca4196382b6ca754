/** The Chromium of benchmarks whose pages Playwright drives. */
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { CHROMIUM_ARGS, provideChromium } from '../scripts/lib/chromium.ts';
import type { Bench } from './frame.ts';

/** How Playwright starts Chromium. @param more further flags */
export async function launchOptions(...more: readonly string[]): Promise<LaunchOptions> {
  const { executablePath } = await provideChromium((line) => console.error(line));
  return { args: [...CHROMIUM_ARGS, ...more], ...(executablePath !== undefined && { executablePath }) };
}

/** Starts a browser, which is closed at the end. */
export async function openBrowser(bench: Pick<Bench, 'onEnd'>): Promise<Browser> {
  const browser = await chromium.launch(await launchOptions());
  bench.onEnd(() => browser.close());
  return browser;
}

/** IDs of the processes of pages, in each of which a page's workers run too. */
export async function pageProcesses(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** Memory of the largest process of a page, in bytes: what is resident now (`VmRSS`), or was at most (`VmHWM`). Linux only. */
export async function pageMemory(browser: Browser, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const sizes = (await pageProcesses(browser)).map((id) => {
    const kibibytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
    return 1_024 * Number(kibibytes);
  });
  return Math.max(...sizes);
}
