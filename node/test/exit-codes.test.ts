import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withOtherGenesis } from '../src/chain/test-support.ts';
import { runCommand, startCairn, temporaryFolder } from './cairn-process.ts';

const FLAGS = ['--explorer-port', '0', '--rpc-port', '0', '--no-p2p', '--no-index'];

describe('cairn start fails with 3, after one line that a person has to read, for', () => {
  it.each<[string, RegExp, (file: string) => void]>([
    ['a block file that was cut', /is damaged at byte \d+/, (file) => truncateSync(file, 400)],
    [
      'a chain with another genesis block',
      /begins with another genesis block of devnet/,
      (file) => writeFileSync(file, withOtherGenesis(readFileSync(file))),
    ],
    [
      'a directory of other files',
      /holds other files/,
      (file) => renameSync(join(file, '../../network'), join(file, '../../letter')),
    ],
  ])('%s', async (_what, line, harm) => {
    const path = join(temporaryFolder(), 'node');
    await runCommand(['mine', '--blocks', '5', '--data-dir', path]);
    harm(join(path, 'blocks', 'blk00000.dat'));
    const contents = () =>
      readdirSync(join(path, 'blocks')).map((name) => readFileSync(join(path, 'blocks', name)));
    const before = contents();
    const { code, err } = await runCommand(['start', '--data-dir', path, ...FLAGS]);
    expect({ code, err }).toEqual({ code: 3, err: [expect.stringMatching(line)] });
    expect(contents()).toEqual(before);
  });
});

const hasNamespaces = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0;

describe.skipIf(!hasNamespaces)('cairn start on a file system with less than 64 MiB free', () => {
  /** A folder with 48 MiB free, and a program that runs Node where it is mounted. */
  function smallDisk(): { readonly disk: string; readonly node: string } {
    const folder = temporaryFolder();
    const [disk, node] = [join(folder, 'disk'), join(folder, 'node')];
    mkdirSync(disk);
    const mount = `mount -t tmpfs -o size=96m none ${disk} && head -c 48M /dev/zero > ${disk}/ballast`;
    const run = `${mount} && exec ${process.execPath} "$@"`;
    writeFileSync(node, `#!/bin/sh\nexec unshare --map-root-user --mount sh -c '${run}' sh "$@"\n`, {
      mode: 0o755,
    });
    return { disk, node };
  }

  it('waits with one line, and goes on when there is room, or ends at a signal', async () => {
    const { disk, node } = smallDisk();
    const waiting = startCairn(['start', '--data-dir', join(disk, 'data'), ...FLAGS], {}, node);
    const stopped = startCairn(['start', '--data-dir', join(disk, 'data'), ...FLAGS], {}, node);
    for (const running of [waiting, stopped]) await running.line(/less than 64 MiB are free for .*\/data/);
    expect(await stopped.stop()).toMatchObject({ code: 0, err: [] });
    rmSync(`/proc/${waiting.child.pid}/root${disk}/ballast`);
    await waiting.line(/RPC token in/);
    const { code, out, err } = await waiting.stop();
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.filter((line) => line.includes('64 MiB'))).toHaveLength(1);
  });
});
