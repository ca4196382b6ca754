import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Scope {
  /** CSS selector of the part to check; the whole page by default. */
  readonly part?: string;
  /** Names of axe's rules to check; all by default. */
  readonly rules?: readonly string[];
}

/**
 * Axe's violations on a page, one line per rule. Axe runs in its legacy mode, which takes a third of the time of the
 * default mode. The default mode opens a second page to combine the results of frames, and no page here has a frame.
 */
export async function accessibilityProblems(page: Page, { part, rules }: Scope = {}): Promise<string[]> {
  // Without transitions: during one, the contrast of colours is neither the old nor the new one.
  const hadMotion = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Axe takes longer to describe the rules that pass than to find the violations.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part !== undefined) axe.include(part);
  if (rules !== undefined) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  if (hadMotion) await page.emulateMedia({ reducedMotion: null });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary} ${nodes.map(({ html }) => html).join(' ')}`,
  );
}
