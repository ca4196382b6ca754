import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addTallies, readTally, tallyOf } from './tally.ts';

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

  const unit = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [{ assertionResults: [{ status: 'skipped', fullName: 'c waits' }] }],
  };

  it('lists skipped tests', () => {
    expect(readTally(reportFile(unit), true)).toEqual({ passed: 2, failed: 0, skipped: ['c waits'] });
  });

  it('counts a runner that failed without a failed test as a failure', () => {
    expect(readTally(reportFile(unit), false)).toMatchObject({ passed: 2, failed: 1 });
    expect(readTally('/nonexistent/report.json', true)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('counts a browser test that passed only after a retry as a failure', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 };
    expect(readTally(reportFile({ stats }), false)).toEqual({ passed: 5, failed: 2, skipped: [] });
  });
});
