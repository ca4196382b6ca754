import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  addTallies,
  readPlaywrightTally,
  readPlaywrightTimes,
  readVitestTally,
  readVitestTimes,
  slowestLines,
  tallyOf,
} from './tally.ts';

function reportFile(report: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-tally-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

describe('the count of all tests', () => {
  it('adds up the runners’ counts and keeps the skipped tests', () => {
    const skipped = { passed: 3, failed: 0, skipped: ['needs nginx'] };
    expect(addTallies([tallyOf(true), tallyOf(false), skipped])).toEqual({
      passed: 4,
      failed: 1,
      skipped: ['needs nginx'],
    });
  });

  it('counts a test file that could not be loaded as a failure', () => {
    const path = reportFile({
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [
        { name: 'a', status: 'failed', assertionResults: [{ status: 'failed', fullName: 'a fails' }] },
        { name: 'b', status: 'failed', assertionResults: [] },
        { name: 'c', status: 'passed', assertionResults: [{ status: 'skipped', fullName: 'c waits' }] },
      ],
    });
    expect(readVitestTally(path)).toEqual({ passed: 2, failed: 2, skipped: ['c waits'] });
  });

  it('counts a browser test that passed only after a retry as a failure', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 };
    expect(readPlaywrightTally(reportFile({ stats, errors: [{}] }))).toEqual({
      passed: 5,
      failed: 3,
      skipped: [],
    });
  });
});

describe('the slowest files', () => {
  it('are listed for both runners together, the slowest first, up to a limit', () => {
    const vitest = reportFile({
      testResults: [
        { name: '/house/node/a.test.ts', startTime: 1_000, endTime: 3_500 },
        { name: '/house/node/b.test.ts', startTime: 0, endTime: 100 },
      ],
    });
    const spec = (...durations: number[]): object => ({
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    });
    const playwright = reportFile({
      config: { rootDir: '/house/e2e' },
      suites: [
        {
          file: 'c.spec.ts',
          specs: [spec(1_000)],
          suites: [{ file: 'c.spec.ts', specs: [spec(2_000, 40)] }],
        },
      ],
    });
    const times = [...readVitestTimes(vitest), ...readPlaywrightTimes(playwright)];
    expect(slowestLines(times, '/house', 2)).toEqual([
      '    3.0 s  e2e/c.spec.ts',
      '    2.5 s  node/a.test.ts',
    ]);
  });
});
