import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { expect, test } from './suite.ts';
import { importDevelopmentWallet, openScreen, reviewTransfer } from '@cairn/testkit/playwright';

const accounts = developmentAccounts(getNetwork('devnet')).map(({ address }) => address);
const AMOUNT = '1234.56789012';
const FEE = '0.0001';

interface ApiTransaction {
  value: string;
  fee: string;
  from_address: string;
  to_address: string;
  block_height: number;
  confirmations: number;
}

interface RpcHistory {
  transactions: { id: string; status: string }[];
}

test('a transfer: imported account, sent, pending, mined, confirmed in wallet and explorer', async ({
  page,
  context,
  suite,
  keepScreenshot,
}) => {
  const [sender, recipient, miner] = accounts as [string, string, string];
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content.Security.Policy|TrustedHTML|TrustedScript/i.test(message.text()))
      problems.push(message.text());
  });

  await importDevelopmentWallet(page, suite.walletAddress());
  await expect(page.getByText('1,000,000').first()).toBeVisible();
  await keepScreenshot('wallet-overview');

  await reviewTransfer(page, { recipient, amount: AMOUNT, fee: FEE });
  const confirmation = page.getByRole('main');
  await expect(confirmation).toContainText('1,234.56789012');
  await expect(confirmation).toContainText('1,234.56799012');
  await expect(confirmation).toContainText('devnet (chain ID 3)');
  await keepScreenshot('wallet-confirm');

  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible();
  await keepScreenshot('wallet-submitted');
  const history = (await suite.rpc(`/v1/accounts/${sender}/transactions?limit=1`)) as RpcHistory;
  expect(history.transactions[0]).toMatchObject({
    status: 'pending',
    value: '123456789012',
    fee: '10000',
    nonce: 10,
  });
  const { id } = history.transactions[0]!;
  await expect(page.getByRole('main')).toContainText(id);

  await openScreen(page, 'Activity');
  const newest = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem').first();
  await expect(newest).toContainText('Sent');
  await expect(newest).toContainText('Pending');
  await expect(newest).toContainText('1,234.56789012');
  await keepScreenshot('wallet-activity-pending');

  // Not yet in any block: the explorer knows nothing of it, and says so.
  const explorer = await context.newPage();
  await explorer.goto(`${suite.addresses.website}/transactions/${id}`);
  await expect(explorer.getByRole('main')).toContainText(/no confirmed transaction|not found/i);

  const height = (await suite.height()) + 1;
  await suite.mine(2, miner);
  await expect(newest).not.toContainText('Pending', { timeout: 40_000 });
  await keepScreenshot('wallet-activity-confirmed');
  await openScreen(page, 'Overview');
  // 1,000,000 less 1,234.56789012 and the fee; account 0 paid nine genesis transfers before.
  await expect(page.getByText('998,765').first()).toBeVisible();

  const stored = await fetch(`${suite.addresses.explorerApi}/api/v1/transactions/${id}`);
  expect((await stored.json()) as ApiTransaction).toMatchObject({
    value: '123456789012',
    fee: '10000',
    from_address: sender,
    to_address: recipient,
    block_height: height,
    confirmations: 2,
  });
  await explorer.reload();
  const facts = explorer.getByRole('main');
  await expect(facts).toContainText('1,234.56789012');
  await expect(facts).toContainText('0.0001');
  await expect(facts).toContainText(id);
  await expect(
    explorer
      .getByRole('main')
      .getByRole('link', { name: `${height}`, exact: true })
      .first(),
  ).toBeVisible();
  await explorer.screenshot({ path: 'reports/screenshots/explorer-transaction.png', fullPage: true });
  expect(problems).toEqual([]);
});
