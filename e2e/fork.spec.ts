import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { PROGRAMS } from '@cairn/suite';
import { startSuite } from '@cairn/testkit';
import { expect, interactive, test } from './suite.ts';

const [, alice, bob] = developmentAccounts(getNetwork('testnet'));

test('the explorer proves the pages of a fork as a devnet’s, and the wallet warns of it', async ({
  page,
  keepScreenshot,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-fork-'));
  const file = join(folder, 'testnet.dat');
  const cairn = (...argv: string[]) =>
    execFileSync(process.execPath, [
      PROGRAMS.node,
      ...argv,
      '--network',
      'testnet',
      '--data-dir',
      folder + '/t',
    ]);
  cairn('mine', '--to', alice!.address);
  cairn('export', file);
  const suite = await startSuite({ nodeFlags: ['--index', '--fork', file] });
  try {
    await suite.devnet.mine();
    const paid = await suite.devnet.fund({ address: bob!.address, amount: '1250000000' });
    const { website } = suite.addresses;
    for (const path of [
      `blocks/${paid.block.height}`,
      `transactions/${paid.transaction_id}`,
      `addresses/${bob!.address}`,
    ]) {
      await page.goto(`${website}/${path}`);
      await interactive(page);
      await expect(page.getByRole('main')).toContainText('Proven on your device');
      await expect(page.getByRole('main')).toContainText('Development chain');
      await expect(page.getByRole('main')).toContainText('12.5');
    }
    await page.goto(`${website}/network`);
    await expect(page.getByText('This is a fork of testnet at block 1')).toBeVisible();
    await keepScreenshot('fork-network');
    await page.goto(suite.walletAddress());
    await expect(page.getByText('This node’s chain is a fork of testnet')).toBeVisible();
    await page.getByRole('button', { name: 'Open the development accounts' }).click();
    await expect(page.getByText('What you sign here is valid on testnet too.')).toBeVisible();
    await keepScreenshot('fork-wallet');
  } finally {
    await suite.close();
    rmSync(folder, { recursive: true });
  }
});
