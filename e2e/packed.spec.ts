/** The program as npm installs it; packages/cairn/test has what else the packages promise. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '@cairn/suite';
import { expect, test } from '@playwright/test';
import { execa } from 'execa';
import { packAll } from '../scripts/lib/packing.ts';

const ADDRESS = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';

test('the packed program serves explorer, wallet and API in an empty folder', async ({ page, request }) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-packed-'));
  // On the Node of this test, whose compiled modules are none of the folder's.
  const env = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    NODE_COMPILE_CACHE: undefined,
  };
  /** Runs a program in the folder. @returns its output */
  const run = async (command: string, ...args: readonly string[]): Promise<string> =>
    (await execa(command, args, { cwd: folder, env })).stdout;
  /** Expects that a server has a page with all scripts and styles that it names. */
  const expectWhole = async (address: string, ...more: readonly string[]): Promise<void> => {
    const text = await (await request.get(address)).text();
    const named = [...text.matchAll(/<(?:script|link)\b[^>]+\b(?:src|href)="([^"]+)"/g)].map(
      ([, path]) => path!,
    );
    expect(named).not.toEqual([]);
    for (const path of [...named, ...more])
      expect([path, (await request.get(new URL(path, address).href)).status()]).toEqual([path, 200]);
  };
  const [tarball] = await packAll(join(folder, 'tarballs'), ['packages/cairn']);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', 'install', '--ignore-scripts', ...quiet, tarball!.file);

  const ports = await Promise.all(
    ['explorer', 'rpc', 'p2p', 'gateway', 'website'].map(
      async (name) => [`--${name}-port`, `${await findFreePort()}`] as const,
    ),
  );
  const flags = ['--json', '--block-time', '0', '--demo-traffic', '0', '--fund', `${ADDRESS}:12.5`];
  const cairn = join(folder, 'node_modules/cairn-chain/bin/cairn.mjs');
  const child = spawn(process.execPath, [cairn, 'dev', ...flags, ...ports.flat()], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const addresses = JSON.parse((await lines.next()).value as string) as Record<string, string>;
    expect(await run(join(folder, 'node_modules/.bin/cairn'), 'devnet', 'mine', '2')).toContain(
      'the tip is block 3',
    );

    await page.goto(`${addresses['website']}/blocks/3`);
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('50.00');
    await expect(page.getByRole('banner')).toContainText('3');
    await page.goto(`file://${addresses['wallet_file']}`);
    await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
    for (const name of ['docs', 'redoc']) await expectWhole(`${addresses['explorer_api']}/${name}`);
    const found = await request.get(`${addresses['explorer_api']}/api/v1/blocks/3`);
    const { block } = (await found.json()) as { block: { id: string } };
    const preview = await request.get(`${addresses['website']}/link-preview/blocks/${block.id}.png`);
    expect(preview.headers()['content-type']).toBe('image/png');

    const port = `${await findFreePort()}`;
    const tab = spawn(process.execPath, [cairn, 'try', '--port', port], { cwd: folder, env });
    await once(tab.stdout, 'data');
    const pages = ['/wallet/', '/explorer/blocks/_.html', '/service-worker.js'];
    await expectWhole(`http://127.0.0.1:${port}/`, ...pages);
    tab.kill('SIGTERM');
    expect(await once(tab, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    rmSync(folder, { recursive: true });
  }
});
