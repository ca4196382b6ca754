import { expect, it } from 'vitest';
import { hasTest, testsNamedIn } from './named-tests.ts';

const rows = testsNamedIn('docs/WALLET-RULES.md');

it('docs/WALLET-RULES.md names many tests', () => {
  expect(rows.length).toBeGreaterThan(30);
});

it.each(rows)('$file has the test that docs/WALLET-RULES.md names: $name', (row) => {
  expect(hasTest(row)).toBe(true);
});
