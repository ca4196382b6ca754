import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { DEVELOPMENT_ADDRESSES as accounts } from '@cairn/testkit/playwright';
import { accessibilityProblems } from './accessibility.ts';
import { expect, interactive, keepScreenshotOf, test } from './suite.ts';

const [, WATCHED, MINER] = accounts;
/** An address of the testnet. */
const FOREIGN = 'TTTJgL7vJdRQYjHK5VrhhNTgGBuKF7Sfhm';
const TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';
const GENESIS = '3ef817a438023efb83a88423f0caa3d836680418af04842c937a64e05d410211';

const label = (page: Page) => page.locator('main .c-head .c-identifier__label');

/** Labels the block, transaction or address of the page by keyboard. */
async function setLabel(page: Page, text: string): Promise<void> {
  const button = page.getByRole('button', { name: /^(Add|Edit) label$/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('My label', { exact: true })).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
}

/** What the rows of a table hold together, as the page writes it. */
async function sumOf(table: Locator): Promise<string> {
  const rows = await table.getByRole('row').allInnerTexts();
  const amounts = rows.flatMap((row) => /([\d,.]+) CRN/.exec(row)?.[1]?.replaceAll(',', '') ?? []);
  const sum = amounts.reduce((total, amount) => total + Number(amount), 0);
  return `${sum.toLocaleString('en', { minimumFractionDigits: 2 })} CRN`;
}

/** These tests share one browser context: each continues from the state of the last. */
test.describe.serial('the reader’s own labels', () => {
  let context: BrowserContext;
  let page: Page;
  let site: string;
  const requests: string[] = [];

  test.beforeAll(async ({ browser, suite }) => {
    await suite.rewind();
    await suite.devnet.mine({ blocks: 3, to: MINER });
    site = suite.addresses.website;
    context = await browser.newContext({ acceptDownloads: true });
    page = await context.newPage();
    context.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  });
  test.afterAll(() => context.close());

  test('are added, changed and removed beside the identifier, by keyboard, and follow other tabs', async () => {
    await page.goto(`${site}/addresses/${MINER}`);
    await setLabel(page, 'Pool of stones');
    await expect(label(page)).toHaveText('Pool of stones');
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(label(other)).toHaveText('Pool of stones');
    await setLabel(page, 'Our pool');
    for (const tab of [page, other]) await expect(label(tab)).toHaveText('Our pool');
    await other.close();
    await page.getByRole('button', { name: 'Edit label' }).click();
    await expect(page.getByLabel('My label', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('My label', { exact: true })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Edit label' })).toBeFocused();

    await page.goto(`${site}/transactions/${TRANSFER}`);
    await setLabel(page, 'First coins');
    await page.goto(`${site}/blocks/0`);
    await setLabel(page, 'Where it began');
    await expect(label(page)).toHaveText('Where it began');
    await setLabel(page, ' ');
    await expect(label(page)).toHaveCount(0);
    await setLabel(page, 'Where it began');
  });

  test('are shown in lists beside the whole identifier, without a layout shift', async () => {
    await page.goto(`${site}/blocks?before=4`);
    const miner = page.locator(`main a[href$='/addresses/${MINER}']`).first();
    await expect(miner).toHaveText(`Our pool ${MINER}`);
    expect((await page.locator('tbody tr').first().boundingBox())!.height).toBeLessThan(60);
    await page.setViewportSize({ width: 360, height: 740 });
    const first = page.locator('tbody tr').last();
    await expect(first.getByText('Where it began').first()).toBeVisible();
    await keepScreenshotOf(page, 'labels-phone-blocks');
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`${site}/addresses`);
    await expect(page.getByRole('main')).toContainText('Our pool');
    await keepScreenshotOf(page, 'labels-addresses');
  });

  test('are found by the search, in German too, and by its page', async () => {
    await page.goto(`${site}/de/about`);
    await interactive(page); // text typed before the page's script runs is lost
    const field = page.getByRole('combobox');
    await field.click();
    await field.fill('our P');
    await expect(page.getByRole('option')).toHaveText([/^Our poolAdresse d/]);
    await page.goto(`${site}/search?q=our%20p`);
    const found = page.getByRole('main').getByRole('group', { name: 'Labels' });
    await expect(found.getByRole('link')).toHaveText([/^Our pooladdress d/]);
    await keepScreenshotOf(page, 'labels-search');
    await found.getByRole('link').click();
    await expect(page).toHaveURL(`${site}/addresses/${MINER}`);
  });

  test('and what is watched have a page, which keeps the focus', async ({ suite }) => {
    for (const path of [`addresses/${MINER}`, `addresses/${WATCHED}`]) {
      if (!page.url().endsWith(path)) await page.goto(`${site}/${path}`);
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Watching', pressed: true })).toBeVisible();
    }
    await page.goto(`${site}/watch`);
    const list = page.getByRole('table', { name: 'My labels' });
    await expect(list.getByRole('row')).toHaveCount(5);
    const reference = page.getByLabel('Address or transaction ID');
    await reference.fill('dLhCHA');
    await reference.press('Enter');
    await expect(page.getByText('Paste a whole address or a whole transaction ID.')).toBeVisible();
    await reference.fill(accounts[6]);
    await page.getByLabel('My label (optional)').fill('Baker');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('row').filter({ hasText: 'Baker' })).toContainText(' CRN');
    await expect(reference).toBeFocused();
    await list.getByRole('button', { name: 'Remove Baker' }).click();
    await expect(list.getByRole('row')).toHaveCount(5);
    const together = page.getByRole('main').locator('dl');
    await expect(list.getByRole('row').filter({ hasText: MINER })).toContainText('150.00');
    await expect(list.getByRole('row').filter({ hasText: WATCHED })).toContainText(' CRN');
    await expect(together).toContainText(await sumOf(list));
    // One block: the page may see two at once or one after the other.
    await suite.devnet.mine({ blocks: 1, to: MINER });
    await expect(list.getByRole('row').filter({ hasText: MINER })).toContainText('200.00');
    await expect(page.getByRole('status').filter({ hasText: '+50.00' })).toBeVisible();
    await expect(together).toContainText('+50.00 CRN');
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshotOf(page, 'labels-watch');
    await expect(together).not.toContainText('not in the sum');
    await list.getByRole('button', { name: /^Remove dLhCHA/ }).click();
    await expect(list.getByRole('row')).toHaveCount(4);
    expect(await page.evaluate(() => document.activeElement?.closest('.own') !== null)).toBe(true);
  });

  test('are exported and imported as BIP-329', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^cairn-labels-\d{4}-\d\d-\d\d\.jsonl$/);
    const text = readFileSync(await file.path(), 'utf8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual(
      expect.arrayContaining([
        { type: 'addr', ref: MINER, label: 'Our pool', watched: true },
        { type: 'tx', ref: TRANSFER, label: 'First coins' },
        { type: 'block', ref: GENESIS, label: 'Where it began' },
      ]),
    );
    await page.evaluate(() => localStorage.removeItem('cairn-labels'));
    await page.reload();
    await expect(page.getByText('Nothing here yet')).toBeVisible();
    const choose = page.getByLabel('File of labels');
    const hostile = `{"type":"addr","ref":"${WATCHED}","label":"a\\u202e<img src=x onerror=alert(1)>${' and on'.repeat(20)}"}`;
    await choose.setInputFiles({
      name: 'labels.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(`${text}${hostile}\nbroken\n`),
    });
    await expect(
      page.getByRole('status').filter({ hasText: '4 labels or addresses imported. 1 line' }),
    ).toBeVisible();
    await keepScreenshotOf(page, 'labels-import');
    const labels = page.getByRole('table', { name: 'My labels' });
    await expect(labels.getByRole('row')).toHaveCount(5);
    await expect(labels).toContainText('a<img src=x onerror=alert(1)> and on');
    // However long a label is, the table ends where its card does.
    const end = async (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().right);
    expect(await end(labels)).toBeLessThanOrEqual(await end(page.locator('.own')));

    const foreign = `{"type":"addr","ref":"${FOREIGN}","watched":true}`;
    await choose.setInputFiles({
      name: 'more.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(foreign),
    });
    await expect(labels.getByRole('row').filter({ hasText: FOREIGN })).toContainText('not available');
    await expect(page.getByRole('main').locator('dl')).toContainText('1 is not in the sum');
  });

  test('never leave the browser', () => {
    const leaks = requests.filter((request) => /pool|began|First%20coins|First coins/i.test(request));
    expect(leaks).toEqual([]);
    expect(requests.length).toBeGreaterThan(20);
  });
});

test('labels and watching fit a phone, in German too', async ({ page, suite }) => {
  // A transaction is watched for its first confirmations only.
  await suite.rewind();
  await page.setViewportSize({ width: 360, height: 740 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto(`${suite.addresses.website}/de/transactions/${TRANSFER}`);
  await interactive(page);
  const watch = page.getByRole('button', { name: 'Beobachten' });
  await watch.click();
  await expect(page.getByRole('button', { name: 'Wird beobachtet', pressed: true })).toBeFocused();
  await page.getByRole('button', { name: 'Name geben' }).click();
  await expect(page.locator('.personal form')).toBeVisible();
  expect(await width()).toBeLessThanOrEqual(360);
  expect(await accessibilityProblems(page)).toEqual([]);
  await keepScreenshotOf(page, 'labels-phone-watch');
  await page.goto(`${suite.addresses.website}/de/watch`);
  await interactive(page);
  await expect(page.getByRole('table', { name: 'Meine Namen' })).toContainText('1 Bestätigung');
  expect(await width()).toBeLessThanOrEqual(360);
});
