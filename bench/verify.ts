/** `npm run bench -- verify`: how long a page takes to prove what it shows, and what it costs to follow the chain and ask witnesses. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { blockId, HEADER_SIZE } from '@cairn/protocol';
import { DEVELOPMENT_ADDRESSES, startSuite, type Suite } from '@cairn/testkit';
import type { Browser, Page, Request } from '@playwright/test';
import { openBrowser, pageProcesses } from './browser.ts';
import { type Bench, runBench, type Sample, type Target } from './frame.ts';

const BLOCKS_PER_CALL = 1_000;
/** Blocks that stay free below `--chain`, for those that are mined while pages are open. */
const SPARE_BLOCKS = 100;
/** Transfers to the address whose page is opened: more than a page shows. */
const TRANSFERS = 30;
/** Limits in milliseconds: a verdict, the work for one more block, all headers of `--headers`, a task of the main thread. */
const [MAX_VERDICT_MS, MAX_BLOCK_MS, MAX_HEADERS_MS, MAX_TASK_MS] = [1_000, 50, 3_000, 50];
/** How deep the fork of a witness with a heavier chain is. */
const FORK_DEPTH = 30;
const VERDICT_TIMEOUT_MS = 60_000;

/** Runs in each document: when its verdict stood, and the tasks of its main thread that took more than 50 ms. */
const RECORDER = `(() => {
  const seen = (globalThis.cairnBench = { verdictAt: 0, longTasks: [] });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver(() => {
    const ended = 'main [data-verdict]:not([data-verdict=running])';
    if (seen.verdictAt === 0 && document.querySelector(ended) !== null) seen.verdictAt = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-verdict'] });
})()`;

type VerifyBench = Bench<'address' | 'block' | 'witnesses' | 'headers', 'chain' | 'headers'>;

await runBench(
  'verify',
  {
    runs: 5,
    parts: ['address', 'block', 'witnesses', 'headers'],
    numbers: {
      chain: [20_000, 'blocks of the chain for addresses, new blocks and witnesses'],
      headers: [100_000, 'blocks of the chain that is checked down to genesis'],
    },
  },
  async (bench: VerifyBench) => {
    const browser = await openBrowser(bench);
    const suite = await startSuite();
    bench.onEnd(() => suite.close());
    await mineUpTo(suite, bench.numbers.chain - SPARE_BLOCKS);
    const [, payee] = DEVELOPMENT_ADDRESSES;
    for (let transfer = 0; transfer < TRANSFERS; transfer += 1)
      await suite.devnet.fund({ address: payee, amount: '1000000' });
    const address = `${suite.addresses.website}/addresses/${payee}`;
    if (bench.wants('address')) await measureAddress(bench, browser, address);
    if (bench.wants('block')) await measureNewBlock(bench, browser, suite, address);
    if (bench.wants('witnesses')) await measureWitnesses(bench, browser, suite);
    if (bench.wants('headers')) await measureHeaders(bench, browser, suite);
  },
);

async function mineUpTo(suite: Suite, height: number): Promise<void> {
  console.error(`… mining ${height.toLocaleString('en')} blocks`);
  for (;;) {
    const left = height - (await suite.devnet.state()).height;
    if (left <= 0) return console.error(`… mined; load of this machine: ${loadavg()[0]!.toFixed(1)}`);
    await suite.devnet.mine({ blocks: Math.min(left, BLOCKS_PER_CALL), transactions: false });
  }
}

/** Opens a page in a new profile, and waits for a verdict of this kind. */
async function openProven(
  browser: Browser,
  address: string,
  verdict = 'passed',
): Promise<{ page: Page; asked: Request[] }> {
  const page = await browser.newPage();
  await page.addInitScript(RECORDER);
  const asked: Request[] = [];
  page.on('requestfinished', (request) => void asked.push(request));
  await page.goto(address);
  await page.locator(`main [data-verdict="${verdict}"]`).waitFor({ timeout: VERDICT_TIMEOUT_MS });
  return { page, asked };
}

/** Milliseconds from the navigation to the verdict, and of the longest task of the main thread. */
async function recordedBy(page: Page): Promise<{ verdictAt: number; longest: number }> {
  const { verdictAt, longTasks }: { verdictAt: number; longTasks: number[] } =
    await page.evaluate('cairnBench');
  return { verdictAt, longest: Math.max(0, ...longTasks) };
}

function longestTask(what: string): Target {
  return { name: `${what}: longest task of the page`, unit: 'ms', max: MAX_TASK_MS };
}

async function measureAddress(bench: VerifyBench, browser: Browser, address: string): Promise<void> {
  const name = `address, ${bench.numbers.chain.toLocaleString('en')} blocks`;
  await bench.measure(
    [{ name: `${name}: navigation → verdict`, unit: 'ms', max: MAX_VERDICT_MS }, longestTask(name)],
    async () => {
      const { page } = await openProven(browser, address);
      const { verdictAt, longest } = await recordedBy(page);
      await page.close();
      return [{ value: verdictAt }, { value: longest }];
    },
  );
}

