import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findFreePort, provideTrySite } from '@cairn/suite';
import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit/playwright';
import { expect, type Page } from '@playwright/test';
import { accessibilityProblems, collectErrors } from './accessibility.ts';
import { test } from './kept-browser.ts';
import { weighPage } from './script-weight.ts';
import { startStaticHost } from './static-host.ts';
import { keepScreenshotOf } from './suite.ts';

/** Compressed bytes beside the explorer's own: of shell, workers, WebAssembly and the wallet's first screen. */
const SIZE_LIMIT = 900_000;

let folder: string;
let copy: string | undefined;

test.beforeAll(async () => {
  folder = await provideTrySite();
});

/** To change, for one test. @returns its folder */
function copyOfSite(): string {
  copy = mkdtempSync(join(tmpdir(), 'cairn-try-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}
test.afterEach(() => {
  if (copy !== undefined) rmSync(copy, { recursive: true });
  copy = undefined;
});

const explorerOf = (page: Page) => page.frameLocator('iframe[title="Explorer"]');
const walletOf = (page: Page) => page.frameLocator('iframe[title="Wallet"]');
const barOf = (page: Page) => page.getByRole('region', { name: 'This chain' });
const stateOf = (page: Page) => barOf(page).getByRole('status');

/** Waits for a block, if there is none. */
async function heightOf(page: Page): Promise<number> {
  const read = async (): Promise<number> => Number(/^Block (\d+)/.exec(await stateOf(page).innerText())?.[1]);
  await expect.poll(read).toBeGreaterThan(0);
  return read();
}

test('a plain file server gives a visitor a chain that lives in the tab, and offline too', async ({
  page,
  context,
}) => {
  const root = copyOfSite();
  const [worker] = globSync('assets/worker-*.js', { cwd: root });
  const path = join(root, worker!);
  renameSync(path, `${path}.away`);
  const host = await startStaticHost(root);

  await test.step('a tab beside one whose chain does not start says so, and starts it again', async () => {
    const stopped = page;
    await stopped.goto(host.url);
    await expect(stopped.getByText('The chain has stopped')).toBeVisible();
    page = await context.newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(host.url);
    await expect(page.getByText('The chain has stopped')).toBeVisible();
    renameSync(`${path}.away`, path);
    await page.getByRole('button', { name: 'Start again' }).click();
    await heightOf(stopped);
    await stopped.close();
    await expect(stateOf(page)).toContainText('lives in this tab');
  });
  const errors = collectErrors(page);
  const [explorer, wallet] = [explorerOf(page), walletOf(page)];

  await test.step('explorer and wallet show its blocks', async () => {
    await heightOf(page);
    await expect(explorer.locator('astro-island[ssr]')).toHaveCount(0);
    const search = explorer.getByRole('combobox', { name: 'Search the chain' });
    await search.fill('1');
    await search.press('Enter');
    await expect(explorer.getByRole('heading', { level: 1, name: 'Block 1' })).toBeVisible();
    await expect(page).toHaveURL(`${host.url}/#/blocks/1&wallet`);
    await expect(explorer.getByText('Merkle root', { exact: true })).toBeVisible();
    expect(await accessibilityProblems(page, { part: '.bar' })).toEqual([]);
  });

  await test.step('a payment in the wallet is confirmed, and a link shows it in the explorer', async () => {
    await wallet.getByRole('button', { name: 'Open the development accounts' }).click();
    await wallet.getByRole('link', { name: 'Send' }).first().click();
    await wallet.getByLabel('Recipient', { exact: true }).fill(DEVELOPMENT_ADDRESSES[4]);
    await wallet.getByLabel('Amount', { exact: true }).fill('7.25');
    await wallet.getByRole('button', { name: 'Review' }).click();
    await wallet.getByRole('button', { name: 'Sign and send' }).click();
    // The chain mines by itself too.
    await expect(wallet.getByText(/Waiting for the next block|It is in block/)).toBeVisible();
    await explorer.getByRole('button', { name: 'Mine' }).click();
    await expect(wallet.getByText(/^\d+ confirmations?$/)).toBeVisible();
    await keepScreenshotOf(page, 'tab');
    await wallet.getByRole('link', { name: 'Show in the explorer' }).click();
    await expect(explorer.getByRole('heading', { level: 1, name: /^Payment in block/ })).toBeVisible();
    await expect(page.locator('iframe[title="Explorer"]')).toBeFocused();
    expect(context.pages()).toHaveLength(1);
  });

  await test.step('the Devnet bar reorganizes it', async () => {
    await explorer.getByRole('button', { name: 'Reorganize' }).click();
    await expect(explorer.getByRole('status').filter({ hasText: 'replaced above block' })).toBeVisible();
  });

  await test.step('a second tab shows it too, and goes on with it', async () => {
    const second = await context.newPage();
    await second.goto(`${host.url}/#/blocks/1`);
    await expect(stateOf(second)).toContainText('another tab');
    await expect(explorerOf(second).getByText('Merkle root', { exact: true })).toBeVisible();
    const alone = await context.newPage();
    await alone.goto(`${host.url}/blocks/1`);
    await expect(alone.getByText('Merkle root', { exact: true })).toBeVisible();
    // Of a page from the host, which may be of a newer build than the service worker.
    const script = await alone.evaluate(async () => (await fetch('/assets/newer.js')).text());
    expect(script).toBe(readFileSync(join(folder, '404.html'), 'utf8'));
    await alone.close();
    const height = await heightOf(page);
    await page.close();
    await expect(stateOf(second)).toContainText('lives in this tab');
    expect(await heightOf(second)).toBeGreaterThanOrEqual(height);
    page = second;
  });

  await test.step('without its host, a reload goes on', async () => {
    const kept = (): Promise<boolean> =>
      page.evaluate(async () => {
        const [cache] = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        return (await cache?.match('/explorer/verify/index.html')) !== undefined;
      });
    await expect.poll(kept).toBe(true);
    await host.close();
    const height = await heightOf(page);
    await page.reload();
    expect(await heightOf(page)).toBeGreaterThanOrEqual(height);
    await expect(explorerOf(page).getByText('Merkle root', { exact: true })).toBeVisible();
  });

  await test.step('it starts again from its first block', async () => {
    const height = await heightOf(page);
    await barOf(page).locator('summary').click();
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.getByRole('button', { name: 'Remove and start again' }).click();
    await expect.poll(() => heightOf(page)).toBeLessThan(height);
  });

  await test.step('no form of another site gives it orders', async () => {
    const mine = '/tab/devnet/devnet/mine';
    await page.evaluate(
      (mining) => fetch(mining, { method: 'POST', body: '{"mode":"manual"}' }),
      '/tab/devnet/devnet/mining',
    );
    const height = await heightOf(page);
    const other = await context.newPage();
    await other.setContent(`<form method="post" action="${host.url}${mine}"><button>Win</button></form>`);
    const answer = other.waitForResponse(host.url + mine);
    await other.getByRole('button').click();
    expect((await answer).status()).toBe(404);
    // Chromium forgets to close a page whose next document is on its way.
    await expect(other).toHaveURL(host.url + mine);
    await other.close();
    const status = () => page.evaluate(async () => (await fetch('/tab/explorer/api/v1/status')).json());
    expect(await status()).toMatchObject({ height });
    await page.evaluate((order) => fetch(order, { method: 'POST' }), mine);
    expect(await status()).toMatchObject({ height: height + 1 });
  });
  expect(errors).toEqual([]);
});

test('Caddy serves it to a phone, and then a newer build', async ({ page }) => {
  test.skip(spawnSync('caddy', ['version']).status !== 0, "needs Debian's caddy");
  const port = await findFreePort();
  const root = copyOfSite();
  // Browsers keep for long what has not changed for long.
  utimesSync(join(root, 'index.html'), 1_600_000_000, 1_600_000_000);
  const caddy = spawn('caddy', ['file-server', '--root', root, '--listen', `127.0.0.1:${port}`], {
    stdio: 'ignore',
    env: { ...process.env, HOME: root },
  });
  const ended = once(caddy, 'exit');
  try {
    const url = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(url);
    await heightOf(page);
    await explorerOf(page).getByRole('link', { name: 'Wallet' }).click();
    await expect(walletOf(page).getByRole('button', { name: 'Open the development accounts' })).toBeVisible();
    await expect(page).toHaveURL(`${url}/#/&wallet`);
    // Its worker reaches this origin alone, which no header of the host says.
    const isSent = (to: string): Promise<boolean> =>
      page
        .workers()
        .find((worker) => worker.url().includes('/assets/worker-'))!
        .evaluate(
          (other) =>
            fetch(other, { mode: 'no-cors' }).then(
              () => true,
              () => false,
            ),
          to,
        );
    const elsewhere = `http://localhost:${port}/`;
    expect((await fetch(elsewhere)).status).toBe(200);
    expect([await isSent(url), await isSent(elsewhere)]).toEqual([true, false]);
    await walletOf(page).getByRole('link', { name: 'Explorer' }).click();
    await expect(explorerOf(page).getByRole('heading', { level: 1 })).toBeVisible();

    const isKept = () => page.evaluate(async () => (await caches.match('/index.html')) !== undefined);
    await expect.poll(isKept).toBe(true);
    for (const [file, text, newer] of [
      ['index.html', 'content="website"', 'content="a newer build"'],
      ['service-worker.js', /"id":"\w+"/, '"id":"newer"'],
    ] as const) {
      const path = join(root, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(text, newer));
    }
    await page.evaluate(async () => {
      const registration = (await navigator.serviceWorker.getRegistration())!;
      await registration.update();
      const { installing } = registration;
      if (installing !== null)
        await new Promise((installed) =>
          installing.addEventListener('statechange', installed, { once: true }),
        );
    });
    await page.reload();
    await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'a newer build');
  } finally {
    caddy.kill();
    await ended;
  }
});

test('what it loads to open is small', () => {
  const scripts = ['index.html', 'wallet/index.html'].map((page) => weighPage(folder, page).bytes);
  const others = globSync('{service-worker.js,assets/{worker-*.js,*.wasm,*.css,*.woff2}}', { cwd: folder });
  const bytes = others.map((file) => gzipSync(readFileSync(join(folder, file))).length);
  expect([...scripts, ...bytes].reduce((sum, size) => sum + size)).toBeLessThan(SIZE_LIMIT);
});
