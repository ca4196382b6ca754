import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import { expect, type Page } from '@playwright/test';

/** Minified: each new page compiles it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Scope {
  /** CSS selector of the part to check; the whole page by default. */
  readonly part?: string;
}

/** Axe's violations on a page, one line per rule. Frames are not looked into. */
export async function accessibilityProblems(page: Page, { part }: Scope = {}): Promise<string[]> {
  // Without transitions: during one, the contrast of colours is neither the old nor the new one.
  const hadMotion = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Not with @axe-core/playwright, which takes twice the time: it prepares for frames, and fetches what passes too.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const problems = await page.evaluate(async (selector) => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run(selector ?? document, {
      iframes: false,
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary} ${nodes.map(({ html }) => html).join(' ')}`,
    );
  }, part);
  if (hadMotion) await page.emulateMedia({ reducedMotion: null });
  return problems;
}

/** Starts to collect the errors of a page. */
export function collectErrors(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Chromium itself reports each 503, which is the API's answer for an index that is off.
    if (message.type() === 'error' && !message.text().includes('status of 503'))
      problems.push(`${page.url()}: ${message.text()}`);
  });
  return problems;
}

/** Waits until all data is loaded and every chart is drawn: a chart is drawn once it is scrolled into view. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  const charts = page.getByRole('slider');
  for (let index = 0; index < (await charts.count()); index += 1) {
    await charts.nth(index).scrollIntoViewIfNeeded();
    await expect(charts.nth(index).locator('canvas')).toBeVisible();
  }
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
}
