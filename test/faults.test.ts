import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ROW = /^\|[^|]*\| \[[^\]]+\]\(\.\.\/([^)]+)\)\s*\| (.+?)\s*\|$/;

const rows = readFileSync(join(ROOT, 'docs/FAULTS.md'), 'utf8')
  .split('\n')
  .map((line) => ROW.exec(line))
  .filter((match) => match !== null)
  .map(([, file, name]) => [file!, name!] as const);

it('docs/FAULTS.md names many tests', () => {
  expect(rows.length).toBeGreaterThan(40);
});

it.each(rows)('%s has the test that docs/FAULTS.md names: %s', (file, name) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`'${name}'`);
});
