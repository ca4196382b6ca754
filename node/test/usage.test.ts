import { spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli.ts';
import { ALONE, BIN, runCairn, runCommand, startCairn } from './cairn-process.ts';

const runHere = (argv: readonly string[]) => runCommand(argv, { CAIRN_DATA_DIR: '/nonexistent/cairn' });

describe('bad usage', () => {
  const foreign = developmentAccounts(getNetwork('testnet'))[0]!.address;
  it.each([
    [['fly']],
    [['--fly']],
    [['start', '--fly']],
    [['start', 'now']],
    [['start', '--rpc-port']],
    [['mine', '--blocks', '0']],
    [['mine', '--to', 'me']],
    [['devnet']],
    [['devnet', 'fly']],
    [['help', 'fly']],
    [['fly', '--help']],
    [['devnet', 'fly', '-h']],
    [['help', 'devnet', 'fly']],
    [['devnet', 'help', 'fly']],
    [['start', '--explorer-port', '5000', '--rpc-port', '5000']],
    [['devnet', 'mine', 'three']],
    [['devnet', 'mine', '0']],
    [['devnet', 'reorganize', '10001']],
    [['devnet', 'fund', foreign, '0']],
    [['devnet', 'mining', 'interval', '0']],
    [['devnet', 'fund', 'x']],
    [['devnet', 'advance', 'soon']],
    [['import']],
    [['export', 'a', 'b']],
    [['init', '--rpc-port', '1']],
    [['accounts', '--network', 'mainnet']],
  ])('%j is one line on standard error and exit code 2', async (argv: string[]) => {
    const { code, out, err } = await runHere(argv);
    expect({ code, out }).toEqual({ code: 2, out: [] });
    expect(err).toHaveLength(1);
    expect(err[0]).toMatch(/^cairn: [^[{\s]/);
  });
});

it('a process exits with the code and prints the line', async () => {
  expect(await runCairn(['start', '--rpc-port', 'x'])).toEqual({
    code: 2,
    out: [],
    err: [expect.stringMatching(/^cairn: .*--rpc-port.* whole number from 0 to 65535\.$/)],
  });
});

it('cairn start waits for no room where no folder can be made', async ({ skip }) => {
  if (process.platform !== 'linux') skip('needs the /proc of Linux');
  const { code, err } = await runHere(['start', '--data-dir', '/proc/cairn/devnet', ...ALONE]);
  expect({ code, err }).toEqual({
    code: 2,
    err: [expect.stringMatching(/^cairn: cannot use [^:]+: ENOENT: .*, mkdir '\/proc\/cairn'$/)],
  });
});

it('a result that cannot be written is a failure', ({ skip }) => {
  if (!existsSync('/dev/full')) skip('needs the /dev/full of Linux');
  const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
  const { status, stderr } = spawnSync(process.execPath, [BIN, 'accounts'], { stdio: [...stdio] });
  expect([status, stderr.toString()]).toEqual([
    1,
    'cairn: the output cannot be written: ENOSPC: no space left on device, write\n',
  ]);
});

it('a current folder that is gone is one line', ({ skip }) => {
  if (process.platform === 'win32') skip('Windows removes no folder that is in use');
  const script = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$@"';
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, BIN, 'status']);
  expect([status, stderr.toString()]).toEqual([1, 'cairn: the current folder does not exist any more\n']);
});

it('a result whose reader has left is a failure without a line', async () => {
  const { child, ended } = startCairn(['accounts']);
  child.stdout!.destroy();
  expect(await ended).toMatchObject({ code: 1, err: [] });
});

it('cairn --version prints the version of the package', async () => {
  const manifest = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  expect(await runHere(['--version'])).toEqual({ code: 0, out: [version], err: [] });
});

it('cairn help is that of a command, also below another', async () => {
  const { code, out, err } = await runHere(['help', 'devnet', 'mine']);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out[0]).toBe('Usage: cairn devnet mine [options] [blocks]');
});

it.each([[['--help']], [[]]])('cairn %j lists every command, the first one first', async (argv) => {
  const { code, out, err } = await runHere(argv);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out.join('\n')).toMatch(/Commands:\n +dev /);
  for (const { name } of COMMANDS)
    expect(out.some((line) => line.trimStart().startsWith(`${name} `))).toBe(true);
});
