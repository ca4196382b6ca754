import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCairn, startCairn, temporaryFolder } from './cairn-process.ts';

const BIN = fileURLToPath(new URL('../bin/cairn.mjs', import.meta.url));
/** A private mount needs root, or a user namespace in which this user is root. */
const UNSHARE = [['--mount'], ['--mount', '--map-root-user']].find((flags) => mountWorks(flags));
const SKIPPED = UNSHARE === undefined ? ' (skipped: this process may not mount anything)' : '';

function mountWorks(flags: readonly string[]): boolean {
  const script = `mount --bind ${tmpdir()} ${tmpdir()} && mount -o remount,ro,bind ${tmpdir()}`;
  return spawnSync('unshare', [...flags, 'sh', '-c', script]).status === 0;
}

/** Runs `cairn` with a folder mounted read-only. */
function runReadOnly(folder: string, argv: readonly string[]) {
  const script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
  const command = [process.execPath, BIN, ...argv, '--data-dir', folder];
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [...UNSHARE!, 'sh', '-c', script, folder, ...command],
    {
      env: { PATH: process.env['PATH'], HOME: tmpdir(), CAIRN_NO_MDNS: 'true' },
      encoding: 'utf8',
    },
  );
  return { code: status, out: stdout, err: stderr };
}

/** Names, sizes and times of all files. */
function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
}

describe.skipIf(UNSHARE === undefined)(`on a read-only data directory${SKIPPED}`, () => {
  let path: string;
  let before: string[];

  beforeEach(async () => {
    path = join(temporaryFolder(), 'node');
    await runCairn(['mine', '--blocks', '3', '--data-dir', path]);
    before = stateOf(path);
  });

  it('cairn status, verify and export work, and leave nothing behind', async () => {
    const scratchBefore = scratchFolders();
    const status = runReadOnly(path, ['status', '--json', '--rpc-port', '1']);
    expect({ ...status, out: '' }).toEqual({ code: 0, out: '', err: '' });
    const tip = (JSON.parse(status.out) as { tip_id: string }).tip_id;
    expect(JSON.parse(status.out)).toMatchObject({ running: false, height: 3 });
    expect(runReadOnly(path, ['verify'])).toEqual({
      code: 0,
      out: `Verified 4 blocks and their index; the tip is block 3, ${tip}\n`,
      err: '',
    });
    const [file, twin] = [join(temporaryFolder(), 'blocks.dat'), join(temporaryFolder(), 'twin.dat')];
    expect(runReadOnly(path, ['export', file])).toMatchObject({ code: 0, err: '' });
    await runCairn(['export', twin, '--data-dir', path]);
    expect(readFileSync(file).equals(readFileSync(twin))).toBe(true);
    expect(scratchFolders()).toEqual(scratchBefore);
  });

  it('cairn status, verify and export change no file', () => {
    for (const argv of [
      ['status', '--rpc-port', '1'],
      ['verify'],
      ['export', join(temporaryFolder(), 'x')],
    ]) {
      expect(runReadOnly(path, argv).code).toBe(0);
    }
    expect(stateOf(path)).toEqual(before);
  });

  it('an incomplete write is ignored, and a lost index is rebuilt temporarily', () => {
    const blocks = join(path, 'blocks', 'blk00000.dat');
    appendFileSync(blocks, readFileSync(blocks).subarray(0, 100)); // a record that is cut off
    expect(JSON.parse(runReadOnly(path, ['status', '--json', '--rpc-port', '1']).out)).toMatchObject({
      height: 3,
    });
    rmSync(join(path, 'core'), { recursive: true });
    const file = join(temporaryFolder(), 'blocks.dat');
    expect(runReadOnly(path, ['export', file])).toMatchObject({
      code: 0,
      out: `Exported 4 blocks to ${file}\n`,
    });
    expect(existsSync(join(path, 'core'))).toBe(false);
  });

  it('cairn status queries the running node', async () => {
    const node = startCairn([
      'start',
      '--data-dir',
      path,
      '--explorer-port',
      '0',
      '--rpc-port',
      '0',
      '--no-p2p',
    ]);
    const [, port = ''] = await node.line(/Private RPC at http:\S+:(\d+)/);
    await node.line(/RPC token in/);
    const { code, out, err } = runReadOnly(path, ['status', '--rpc-port', port]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('running, RPC at');
    await node.stop();
  });

  it('a command that writes fails with one line', () => {
    const { code, err } = runReadOnly(path, ['mine']);
    expect(code).toBe(1);
    expect(err).toBe(`cairn: cannot write to ${path}: it is read-only\n`);
  });
});

/** Temporary folders of `openForReading`. */
function scratchFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('cairn-read-'));
}
