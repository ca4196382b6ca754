import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Counts of tests, of one runner or of several. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One line for each test that did not run. */
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

/** A test file and how long its tests took, in milliseconds. */
export interface FileTime {
  readonly file: string;
  readonly milliseconds: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
    }[];
  }[];
}

/** Counts from vitest's JSON report. A file that could not be loaded counts as a failure. */
export function readVitestTally(path: string): Tally {
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const skipped = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length, skipped };
}

/** Time of each file in vitest's JSON report. A file of two projects is listed twice. */
export function readVitestTimes(path: string): FileTime[] {
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  return report.testResults.map(({ name, startTime, endTime }) => ({
    file: name,
    milliseconds: endTime - startTime,
  }));
}

interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}

/** Counts from Playwright's JSON report. A test that passed only after a retry counts as a failure. */
export function readPlaywrightTally(path: string): Tally {
  const { stats, errors } = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: Array.from({ length: stats.skipped }, (_, index) => `browser test ${index + 1}`),
  };
}

/** Time of each file in Playwright's JSON report: the sum of its tests with their hooks. */
export function readPlaywrightTimes(path: string): FileTime[] {
  const { config, suites } = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightReport;
  return suites.map((suite) => ({ file: join(config.rootDir, suite.file), milliseconds: durationOf(suite) }));
}

function durationOf({ suites = [], specs }: PlaywrightSuite): number {
  const durations = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...durations, ...suites.map(durationOf)].reduce((sum, duration) => sum + duration, 0);
}

/** One line for each of the slowest files, the slowest first. @param root folder to which paths are relative */
export function slowestLines(times: readonly FileTime[], root: string, count = 10): string[] {
  return times
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, count)
    .map(
      ({ file, milliseconds }) =>
        `${(milliseconds / 1_000).toFixed(1).padStart(7)} s  ${relative(root, file)}`,
    );
}
