import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort, isPortTaken, ProgramGroup, waitUntilAnswering } from '@cairn/suite';
import { inRoot } from '@cairn/suite/checkout';
import { expect, test } from '@playwright/test';
import { execa } from 'execa';
import { findPostgres, startCluster } from '../node/postgres/test/cluster.ts';
import { packAll, type Tarball } from '../scripts/lib/packing.ts';

const ADDRESS = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';
const MEGABYTE = 1_000_000;
/** Programs of the suite that have a port. */
const names = ['explorer', 'rpc', 'p2p', 'gateway', 'website'];

/** The folder's programs run on the same Node as the tests, without the settings of the npm that runs these. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
};

/** Somebody's own project, with its own Playwright. */
const CONFIG = `import { defineConfig } from '@playwright/test';
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

test.describe('the packages that can be published', () => {
  let folder: string;
  let tarballs: Tarball[];

  /** Runs a program in the folder. @returns its output */
  const run = async (command: string, args: readonly string[], cwd = folder): Promise<string> => {
    const { failed, all } = await execa(command, args, {
      cwd,
      env,
      extendEnv: false,
      all: true,
      reject: false,
    });
    expect(failed, `${command} ${args.join(' ')}: ${all}`).toBe(false);
    return all;
  };

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    folder = mkdtempSync(join(tmpdir(), 'cairn-packed-'));
    tarballs = await packAll(join(folder, 'tarballs'));
    const { devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const playwright = `@playwright/test@${devDependencies['@playwright/test']}`;
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', [
      'install',
      '--ignore-scripts',
      ...quiet,
      playwright,
      ...tarballs.map(({ file }) => file),
    ]);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are small, and well-formed for Node, bundlers and TypeScript', async () => {
    const bin = (name: string): string => inRoot(`node_modules/.bin/${name}`);
    await Promise.all(
      tarballs.map(async ({ name, file, bytes }) => {
        expect(bytes, name).toBeLessThan(6 * MEGABYTE);
        expect(await run(bin('publint'), ['run', file, '--strict'], inRoot())).toContain('All good!');
        // The programs have no types.
        if (name !== 'cairn-chain') await run(bin('attw'), ['--profile', 'esm-only', file], inRoot());
      }),
    );
  });

  test('have the types that their documents use', async () => {
    const pages = [
      'docs/FIRST-APP.md',
      ...['protocol', 'api', 'sdk'].map((name) => `packages/${name}/README.md`),
    ];
    const programs = pages.flatMap((path) => [
      ...readFileSync(inRoot(path), 'utf8').matchAll(/^ *```ts\n(?<code>.*?)^ *```$/gms),
    ]);
    const files = programs.map(({ groups }, index) => {
      writeFileSync(join(folder, `program-${index}.ts`), groups!['code']!);
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
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    await run(process.execPath, [inRoot('node_modules/typescript7/bin/tsc'), '-p', folder]);
  });

  test('name the licences of what they contain, and need no install script and no elliptic', () => {
    const inModules = (path: string): string => join(folder, 'node_modules', path);
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

  test('cairn dev serves explorer, wallet and API in an empty folder', async ({ page, request }) => {
    const ports = await Promise.all(
      names.map(async (name) => [`--${name}-port`, `${await findFreePort()}`] as const),
    );
    const flags = ['--json', '--block-time', '0', '--demo-traffic', '0', '--fund', `${ADDRESS}:12.5`];
    const cairn = join(folder, 'node_modules/cairn-chain/bin/cairn.mjs');
    const child = spawn(process.execPath, [cairn, 'dev', ...flags, ...ports.flat()], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    try {
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const addresses = JSON.parse((await lines.next()).value as string) as Record<string, string>;
      expect(await run('npx', ['cairn', 'devnet', 'mine', '2'])).toContain('the tip is block 3');

      await page.goto(`${addresses['website']}/blocks/3`);
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
      await expect(page.getByRole('main')).toContainText('50.00');
      await expect(page.getByRole('banner')).toContainText('3');
      await page.goto(`file://${addresses['wallet_file']}`);
      await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
      await page.goto(`${addresses['explorer_api']}/docs`);
      await expect(page.getByText('/api/v1/status').first()).toBeVisible();
      const found = await request.get(`${addresses['explorer_api']}/api/v1/blocks/3`);
      const { block } = (await found.json()) as { block: { id: string } };
      const preview = await request.get(`${addresses['website']}/link-preview/blocks/${block.id}.png`);
      expect(preview.headers()['content-type']).toBe('image/png');
    } finally {
      child.kill('SIGTERM');
    }
    expect(await exited).toBe(0);
  });

  test('a node fills PostgreSQL, and a replica serves the same from a standby', async ({ request }) => {
    const postgres = findPostgres();
    test.skip(postgres === undefined, "needs Debian's postgresql");
    const cluster = await startCluster(postgres!);
    const group = new ProgramGroup();
    const cairn = (name: string, argv: string[], variables: Record<string, string>) => {
      const path = join(folder, 'node_modules/cairn-chain/bin/cairn.mjs');
      return group.start({ name, argv: [path, ...argv], env: variables, onLine: () => undefined });
    };
    try {
      cluster.sql('postgres', 'CREATE DATABASE cairn');
      const [node, replica, rpc, p2p] = await Promise.all([1, 2, 3, 4].map(findFreePort));
      const data = join(folder, 'postgres-data');
      const ports = ['--explorer-port', `${node}`, '--rpc-port', `${rpc}`, '--p2p-port', `${p2p}`];
      const writer = cairn('node', ['start', '--data-dir', data, '--no-mdns', ...ports], {
        CAIRN_INDEX: cluster.primary.url('cairn'),
      });
      await waitUntilAnswering(writer, `http://127.0.0.1:${node}/api/v1/stats`);
      const reader = cairn('replica', ['explorer', '--explorer-port', `${replica}`], {
        CAIRN_DATABASE: cluster.standby.url('cairn'),
      });
      await waitUntilAnswering(reader, `http://127.0.0.1:${replica}/health`);
      await run('npx', ['cairn', 'devnet', 'mine', '3', '--data-dir', data]);
      const [stats, copy] = [node, replica].map((port) => async () => {
        const answer = await request.get(`http://127.0.0.1:${port}/api/v1/stats`);
        return answer.text();
      });
      expect(JSON.parse(await stats!())).toMatchObject({ stats: { indexed_height: 3 } });
      await expect.poll(copy!).toBe(await stats!());
      expect(cluster.sql('cairn', 'SELECT max(height) FROM cairn.blocks').trim()).toBe('3');
    } finally {
      await group.stop();
      await cluster.remove();
    }
  });

  test('npx cairn-chain dev ends with npx, and leaves nothing behind', async () => {
    const ports = await Promise.all(names.map(() => findFreePort()));
    const flags = names.flatMap((name, index) => [`--${name}-port`, `${ports[index]}`]);
    const npx = spawn('npx', ['cairn-chain', 'dev', '--json', ...flags], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await createInterface(npx.stdout)[Symbol.asyncIterator]().next();
    npx.kill('SIGTERM');
    const taken = (): Promise<boolean[]> => Promise.all(ports.map(isPortTaken));
    await expect.poll(taken, { timeout: 15_000 }).toEqual(names.map(() => false));
  });

  test('bad input gets one line', async () => {
    const port = await findFreePort();
    const server = createServer().listen(port, '127.0.0.1');
    const forbidden = join(folder, 'package.json', 'data'); // below a file
    for (const [args, line] of [
      [['--fly'], "cairn: unknown option '--fly'"],
      [['--fund', 'nobody:1'], 'It takes ADDRESS:AMOUNT'],
      [['--explorer-port', `${port}`], `Ports in use: ${port}`],
      [['--data-dir', forbidden], forbidden],
    ] as const) {
      const free = await Promise.all(
        names.map(async (name) => [`--${name}-port`, `${await findFreePort()}`]),
      );
      const cairn = join(folder, 'node_modules/cairn-chain/bin/cairn.mjs');
      const argv = [cairn, 'dev', '--quiet', ...free.flat(), ...args];
      const { exitCode, stdout, stderr } = await execa(process.execPath, argv, {
        cwd: folder,
        reject: false,
      });
      expect([stdout, stderr.split('\n').length, exitCode === 0], stderr).toEqual(['', 1, false]);
      expect(stderr).toContain(line);
    }
    server.close();
  });

  test("the testkit's example passes with the folder's own Playwright", async () => {
    writeFileSync(join(folder, 'playwright.config.ts'), CONFIG);
    writeFileSync(join(folder, 'example.spec.ts'), readFileSync(inRoot('e2e/testkit.spec.ts')));
    expect(await run('npx', ['playwright', 'test'])).toContain('1 passed');
  });
});
