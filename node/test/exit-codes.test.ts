/** How a node ends that cannot begin or go on: one line, and a code that says who can help. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { send } from '@cairn/http/test-support';
import { beforeAll, describe, expect, it } from 'vitest';
import { whenAllAreOver } from '../src/home/folder-test-support.ts';
import { openTestChain, withOtherGenesis } from '../src/home/test-support.ts';
import { ACCOUNTS, mineTestBlock, transfer } from '@cairn/chain/test-support';
import { ALONE, runCommand, startCairn, startNode, temporaryFolder } from './cairn-process.ts';

const whenOver = whenAllAreOver();
let folderOfChain: string;
const makeChain = (path: string): void => cpSync(folderOfChain, path, { recursive: true });

/** Makes a chain with a block of 65 KiB, whose index is in tables: LevelDB writes its log into one at the next start. */
beforeAll(async () => {
  const path = join(temporaryFolder(whenOver), 'node');
  const made = await openTestChain({ path });
  const { chain } = made;
  for (const count of [1, 2, 3, 4, 310]) {
    const first = 1 + (chain.view.account(ACCOUNTS[1]!.address)?.nonce ?? 0);
    const transfers = Array.from({ length: count }, (_, at) =>
      transfer({ from: 1, to: 2, nonce: first + at }),
    );
    await mineTestBlock(chain, transfers);
  }
  await made.close();
  await (await openTestChain({ path })).close();
  folderOfChain = path;
});

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
    makeChain(path);
    harm(join(path, 'blocks', 'blk00000.dat'));
    const contents = () =>
      readdirSync(join(path, 'blocks')).map((name) => readFileSync(join(path, 'blocks', name)));
    const before = contents();
    const { code, err } = await runCommand(['start', '--data-dir', path, ...ALONE]);
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
    const waiting = startCairn(['start', '--data-dir', join(disk, 'data'), ...ALONE], {}, node);
    const stopped = startCairn(['start', '--data-dir', join(disk, 'data'), ...ALONE], {}, node);
    for (const running of [waiting, stopped]) await running.line(/less than 64 MiB are free for .*\/data/);
    expect(await stopped.stop()).toMatchObject({ code: 0, err: [] });
    rmSync(`/proc/${waiting.child.pid}/root${disk}/ballast`);
    await waiting.line(/RPC token in/);
    const { code, out, err } = await waiting.stop();
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.filter((line) => line.includes('64 MiB'))).toHaveLength(1);
  });
});

/** A program that runs Node with files of at most 64 KiB (128 units of 512 bytes), as on a full disk. */
function withSmallFiles(folder: string): string {
  const path = join(folder, 'node-on-a-full-disk');
  writeFileSync(path, `#!/bin/sh\nulimit -f 128; exec ${process.execPath} "$@"\n`, { mode: 0o755 });
  return path;
}

it.each<[string, (path: string) => unknown]>([
  ['core', () => undefined],
  ['blk00000.dat', makeChain],
])('a node that cannot write %s ends with one line and 1; the next start goes on', async (file, prepare) => {
  const folder = temporaryFolder();
  const path = join(folder, 'data');
  prepare(path);
  const mining = ['--mine', '--mine-interval', '0.01', '--demo-traffic', '30'];
  const argv = ['start', '--data-dir', path, ...ALONE, ...mining];
  const { code, out, err } = await startCairn(argv, {}, withSmallFiles(folder)).ended;
  expect([code, err]).toEqual([1, [expect.stringMatching(/^cairn: writing \/[^\n]+ failed: [^\n]+$/)]]);
  expect(err[0]).toContain(`${file} failed`);
  const mined = out.flatMap((line) => /Mined block (\d+) /.exec(line)?.[1] ?? []).map(Number);

  const next = await runCommand(['status', '--json', '--data-dir', path, '--rpc-port', '1']);
  const { height } = JSON.parse(next.out.join('\n')) as { height: number };
  expect(height).toBeGreaterThanOrEqual(mined.at(-1) ?? 5);
  expect((await runCommand(['verify', '--data-dir', path])).code).toBe(0);
});

/** Overwrites rows of accounts in the tables of an index, in place: LevelDB may have them mapped. */
function damageAccounts(core: string): void {
  for (const name of readdirSync(core).filter((file) => file.endsWith('.ldb'))) {
    const bytes = readFileSync(join(core, name));
    const first = bytes.indexOf('\u00080', 0, 'latin1'); // table 08, the first bucket of two
    const last = bytes.lastIndexOf(ACCOUNTS[1]!.address);
    if (first < 0) continue;
    const file = openSync(join(core, name), 'r+');
    writeSync(file, Buffer.alloc(last - first, 0xff), 0, last - first, first);
    closeSync(file);
  }
}

it('a running node ends with one line once it reads a damaged table of its index', async () => {
  const path = join(temporaryFolder(), 'node');
  makeChain(path);
  const node = await startNode(ALONE, path);
  damageAccounts(join(path, 'core'));
  await Promise.allSettled(
    ACCOUNTS.map(({ address }) => send(node.explorerUrl, `/api/v1/addresses/${address}`)),
  );
  const { code, err } = await node.ended;
  expect(code).toBe(3);
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(/^cairn: .*core is damaged: .*: rebuild it with cairn reindex$/);

  expect(await runCommand(['reindex', '--data-dir', path])).toMatchObject({ code: 0 });
  expect(await runCommand(['verify', '--data-dir', path])).toMatchObject({ code: 0 });
});
