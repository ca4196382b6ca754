/** A browser recomputes the chain of its explorer, and pages say so of what follows from it. */
import { createExplorerClient } from '@cairn/api/explorer';
import {
  blockId,
  blockIdBytes,
  bytesToHex,
  decodeBlock,
  encodeBlock,
  encodeBlockHeader,
  encodeTransaction,
  getNetwork,
  HEADER_SIZE,
  meetsTarget,
  merkleRoot,
  transactionIdBytes,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { verdictOf } from './proof-marks.ts';
import { expect, interactive, keepScreenshotOf, test } from './suite.ts';

const [, account] = developmentAccounts(getNetwork('devnet'));
const WRONG = 5;

/** The block of a miner alone with a pebble too much, mined again. */
function greedy(raw: Uint8Array): Uint8Array {
  const { header, transactions } = decodeBlock(raw);
  const [coinbase] = transactions.map((one) => ({ ...one, value: one.value + 1n }));
  const root = bytesToHex(merkleRoot([transactionIdBytes(encodeTransaction(coinbase!))]));
  for (let nonce = 0; ; nonce += 1) {
    const forged = { ...header, merkleRoot: root, nonce };
    if (meetsTarget(blockIdBytes(encodeBlockHeader(forged)), header.bits))
      return encodeBlock({ header: forged, transactions: [coinbase!] });
  }
}

test('a reader recomputes the chain, through a lie and a reload, and pages take their figures from it', async ({
  page,
  suite,
  keepScreenshot,
}) => {
  await suite.rewind();
  const api = createExplorerClient({ baseUrl: suite.addresses.explorerApi });
  await suite.devnet.mine({ blocks: 8, to: account!.address, transactions: false });
  const site = suite.addresses.website;
  const forged = greedy(await api.getRawBlock({ height_or_hash: WRONG }));
  const id = blockId(forged.subarray(0, HEADER_SIZE));
  // The server's chain ends with it.
  await page.route(/\/api\/v1\/(status|headers|blocks\/5\/raw)(\?|$)/, async (route) => {
    const response = await route.fetch();
    if (route.request().url().includes('/status')) {
      const status = (await response.json()) as object;
      return route.fulfill({ response, json: { ...status, height: WRONG, tip_id: id } });
    }
    if (route.request().url().includes('/raw')) return route.fulfill({ response, body: Buffer.from(forged) });
    const headers = await response.body();
    headers.set(forged.subarray(0, HEADER_SIZE), (WRONG - 1) * HEADER_SIZE);
    return route.fulfill({ response, body: headers.subarray(0, WRONG * HEADER_SIZE) });
  });
  await page.goto(`${site}/network`);
  await interactive(page);
  const panel = page.locator('.recompute');
  const verdict = panel.locator('[data-verdict]');
  await keepScreenshot('recompute-offer');
  await panel.getByRole('button', { name: 'Recompute' }).click();
  await expect(verdict).toHaveAttribute('data-verdict', 'failed');
  await expect(panel).toContainText('chain breaks the rules');
  await expect(panel).toContainText(`block ${WRONG}, ${id}: coinbase`);
  const stored = (of: Page): Promise<string | null> =>
    of.evaluate(() => localStorage.getItem('cairn-recomputed'));
  await expect.poll(() => stored(page)).toContain(id);
  await keepScreenshot('recompute-wrong-block');

  // The blocks before it are kept, also if the reader stops it.
  await page.unrouteAll({ behavior: 'wait' });
  await page.route(`**/blocks/${WRONG + 2}/raw`, () => undefined);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(`${site}/verify`);
  await panel.getByRole('button', { name: 'Recompute' }).click();
  await expect(panel).toContainText(`Block ${WRONG + 1} of`);
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel).toContainText(`done up to block ${WRONG + 1}: goes on from there`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  asked.length = 0;
  await panel.getByRole('button', { name: 'Recompute' }).click();
  await expect(verdict).toHaveAttribute('data-verdict', 'passed');
  const { height } = await suite.devnet.state();
  await expect(panel).toContainText(`Up to block ${height}`);
  expect(asked.filter((path) => path.endsWith('/raw'))).toHaveLength(height - WRONG - 1);
  await keepScreenshot('recompute-done');
  expect(await accessibilityProblems(page, { part: '.recompute' })).toEqual([]);

  const addressPage = await page.context().newPage();
  expect(await verdictOf(addressPage, `${site}/addresses/${account!.address}`)).toBe('passed');
  const seal = addressPage.locator('.seal');
  await expect(seal).toContainText('State recomputed in this browser');
  // The page that recomputes follows the chain for the others; without it, the claim ends with the block.
  await suite.devnet.reorganize({ depth: 2 });
  await expect(panel).toContainText(`Up to block ${await suite.height()}`);
  await expect(seal).toContainText('State recomputed in this browser');
  await page.close();
  await suite.devnet.mine();
  await expect(seal).toContainText('Recomputed in this browser up to block');

  // The invalid block is none of this chain; its newest one would turn each page red.
  await expect(seal.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'passed');
  const { height: newest, tip_id: tip } = await api.status();
  const wrong = { height: newest, id: tip, network: 'devnet', rule: 'a rule' };
  await addressPage.evaluate((found) => {
    localStorage.setItem('cairn-recomputed', found);
    dispatchEvent(new Event('storage'));
  }, JSON.stringify({ wrong }));
  await expect(seal.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'failed');
  await expect(seal).toContainText(`block ${newest} is invalid`);
  await keepScreenshotOf(addressPage, 'recompute-invalid-chain');

  // What is deleted stays so, although a block is on its way.
  await addressPage.goto(`${site}/network`);
  const again = addressPage.locator('.recompute');
  await again.getByRole('button', { name: 'Recompute' }).click();
  await expect(again.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'passed');
  const [asks, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await addressPage.route('**/raw', async (route) => {
    asks.resolve();
    await answer.promise;
    await route.continue();
  });
  await suite.devnet.mine();
  await asks.promise;
  await again.getByRole('button', { name: 'Delete' }).click();
  answer.resolve();
  await expect(again.getByRole('button', { name: 'Recompute' })).toBeVisible();
  const folders = (): Promise<string[]> =>
    addressPage.evaluate(async () => Array.fromAsync((await navigator.storage.getDirectory()).keys()));
  await expect.poll(folders).toEqual([]);
  expect(await stored(addressPage)).toBeNull();
});

test('a browser that runs no worker is told what it takes, and the reader can try again', async ({
  page,
  suite,
}) => {
  await suite.rewind();
  await page.addInitScript(() => {
    const { Worker } = globalThis;
    const forbid = () => {
      throw new DOMException('no workers', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'Worker', { value: forbid, writable: true });
    addEventListener('allow', () => Object.assign(globalThis, { Worker }));
  });
  await page.goto(`${suite.addresses.website}/verify`);
  await interactive(page);
  const panel = page.locator('.recompute');
  await panel.getByRole('button', { name: 'Recompute' }).click();
  await expect(panel).toContainText('does not run in this browser');
  await expect(panel).toContainText('WebAssembly');
  expect(await accessibilityProblems(page, { part: '.recompute' })).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('allow')));
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel).toContainText(`Up to block ${await suite.height()}`);
});
