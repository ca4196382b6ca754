/** `npm run bench -- tab`: a chain that lives in a tab: its opening, its memory, and its opening at the next visit. */
import { provideTrySite } from '@cairn/suite';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { startStaticHost } from '../e2e/static-host.ts';
import { launchOptions, pageMemory } from './browser.ts';
import { type Bench, runBench } from './frame.ts';

/** Of an hour. */
const HOUR_BLOCKS = 514;
const BLOCK_SECONDS = 7;
const TRANSFERS_PER_BLOCK = 4;
/** A call moves the clock by as many blocks. */
const BLOCKS_PER_CALL = 60;
const STORM_TRANSFERS = 1_000;
/** The most of one event. */
const EVENT_TRANSFERS = 100;
const TIMEOUT_MS = 600_000;

await runBench(
  'tab',
  {
    runs: 1,
    parts: ['open', 'memory', 'storm', 'again'],
    numbers: { blocks: [12_000, 'of the chain that is opened again: some 23 hours'] },
  },
  async (bench) => {
    const folder = await provideTrySite();
    const host = await startStaticHost(folder);
    bench.onEnd(() => host.close());
    const options = await launchOptions('--js-flags=--expose-gc');
    /** A visitor of its own, whose files are on disk: those of a private window would be in the browser's memory. */
    const openBrowser = async (): Promise<BrowserContext> => {
      const context = await chromium.launchPersistentContext(bench.folder(), options);
      bench.onEnd(() => context.close());
      return context;
    };
    await measure(bench, openBrowser, host.url);
  },
);

async function measure(
  bench: Bench<'open' | 'memory' | 'storm' | 'again', 'blocks'>,
  openBrowser: () => Promise<BrowserContext>,
  url: string,
): Promise<void> {
  if (bench.wants('open'))
    await bench.measure(
      [{ name: 'a new chain: navigation → first block', unit: 'ms', max: 3_000 }],
      async () => {
        const context = await openBrowser();
        const value = await open(await context.newPage(), url);
        await context.close();
        return [{ value }];
      },
    );
  const context = await openBrowser();
  const page = await context.newPage();
  await open(page, url);
  const reportMemory = async (): Promise<void> => {
    const at = await heightOf(page);
    for (const [name, value] of Object.entries(await memoryOf(page)))
      bench.report({ name: `block ${at}: ${name}`, unit: 'B' }, [{ value }]);
  };
  if (bench.wants('memory')) {
    await reportMemory();
    await mine(page, HOUR_BLOCKS);
    await reportMemory();
  }
  if (bench.wants('storm'))
    bench.report(
      { name: `a block of ${STORM_TRANSFERS} transfers: longest wait for an answer`, unit: 'ms' },
      [{ value: await storm(page) }],
    );
  if (!bench.wants('again')) return;
  await mineEmpty(page, bench.numbers.blocks - (await heightOf(page)));
  if (bench.wants('memory')) await reportMemory();
  await bench.measure(
    [
      {
        name: `a chain of ${bench.numbers.blocks} blocks: navigation → its newest block`,
        unit: 'ms',
        max: 3_000,
      },
    ],
    async () => [{ value: await open(page, url) }],
  );
}

/** Milliseconds from the navigation until the page shows a block. */
async function open(page: Page, url: string): Promise<number> {
  await page.goto('about:blank');
  const start = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page
    .getByText(/^Block [1-9]/)
    .first()
    .waitFor({ timeout: TIMEOUT_MS });
  return performance.now() - start;
}

/** Bytes after a garbage collection: JavaScript of the page with its frames and of its worker, and all that their process has. */
async function memoryOf(page: Page): Promise<Record<string, number>> {
  await page.requestGC();
  const [chain] = page.workers(); // the first one has it
  await chain!.evaluate('gc()');
  const session = await page.context().newCDPSession(page);
  const own = await session.send('Runtime.getHeapUsage');
  // Playwright has no session with a worker.
  const { promise: worker, resolve } = Promise.withResolvers<typeof own>();
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const message = JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' });
    if (targetInfo.url === chain!.url())
      void session.send('Target.sendMessageToTarget', { sessionId, message });
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result: typeof own };
    if (id === 1) resolve(result);
  });
  const workers = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };
  await session.send('Target.setAutoAttach', workers);
  const { usedSize, backingStorageSize } = await worker;
  await session.detach();
  return {
    'renderer, resident': await pageMemory(page.context().browser()!, 'VmRSS'),
    'page and its frames, JS heap': own.usedSize,
    'worker, JS heap': usedSize,
    'worker, buffers': backingStorageSize,
  };
}

async function call<Answer>(page: Page, path: string, body?: object): Promise<Answer> {
  return page.evaluate(
    async ([to, text]) => {
      const init =
        text === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: text };
      const response = await fetch(to!, init);
      if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`);
      return (await response.json()) as never;
    },
    [path, body && JSON.stringify(body)],
  );
}

async function devnet(page: Page, path: string, body: object): Promise<void> {
  await call(page, `/tab/devnet/devnet/${path}`, body);
}

async function heightOf(page: Page): Promise<number> {
  return (await call<{ height: number }>(page, '/tab/explorer/api/v1/status')).height;
}

/** Plays blocks with transfers. */
async function mine(page: Page, blocks: number): Promise<void> {
  const start = performance.now();
  for (let left = blocks; left > 0; left -= BLOCKS_PER_CALL) {
    const count = Math.min(left, BLOCKS_PER_CALL);
    const events = Array.from({ length: count }, (_, block) => [
      { at: block * BLOCK_SECONDS, event: 'transfers', count: TRANSFERS_PER_BLOCK },
      { at: (block + 1) * BLOCK_SECONDS, event: 'blocks', count: 1 },
    ]).flat();
    await devnet(page, 'weather', { events });
    await devnet(page, 'time', { advance_seconds: count * BLOCK_SECONDS });
  }
  console.error(`… ${blocks} blocks mined in ${((performance.now() - start) / 1_000).toFixed(1)} s`);
}

/** Mines blocks without transfers, which are faster. */
async function mineEmpty(page: Page, blocks: number): Promise<void> {
  await devnet(page, 'weather', { weather: 'none' });
  for (let left = blocks; left > 0; left -= BLOCKS_PER_CALL)
    await devnet(page, 'mine', { blocks: Math.min(left, BLOCKS_PER_CALL), interval_seconds: BLOCK_SECONDS });
}

/** The longest time in which the chain answered nothing while it mined a block of many transfers, in milliseconds. */
async function storm(page: Page): Promise<number> {
  await devnet(page, 'weather', { weather: 'none' });
  const events = Array.from({ length: STORM_TRANSFERS / EVENT_TRANSFERS }, () => ({
    at: 1,
    event: 'transfers',
    count: EVENT_TRANSFERS,
  }));
  await devnet(page, 'weather', { events });
  await devnet(page, 'time', { advance_seconds: 2 });
  await devnet(page, 'weather', { weather: 'none' });
  return page.evaluate(async () => {
    const mining = new AbortController();
    const headers = { 'content-type': 'application/json' };
    void fetch('/tab/devnet/devnet/mine', { method: 'POST', headers, body: '{"blocks":1}' }).finally(() =>
      mining.abort(),
    );
    let longest = 0;
    while (!mining.signal.aborted) {
      const start = performance.now();
      await fetch('/tab/explorer/api/v1/status');
      longest = Math.max(longest, performance.now() - start);
    }
    return longest;
  });
}
