import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '@cairn/suite/checkout';
import { expect, it, onTestFinished } from 'vitest';
import { addTallies, readTally, tallyOf } from './tally.ts';

function reportFile(report: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-tally-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const unit = {
  testResults: [
    {
      name: inRoot('a.test.ts'),
      status: 'passed',
      assertionResults: [
        { status: 'passed', fullName: 'a holds' },
        { status: 'skipped', fullName: 'c waits' },
      ],
    },
  ],
};

it('adds up tallies', () => {
  expect(addTallies([tallyOf('Lint', true), tallyOf('Format', false)])).toEqual({
    passed: 1,
    failed: ['Format'],
    skipped: [],
  });
});

it('names the unit tests that failed, a file that could not be loaded, and skipped ones', () => {
  const failed = { status: 'failed', fullName: 'b breaks' };
  const broken = { name: inRoot('b.test.ts'), status: 'failed', assertionResults: [failed] };
  const unloaded = { name: inRoot('d.test.ts'), status: 'failed', assertionResults: [] };
  const report = reportFile({ testResults: [...unit.testResults, broken, unloaded] });
  expect(readTally('vitest', report, false)).toEqual({
    passed: 1,
    failed: ['b.test.ts: b breaks', 'd.test.ts'],
    skipped: ['a.test.ts: c waits'],
  });
});

it('counts a runner that failed without a failed test as a failure', () => {
  expect(readTally('vitest', reportFile(unit), false)).toMatchObject({
    passed: 1,
    failed: [expect.any(String)],
  });
  expect(readTally('vitest', '/nonexistent/report.json', true)).toMatchObject({
    passed: 0,
    failed: [expect.any(String)],
  });
});

it('names the browser tests that failed, those that passed only after a retry too', () => {
  const spec = (title: string, status: string) => ({ file: 'a.spec.ts', title, tests: [{ status }] });
  const suite = {
    specs: [spec('holds', 'expected')],
    suites: [{ specs: [spec('fails', 'unexpected'), spec('wavers', 'flaky'), spec('waits', 'skipped')] }],
  };
  expect(readTally('playwright', reportFile({ suites: [suite] }), false)).toEqual({
    passed: 1,
    failed: ['a.spec.ts: fails', 'a.spec.ts: wavers'],
    skipped: ['a.spec.ts: waits'],
  });
});
