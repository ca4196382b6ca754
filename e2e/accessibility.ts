import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Scope {
  /** CSS selector of the part to look at; the whole page if not given. */
  readonly part?: string;
  /** Names of axe's rules; all of them if not given. */
  readonly rules?: readonly string[];
}

/**
 * Axe's violations on a page, a line a rule. Its legacy mode runs in the page itself, a third of the time of the
 * other, which opens a second page to put frames' findings together: no page here has a frame.
 */
export async function accessibilityProblems(page: Page, { part, rules }: Scope = {}): Promise<string[]> {
  // Describing the rules that pass takes axe longer than finding the violations.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part !== undefined) axe.include(part);
  if (rules !== undefined) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary} ${nodes.map(({ html }) => html).join(' ')}`,
  );
}
