/** What a lying server can make the page of an address say: each lie is found, or stands where the page says whose word it is. */
import { readFileSync } from 'node:fs';
import type { AddressHistory, AddressProof, AddressState } from '@cairn/api/explorer';
import { bytesToHex, foldHistory, getNetwork, hexToBytes } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { ExtraServer } from '@cairn/testkit';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { type Lie, LyingProxy } from './lying-proxy.ts';
import { provenParts, provenText, unmarked, verdictIn } from './proof-marks.ts';
import { expect, test } from './suite.ts';

const accounts = developmentAccounts(getNetwork('devnet'));
const { address } = accounts[6]!;
/** A miner of more blocks than a page reads unasked. */
const { address: miner } = accounts[7]!;
const FALSE_COINS = '8,765,432.1';
const FALSE_PEBBLES = '876543210000000';

let proxy: LyingProxy;
/** A website whose API is the proxy. */
let site: ExtraServer;
/** An answer of an earlier tip. */
let oldProof: AddressProof;

const main = (page: Page) => page.locator('main');

test.beforeAll(async ({ suite }) => {
  test.setTimeout(240_000);
  await suite.rewind();
  await suite.devnet.mine({ blocks: 1_040, to: miner, transactions: false });
  await suite.devnet.mine({ blocks: 30, to: address });
  const asked = await fetch(`${suite.addresses.explorerApi}/api/v1/addresses/${address}/proof?rows=100`);
  oldProof = (await asked.json()) as AddressProof;
  await suite.devnet.mine({ blocks: 1, to: address });
  proxy = await LyingProxy.start(suite.addresses.explorerApi);
  site = await suite.openWebsite(proxy.url);
});
test.beforeEach(() => {
  proxy.lie = undefined;
});
test.afterAll(async () => {
  await site.close();
  await proxy.close();
});

