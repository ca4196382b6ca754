import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from '@cairn/suite/checkout';

/** What became of tests and checks, of one runner or of several. */
export interface Tally {
  readonly passed: number;
  /** Names of the tests that failed. */
  readonly failed: readonly string[];
  /** Names of the tests that did not run. */
  readonly skipped: readonly string[];
}

/** The tally of a check that passed or failed as a whole. */
export function tallyOf(name: string, passed: boolean): Tally {
  return { passed: passed ? 1 : 0, failed: passed ? [] : [name], skipped: [] };
}

/** Adds up several tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.flatMap(({ failed }) => failed),
    skipped: tallies.flatMap(({ skipped }) => skipped),
  };
}

interface VitestReport {
  readonly testResults: readonly {
    /** The file. */
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** A file or a `describe` of Playwright's report. */
interface PlaywrightSuite {
  readonly specs: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly { readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
}

/**
 * Reads a runner's JSON report. A runner that fails without a failed test (a crash, an unhandled error, a file that
 * cannot be loaded) counts as one failure, and so does a browser test that passed only after a retry.
 * @param passed true if the runner exited with 0
 */
export function readTally(runner: string, path: string, passed: boolean): Tally {
  if (!existsSync(path)) return tallyOf(`${runner}: no report`, false);
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport | PlaywrightReport;
  const tests = 'suites' in report ? report.suites.flatMap(playwrightTests) : vitestTests(report);
  const tally = addTallies(tests);
  return !passed && tally.failed.length === 0
    ? addTallies([tally, tallyOf(`${runner}: an error outside of its tests`, false)])
    : tally;
}

const vitestTests = ({ testResults }: VitestReport): Tally[] =>
  testResults.flatMap(({ name: path, status, assertionResults }) => {
    const name = relative(ROOT, path);
    const isBroken = status === 'failed' && !assertionResults.some((result) => result.status === 'failed');
    const tests = assertionResults.map((result) =>
      result.status === 'passed' || result.status === 'failed'
        ? tallyOf(`${name}: ${result.fullName}`, result.status === 'passed')
        : { passed: 0, failed: [], skipped: [`${name}: ${result.fullName}`] },
    );
    return isBroken ? [...tests, tallyOf(name, false)] : tests;
  });

const playwrightTests = ({ specs, suites = [] }: PlaywrightSuite): Tally[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status }) =>
      status === 'skipped'
        ? { passed: 0, failed: [], skipped: [`${file}: ${title}`] }
        : tallyOf(`${file}: ${title}`, status === 'expected'),
    ),
  ),
  ...suites.flatMap(playwrightTests),
];
