/** A browser recomputes the chain of its explorer, and pages say so of what follows from it. */
import { createExplorerClient } from '@cairn/api/explorer';
import {
  blockId,
  blockIdBytes,
  decodeBlockHeader,
  encodeBlockHeader,
  getNetwork,
  HEADER_SIZE,
  meetsTarget,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { verdictOf } from './proof-marks.ts';
import { expect, interactive, keepScreenshotOf, test } from './suite.ts';

const [, account] = developmentAccounts(getNetwork('devnet'));
const WRONG = 5;

/** The header with a time before its parent's, mined again. */
function outOfTime(bytes: Uint8Array): Uint8Array {
  const header = decodeBlockHeader(bytes);
  for (let nonce = 0; ; nonce += 1) {
    const forged = encodeBlockHeader({ ...header, timestamp: 1, nonce });
    if (meetsTarget(blockIdBytes(forged), header.bits)) return forged;
  }
}

test('a reader recomputes the chain, through a lie and a reload, and pages take their figures from it', async ({
  page,
  suite,
  keepScreenshot,
}) => {
  await suite.rewind();
  const api = createExplorerClient({ baseUrl: suite.addresses.explorerApi });
  await suite.devnet.mine({ blocks: 8, to: account!.address });
  const site = suite.addresses.website;
  let forged: Uint8Array = new Uint8Array();
  await page.route(`**/blocks/${WRONG}/raw`, async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    forged = outOfTime(body.subarray(0, HEADER_SIZE));
    body.set(forged);
    await route.fulfill({ response, body });
  });
  await page.goto(`${site}/network`);
  await interactive(page);
  const panel = page.locator('[data-recompute]');
  await keepScreenshot('recompute-offer');
  await panel.getByRole('button', { name: 'Recompute' }).click();
  await expect(panel).toContainText(`Block ${WRONG} breaks a rule`);
  await expect(panel).toContainText('timestamp');
  const stored = (of: Page): Promise<string | null> =>
    of.evaluate(() => localStorage.getItem('cairn-wrong-block'));
  await expect.poll(() => stored(page)).toContain(`${WRONG} ${blockId(forged)} `);
  await keepScreenshot('recompute-wrong-block');

  // The blocks before it are kept.
  await page.unroute(`**/blocks/${WRONG}/raw`);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(`${site}/verify`);
  await panel.getByRole('button', { name: 'Recompute' }).click();
  await expect(panel).toHaveAttribute('data-recompute', 'done');
  const { height } = await suite.devnet.state();
  await expect(panel).toContainText(`Up to block ${height}`);
  expect(asked.filter((path) => path.endsWith('/raw'))).toHaveLength(height - WRONG + 1);
  await keepScreenshot('recompute-done');
  expect(await accessibilityProblems(page)).toEqual([]);

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
  const { height: newest, tip_id: id } = await api.status();
  await addressPage.evaluate((wrong) => {
    localStorage.setItem('cairn-wrong-block', wrong);
    dispatchEvent(new Event('storage'));
  }, `${newest} ${id} devnet: a rule`);
  await expect(seal.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'failed');
  await expect(seal).toContainText(`block ${newest} is invalid`);
  await keepScreenshotOf(addressPage, 'recompute-invalid-chain');

  // What is deleted stays so, although a block is on its way.
  await addressPage.goto(`${site}/network`);
  const again = addressPage.locator('[data-recompute]');
  await again.getByRole('button', { name: 'Recompute' }).click();
  await expect(again).toHaveAttribute('data-recompute', 'done');
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
  await expect(again).toHaveAttribute('data-recompute', 'idle');
  const left = await addressPage.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    return [localStorage.getItem('cairn-recomputed'), await Array.fromAsync(root.keys())];
  });
  expect([...left, await stored(addressPage)]).toEqual([null, [], null]);
});
