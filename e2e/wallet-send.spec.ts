import { decodeAddress, encodeAddress, getNetwork } from '@cairn/protocol';
import type { Page } from '@playwright/test';
import { expect, keepScreenshotOf, test, type Suite } from './suite.ts';
import {
  askNode,
  DEVELOPMENT_ADDRESSES as accounts,
  importDevelopmentWallet,
  openScreen,
  PASSWORD,
  reviewTransfer,
} from '@cairn/testkit/playwright';

const network = getNetwork('devnet');
const sender = accounts[0];
const recipient = accounts[4];
/** Time limit for state that needs several polls. */
const POLLED = { timeout: 60_000 };

interface Pending {
  transactions: {
    id: string;
    status: string;
    nonce: number;
    fee: string;
    value: string;
    to_address: string;
  }[];
}

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('navigation', { name: 'Wallet', exact: true })).toBeVisible(POLLED);
}

async function pendingOf(suite: Suite): Promise<Pending['transactions']> {
  const { transactions } = (await suite.rpc(`/v1/accounts/${sender}/transactions?limit=100`)) as Pending;
  return transactions.filter(({ status }) => status === 'pending');
}

/** Every `raw` that the page posts, in order. */
function recordSubmissions(page: Page): string[] {
  const submissions: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/v1/transactions')) return;
    submissions.push((request.postDataJSON() as { raw: string }).raw);
  });
  return submissions;
}

let page: Page;

/** These tests share one wallet: each continues from the state of the last. */
test.describe.serial('sending', () => {
  test.beforeAll(async ({ browser, suite }) => {
    await suite.rewind();
    page = await (await browser.newContext()).newPage();
    await importDevelopmentWallet(page, suite.walletAddress());
  });
  test.afterAll(() => page.context().close());

  test('a node that stops during a send, a lock and a reload: the same bytes are offered, and sent only on request', async ({
    suite,
  }) => {
    const submissions = recordSubmissions(page);
    await page.route('**/v1/transactions', async (route) => {
      await suite.stopNode();
      await route.continue();
    });
    await reviewTransfer(page, { recipient, amount: '7.25', fee: '0.00001' });
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('The node may not have received this transfer')).toBeVisible(POLLED);
    const again = page.getByRole('button', { name: 'Send the same transfer again' });
    await expect(again).toBeDisabled();
    await keepScreenshotOf(page, 'wallet-send-unclear');
    await page.unroute('**/v1/transactions');

    await page.reload();
    await unlock(page);
    await expect(page.getByText('The node may not have received this transfer')).toBeVisible();
    await suite.startNode();
    await askNode(page);
    await expect(page.getByText('The node does not have this signed transfer')).toBeVisible(POLLED);
    // Nothing else can be signed before the user decides, and nothing is sent automatically.
    await openScreen(page, 'Send');
    await expect(page.getByLabel('Recipient', { exact: true })).toHaveCount(0);
    expect(submissions).toHaveLength(1);
    await again.click();
    await expect(page.getByRole('list', { name: 'Pending transfers' })).toContainText('7.25');
    expect(submissions).toHaveLength(2);
    expect(submissions[1]).toBe(submissions[0]);
    expect(await pendingOf(suite)).toMatchObject([{ value: '725000000', fee: '1000' }]);
  });

  test('two tabs take two nonces; one transfer is sped up, one cancelled, and both show what happened to them', async ({
    suite,
  }) => {
    await openScreen(page, 'Overview');
    const second = await page.context().newPage();
    await second.goto(suite.addresses.gateway);
    await unlock(second);
    await reviewTransfer(page, { recipient, amount: '1.5', fee: '0.00001' });
    await reviewTransfer(second, { recipient, amount: '2.5', fee: '0.00001' });
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('Waiting for the next block')).toBeVisible();
    await askNode(second);
    await expect(second.getByText('Something has changed since you reviewed this')).toBeVisible(POLLED);
    await expect(second.getByRole('button', { name: 'Sign and send' })).toBeDisabled();
    await second.getByRole('button', { name: 'Review the current state' }).click();
    await second.getByRole('button', { name: 'Sign and send' }).click();
    await expect(second.getByText('Waiting for the next block')).toBeVisible();
    const pending = await pendingOf(suite);
    const [newer, older] = pending as [Pending['transactions'][0], Pending['transactions'][0]];
    expect([older.value, newer.value]).toEqual(['150000000', '250000000']);
    expect(newer.nonce).toBe(older.nonce + 1);
    await second.close();

    await openScreen(page, 'Overview');
    await askNode(page);
    // Wait until this tab shows the other tab's transfer, in the history and in the balance, which are asked for separately: before
    // that, it would ask for another review.
    await expect(
      page.getByRole('button', { name: `Cancel the transfer with nonce ${newer.nonce}` }),
    ).toBeVisible();
    await expect(page.getByRole('main')).toContainText('11.25003'); // on its way out, with the first test's
    await page.getByRole('button', { name: `Speed up the transfer with nonce ${older.nonce}` }).click();
    const fee = page.getByLabel('New fee', { exact: true });
    await fee.fill('0.000011');
    await page.getByRole('button', { name: 'Review the new fee' }).click();
    await expect(page.getByRole('main')).toContainText('This may come too late');
    await keepScreenshotOf(page, 'wallet-speed-up');
    await page.getByRole('button', { name: 'Raise the fee' }).click();
    await expect(page.getByText('Waiting for the next block')).toBeVisible();

    await openScreen(page, 'Overview');
    await page.getByRole('button', { name: `Cancel the transfer with nonce ${newer.nonce}` }).click();
    await page.getByRole('button', { name: 'Review the cancellation' }).click();
    await expect(page.getByRole('heading', { name: 'Cancel this transfer?' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/You get 2\.50\s?CRN back/);
    await keepScreenshotOf(page, 'wallet-cancel');
    await page.getByRole('button', { name: 'Cancel transfer' }).click();
    await expect(page.getByText('Waiting for the next block')).toBeVisible();
    const replaced = await pendingOf(suite);
    expect(replaced.slice(0, 2)).toMatchObject([
      { nonce: newer.nonce, value: '1', to_address: sender },
      { nonce: older.nonce, value: '150000000', to_address: recipient, fee: '1100' },
    ]);

    await openScreen(page, 'Activity');
    await suite.devnet.mine({ to: accounts[9] });
    await askNode(page);
    // On the chain, a cancellation is a transfer to oneself. The browser keeps the cancelled transfer.
    await expect(page.getByRole('list').getByText('in place of 2.50')).toBeVisible(POLLED);
    await keepScreenshotOf(page, 'wallet-replaced');
  });

  test('a look-alike address must be compared', async () => {
    await openScreen(page, 'Send');
    const hash = decodeAddress(recipient, network).slice();
    hash[19]! ^= 1;
    await page.getByLabel('Recipient', { exact: true }).fill(encodeAddress(hash, network));
    await page.getByLabel('Amount', { exact: true }).fill('1');
    await expect(page.getByText('This address looks like another one that you know')).toBeVisible();
    await page.getByRole('button', { name: 'Review' }).click();
    const heading = page.getByRole('heading', { name: 'Confirm the transfer' });
    await expect(heading).toHaveCount(0);
    const compared = page.getByRole('checkbox', { name: /I have compared them/ });
    await expect(page.getByText('tick this box to go on')).toBeVisible();
    await expect(compared).toBeFocused();
    await keepScreenshotOf(page, 'wallet-look-alike');
    await compared.check();
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(heading).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign and send' })).toBeEnabled();
  });
});
