import type { CheckId, CheckResult, Difference, Fact, FactName, Reason } from '../model.ts';

/** Collects what one check finds and makes its result. */
export interface Findings {
  readonly facts: Fact[];
  readonly differences: Difference[];
  readonly problems: string[];
  /** Set where a limit kept the check from covering all. */
  limit?: Reason | undefined;
}

/**
 * Runs one check. A difference or a problem fails it, a limit without either makes it `limited`.
 * @param find fills the findings; what it throws is the caller's
 */
export function check(id: CheckId, find: (findings: Findings) => void): CheckResult {
  const findings: Findings = { facts: [], differences: [], problems: [] };
  find(findings);
  return resultOf(id, findings);
}

/** The same for a check that asks or waits. */
export async function checkLater(
  id: CheckId,
  find: (findings: Findings) => Promise<void>,
): Promise<CheckResult> {
  const findings: Findings = { facts: [], differences: [], problems: [] };
  await find(findings);
  return resultOf(id, findings);
}

function resultOf(id: CheckId, { facts, differences, problems, limit }: Findings): CheckResult {
  const failed = differences.length + problems.length > 0;
  const status = failed ? 'failed' : limit === undefined ? 'passed' : 'limited';
  return { id, status, facts, differences, problems, reason: failed ? undefined : limit };
}

/** A check that could not run. */
export function skipped(id: CheckId, reason: Reason): CheckResult {
  return { id, status: 'skipped', facts: [], differences: [], problems: [], reason };
}

/** Notes what was computed. */
export function tell(findings: Findings, name: FactName, value: string | number): void {
  findings.facts.push({ name, value });
}

/** Notes a difference unless both texts are the same. @returns whether they are */
export function compare(
  findings: Findings,
  field: string,
  shown: string | number | boolean,
  computed: string | number | boolean,
): boolean {
  if (shown === computed) return true;
  findings.differences.push({ field, shown: String(shown), computed: String(computed) });
  return false;
}

/** Runs a rule of the protocol package and notes what it refuses. */
export function rule(findings: Findings, judge: () => void): boolean {
  try {
    judge();
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    findings.problems.push(error.message);
    return false;
  }
}
