/** Runs a short form of the bench: it must end and print every figure. Missed aims do not fail the test. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('main.ts', import.meta.url));

/** Without vitest's variables, so that the bench builds the production page. */
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

// Without the stage `wallet`, which needs a browser.
it('prints a line for each figure', () => {
  const argv = [SCRIPT, '--runs', '1', '--seconds', '1', '--only', 'latency,idle'];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' });
  expect(stdout).not.toMatch(/NaN|undefined|Infinity/);
  const lines = `${stdout}${stderr}`.split('\n'); // a failed expectation then shows the errors
  for (const name of [
    'added to status',
    'added to account',
    'added to history',
    'status beside 2,000 idle',
  ]) {
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^${name}.* [\\d,.]+( ms|/s) .*(met|MISSED)$`)),
    );
  }
});
