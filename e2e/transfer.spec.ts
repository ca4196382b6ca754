import { expect, keepScreenshotOf, test } from './suite.ts';
import {
  askNode,
  DEVELOPMENT_ADDRESSES as accounts,
  openScreen,
  reviewTransfer,
} from '@cairn/testkit/playwright';

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

/** Exceptions and violations of the Content Security Policy, on all pages. */
const problems: string[] = [];

test.beforeEach(async ({ context, suite }) => {
  await suite.rewind();
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('console', (message) => {
    if (/Content.Security.Policy|TrustedHTML|TrustedScript/i.test(message.text()))
      problems.push(message.text());
  });
});

test('a transfer: imported account, sent, pending, mined, confirmed in wallet and explorer', async ({
  page: explorer,
  wallet,
  chain,
  suite,
}) => {
  const [sender, recipient, miner] = accounts;
  await expect(wallet.getByText('1,000,000').first()).toBeVisible();
  await keepScreenshotOf(wallet, 'wallet-overview');

  await reviewTransfer(wallet, { recipient, amount: AMOUNT, fee: FEE });
  const confirmation = wallet.getByRole('main');
  await expect(confirmation).toContainText('1,234.56789012');
  await expect(confirmation).toContainText('1,234.56799012');
  await expect(confirmation).toContainText('devnet (chain ID 3)');
  await keepScreenshotOf(wallet, 'wallet-confirm');

  await wallet.getByRole('button', { name: 'Sign and send' }).click();
  await expect(wallet.getByText('Waiting for the next block')).toBeVisible();
  await keepScreenshotOf(wallet, 'wallet-submitted');
  const history = (await suite.rpc(`/v1/accounts/${sender}/transactions?limit=1`)) as RpcHistory;
  expect(history.transactions[0]).toMatchObject({
    status: 'pending',
    value: '123456789012',
    fee: '10000',
    nonce: 10, // account 0 made nine transfers in the genesis block
  });
  const { id } = history.transactions[0]!;
  await expect(wallet.getByRole('main')).toContainText(id);
  const followed = await wallet.getByRole('link', { name: 'Follow it in the explorer' }).getAttribute('href');

  await openScreen(wallet, 'Activity');
  const newest = wallet.getByRole('list', { name: 'Transactions' }).getByRole('listitem').first();
  await expect(newest).toContainText('Sent');
  await expect(newest).toContainText('Pending');
  await expect(newest).toContainText('1,234.56789012');
  await keepScreenshotOf(wallet, 'wallet-activity-pending');

  // Not in a block yet: by the wallet's link the explorer shows it nevertheless, and its block later without a reload.
  await explorer.goto(followed!);
  await expect(explorer.getByRole('main')).toContainText(/Signed.*1,234\.56789012.*Waiting since block/);

  const height = (await suite.height()) + 1;
  await chain.mine({ blocks: 2, to: miner });
  await askNode(wallet);
  await expect(newest).not.toContainText('Pending', { timeout: 40_000 });
  await keepScreenshotOf(wallet, 'wallet-activity-confirmed');
  await openScreen(wallet, 'Overview');
  // 1,000,000 minus 1,234.56789012 and the fee.
  await expect(wallet.getByText('998,765').first()).toBeVisible();

  const stored = await fetch(`${suite.addresses.explorerApi}/api/v1/transactions/${id}`);
  expect((await stored.json()) as ApiTransaction).toMatchObject({
    value: '123456789012',
    fee: '10000',
    from_address: sender,
    to_address: recipient,
    block_height: height,
    confirmations: 2,
  });
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
  await keepScreenshotOf(explorer, 'explorer-transaction');
  expect(problems).toEqual([]);
});
