import { readFileSync } from 'node:fs';

/** What a runner counted. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One line for each test that did not run, with its reason where the runner knows it. */
  readonly skipped: readonly string[];
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: [] };

/** A check that only says yes or no. */
export function tallyOf(passed: boolean): Tally {
  return passed ? { passed: 1, failed: 0, skipped: [] } : { passed: 0, failed: 1, skipped: [] };
}

/** One count of several. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    skipped: tallies.flatMap(({ skipped }) => skipped),
  };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Counts from vitest's own JSON report. A file that could not even be loaded counts as a failure. */
export function readVitestTally(path: string): Tally {
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const skipped = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map((t) => t.fullName),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length, skipped };
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}

/** Counts from Playwright's own JSON report. A test that passed only on a second try counts as a failure. */
export function readPlaywrightTally(path: string): Tally {
  const { stats, errors } = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: Array.from({ length: stats.skipped }, (_, index) => `browser test ${index + 1}`),
  };
}
