import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Scope {
  /** CSS selector of the part to check; the whole page by default. */
  readonly part?: string;
  /** Names of axe's rules to check; all by default. */
  readonly rules?: readonly string[];
}

/**
 * Axe's violations on a page, one line per rule. Its legacy mode runs in the page itself and takes a third of the time of
 * the other mode, which opens a second page to combine the results of frames: no page here has a frame.
 */
export async function accessibilityProblems(page: Page, { part, rules }: Scope = {}): Promise<string[]> {
  // Without transitions: halfway through one, a colour's contrast is neither the old nor the new one.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // For axe, describing the rules that pass takes longer than finding the violations.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part !== undefined) axe.include(part);
  if (rules !== undefined) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary} ${nodes.map(({ html }) => html).join(' ')}`,
  );
}
