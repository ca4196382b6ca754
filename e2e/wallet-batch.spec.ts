import { expect, keepScreenshotOf, test } from './suite.ts';
import { DEVELOPMENT_ADDRESSES as accounts, openScreen } from '@cairn/testkit/playwright';

test.beforeEach(({ suite }) => suite.rewind());

test('several recipients from one form: each confirmed and sent one after the other, and all in one block', async ({
  wallet,
  chain,
}) => {
  await openScreen(wallet, 'Send');
  const fill = async (recipient: string, amount: string): Promise<void> => {
    await wallet.getByLabel('Recipient', { exact: true }).fill(recipient);
    await wallet.getByLabel('Amount', { exact: true }).fill(amount);
  };
  const add = wallet.getByRole('button', { name: 'Add another recipient' });
  await expect(add).toBeDisabled();
  await fill(accounts[3], '600000');
  await add.click();
  // The first payment reduces the balance for the second.
  await fill(accounts[4], '600000');
  await expect(wallet.getByText('Amount and fee together are more than you can spend')).toBeVisible();
  await fill(accounts[4], '2');
  await add.click();
  await fill(accounts[5], '3');
  const queue = wallet.getByRole('list', { name: 'Transfers before this one' });
  await expect(queue.getByRole('listitem')).toHaveCount(2);
  await keepScreenshotOf(wallet, 'wallet-batch-form');
  await wallet.getByRole('button', { name: 'Review' }).click();
  for (const [place, amount] of ['600,000', '2', '3'].entries()) {
    await expect(
      wallet.getByRole('heading', { name: `Confirm transfer ${place + 1} of 3`, level: 1 }),
    ).toBeVisible();
    await expect(wallet.locator('.w-confirm__amount')).toContainText(amount);
    await expect(wallet.locator('.w-confirm__to')).toContainText(`Account ${place + 3}`);
    await wallet.getByRole('button', { name: 'Sign and send' }).click();
    await expect(wallet.getByText('The node has it as pending')).toBeVisible();
    if (place < 2) {
      await wallet.getByRole('button', { name: `Next transfer (${place + 2} of 3)` }).click();
    }
  }
  expect((await chain.state()).pending_count).toBe(3);
  const { state } = await chain.mine({ blocks: 1 });
  expect(state.pending_count).toBe(0);
  await wallet.getByRole('button', { name: 'Send another' }).click();
  await expect(wallet.getByLabel('Recipient', { exact: true })).toHaveValue('');
  await expect(queue).toHaveCount(0);
});

test('going back keeps the payments that were not sent', async ({ wallet }) => {
  await openScreen(wallet, 'Send');
  for (const [index, amount] of [
    [3, '1'],
    [4, '2'],
  ] as const) {
    await wallet.getByLabel('Recipient', { exact: true }).fill(accounts[index]);
    await wallet.getByLabel('Amount', { exact: true }).fill(amount);
    if (index === 3) await wallet.getByRole('button', { name: 'Add another recipient' }).click();
  }
  await wallet.getByRole('button', { name: 'Review' }).click();
  await wallet.getByRole('button', { name: 'Sign and send' }).click();
  await wallet.getByRole('button', { name: 'Next transfer (2 of 2)' }).click();
  await wallet.getByRole('button', { name: 'Back' }).click();
  await expect(wallet.getByLabel('Recipient', { exact: true })).toHaveValue(accounts[4]);
  await expect(wallet.getByLabel('Amount', { exact: true })).toHaveValue('2');
  await expect(wallet.getByRole('list', { name: 'Transfers before this one' })).toHaveCount(0);
});
