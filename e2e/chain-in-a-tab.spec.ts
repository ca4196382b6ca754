import { inRoot } from '@cairn/suite/checkout';
import { createChain } from '@cairn/testkit';
import { expect, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { test } from './kept-browser.ts';
import type { ChainCall } from './tab-page.ts';

const RECIPIENT = 'dWuPJ3a8491JzZmUgzBfpWGLzoLtxhNxoc';
const SCRIPTS = {
  page: 'e2e/tab-page.ts',
  seeded: 'packages/tab/src/seeded-worker-test-support.ts',
  worker: 'packages/tab/src/worker.ts',
};
/** A site of each test's own, without another's files. Browsers trust it as they do https, so it has files and locks. */
let origin: string;

let files: ReadonlyMap<string, string | Uint8Array>;

test.beforeAll(async () => {
  const { output } = (await build({
    root: inRoot('.'),
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2024',
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(SCRIPTS).map(([name, path]) => [name, inRoot(path)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput;
  files = new Map(output.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : file.source]));
});

/** The worker, on a disk whose files of databases refuse writes once a page has said how. */
const ON_BAD_DISK = `
  let failure;
  new BroadcastChannel('disk').addEventListener('message', ({ data }) => (failure = data));
  const databases = new Set();
  const { createSyncAccessHandle: open } = FileSystemFileHandle.prototype;
  FileSystemFileHandle.prototype.createSyncAccessHandle = async function () {
    const handle = await open.call(this);
    if (!['blocks', 'clock'].includes(this.name)) databases.add(handle);
    return handle;
  };
  const { write } = FileSystemSyncAccessHandle.prototype;
  FileSystemSyncAccessHandle.prototype.write = function (...given) {
    if (failure === undefined || !databases.has(this)) return write.apply(this, given);
    if (failure === 'short') return 0;
    throw new DOMException('it said', failure);
  };
  await import('/worker.js');
`;

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' };

test.beforeEach(async ({ page }, { testId }) => {
  origin = `http://${testId}.localhost`;
  await page.context().route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const body =
      (pathname === '/bad-disk.js' ? ON_BAD_DISK : files.get(pathname)) ??
      '<!doctype html><title>A chain</title><script type="module" src="/page.js"></script>';
    const contentType = TYPES[pathname.split('.').at(-1)!] ?? 'text/html';
    return route.fulfill({
      contentType,
      body: typeof body === 'string' ? body : Buffer.from(body),
    });
  });
  await page.goto(origin);
  await page.waitForFunction(() => 'TestTab' in window);
});

const CALLS: readonly ChainCall[] = [
  ['devnet/devnet/mine', '{"blocks":3}'],
  ['explorer/api/v1/status'],
  ['devnet/devnet/fund', `{"address":"${RECIPIENT}","amount":"500"}`],
  ['explorer/api/v1/blocks/4/transactions'],
  ['devnet/devnet/reorganize', '{"depth":2}'],
  ['explorer/api/v1/blocks'],
  ['explorer/api/v1/transactions'],
  ['explorer/api/v1/addresses?limit=100'],
  [`explorer/api/v1/addresses/${RECIPIENT}/transactions`],
  ['explorer/api/v1/stats'],
  ['devnet/devnet'],
];

test('a worker of a page holds a chain, which answers what one in a process does', async ({ page }) => {
  const inTab = await page.evaluate(async (calls) => {
    const tab = new window.TestTab('/seeded.js');
    const answers: [number, string][] = [];
    for (const one of calls) answers.push(await tab.call(one));
    return answers;
  }, CALLS);
  await using chain = await createChain({ seed: 7 });
  const inProcess: [number, string][] = [];
  for (const [url, body] of CALLS) {
    const headers = { 'content-type': 'application/json' };
    const response = await chain.fetch(
      `http://${url}`,
      body === undefined ? {} : { method: 'POST', headers, body },
    );
    inProcess.push([response.status, await response.text()]);
  }
  expect(inTab).toEqual(inProcess);
  expect(inTab.map(([status]) => status)).toEqual(CALLS.map(() => 200));
  expect((await chain.explorer.status()).height).toBe(5);
});

/** Opens the chain that lives by itself. @returns what its tip is once it lives */
const open = (page: Page) =>
  page.evaluate(async () => {
    window.tab = new window.TestTab('/worker.js');
    return window.tab.until('living');
  });
const call = (page: Page, ...one: ChainCall): Promise<[number, string]> =>
  page.evaluate((asked) => window.tab.call(asked), one);
/** A call that is answered in JSON. */
const ask = async <Answer>(page: Page, ...one: ChainCall): Promise<Answer> => {
  const [status, text] = await call(page, ...one);
  expect([one, status, text]).toEqual([one, 200, text]);
  return JSON.parse(text) as Answer;
};
const dump = (page: Page) => ask<{ blocks: string[]; pending: string[] }>(page, 'devnet/devnet/dump');
const blockId = async (page: Page, height: number): Promise<string> =>
  (await ask<{ block: { id: string } }>(page, `explorer/api/v1/blocks/${height}`)).block.id;
/** Begins anew, as a browser does that has ended without notice. */
async function revisit(page: Page) {
  await page.reload();
  await page.waitForFunction(() => 'TestTab' in window);
  return open(page);
}

/** The share of the stored blocks that the opening of the chain has read. */
const readAgain = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(...window.tab.states.map((said) => (said.state === 'opening' ? said.progress : 0))),
  );

interface Mined {
  readonly blocks: readonly { readonly height: number; readonly id: string }[];
}

test('a chain lives by itself, and goes on after a reload, without room, and in another tab', async ({
  page,
}) => {
  await test.step('it has something to show at once, and streams its events', async () => {
    const { height, isKept } = await open(page);
    expect([height, isKept]).toEqual([12, true]);
    const { items } = await ask<{ items: unknown[] }>(page, 'explorer/api/v1/transactions?kind=transfer');
    expect(items.length).toBeGreaterThan(10);
    await ask(page, 'devnet/devnet/mining', '{"mode":"interval","interval_seconds":1}');
    const streamed = await page.evaluate(async (tip) => {
      const { body, headers } = await window.tab.fetch([`explorer/api/v1/events?last_event_id=${tip}`]);
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('event: tip')) text += (await reader.read()).value ?? '';
      await reader.cancel();
      return [headers.get('content-type'), text];
    }, height);
    expect(streamed).toEqual(['text/event-stream', expect.stringContaining(`"height":${height + 1}`)]);
  });

  await test.step('a reload goes on with its blocks, its pending transfers and its clock', async () => {
    await ask(page, 'devnet/devnet/mining', '{"mode":"manual"}');
    await ask(page, 'devnet/devnet/time', '{"advance_seconds":90000}');
    const { blocks } = await ask<Mined>(page, 'devnet/devnet/mine', '{"blocks":3}');
    const { height, id } = blocks[2]!;
    await expect.poll(async () => (await dump(page)).pending.length).toBe(4);
    const { pending } = await dump(page);
    expect((await revisit(page)).height).toBeGreaterThanOrEqual(height);
    expect(await readAgain(page)).toBe(0);
    expect(await blockId(page, height)).toBe(id);
    const { clock } = await ask<{ clock: { offset_seconds: number } }>(page, 'devnet/devnet');
    expect(clock.offset_seconds).toBe(90_000);
    // It mines again: they may be in a block by now.
    const kept = await dump(page);
    const known = [...kept.blocks, ...kept.pending].join();
    expect(pending.filter((raw) => !known.includes(raw))).toEqual([]);
  });

  await test.step('without room for a block it says so, and what is there can be read', async () => {
    const client = await page.context().newCDPSession(page);
    await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000 });
    await page.evaluate(
      () => void window.tab.call(['devnet/devnet/mine', '{"blocks":9}']).catch(() => undefined),
    );
    const failed = await page.evaluate(() => window.tab.until('failed'));
    expect(failed.reason).toBe('full');
    expect((await call(page, 'explorer/api/v1/status'))[0]).toBe(200);
    await client.send('Storage.overrideQuotaForOrigin', { origin });
    expect((await revisit(page)).height).toBeGreaterThanOrEqual(12);
  });

  await test.step('a second worker waits until the first one has ended, and goes on with its chain', async () => {
    await ask(page, 'devnet/devnet/mining', '{"mode":"manual"}');
    const { height } = await ask<{ height: number }>(page, 'devnet/devnet');
    const id = await blockId(page, height);
    const second = await page.context().newPage();
    await second.goto(origin);
    await second.waitForFunction(() => 'TestTab' in window);
    await second.evaluate(async () => {
      window.tab = new window.TestTab('/worker.js');
      await window.tab.until('elsewhere');
    });
    await expect(call(second, 'explorer/api/v1/status')).rejects.toThrow('another tab holds the chain');
    await page.close();
    await second.evaluate(() => window.tab.until('living'));
    expect(await blockId(second, height)).toBe(id);
  });
});

