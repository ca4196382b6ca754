/**
 * `npm run screenshots`: the pictures of the README, of the explorer and the wallet on a devnet with some traffic. With
 * `--pages` it saves every page of the explorer instead, in two widths and both themes, to look at.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createRpcClient } from '@cairn/api/rpc';
import { bytesToHex, encodeTransaction, getNetwork, signTransaction } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { createCommand } from '@cairn/suite/options';
import { inRoot } from '@cairn/suite/checkout';
import { startSuite, type Suite } from '@cairn/testkit';
import { importDevelopmentWallet } from '@cairn/testkit/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, provideChromium } from '../scripts/lib/chromium.ts';

const { pages: PAGES_FOLDER, only: ONLY } = createCommand(
  'npm run screenshots --',
  'The pictures of the README; with --pages, every page of the explorer instead.',
)
  .option('--pages <folder>', 'where to save every page of the explorer')
  .option('--only <name>', 'of these pages only those whose name contains this', '')
  .parse()
  .opts<{ pages?: string; only: string }>();

const network = getNetwork('devnet');
const accounts = developmentAccounts(network);
const BLOCKS = 120;
const INTERVAL_SECONDS = 600;
const PICTURE = { width: 1280, height: 800 } as const;

/** Numbers from 0 to 1 that are the same in each run. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Mines a day of blocks with up to nine transfers each, up to now, and leaves three transfers pending. */
async function makeTraffic(suite: Suite): Promise<void> {
  const random = pseudoRandom(7);
  const rpc = createRpcClient({
    baseUrl: suite.addresses.rpc,
    token: readFileSync(suite.addresses.tokenFile, 'utf8').trim(),
  });
  const nonces = await Promise.all(
    accounts.map(async ({ address }) => (await rpc.getAccount({ address })).nonce),
  );
  const pay = async (from: number, to: number) => {
    nonces[from]! += 1;
    const transaction = signTransaction(
      {
        chain: network.chainId,
        nonce: nonces[from]!,
        fee: BigInt(1_000 + Math.floor(random() * 40_000)),
        fromAddress: accounts[from]!.address,
        toAddress: accounts[to]!.address,
        value: BigInt(Math.floor(10 ** (4 + random() * 7))),
      },
      accounts[from]!.privateKey,
    );
    await rpc.submitTransaction({ raw: bytesToHex(encodeTransaction(transaction)) });
  };
  const someone = () => Math.floor(random() * accounts.length);
  for (const timestamp of blockTimes(random)) {
    const transfers = Math.floor(random() * random() * 10);
    for (let each = 0; each < transfers; each += 1) {
      const from = someone();
      await pay(from, (from + 1 + Math.floor(random() * 8)) % accounts.length);
    }
    await suite.devnet.time({ next_timestamp: timestamp });
    await suite.devnet.mine({ to: accounts[random() < 0.5 ? 4 : someone()]!.address });
  }
  const { clock } = await suite.devnet.state();
  await suite.devnet.time({ advance_seconds: -clock.offset_seconds });
  for (const from of [1, 2, 3]) await pay(from, 0);
}

/** Unix seconds of `BLOCKS` blocks, the last half a minute ago. */
function blockTimes(random: () => number): number[] {
  const times: number[] = [];
  for (let time = Math.floor(Date.now() / 1_000) - 30; times.length < BLOCKS;) {
    times.unshift(time);
    time -= Math.ceil(-Math.log(1 - random()) * INTERVAL_SECONDS);
  }
  return times;
}

/** Every page of the explorer, by the name of its picture. */
const PAGES = {
  home: '/',
  blocks: '/blocks',
  block: '/blocks/100',
  transactions: '/transactions',
  statistics: '/statistics',
  charts: '/statistics?range=blocks&figure=fees',
  addresses: '/addresses',
  address: `/addresses/${accounts[4]!.address}`,
  network: '/network',
  verify: '/verify',
  watch: '/watch',
  search: '/search?q=dM',
  api: '/api',
  about: '/about',
  missing: '/nothing',
} as const;

/** Waits for all data and every chart, which is drawn once it is scrolled into view. */
async function settle(page: Page): Promise<void> {
  await page.locator('astro-island[ssr]').first().waitFor({ state: 'detached' });
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.locator('[data-verdict="running"]').first().waitFor({ state: 'detached' });
  for (const chart of await page.getByRole('slider').all()) {
    await chart.scrollIntoViewIfNeeded();
    await chart.locator('canvas').waitFor();
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(1_000);
}

/** Saves every page of the explorer in two widths and both themes. */
async function savePages(browser: Browser, suite: Suite, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const api = await fetch(`${suite.addresses.explorerApi}/api/v1/transactions?kind=transfer&limit=1`);
  const { items } = (await api.json()) as { items: [{ id: string }] };
  const pages = Object.entries({ ...PAGES, transaction: `/transactions/${items[0].id}` });
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    for (const [name, path] of pages) {
      if (!name.includes(ONLY)) continue;
      await page.goto(suite.addresses.website + path);
      await settle(page);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
    await page.close();
  }
}

/** Saves the two pictures of the README. */
async function savePictures(browser: Browser, suite: Suite): Promise<void> {
  const page = await browser.newPage({ viewport: PICTURE, colorScheme: 'light' });
  await page.goto(suite.addresses.website);
  await settle(page);
  await picture(page, 'explorer');
  await importDevelopmentWallet(page, suite.walletAddress());
  await page.waitForTimeout(1_000);
  await picture(page, 'wallet');
  await page.close();
}

async function picture(page: Page, name: string): Promise<void> {
  const path = inRoot(`docs/images/${name}.png`);
  await page.screenshot({ path });
  process.stdout.write(`${path}: ${Math.ceil(statSync(path).size / 1_024)} KiB\n`);
}

const suite = await startSuite();
const browser = await chromium.launch({
  ...(await provideChromium((line) => void process.stderr.write(`${line}\n`))),
  args: CHROMIUM_ARGS,
});
try {
  await makeTraffic(suite);
  if (PAGES_FOLDER === undefined) await savePictures(browser, suite);
  else await savePages(browser, suite, resolve(PAGES_FOLDER));
} finally {
  await browser.close();
  await suite.close();
}
