import {
  askNode,
  DEVELOPMENT_ADDRESSES as accounts,
  importDevelopmentWallet,
  openScreen,
  PASSWORD,
  reviewTransfer,
} from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { expect, interactive, keepScreenshotOf, test } from './suite.ts';

const [sender, recipient, miner] = accounts;
const AMOUNT = '1234.56789012';
const FEE = '0.0001';

interface RpcHistory {
  transactions: { id: string; status: string }[];
}

/** The wallet and the explorer, in two tabs of a browser. */
let wallet: Page;
let explorer: Page;
/** Exceptions and violations of the Content Security Policy, on all pages. */
const problems: string[] = [];

test.describe.serial('explorer and wallet', () => {
  test.beforeAll(async ({ browser, suite }) => {
    await suite.rewind();
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    context.on('weberror', (error) => problems.push(error.error().message));
    context.on('console', (message) => {
      if (/Content.Security.Policy|TrustedHTML|TrustedScript/i.test(message.text()))
        problems.push(message.text());
    });
    [wallet, explorer] = [await context.newPage(), await context.newPage()];
    await importDevelopmentWallet(wallet, suite.walletAddress());
  });
  test.afterAll(() => wallet.context().close());

  test('a transfer: sent, pending, mined, pending again after a reorganization, mined again, and signed and sent once', async ({
    suite,
  }) => {
    const submissions: string[] = [];
    wallet.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/transactions'))
        submissions.push(request.url());
    });
    const history = async (): Promise<RpcHistory['transactions']> =>
      ((await suite.rpc(`/v1/accounts/${sender}/transactions?limit=1`)) as RpcHistory).transactions;
    const [shown, facts] = [wallet.getByRole('main'), explorer.getByRole('main')];

    await expect(wallet.getByText('1,000,000').first()).toBeVisible();
    await keepScreenshotOf(wallet, 'wallet-overview');
    await reviewTransfer(wallet, { recipient, amount: AMOUNT, fee: FEE });
    for (const fact of ['1,234.56789012', '1,234.56799012', 'devnet (chain ID 3)'])
      await expect(shown).toContainText(fact);
    await keepScreenshotOf(wallet, 'wallet-confirm');
    await wallet.getByRole('button', { name: 'Sign and send' }).click();
    await expect(shown.getByText('Waiting for the next block')).toBeVisible();
    await expect(wallet.getByRole('img', { name: 'A pebble waits for the next block.' })).toBeVisible();
    await keepScreenshotOf(wallet, 'wallet-submitted');
    // Account 0 made nine transfers in the genesis block.
    const sent = { status: 'pending', value: '123456789012', fee: '10000', nonce: 10 };
    expect(await history()).toMatchObject([sent]);
    const { id } = (await history())[0]!;
    await expect(shown).toContainText(id);

    // The explorer's page waits for the block, and shows it without a reload.
    await explorer.setViewportSize({ width: 390, height: 740 });
    await explorer.goto(
      (await wallet.getByRole('link', { name: 'Follow it in the explorer' }).getAttribute('href'))!,
    );
    await expect(facts).toContainText(/Signed.*1,234\.56789012.*Waiting since block/);
    const apps = explorer.getByRole('navigation', { name: 'Explorer and wallet' });
    await expect(apps.getByRole('link', { name: /^Wallet/ })).toBeVisible();
    await expect(apps.getByRole('link')).toHaveAttribute('href', `${suite.addresses.gateway}/`);
    await expect(wallet.getByRole('link', { name: /^Explorer/ })).toHaveAttribute(
      'href',
      suite.addresses.website,
    );
    await explorer.setViewportSize({ width: 1280, height: 740 });
    await suite.devnet.mine({ blocks: 1, to: miner });
    for (const fact of ['1,234.56789012', '0.0001', id]) await expect(facts).toContainText(fact);
    await expect(facts.getByRole('link', { name: '1', exact: true }).first()).toBeVisible();
    await keepScreenshotOf(explorer, 'explorer-transaction');
    const stored = await fetch(`${suite.addresses.explorerApi}/api/v1/transactions/${id}`);
    expect(await stored.json()).toMatchObject({
      value: '123456789012',
      fee: '10000',
      from_address: sender,
      to_address: recipient,
      block_height: 1,
      confirmations: 1,
    });
    await askNode(wallet);
    await expect(shown.getByText('1 confirmation', { exact: true })).toBeVisible();
    await expect(wallet.getByRole('img', { name: 'The pebble is part of a stone' })).toBeVisible();
    const proof = await shown.getByRole('link', { name: /^Share proof/ }).getAttribute('href');

    await explorer.goto(suite.addresses.website);
    const stone = explorer.getByRole('link', { name: /^Block \d+, with a followed transaction$/ });
    const pebble = explorer.getByRole('link', {
      name: 'Your 1,234.56789012 CRN: A followed transaction waits for a block',
    });
    await expect(stone).toBeVisible();
    await suite.devnet.reorganize({ depth: 1, keep: 'none' });
    await expect(pebble).toBeVisible();
    await askNode(wallet);
    await expect(shown).toContainText('Pending again');
    await expect(shown).toContainText('you need not sign it again');
    expect(await history()).toMatchObject([{ ...sent, id }]);
    await openScreen(wallet, 'Overview');
    await expect(wallet.getByRole('list', { name: 'Pending transfers' })).toContainText(
      'The chain replaced block 1',
    );
    await openScreen(wallet, 'Activity');
    const rows = wallet.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
    await expect(rows.filter({ hasText: '1,234.56789012' })).toHaveCount(1);
    await expect(rows.first()).toContainText(/Sent.*Pending/s);
    await keepScreenshotOf(wallet, 'wallet-pending-again');

    await suite.devnet.mine({ blocks: 1, to: miner });
    await expect(stone).toBeVisible();
    await expect(pebble).toHaveCount(0);
    await askNode(wallet);
    await expect(rows.first()).toContainText(/(?<!\d)1 confirmation(?!s)/);
    await openScreen(wallet, 'Overview');
    // 1,000,000 minus 1,234.56789012 and the fee.
    await expect(wallet.getByText('998,765').first()).toBeVisible();
    expect(submissions).toHaveLength(1);

    // Its proof is handed on by a link.
    await explorer.goto(proof!);
    await explorer.getByRole('button', { name: 'Copy link' }).click();
    await expect(explorer.getByText('Copied')).toBeVisible();
    await explorer.goto(await explorer.evaluate(() => navigator.clipboard.readText()));
    await expect(facts).toContainText('Proven on your device');
    await expect(facts).toContainText('Paid, 1 confirmation');
    expect(problems).toEqual([]);
  });

  test('“Send to this address” fills in the form once the wallet is unlocked, and sends nothing', async ({
    suite,
  }) => {
    await explorer.goto(`${suite.addresses.website}/addresses/${recipient}`);
    await interactive(explorer);
    const opened = explorer.waitForEvent('popup');
    await explorer.getByRole('link', { name: 'Send to this address' }).click();
    const tab = await opened;
    const posted: string[] = [];
    tab.on('request', (request) => {
      if (request.method() === 'POST') posted.push(request.url());
    });
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await tab.getByRole('button', { name: 'Unlock' }).click();
    await expect(tab.getByLabel('Recipient', { exact: true })).toHaveValue(recipient);
    await expect(tab.getByText('Payment request')).toBeVisible();
    expect(new URL(tab.url()).hash).toBe('#/send');
    // Another link while the wallet is open: its amount is filled in, and the transfer must still be reviewed.
    await tab.evaluate((request) => (location.hash = request), `cairn:${recipient}?amount=2.5&label=Shop`);
    await expect(tab.getByLabel('Amount', { exact: true })).toHaveValue('2.5');
    await expect(tab.getByText('Payment request of “Shop”')).toBeVisible();
    await tab.getByRole('button', { name: 'Review' }).click();
    await expect(tab.getByRole('heading', { name: 'Confirm the transfer' })).toBeVisible();
    expect(posted).toEqual([]);
    expect(problems).toEqual([]);
  });
});