test('a database whose write fails is full or broken, and goes on after a reload', async ({ page }) => {
  for (const [failure, reason, message] of [
    ['short', 'full', 'SQLITE_IOERR'],
    ['InvalidStateError', 'broken', 'InvalidStateError: it said'],
  ] as const) {
    const failed = await page.evaluate(async (how) => {
      window.tab = new window.TestTab('/bad-disk.js');
      await window.tab.until('living');
      new BroadcastChannel('disk').postMessage(how);
      void window.tab.call(['devnet/devnet/mine', '{"blocks":1}']).catch(() => undefined);
      return window.tab.until('failed');
    }, failure);
    expect(failed).toEqual({ state: 'failed', reason, message: expect.stringContaining(message) });
    const { height } = JSON.parse((await call(page, 'explorer/api/v1/status'))[1]) as { height: number };
    expect((await revisit(page)).height).toBeGreaterThanOrEqual(height);
    await page.evaluate(() => window.tab.kill());
  }
});

test('a chain outlives the end of its worker, and begins again where its file is damaged', async ({
  page,
}) => {
  await open(page);
  await test.step('a worker that ends while it writes loses no block that it has answered', async () => {
    const last = await page.evaluate(async () => {
      const { blocks } = JSON.parse(
        (await window.tab.call(['devnet/devnet/mine', '{"blocks":2}']))[1],
      ) as Mined;
      const dying = window.tab;
      void dying.call(['devnet/devnet/mine', '{"blocks":500}']);
      await dying.until('living', ({ height }) => height > blocks[1]!.height + 5);
      dying.kill();
      return blocks[1]!;
    });
    const { height } = await open(page);
    expect(height).toBeGreaterThan(last.height + 4);
    expect(await blockId(page, last.height)).toBe(last.id);
  });

  await test.step('a database that is damaged is made anew from the blocks', async () => {
    const { blocks } = await ask<Mined>(page, 'devnet/devnet/mine', '{"blocks":1}');
    for (const names of [['core'], ['index', 'mempool']]) {
      await page.evaluate(async (damaged) => {
        window.tab.kill();
        for (const name of damaged) await window.damageDatabase(name);
      }, names);
      const { height, id } = blocks[0]!;
      expect((await open(page)).height).toBeGreaterThanOrEqual(height);
      expect(await blockId(page, height)).toBe(id);
      expect([names, await readAgain(page)]).toEqual([names, names[0] === 'core' ? 1 : 0]);
      const { items } = await ask<{ items: unknown[] }>(page, 'explorer/api/v1/transactions?kind=transfer');
      expect(items.length).toBeGreaterThan(10);
    }
  });

  await test.step('files of the databases that were never created are created', async () => {
    const { blocks } = await ask<Mined>(page, 'devnet/devnet/mine', '{"blocks":1}');
    await page.evaluate(async () => {
      window.tab.kill();
      await window.leaveOneFile();
    });
    const { height, id } = blocks[0]!;
    expect((await open(page)).height).toBeGreaterThanOrEqual(height);
    expect(await blockId(page, height)).toBe(id);
  });

  await test.step('blocks that are lost are counted', async () => {
    await ask(page, 'devnet/devnet/mine', '{"blocks":2}');
    await page.evaluate(async () => {
      window.tab.kill();
      await window.changeBlocks(async (file, size) => file.truncate(size - 30));
    });
    expect((await open(page)).lostBlocks).toBe(1);
  });

  await test.step('blocks that are damaged are said, and the chain begins again', async () => {
    await page.evaluate(async () => {
      window.tab.kill();
      await window.changeBlocks(async (file, size) => {
        await file.seek(size - 3_000);
        await file.write(new Uint8Array(2_990));
      });
      window.tab = new window.TestTab('/worker.js');
    });
    const failed = await page.evaluate(() => window.tab.until('failed'));
    expect(failed).toMatchObject({
      reason: 'damaged',
      message: expect.stringContaining('cairn-tab/blocks'),
    });
    await page.evaluate(() => window.tab.tell({ command: 'start again' }));
    expect(await page.evaluate(() => window.tab.until('living'))).toMatchObject({ height: 12 });
  });
});
