import { getNetwork } from '@cairn/protocol';
import { deriveKey } from '@cairn/protocol/hd-keys';
import type { Page } from '@playwright/test';
import { expect, test } from './suite.ts';

const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const { address } = deriveKey({ mnemonic: MNEMONIC, network: getNetwork('devnet'), index: 2 });

test.use({ development: { mnemonic: MNEMONIC, accounts: 3, balance: 77_000_000_000n }, account: 2 });

const expectAccounts = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main')).toContainText('770');
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: /^Account: / }).click();
  await expect(header.getByRole('listitem').filter({ hasText: /Account \d/ })).toHaveCount(3);
  await expect(header).toContainText(address.slice(-4));
};

test('the wallet opens a devnet’s own accounts at one press', async ({ suite, page, keepScreenshot }) => {
  await page.goto(suite.walletAddress());
  await expect(page.getByText('The accounts of this devnet, for trying things out.')).toBeVisible();
  await keepScreenshot('own-development-accounts');
  await page.getByRole('button', { name: 'Open the development accounts' }).click();
  await expectAccounts(page);
});

test('the fixture opens them by their phrase', async ({ wallet }) => expectAccounts(wallet));