test('an honest page is proven, page by page, and follows the tip in one step', async ({ page, suite }) => {
  await page.goto(`${site.url}/addresses/${address}`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  const claims = page.locator('.claims__item');
  const tip = async () => (await suite.devnet.state()).height;
  await expect(claims.nth(0)).toContainText(`Balance proven in block ${(await tip()).toLocaleString('en')}`);
  await expect(claims.nth(1)).toContainText(/Nothing left out of all 3\d transactions/);
  await expect(page.locator('.claims')).toContainText('anyone can rewrite it');
  expect(await unmarked(page)).toEqual([]);
  expect(await accessibilityProblems(page, { part: 'main' })).toEqual([]);

  const proofs: string[] = [];
  page.on('request', (request) => {
    if (/\/proof\?rows/.test(request.url())) proofs.push(request.url());
  });
  await suite.devnet.mine({ blocks: 1, to: address });
  await expect(claims.nth(0)).toContainText(`Balance proven in block ${(await tip()).toLocaleString('en')}`);
  await expect(provenParts(page).locator('tbody tr').first()).toContainText(
    (await tip()).toLocaleString('en'),
  );
  expect(proofs).toHaveLength(1);
  for (const query of ['page=2', 'direction=mined', 'direction=mined&page=2', 'direction=out']) {
    await page.goto(`${site.url}/addresses/${address}?${query}`);
    await expect(verdictIn(page), query).toHaveAttribute('data-verdict', 'passed');
    expect(await unmarked(page)).toEqual([]);
  }
});

interface Told {
  readonly name: string;
  readonly query?: string;
  readonly lie: Lie;
  /** The verdict; `passed` where the lie is replaced by what is true. Without one the page says that the answer cannot be read. */
  readonly verdict: 'failed' | 'passed' | RegExp | undefined;
  /** What must not stand as proven. */
  readonly never: string | RegExp;
}

const STATE = /\/addresses\/\w+$/;
const HISTORY = /\/addresses\/\w+\/transactions/;
const PROOF = /\/proof\?rows/;
const state = (change: (body: AddressState) => void): Lie => ({
  where: STATE,
  json: (body) => change(body),
});
const history = (change: (body: AddressHistory) => void): Lie => ({
  where: HISTORY,
  json: (body) => change(body),
});
const proof = (change: (body: AddressProof) => void): Lie => ({
  where: PROOF,
  json: (body) => change(body),
});

const LIES: readonly Told[] = [
  {
    name: 'another balance',
    lie: state((body) => (body.balance = FALSE_PEBBLES)),
    verdict: 'failed',
    never: FALSE_COINS,
  },
  {
    name: 'another balance, of no tip',
    lie: state((body) => {
      body.balance = FALSE_PEBBLES;
      delete body.tip_id;
    }),
    verdict: 'passed',
    never: FALSE_COINS,
  },
  {
    name: 'a balance of nothing',
    lie: state((body) => ((body as { balance: unknown }).balance = null)),
    verdict: undefined,
    never: /never/,
  },
  {
    name: 'an address that has none',
    lie: state((body) => (body.exists = false)),
    verdict: 'failed',
    never: 'No transaction yet',
  },
  {
    name: 'another amount in a row',
    lie: history((body) => (body.items[2]!.value = FALSE_PEBBLES)),
    verdict: 'failed',
    never: FALSE_COINS,
  },
  { name: 'a hidden row', lie: history((body) => body.items.shift()), verdict: 'failed', never: /never/ },
  {
    name: 'a row without a time',
    lie: history((body) => ((body.items[0] as { block_timestamp: unknown }).block_timestamp = null)),
    verdict: /passed|failed/, // replaced, or found if the page had painted it before
    never: '1970',
  },
  {
    name: 'a row without a height',
    lie: history((body) => ((body.items[0] as { block_height: unknown }).block_height = null)),
    verdict: undefined,
    never: /never/,
  },
  {
    name: 'a total that hides later pages',
    query: 'direction=mined',
    lie: history((body) => (body.pagination.total = 25)),
    verdict: 'failed',
    never: /\b25 transactions/,
  },
  {
    name: 'a total that invents pages',
    query: 'page=2',
    lie: history((body) => (body.pagination.total = 9_999)),
    verdict: 'failed',
    never: '9,999',
  },
  {
    name: 'another amount in a row, of no tip, on page 2',
    query: 'page=2',
    lie: history((body) => {
      for (const row of body.items) row.value = FALSE_PEBBLES;
      delete body.tip_id;
    }),
    verdict: 'passed',
    never: FALSE_COINS,
  },
  {
    name: 'another amount in all answers of 100 rows, from which statement, chart and CSV used to come',
    lie: {
      where: /transactions\?limit=100/,
      json: (body) => {
        for (const row of (body as unknown as AddressHistory).items) row.value = FALSE_PEBBLES;
      },
    },
    verdict: 'passed',
    never: FALSE_COINS,
  },
  {
    name: 'another record',
    lie: proof((body) => (body.bucket[0] = body.bucket[0]!.replace(/..$/, 'ab'))),
    verdict: 'failed',
    never: /never/,
  },
  {
    name: 'a row left out of the proof',
    lie: proof((body) => body.rows!.splice(3, 1)),
    verdict: 'failed',
    never: /never/,
  },
  {
    name: 'no rows below the newest ten',
    lie: {
      where: PROOF,
      json: (body, path) => {
        const { rows, history_before: before } = body as AddressProof;
        const kept = path.includes('before') ? [] : rows!.slice(0, 10);
        const left = rows!.slice(kept.length).map((row) => ({ ...row, raw: hexToBytes(row.raw) }));
        const older = foldHistory(hexToBytes(before!), left.toReversed());
        Object.assign(body, { rows: kept, history_before: bytesToHex(older) });
      },
    },
    verdict: 'failed',
    never: /Nothing left out/,
  },
  {
    name: 'another coinbase with the same first 85 bytes',
    lie: proof((body) => (body.rows![0]!.raw = body.rows![0]!.raw.replace(/..$/, 'ab'))),
    verdict: 'failed',
    never: /never/,
  },
  {
    name: 'the proof of an older block',
    lie: proof((body) => Object.assign(body, oldProof)),
    verdict: 'failed',
    never: /never/,
  },
];

for (const told of LIES) {
  test(`is found or replaced: ${told.name}`, async ({ page }) => {
    proxy.lie = told.lie;
    await page.goto(`${site.url}/addresses/${address}${told.query === undefined ? '' : `?${told.query}`}`);
    if (told.verdict === undefined) await expect(main(page)).toContainText('cannot be read');
    else await expect(verdictIn(page)).toHaveAttribute('data-verdict', told.verdict);
    if (typeof told.never === 'string') expect(await provenText(page)).not.toContain(told.never);
    else expect(await provenText(page)).not.toMatch(told.never);
    const found = told.verdict && (await verdictIn(page).getAttribute('data-verdict'));
    if (found !== 'passed') await expect(provenParts(page)).toHaveCount(0);
    else await expect(main(page)).not.toContainText(FALSE_COINS);
    proxy.cut();
  });
}

test('a server that stops at an older tip makes a page that was proven red', async ({ page, suite }) => {
  await page.goto(`${site.url}/addresses/${address}`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  const asked = await fetch(`${suite.addresses.explorerApi}/api/v1/addresses/${address}/proof?rows=100`);
  const stopped = (await asked.json()) as AddressProof;
  proxy.lie = proof((body) => Object.assign(body, stopped));
  await suite.devnet.mine({ blocks: 1, to: address });
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'failed');
  await expect(page.locator('.verify-difference')).toContainText(
    `of block ${stopped.block_height}, not of the tip`,
  );
  await expect(provenParts(page)).toHaveCount(0);
});

test('a printed statement has the balance, and what is proven of it', async ({ page }) => {
  await page.goto(`${site.url}/addresses/${address}`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  await page.evaluate(() => void (document.documentElement.dataset['prints'] = 'statement'));
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.address__balance', '.c-stats', '.claims', '.statement'])
    await expect(page.locator(part)).toBeVisible();
  await expect(page.locator('.c-chart')).toBeHidden();
});

test('rank and share are the server’s word, wherever the verdict is', async ({ page }) => {
  proxy.lie = {
    where: /\/rank$/,
    json: (body) => Object.assign(body, { rank: 4_321, total_received: FALSE_PEBBLES }),
  };
  await page.goto(`${site.url}/addresses/${address}`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  await expect(page.locator('[data-proof="none"]', { hasText: 'Rank 4,321' })).toContainText('server’s word');
  expect(await provenText(page)).not.toMatch(/4,321|8,765,432/);
});

test('a list that was not read to its end says how much of it is known', async ({ page }) => {
  proxy.lie = history((body) => {
    body.pagination.total = 25;
    delete body.tip_id;
  });
  await page.goto(`${site.url}/addresses/${miner}?direction=mined`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  await expect(main(page)).toContainText('1,000+ transactions');
  await expect(page.getByRole('link', { name: 'Next' })).toBeVisible();
  // Below what is read unasked nothing is proven, until the reader asks for it.
  proxy.lie = undefined;
  await page.goto(`${site.url}/addresses/${miner}?page=41`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'limited');
  const list = page.locator('[data-proof]', { has: page.locator('table') }).first();
  await expect(list).toHaveAttribute('data-proof', 'none');
  await page.locator('.verify-bar > summary').click();
  await page.getByRole('button', { name: 'Check the rest' }).click();
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  await expect(list).toHaveAttribute('data-proof', 'proven');
});

test('a file says in its first line if its rows were not checked', async ({ page }) => {
  const save = async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Whole history as CSV' }).click();
    return readFileSync(await (await download).path(), 'utf8').split('\r\n');
  };
  proxy.lie = history((body) => {
    for (const row of body.items) row.value = FALSE_PEBBLES;
    delete body.tip_id;
  });
  await page.goto(`${site.url}/addresses/${address}`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  const checked = await save();
  expect(checked[0]).toMatch(/^\uFEFFid,time_utc/);
  expect(checked.join()).not.toContain(FALSE_PEBBLES);
  await page.goto(`${site.url}/addresses/${miner}`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  const unchecked = await save();
  expect(unchecked[0]).toContain('not checked');
  // Two lines above the rows, which begin with genesis; each ends with a line end.
  expect(unchecked).toHaveLength(2 + 1_041 + 1);
  // Where the verdict is red, a file has no better mark than the page.
  proxy.lie = state((body) => (body.balance = FALSE_PEBBLES));
  await page.goto(`${site.url}/addresses/${address}`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'failed');
  expect((await save())[0]).toContain('not checked');
});

test('a server without proofs is no liar: all that it says is called its word', async ({ page }) => {
  proxy.lie = { where: PROOF, breaks: true };
  await page.goto(`${site.url}/addresses/${address}`);
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'skipped');
  await expect(provenParts(page)).toHaveCount(0);
  await expect(page.locator('.claims')).toContainText('Balance by the newest block (not checked)');
  expect(await unmarked(page)).toEqual([]);
});
