import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand, startCairn, temporaryFolder } from './cairn-process.ts';

const FLAGS = ['--explorer-port', '0', '--rpc-port', '0', '--no-p2p', '--no-index'];

/** A program that runs Node with files of at most 256 KiB (512 units of 512 bytes), as on a full disk. */
function withSmallFiles(folder: string): string {
  const path = join(folder, 'node-on-a-full-disk');
  writeFileSync(path, `#!/bin/sh\nulimit -f 512; exec ${process.execPath} "$@"\n`, { mode: 0o755 });
  return path;
}

it('a node that cannot write its chain ends with one line and exit code 1; the next start goes on', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'data');
  const mining = ['--mine', '--mine-interval', '0.01', '--demo-traffic', '300'];
  const argv = ['start', '--data-dir', path, ...FLAGS, ...mining];
  const { code, out, err } = await startCairn(argv, {}, withSmallFiles(folder)).ended;
  expect({ code, err }).toEqual({
    code: 1,
    err: [expect.stringMatching(/^cairn: writing \/[^\n]+ failed: [^\n]+$/)],
  });
  const mined = out.flatMap((line) => /Mined block (\d+) /.exec(line)?.[1] ?? []).map(Number);
  expect(mined.length).toBeGreaterThan(0);

  const next = startCairn(['start', '--data-dir', path, ...FLAGS]);
  const [, height] = await next.line(/height (\d+), tip/);
  expect(Number(height)).toBeGreaterThanOrEqual(mined.at(-1)!);
  expect((await next.stop()).code).toBe(0);
  expect((await runCommand(['verify', '--data-dir', path])).code).toBe(0);
});
