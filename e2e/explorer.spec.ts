import { DEVELOPMENT_ADDRESSES as accounts } from '@cairn/testkit/playwright';
import { expect, test } from './suite.ts';

const UNKNOWN_HASH = 'ab'.repeat(32);

test.describe('the explorer', () => {
  test.beforeAll(async ({ suite }) => {
    await suite.devnet.mine({ blocks: 3, to: accounts[4] });
  });

  const missing: [name: string, path: string, message: RegExp][] = [
    ['a height above the tip', '/blocks/4000000', /no block|not found/i],
    ['an unknown block ID', `/blocks/${UNKNOWN_HASH}`, /no block|not found/i],
    ['a malformed block reference', '/blocks/nonsense', /not a|neither|invalid/i],
    ['an unknown transaction', `/transactions/${UNKNOWN_HASH}`, /Not in a block yet/],
    ['a malformed transaction ID', '/transactions/nonsense', /not a|invalid/i],
    ['a malformed address', '/addresses/nonsense', /not an|invalid/i],
    [
      'an address of another network',
      '/addresses/TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn',
      /testnet|another network/i,
    ],
  ];
  test('shows a message instead of data for a block, transaction or address that does not exist', async ({
    page,
    suite,
  }) => {
    for (const [name, path, message] of missing) {
      await test.step(name, async () => {
        await page.goto(suite.addresses.website + path);
        await expect.soft(page.getByRole('main'), name).toContainText(message);
        await expect.soft(page.getByRole('main').getByRole('table'), name).toHaveCount(0);
      });
    }
  });

  test('says that an address history needs an index, and shows it without a reload once there is one', async ({
    page,
    suite,
  }) => {
    await suite.stopNode();
    await suite.startNode([]);
    await page.goto(`${suite.addresses.website}/addresses/${accounts[1]}`);
    const main = page.getByRole('main');
    await expect(main).toContainText(/index/i);
    await suite.stopNode();
    await suite.startNode();
    const history = main.getByRole('table', { name: /^Confirmed transactions/ });
    await expect(async () => {
      // The page retries after growing pauses, but at once on an `online` event.
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(history.getByRole('link').first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(history).toContainText('1,000,000');
  });
});
