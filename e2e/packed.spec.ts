/** The program as npm installs it; packages/cairn/test has what else the packages promise. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { findFreePort } from '@cairn/suite';
import { execa } from 'execa';
import { packAll } from '../scripts/lib/packing.ts';
import { expect, interactive, keepScreenshotOf, test } from './suite.ts';

const [, alice, bob] = developmentAccounts(getNetwork('testnet'));

test('the packed program serves explorer, wallet and API of a fork in an empty folder', async ({
  page,
  request,
}) => {
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
  const program = join(folder, 'node_modules/.bin/cairn');
  const testnet = ['--network=testnet', `--data-dir=${join(folder, 'testnet')}`];
  await run(program, 'mine', '--to', alice!.address, ...testnet);
  await run(program, 'export', 'testnet.dat', ...testnet);
  const flags = ['--json', '--block-time=0', '--demo-traffic=0', '--fork=testnet.dat'];
  flags.push('--fund', `${bob!.address}:12.5`);
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
    const { explorer_api: api, website } = addresses;
    expect(await run(program, 'devnet', 'mine', '2')).toContain('the tip is block 4');
    const history = await request.get(`${api}/api/v1/addresses/${bob!.address}/transactions?limit=1`);
    const { items } = (await history.json()) as { items: { id: string; block_id: string }[] };
    const [{ id, block_id: block }] = items as [(typeof items)[number]];
    const main = page.getByRole('main');
    for (const path of [`blocks/${block}`, `transactions/${id}`, `addresses/${bob!.address}`]) {
      await page.goto(`${website}/${path}`);
      await interactive(page);
      await expect(main).toContainText('Proven on your device');
      await expect(main).toContainText('Development chain');
      await expect(main).toContainText('12.5');
    }
    await expect(page.getByRole('banner')).toContainText('4');
    await page.goto(`${website}/network`);
    await expect(page.getByText('This is a fork of testnet at block 1')).toBeVisible();
    await keepScreenshotOf(page, 'fork-network');
    await page.goto(`file://${addresses['wallet_file']}`);
    await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
    await expect(page.getByText('This node’s chain is a fork of testnet')).toBeVisible();
    await page.getByRole('button', { name: 'Open the development accounts' }).click();
    await expect(page.getByText('What you sign here is valid on testnet too.')).toBeVisible();
    await keepScreenshotOf(page, 'fork-wallet');
    for (const name of ['docs', 'redoc']) await expectWhole(`${api}/${name}`);
    const preview = await request.get(`${website}/link-preview/blocks/${block}.png`);
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
