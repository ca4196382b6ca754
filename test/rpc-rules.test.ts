import { expect, it } from 'vitest';
import { hasTest, testsNamedIn } from './named-tests.ts';

const rows = testsNamedIn('docs/RPC-RULES.md');

it('docs/RPC-RULES.md names many tests', () => {
  expect(rows.length).toBeGreaterThan(100);
});

it.each(rows)('$file has the test that docs/RPC-RULES.md names: $name', (row) => {
  expect(hasTest(row)).toBe(true);
});
