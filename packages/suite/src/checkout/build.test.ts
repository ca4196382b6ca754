import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Build, buildIfChanged, POLL_MS } from './build.ts';

/** A build that runs a script in an output folder of its own. */
function buildOf(output: string, script: string): Build {
  const command = [process.execPath, '--eval', script, output] as const;
  return { title: 'test of builds', command, env: {}, output, sources: [] };
}

it('of several callers one builds; another takes its place if it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Ends with the process that starts it.
  const endless = buildOf(
    folder,
    `fs.writeFileSync(process.argv[1] + '/began', ''); process.stdin.resume();`,
  );
  const code = `
    import { buildIfChanged } from ${JSON.stringify(import.meta.resolve('./build.ts'))};
    await buildIfChanged(${JSON.stringify(endless)}, () => undefined);
  `;
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', code]);
  await expect.poll(() => existsSync(join(folder, 'began'))).toBe(true);
  const build = buildOf(folder, `fs.appendFileSync(process.argv[1] + '/built', 'once')`);
  const waiting = [0, 1].map(() => buildIfChanged(build, () => undefined));
  // Longer than those that wait take to look again.
  await sleep(2 * POLL_MS);
  expect(existsSync(join(folder, 'built'))).toBe(false);
  killed.kill('SIGKILL');
  await Promise.all(waiting);
  expect(readFileSync(join(folder, 'built'), 'utf8')).toBe('once');
});
