import { DEVELOPMENT_ADDRESSES, expect, reviewTransfer, test } from '@cairn/testkit/playwright';

const RECIPIENT = DEVELOPMENT_ADDRESSES[1];
test.use({ development: { balance: 50_000_000_000n }, account: 2 });

test('a payment is pending, then mined, and pending again after a reorganization', async ({
  suite, // node, gateway and website of this worker
  chain, // mines, rewinds, reorganizes, moves the clock; restored after the test
  wallet, // a page with the wallet open on development account 2
  page, // another page of the same browser
}) => {
  await expect(wallet.getByRole('main')).toContainText('500.00');
  await reviewTransfer(wallet, { recipient: RECIPIENT, amount: '12.5', fee: '0.0001' });
  await wallet.getByRole('button', { name: 'Sign and send' }).click();
  await expect(wallet.getByText('Waiting for the next block')).toBeVisible();
  expect((await chain.state()).pending_count).toBe(1);

  await page.goto(suite.addresses.website);
  const { blocks } = await chain.mine({ blocks: 1 });
  await expect(page.getByRole('banner')).toContainText(`${blocks[0]!.height}`);
  await page.goto(`${suite.addresses.website}/blocks/${blocks[0]!.height}`);
  await expect(page.getByRole('main')).toContainText('12.5');
  await expect(wallet.getByRole('main')).toContainText('It is in block');

  const { state } = await chain.reorganize({ depth: 1, keep: 'none' });
  expect(state.pending_count).toBe(1);
  await page.reload();
  await expect(page.getByRole('main')).not.toContainText('12.5');
});
