/** `cairn dev --fork`: the pages of a devnet that continues a public network's chain; node/test/fork.test.ts has the chain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { findSuitePorts, ProgramGroup, PROGRAMS, providePages } from '@cairn/suite';
import { execa } from 'execa';
import { expect, interactive, keepScreenshotOf, test } from './suite.ts';

const [, alice, bob] = developmentAccounts(getNetwork('testnet'));

test('a fork of testnet is called one in the explorer, where it is proven, and in the wallet', async ({
  page,
  request,
}) => {
  await providePages();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-fork-'));
  const run = async (...argv: readonly string[]): Promise<string> =>
    (await execa(process.execPath, [PROGRAMS.node, ...argv], { cwd: folder })).stdout;
  const testnet = ['--network=testnet', '--data-dir=testnet'];
  await run('mine', '--to', alice!.address, ...testnet);
  await run('export', 'testnet.dat', ...testnet);

  const fork = join(folder, 'fork');
  const flags = ['--json', '--block-time=0', '--demo-traffic=0', `--data-dir=${fork}`];
  flags.push(`--fork=${folder}/testnet.dat`, '--fund', `${bob!.address}:12.5`);
  for (const [name, port] of Object.entries(await findSuitePorts())) flags.push(`--${name}-port=${port}`);
  const group = new ProgramGroup();
  const dev = group.start({ name: 'dev', argv: [PROGRAMS.node, 'dev', ...flags] });
  try {
    const [line] = await dev.line(/^\{.*\}$/);
    const { explorer_api: api, website, wallet_file: wallet } = JSON.parse(line) as Record<string, string>;
    expect(await run('devnet', 'mine', '2', '--data-dir', fork)).toContain('the tip is block 4');
    const history = await request.get(`${api}/api/v1/addresses/${bob!.address}/transactions?limit=1`);
    const { items } = (await history.json()) as { items: [{ id: string; block_id: string }] };
    const [{ id, block_id: block }] = items;
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
    await page.goto(`file://${wallet}`);
    await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
    await expect(page.getByText('This node’s chain is a fork of testnet')).toBeVisible();
    await page.getByRole('button', { name: 'Open the development accounts' }).click();
    await expect(page.getByText('What you sign here is valid on testnet too.')).toBeVisible();
    await keepScreenshotOf(page, 'fork-wallet');
  } finally {
    expect(await group.stop()).toEqual([]);
    rmSync(folder, { recursive: true });
  }
});
