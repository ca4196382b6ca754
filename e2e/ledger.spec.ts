/** Lists of transactions as a ledger: what is chosen is in the URL; of an address it is added up, and proven where its rows are. */
import { formatPebbles, getNetwork, parseCoins } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { accessibilityProblems } from './accessibility.ts';
import { unmarked, verdictIn } from './proof-marks.ts';
import { expect, interactive, test } from './suite.ts';

const accounts = developmentAccounts(getNetwork('devnet'));
const { address } = accounts[3]!;

test.beforeAll(async ({ suite }) => {
  const { devnet } = suite;
  await suite.rewind();
  const pay = async (amount: string) => {
    await devnet.fund({ address, amount: formatPebbles(parseCoins(amount)) });
    await devnet.mine({ blocks: 1, to: accounts[8]!.address });
  };
  await pay('500');
  await devnet.time({ advance_seconds: 7_200 });
  for (const amount of ['12', '90.99', '3']) await pay(amount);
});

test('the largest payment of the last hour is two clicks away, and proven', async ({ page, suite }) => {
  await page.goto(`${suite.addresses.website}/addresses/${address}`);
  await interactive(page);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: '1 h', exact: true }).click();
  await main.getByRole('link', { name: 'Largest', exact: true }).click();
  await expect(page).toHaveURL(/\?range=1h&order=largest$/);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  const region = main.locator('[data-proof="proven"]', { has: page.getByRole('table') });
  await expect(region.locator('.ledger__totals')).toContainText(/\+105\.99.CRN in.*largest 90\.99.CRN from/);
  await expect(region.locator('tbody tr')).toHaveCount(3);
  await expect(region.locator('tbody tr').first()).toContainText('90.99');
  expect(await unmarked(page)).toEqual([]);
  expect(await accessibilityProblems(page, { part: 'main' })).toEqual([]);
});

test('without JavaScript it takes three clicks from home to the largest payment of the last hour, whose page is the same with it', async ({
  browser,
  page,
  suite,
}) => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(suite.addresses.website);
  await plain.getByRole('banner').getByRole('link', { name: 'Transactions', exact: true }).click();
  const choices = plain.getByRole('main');
  await choices.getByRole('link', { name: '1 h', exact: true }).click();
  await choices.getByRole('link', { name: 'Largest', exact: true }).click();
  // Rewards of 50 CRN are no payments.
  await expect(plain).toHaveURL(/\?kind=transfer&range=1h&order=largest$/);
  await page.goto(plain.url());
  await interactive(page);
  for (const one of [page, plain]) {
    const region = one.locator('main [data-proof="none"]', { hasText: 'the server’s word' });
    await expect(region.locator('tbody tr')).toHaveCount(3);
    await expect(region.locator('tbody tr').first()).toContainText('90.99');
  }
  // On a phone one line says what is chosen, and opens the choices.
  await plain.setViewportSize({ width: 390, height: 844 });
  const other = plain.getByRole('link', { name: 'Newest', exact: true });
  await expect(other).toBeHidden();
  await plain.getByText('Show: 1 h · Payments · Largest', { exact: true }).click();
  await other.click();
  await expect(plain).toHaveURL(/\?kind=transfer&range=1h$/);
  await plain.close();
});
