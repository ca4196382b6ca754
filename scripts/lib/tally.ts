import { existsSync, readFileSync } from 'node:fs';

/** Counts of tests, of one runner or of several. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Names of the tests that did not run. */
  readonly skipped: readonly string[];
}

/** The count of a check that passed or failed as a whole. */
export function tallyOf(passed: boolean): Tally {
  return passed ? { passed: 1, failed: 0, skipped: [] } : { passed: 0, failed: 1, skipped: [] };
}

/** Adds up several counts. */
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
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
}

/**
 * Counts from a runner's JSON report. A runner that fails without a failed test (a crash, an unhandled error, a file that
 * cannot be loaded) counts as one failure, and so does a browser test that passed only after a retry.
 * @param passed true if the runner exited with 0
 */
export function readTally(path: string, passed: boolean): Tally {
  if (!existsSync(path)) return tallyOf(false);
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport | PlaywrightReport;
  const tally = 'stats' in report ? playwrightTally(report) : vitestTally(report);
  return !passed && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function vitestTally({ numPassedTests, numFailedTests, testResults }: VitestReport): Tally {
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed');
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: skipped.map(({ fullName }) => fullName),
  };
}

function playwrightTally({ stats }: PlaywrightReport): Tally {
  const skipped = Array.from({ length: stats.skipped }, (_, index) => `browser test ${index + 1}`);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped };
}
