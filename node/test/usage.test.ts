import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMMANDS, runCli } from '../src/cli.ts';
import { runCairn } from './cairn-process.ts';

afterEach(() => void vi.unstubAllEnvs());

/** Runs the command line in this process. @returns its output and exit code */
async function runHere(argv: string[], environment: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    progress: () => {},
    endProgress: () => {},
    secret: () => Promise.resolve(undefined),
  };
  const variables = { CAIRN_DATA_DIR: '/nonexistent/cairn', ...environment };
  for (const [name, text] of Object.entries(variables)) vi.stubEnv(name, text);
  const code = await runCli(argv, terminal);
  return { code, out, err };
}

describe('bad usage', () => {
  const foreign = developmentAccounts(getNetwork('testnet'))[0]!.address;
  it.each([
    [['fly']],
    [['--fly']],
    [['start', '--fly']],
    [['start', 'now']],
    [['start', '--rpc-port']],
    [['start', '--rpc-port', '65536']],
    [['start', '--explorer-port', '-1']],
    [['start', '--p2p-port', 'x']],
    [['start', '--rpc-host', '0.0.0.0']],
    [['start', '--network', 'moonnet']],
    [['start', '--mine', '--mine-interval', 'never']],
    [['start', '--mine', '--miner', foreign]],
    [['start', '--demo-traffic', '-3']],
    [['start', '--network', 'testnet', '--demo-traffic', '3']],
    [['start', '--network', 'testnet', '--mine']],
    [['start', '--log-format', 'xml']],
    [['mine', '--blocks', '0']],
    [['mine', '--blocks', '1.5']],
    [['mine', '--to', 'me']],
    [['devnet']],
    [['devnet', 'fly']],
    [['devnet', 'mine', 'three']],
    [['devnet', 'mine', '-3']],
    [['devnet', 'mine', '0']],
    [['devnet', 'reorganize', '10001']],
    [['devnet', 'fund', foreign, '0']],
    [['devnet', 'mining', 'interval', '0']],
    [['devnet', 'fund', 'x']],
    [['devnet', 'advance', 'soon']],
    [['devnet', 'mining', 'never']],
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

  it('beyond the bounds of devnet control names the value and the bounds', async () => {
    const { err } = await runHere(['devnet', 'mine', '0']);
    expect(err).toEqual(['cairn: blocks must be an integer from 1 to 10000.']);
  });

  it('in the environment names the variable', async () => {
    const { code, err } = await runHere(['start'], { CAIRN_RPC_PORT: 'many' });
    expect({ code, err }).toEqual({
      code: 2,
      err: [
        "cairn: option '--rpc-port <PORT>' value 'many' from env 'CAIRN_RPC_PORT' is invalid. It takes a whole number from 0 to 65535.",
      ],
    });
  });
});

describe('the process', () => {
  it('exits with the code and prints the line', async () => {
    expect(await runCairn(['start', '--rpc-port', 'x'])).toEqual({
      code: 2,
      out: [],
      err: [
        "cairn: option '--rpc-port <PORT>' argument 'x' is invalid. It takes a whole number from 0 to 65535.",
      ],
    });
  });
});

describe('cairn --version', () => {
  it('prints the version of the package', async () => {
    const manifest = new URL('../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    expect(await runHere(['--version'])).toEqual({ code: 0, out: [version], err: [] });
  });
});

describe('cairn --help', () => {
  it.each([[['--help']], [[]]])(
    '%j lists every command, the first one first, and exits with 0',
    async (argv) => {
      const { code, out, err } = await runHere(argv);
      expect({ code, err }).toEqual({ code: 0, err: [] });
      expect(out.join('\n')).toMatch(/Commands:\n +dev /);
      for (const { name } of COMMANDS) {
        expect(
          out
            .join('\n')
            .split('\n')
            .some((line) => line.trimStart().startsWith(`${name} `)),
        ).toBe(true);
      }
    },
  );
});

it('the documents give each command only flags that it has', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const pages = globSync(['README.md', 'docs/*.md', '{packages/*,node,gateway,website}/README.md'], {
    cwd: root,
  });
  const calls = pages
    .map((page) => readFileSync(`${root}${page}`, 'utf8').replaceAll('npm start -- --', 'cairn dev --'))
    .flatMap((text) => [...text.matchAll(/\bcairn(?:-chain)? (?!cairn )([a-z]+)([^`|\n]*\s--[^`|\n]*)/g)]);
  expect(calls.length).toBeGreaterThan(20);
  for (const [call, command, rest] of calls) {
    const help = (await runHere([command!, '--help'])).out.join('\n').match(/--[a-z0-9-]+/g);
    for (const flag of rest!.match(/--[a-z0-9-]+/g)!)
      expect({ call, help }).toMatchObject({ help: expect.arrayContaining([flag]) });
  }
});
