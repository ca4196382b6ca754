import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PROGRAMS } from '#programs';
import { isPortTaken } from '../ports.ts';
import { findSuitePorts } from '../suite.ts';

/** Starts `cairn dev` on free ports. @param prepare gets the data directory's path */
async function startDev(prepare: (path: string) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'node');
  prepare(path);
  const ports = await findSuitePorts();
  const flags = Object.entries(ports).map(([name, port]) => `--${name}-port=${port}`);
  const { promise: ended, resolve } = Promise.withResolvers<{ code: unknown; stderr: string }>();
  const argv = [PROGRAMS.node, 'dev', '--data-dir', path, ...flags];
  const child = execFile(process.execPath, argv, (error, _stdout, stderr) =>
    resolve({ code: error?.code, stderr }),
  );
  return { child, ended, ports: Object.values(ports) as number[] };
}

it.skipIf(process.platform !== 'linux')(
  'cairn dev stops, and repeats the last line of a node that ends',
  async () => {
    const { child, ended, ports } = await startDev();
    let output = '';
    child.stdout!.on('data', (text) => (output += text));
    await expect.poll(() => output).toContain('The node is up');
    const [node] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
    process.kill(Number(node), 'SIGKILL');
    expect(await ended).toEqual({ code: 1, stderr: expect.stringMatching(/^cairn: node ended: .*\n$/) });
    for (const port of ports) expect(await isPortTaken(port)).toBe(false);
  },
);

it('cairn dev ends with the exit code of a node that cannot use its folder', async () => {
  const { ended } = await startDev((path) => writeFileSync(path, ''));
  expect(await ended).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^cairn: .* it is not a directory\n$/),
  });
});
