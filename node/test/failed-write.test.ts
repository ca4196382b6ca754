import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mineTestBlock, openTestChain, transfer } from '../src/chain/test-support.ts';
import { runCommand, startCairn, temporaryFolder } from './cairn-process.ts';

const FLAGS = ['--explorer-port', '0', '--rpc-port', '0', '--no-p2p', '--no-index'];

/** A program that runs Node with files of at most 64 KiB (128 units of 512 bytes), as on a full disk. */
function withSmallFiles(folder: string): string {
  const path = join(folder, 'node-on-a-full-disk');
  writeFileSync(path, `#!/bin/sh\nulimit -f 128; exec ${process.execPath} "$@"\n`, { mode: 0o755 });
  return path;
}

/** A chain whose block file has that size already. */
async function fillBlockFile(path: string): Promise<void> {
  const made = await openTestChain({ path });
  const transfers = Array.from({ length: 310 }, (_, at) => transfer({ from: 1, to: 1, nonce: at + 1 }));
  await mineTestBlock(made.chain, transfers);
  await made.close();
  await runCommand(['mine', '--data-dir', path]); // LevelDB writes its log into a table
  expect(statSync(join(path, 'blocks', 'blk00000.dat')).size).toBeGreaterThan(65_536);
}

it.each<[string, (path: string) => unknown]>([
  ['core', () => undefined],
  ['blk00000.dat', fillBlockFile],
])('a node that cannot write %s ends with one line and 1; the next start goes on', async (file, prepare) => {
  const folder = temporaryFolder();
  const path = join(folder, 'data');
  await prepare(path);
  const mining = ['--mine', '--mine-interval', '0.01', '--demo-traffic', '100'];
  const argv = ['start', '--data-dir', path, ...FLAGS, ...mining];
  const { code, out, err } = await startCairn(argv, {}, withSmallFiles(folder)).ended;
  expect([code, err]).toEqual([1, [expect.stringMatching(/^cairn: writing \/[^\n]+ failed: [^\n]+$/)]]);
  expect(err[0]).toContain(`${file} failed`);
  const mined = out.flatMap((line) => /Mined block (\d+) /.exec(line)?.[1] ?? []).map(Number);

  const next = startCairn(['start', '--data-dir', path, ...FLAGS]);
  const [, height] = await next.line(/height (\d+), tip/);
  expect(Number(height)).toBeGreaterThanOrEqual(mined.at(-1) ?? 2);
  expect((await next.stop()).code).toBe(0);
  expect((await runCommand(['verify', '--data-dir', path])).code).toBe(0);
});
