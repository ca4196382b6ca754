import { expect, it } from 'vitest';
import { hasTest, testsNamedIn } from './named-tests.ts';

const rows = testsNamedIn('docs/FAULTS.md');

it('docs/FAULTS.md names many tests', () => {
  expect(rows.length).toBeGreaterThan(40);
});

it.each(rows)('$file has the test that docs/FAULTS.md names: $name', (row) => {
  expect(hasTest(row)).toBe(true);
});
