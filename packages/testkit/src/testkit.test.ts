import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the README shows a test that runs', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const run = readFileSync(new URL('../../../e2e/testkit.spec.ts', import.meta.url), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${run}\`\`\``);
});
