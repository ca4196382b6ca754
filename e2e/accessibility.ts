import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Scope {
  /** CSS selector of the part to check; the whole page by default. */
  readonly part?: string;
}

/**
 * Axe's violations on a page, one line per rule. Axe runs in its legacy mode, which takes a third of the time of the
 * default mode. The default mode opens a second page to combine the results of frames, and no page here has a frame.
 */
export async function accessibilityProblems(page: Page, { part }: Scope = {}): Promise<string[]> {
  // Without transitions: during one, the contrast of colours is neither the old nor the new one.
  const hadMotion = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Axe takes longer to describe the rules that pass than to find the violations.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part !== undefined) axe.include(part);
  const { violations } = await axe.analyze();
  if (hadMotion) await page.emulateMedia({ reducedMotion: null });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary} ${nodes.map(({ html }) => html).join(' ')}`,
  );
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