/** What one more block costs an open page: the time of its main thread and of its worker, until the seal is of that block. */
async function measureNewBlock(
  bench: VerifyBench,
  browser: Browser,
  suite: Suite,
  address: string,
): Promise<void> {
  const { page } = await openProven(browser, address);
  await bench.measure(
    [
      { name: 'one more block: work of page and worker', unit: 'ms', max: MAX_BLOCK_MS },
      { name: 'one more block: of the page', unit: 'ms' },
      { name: 'one more block: of the worker', unit: 'ms' },
      { name: 'one more block: mined → shown', unit: 'ms' },
    ],
    async () => {
      const height = ((await suite.devnet.state()).height + 1).toLocaleString('en');
      const [before, start] = [await threadTimes(browser), performance.now()];
      await suite.devnet.mine({ blocks: 1, transactions: false });
      await page.locator('.seal', { hasText: height }).waitFor();
      const shown = performance.now() - start;
      const after = await threadTimes(browser);
      const [main, worker] = [after.main - before.main, after.worker - before.worker];
      return [main + worker, main, worker, shown].map((value) => ({ value }));
    },
  );
  await page.close();
}

/** Milliseconds of the processor that main threads and workers of all pages have taken so far. Linux only. */
async function threadTimes(browser: Browser): Promise<{ main: number; worker: number }> {
  const times = { main: 0, worker: 0 };
  for (const process of await pageProcesses(browser))
    for (const thread of readdirSync(`/proc/${process}/task`)) {
      const read = (file: string) => readFileSync(`/proc/${process}/task/${thread}/${file}`, 'utf8');
      const time = Number(read('schedstat').split(' ')[0]) / 1e6;
      if (Number(thread) === process) times.main += time;
      if (read('comm').startsWith('DedicatedWorker')) times.worker += time;
    }
  return times;
}

/** What a page asks a witness that has the same chain, and one whose chain is heavier from some blocks below on. */
async function measureWitnesses(bench: VerifyBench, browser: Browser, suite: Suite): Promise<void> {
  const { id } = await suite.devnet.snapshot();
  await suite.devnet.reorganize({ depth: FORK_DEPTH, keep: 'none' });
  const heavier = await headersOf(suite);
  await suite.devnet.revert({ id });
  let headers = await headersOf(suite);
  const cases = [
    { name: 'that agrees', chain: headers, verdict: 'passed' },
    { name: `with a heavier fork ${FORK_DEPTH} blocks deep`, chain: heavier, verdict: 'failed' },
  ];
  const status = await (await fetch(`${suite.addresses.explorerApi}/api/v1/status`)).json();
  // Another node's Explorer API, as far as a worker asks a witness.
  const server = createServer(({ url: asked }, response) => {
    const { pathname, searchParams } = new URL(asked ?? '/', 'http://witness');
    response.setHeader('access-control-allow-origin', '*');
    const tip = { height: headers.length / HEADER_SIZE - 1, tip_id: blockId(headers.subarray(-HEADER_SIZE)) };
    if (pathname.endsWith('/status')) return response.end(JSON.stringify({ ...(status as object), ...tip }));
    const from = Number(searchParams.get('from')) * HEADER_SIZE;
    return response.end(headers.subarray(from, from + Number(searchParams.get('count')) * HEADER_SIZE));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  bench.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = await suite.openWebsite(suite.addresses.explorerApi, { witnesses: [url] });
  for (const { name, chain, verdict } of cases) {
    headers = chain;
    await bench.measure(
      [
        { name: `witness ${name}: requests`, unit: '' },
        { name: `witness ${name}: bytes`, unit: 'B' },
        { name: `witness ${name}: time`, unit: 'ms' },
      ],
      async () => {
        const { page, asked } = await openProven(browser, `${site.url}/blocks/1`, verdict);
        const sample = await costOf(asked.filter((request) => request.url().startsWith(url)));
        await page.close();
        return sample;
      },
    );
  }
  await site.close();
}

/** Number of requests, bytes of their answers, and milliseconds from the first to the last. */
async function costOf(asked: readonly Request[]): Promise<Sample[]> {
  const sizes = await Promise.all(asked.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  const times = asked.map((request) => request.timing());
  const start = Math.min(...times.map(({ startTime }) => startTime));
  const end = Math.max(...times.map(({ startTime, responseEnd }) => startTime + responseEnd));
  return [asked.length, bytes, end - start].map((value) => ({ value }));
}

/** All headers of the node's chain, 118 bytes each. */
async function headersOf({ addresses }: Suite): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let from = 0; ; from += 2_000) {
    const response = await fetch(`${addresses.explorerApi}/api/v1/headers?from=${from}&count=2000`);
    const part = Buffer.from(await response.arrayBuffer());
    if (part.length === 0) return Buffer.concat(parts);
    parts.push(part);
  }
}

/** The page of a block in the middle, from the click on “Prove the rest” to the verdict. */
async function measureHeaders(bench: VerifyBench, browser: Browser, suite: Suite): Promise<void> {
  const { headers } = bench.numbers;
  await mineUpTo(suite, headers);
  const name = `all ${headers.toLocaleString('en')} headers`;
  await bench.measure(
    [{ name: `${name}: click → verdict`, unit: 'ms', max: MAX_HEADERS_MS }, longestTask(name)],
    async () => {
      const address = `${suite.addresses.website}/blocks/${Math.floor(headers / 2)}`;
      const { page } = await openProven(browser, address, 'limited');
      await page.locator('.seal .seal__head').click();
      await page.evaluate('cairnBench.longTasks.length = 0');
      const start = performance.now();
      await page.getByRole('button', { name: 'Prove the rest' }).click();
      await page.locator('main [data-verdict="passed"]').waitFor({ timeout: VERDICT_TIMEOUT_MS });
      const time = performance.now() - start;
      const { longest } = await recordedBy(page);
      await page.close();
      return [{ value: time }, { value: longest }];
    },
  );
}
