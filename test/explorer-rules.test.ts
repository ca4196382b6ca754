import { expect, it } from 'vitest';
import { hasTest, testsIn, testsNamedIn } from './named-tests.ts';

const rows = testsNamedIn('docs/EXPLORER-RULES.md');

it('docs/EXPLORER-RULES.md names many tests', () => {
  expect(rows.length).toBeGreaterThan(200);
});

it.each(rows)('$file has the test that docs/EXPLORER-RULES.md names: $name', (row) => {
  expect(hasTest(row)).toBe(true);
});

it('every test that was written for a rule stands with it in docs/EXPLORER-RULES.md', () => {
  const named = new Set(rows.map(({ file, name }) => `${file} ${name}`));
  const written = testsIn('node/test/explorer-rules').map(({ file, name }) => `${file} ${name}`);
  expect(written.length).toBeGreaterThan(30);
  expect(written.filter((one) => !named.has(one))).toEqual([]);
});
