/** What is proven of an address and what is the server's word, as a browser shows and saves it. */
import { readFileSync } from 'node:fs';
import type { AddressHistory, AddressState } from '@cairn/api/explorer';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { Page } from '@playwright/test';
import { provenParts, provenText, unmarked, verdictIn, verdictOf } from './proof-marks.ts';
import { expect, test } from './suite.ts';

const accounts = developmentAccounts(getNetwork('devnet'));
const { address } = accounts[6]!;
/** A miner of more blocks than a page reads unasked. */
const { address: miner } = accounts[7]!;
const BLOCKS = 1_040;
const FALSE_PEBBLES = '876543210000000';

test.beforeAll(async ({ suite }) => {
  test.setTimeout(240_000);
  await suite.rewind();
  await suite.devnet.mine({ blocks: BLOCKS, to: miner, transactions: false });
  await suite.devnet.mine({ blocks: 30, to: address });
});

/** Saves the whole history. @returns the lines of the file */
async function save(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Whole history as CSV' }).click();
  return readFileSync(await (await download).path(), 'utf8').split('\r\n');
}

test('an honest page is proven but for its rank, follows the tip in one step, and is printed and saved as it stands', async ({
  page,
  apiProxy,
  site,
  suite,
}) => {
  // Playwright cannot use the system's save dialog; without the dialog, the page downloads the file.
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'showSaveFilePicker'));
  apiProxy.lie = {
    where: /\/rank$/,
    json: (body) => Object.assign(body, { rank: 4_321, total_received: FALSE_PEBBLES }),
  };
  expect(await verdictOf(page, `${site}/addresses/${address}`)).toBe('passed');
  const seal = page.locator('.seal');
  const tip = async () => (await suite.height()).toLocaleString('en');
  await expect(seal).toContainText(`Balance and nonce by block ${await tip()} (proven)`);
  await expect(seal).toContainText('All 31 transactions: nothing hidden (proven)');
  await expect(seal.locator('.seal__facts')).toContainText('anyone can rewrite it');
  await expect(page.locator('[data-proof="none"]', { hasText: 'Rank 4,321' })).toContainText('server’s word');
  expect(await provenText(page)).not.toMatch(/4,321|8,765,432/);
  expect(await unmarked(page)).toEqual([]);

  const proofs: string[] = [];
  page.on('request', (request) => {
    if (/\/proof\?rows/.test(request.url())) proofs.push(request.url());
  });
  await suite.devnet.mine({ blocks: 1, to: address });
  await expect(seal).toContainText(`Balance and nonce by block ${await tip()} (proven)`);
  await expect(provenParts(page).locator('tbody tr').first()).toContainText(await tip());
  expect(proofs).toHaveLength(1);

  const file = await save(page);
  expect(file[0]).toMatch(/^\uFEFFid,time_utc/);
  expect(new Set(file).size).toBe(1 + 32 + 1);
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.address__balance', '.c-stats', '.seal', 'table'])
    await expect(page.locator(part)).toBeVisible();
  await expect(page.locator('.ledger')).toBeHidden();

  // Where the verdict is red, a file has no better mark than the page.
  await page.emulateMedia({ media: 'screen' });
  apiProxy.lie = {
    where: /\/addresses\/\w+$/,
    json: (body: AddressState) => (body.balance = FALSE_PEBBLES),
  };
  expect(await verdictOf(page, `${site}/addresses/${address}?page=2`)).toBe('failed');
  expect((await save(page))[0]).toContain('not checked');
});

test('a list that was not read to its end says how much of it is known, and its file that nothing was checked', async ({
  page,
  apiProxy,
  site,
}) => {
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'showSaveFilePicker'));
  apiProxy.lie = {
    where: /\/addresses\/\w+\/transactions/,
    json: (body: AddressHistory) => {
      body.pagination.total = 25;
      delete body.tip_id;
    },
  };
  expect(await verdictOf(page, `${site}/addresses/${miner}?direction=mined`)).toBe('passed');
  await expect(page.locator('main')).toContainText('1,000+ transactions');
  await expect(page.getByRole('link', { name: 'Next' })).toBeVisible();
  // Below what is read unasked nothing is proven, until the reader asks for it.
  apiProxy.lie = undefined;
  expect(await verdictOf(page, `${site}/addresses/${miner}?page=41`)).toBe('limited');
  const file = await save(page);
  expect(file[0]).toContain('not checked');
  // Two lines above the rows, which begin with genesis; each ends with a line end.
  expect(file).toHaveLength(2 + BLOCKS + 1 + 1);
  await expect(page.getByText(`${(BLOCKS + 1).toLocaleString('en')} rows saved.`)).toBeVisible();
  const list = page.locator('[data-proof]', { has: page.locator('table') }).first();
  await expect(list).toHaveAttribute('data-proof', 'none');
  await page.locator('.seal .seal__head').click();
  await page.getByRole('button', { name: 'Prove the rest' }).click();
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  await expect(list).toHaveAttribute('data-proof', 'proven');
});
