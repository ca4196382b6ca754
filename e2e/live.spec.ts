import { readFileSync } from 'node:fs';
import type { Extra } from '@cairn/testkit';
import type { Page } from '@playwright/test';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { LyingProxy } from './lying-proxy.ts';
import { expect, test, type Suite } from './suite.ts';

const miner = developmentAccounts(getNetwork('devnet'))[4]!.address;
/** More than a page of 100 rows, and than a part of a streamed history. */
const BLOCKS = 119;
const EVENTS = /\/events/;

test.use({ chainName: 'live' });

test.describe('live pages and lists', () => {
  let proxy: LyingProxy;
  /** The website before that proxy. */
  let site: Extra;
  /** Height of the tip before anything here mines. */
  let tip: number;
  const mineOn = async (suite: Suite) => {
    await suite.stopNode();
    await suite.startNode(['--index', '--mine', '--mine-interval', '2']);
  };

  test.beforeAll(async ({ suite }) => {
    await suite.mine(BLOCKS, miner);
    tip = await suite.height();
    proxy = await LyingProxy.start(suite.addresses.explorerApi);
    site = await suite.openWebsite(proxy.url);
  });
  test.beforeEach(() => {
    proxy.lie = undefined;
  });
  test.afterAll(async ({ suite }) => {
    await site.close();
    await proxy.close();
    await suite.stopNode();
    await suite.startNode();
  });

  test('lists keep page and size in the address bar, there and back', async ({ page }) => {
    await page.goto(`${site.url}/blocks`);
    const main = page.getByRole('main');
    const first = main.locator('tbody .height-link').first();
    await expect(first).toHaveText(inWords(tip));
    await main.getByRole('link', { name: '50 rows per page' }).click();
    await expect(page).toHaveURL(/size=50/);
    await expect(main.locator('tbody tr')).toHaveCount(50);
    await main.getByRole('link', { name: 'Older' }).click();
    await expect(page).toHaveURL(new RegExp(`before=${tip - 49}&size=50`));
    await expect(first).toHaveText(inWords(tip - 50));
    await page.goBack();
    await expect(first).toHaveText(inWords(tip));
    await page.goForward();
    await expect(first).toHaveText(inWords(tip - 50));
    await page.reload();
    await expect(first).toHaveText(inWords(tip - 50));
    await expect(main.locator('tbody tr')).toHaveCount(50);
  });

  test('what is shown and a whole history are saved as CSV', async ({ page, suite }) => {
    // Its dialogue is the system's own; without it the file is a download.
    await page.addInitScript(() => void Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.goto(`${site.url}/blocks?before=12&size=10`);
    await interactive(page);
    const blocks = await saved(page, 'CSV');
    expect(blocks.name).toBe('cairn-blocks-2-11.csv');
    expect(blocks.lines[0]).toMatch(/^height,id,time_utc,miner,/);
    expect(blocks.lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
    ]);
    await page.goto(`${site.url}/addresses/${miner}`);
    await interactive(page);
    const history = page.getByRole('region', { name: 'Transactions' });
    const rows = await history.locator('tbody tr').count();
    const shown = await saved(page, 'CSV');
    expect(shown.lines).toHaveLength(1 + rows);
    const whole = await saved(page, 'Whole history as CSV');
    expect(whole.lines[0]).toBe(shown.lines[0]);
    expect(whole.lines.slice(0, 1 + rows)).toEqual(shown.lines);
    const answer = await fetch(
      `${suite.addresses.explorerApi}/api/v1/addresses/${miner}/transactions?limit=1`,
    );
    const { pagination } = (await answer.json()) as { pagination: { total: number } };
    expect(pagination.total).toBeGreaterThan(100);
    expect(whole.lines).toHaveLength(1 + pagination.total);
    expect(new Set(whole.lines).size).toBe(whole.lines.length);
    await expect(page.getByText(`${pagination.total} rows saved.`)).toBeVisible();
  });

  test('blocks come by themselves, are told politely, and wait for who reads', async ({ page, suite }) => {
    await mineOn(suite);
    await page.goto(site.url);
    await interactive(page);
    const first = page.getByRole('main').locator('tbody .height-link').first();
    const before = await heightOf(first);
    await expect.poll(() => heightOf(first)).toBeGreaterThan(before);
    const news = page.locator('p.c-visually-hidden[role=status]').filter({ hasText: /new block/i });
    await expect(news).toHaveText(/^(New block \d+|\d+ new blocks, the newest is \d+)$/);

    await page.goto(`${site.url}/blocks`);
    await interactive(page);
    await first.focus();
    const held = await heightOf(first);
    const button = page.getByRole('button', { name: /new blocks?$/ });
    await expect(button).toBeVisible();
    expect(await heightOf(first)).toBe(held);
    await button.click();
    await expect.poll(() => heightOf(first)).toBeGreaterThan(held);
    // The pages below the newest stand still while the tip moves.
    const height = await suite.height();
    await page.goto(`${site.url}/blocks?before=20&size=10`);
    await expect.poll(() => suite.height()).toBeGreaterThan(height + 1);
    expect(await heightOf(first)).toBe(19);
  });

  test('without an event stream it asks, with one again it listens', async ({ page, suite }) => {
    await mineOn(suite);
    const asked = { events: 0, status: 0 };
    page.on('request', (request) => {
      if (EVENTS.test(request.url())) asked.events += 1;
      if (request.url().endsWith('/status')) asked.status += 1;
    });
    await page.goto(site.url);
    await interactive(page);
    const first = page.getByRole('main').locator('tbody .height-link').first();
    await expect.poll(() => asked.events).toBeGreaterThan(0);
    proxy.lie = { where: EVENTS, breaks: true };
    proxy.cut();
    asked.status = 0;
    const before = await heightOf(first);
    await expect.poll(() => heightOf(first)).toBeGreaterThan(before);
    expect(asked.status).toBeGreaterThan(0);
    await expect(page.getByRole('main')).not.toContainText(/stopped answering|does not answer/i);
    const opened = page.waitForResponse((response) => EVENTS.test(response.url()) && response.ok());
    proxy.lie = undefined;
    await opened;
    const again = await heightOf(first);
    await expect.poll(() => heightOf(first)).toBeGreaterThan(again);
  });

  test('says that the API has stopped, keeps what it knew, and shows by itself what came meanwhile', async ({
    page,
    suite,
  }) => {
    await page.goto(site.url);
    await interactive(page);
    const main = page.getByRole('main');
    await suite.stopNode();
    await expect(main).toContainText(/stopped answering/i, { timeout: 60_000 });
    const first = main.locator('tbody .height-link').first();
    const known = await heightOf(first);
    await suite.cairn('mine', '--blocks', '1', '--to', miner);
    await suite.startNode();
    await expect.poll(() => heightOf(first), { timeout: 60_000 }).toBe(known + 1);
    await expect(main).not.toContainText(/stopped answering/i, { timeout: 60_000 });
  });
});

/** Waits until the page's islands listen. */
async function interactive(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** A number as the English pages write it. */
const inWords = (count: number) => count.toLocaleString('en');

async function heightOf(link: ReturnType<Page['locator']>): Promise<number> {
  return Number((await link.innerText()).replaceAll(/\D/g, ''));
}

/** Presses a button and reads the file that it saves. */
async function saved(page: Page, button: string): Promise<{ name: string; lines: string[] }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  const download = await coming;
  const text = readFileSync(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}
