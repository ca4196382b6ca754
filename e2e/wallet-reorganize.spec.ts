import { expect, keepScreenshotOf, test } from './suite.ts';
import { askNode, DEVELOPMENT_ADDRESSES, openScreen, reviewTransfer } from '@cairn/testkit/playwright';

const [sender, recipient, miner] = DEVELOPMENT_ADDRESSES;
/** Time limit for state that the page polls every three seconds. */
const POLLED = { timeout: 30_000 };

interface Entry {
  state: string;
  raw: string;
}

test.beforeEach(({ suite }) => suite.rewind());

test('a transfer that leaves the chain is pending again, confirms again, and is signed and sent once', async ({
  wallet,
  chain,
  suite,
}) => {
  const submissions: string[] = [];
  wallet.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/transactions'))
      submissions.push((request.postDataJSON() as { raw: string }).raw);
  });
  const outboxEntries = (): Promise<Entry[]> =>
    wallet.evaluate(async () => {
      const names = await indexedDB.databases();
      const open = indexedDB.open(names.find(({ name }) => name?.includes('wallet'))!.name!);
      await new Promise((done) => (open.onsuccess = done));
      const read = open.result.transaction('outbox').objectStore('outbox').getAll();
      await new Promise((done) => (read.onsuccess = done));
      open.result.close();
      return read.result as Entry[];
    });
  const pendingIds = async (): Promise<string[]> => {
    const { transactions } = (await suite.rpc(`/v1/accounts/${sender}/transactions?limit=20`)) as {
      transactions: { id: string; status: string }[];
    };
    return transactions.filter(({ status }) => status === 'pending').map(({ id }) => id);
  };
  const main = wallet.getByRole('main');

  await reviewTransfer(wallet, { recipient, amount: '12.5', fee: '0.0001' });
  await wallet.getByRole('button', { name: 'Sign and send' }).click();
  await expect(main).toContainText('Waiting for the next block');
  const [id] = await pendingIds();
  await chain.mine({ blocks: 1, to: miner });
  await askNode(wallet);
  await expect(main.getByText('1 confirmation', { exact: true })).toBeVisible(POLLED);
  await keepScreenshotOf(wallet, 'wallet-one-deep');
  expect(await outboxEntries()).toMatchObject([{ state: 'confirmed', raw: submissions[0] }]);

  await chain.reorganize({ depth: 1, keep: 'none' });
  await askNode(wallet);
  await expect(main).toContainText('Pending again', POLLED);
  await expect(main).toContainText('you need not sign it again');
  expect(await pendingIds()).toEqual([id]);
  await keepScreenshotOf(wallet, 'wallet-pending-again');
  await openScreen(wallet, 'Overview');
  await expect(wallet.getByRole('list', { name: 'Pending transfers' })).toContainText(
    'The chain replaced block 1',
  );
  await openScreen(wallet, 'Activity');
  const rows = wallet.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
  await expect(rows.filter({ hasText: '12.50' })).toHaveCount(1);
  await expect(rows.first()).toContainText('Pending');
  await keepScreenshotOf(wallet, 'wallet-pending-again-activity');

  await chain.mine({ blocks: 1, to: miner });
  await askNode(wallet);
  await expect(rows.first()).toContainText(/(?<!\d)1 confirmation(?!s)/, POLLED);
  await chain.mine({ blocks: 9, to: miner });
  await askNode(wallet);
  await expect.poll(outboxEntries).toEqual([]);
  expect(submissions).toHaveLength(1);
});
