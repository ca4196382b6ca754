import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from '@playwright/test';
import { expect, test } from './suite.ts';
import {
  DEVELOPMENT_ADDRESSES as accounts,
  chooseAccount,
  goToScreen,
  importDevelopmentWallet,
} from '@cairn/testkit/playwright';

/** An account that no other test sends from or to. */
const OWNER = 8;
/** More than the wallet's first page of history. */
const REWARDS = 130;

let page: Page;

/** These tests share one wallet: each continues from the state of the last. */
test.describe.serial('the wallet’s records', () => {
  test.beforeAll(async ({ browser, suite }) => {
    await suite.rewind();
    await suite.devnet.mine({ blocks: REWARDS, to: accounts[OWNER] });
    page = await (await browser.newContext()).newPage();
    await importDevelopmentWallet(page, suite.walletAddress());
    await chooseAccount(page, `Account ${OWNER}`);
  });
  test.afterAll(() => page.context().close());

  test('a payment request is a web link, which the explorer explains, and fills in the payer’s form', async ({
    suite,
  }) => {
    await goToScreen(page, 'Receive');
    await field('Amount').fill('1.5');
    await field('Message').fill('Tea & cake');
    const link = page.getByRole('status', { name: 'Payment request' });
    const uri = `cairn:${accounts[OWNER]}?amount=1.5&message=Tea%20%26%20cake`;
    const web = `${suite.addresses.website}/pay#${uri}`;
    await expect(link).toHaveText(web);
    await field('Amount').fill('1,5');
    await expect(link).toBeHidden();

    const payer = await page.context().newPage();
    const asked: string[] = [];
    payer.on('request', (request) => asked.push(`${request.url()} ${request.postData()}`));
    await payer.goto(web);
    const main = payer.getByRole('main');
    await expect(main).toContainText('1.50 CRN');
    await expect(main).toContainText('Tea & cake');
    await expect(main).toContainText(accounts[OWNER]);
    // No server learns what is asked for.
    expect(asked.filter((one) => one.includes('Tea') || one.includes(accounts[OWNER]))).toEqual([]);
    const pay = payer.getByRole('link', { name: 'Pay with my wallet' });
    await expect(pay).toHaveAttribute('href', `${suite.addresses.gateway}/#${uri}`);
    await expect(pay).toHaveAttribute('target', '_blank');
    await page.evaluate((request) => (location.hash = request), uri);
    await expect(field('Recipient')).toHaveValue(accounts[OWNER]);
    await expect(field('Amount')).toHaveValue('1.5');
    await expect(page.getByRole('main')).toContainText('Tea & cake');

    await payer.evaluate(() => (location.hash = '#cairn:javascript:alert(1)'));
    await expect(main).toContainText('This payment link is damaged.');
    await expect(payer.getByRole('link', { name: 'Pay with my wallet' })).toBeHidden();
    await payer.close();
  });

  test('contacts: validated while typing, duplicates reported, edited, found', async () => {
    await goToScreen(page, 'Contacts');
    await addContact('Miner’s pool', accounts[OWNER]);
    await page.getByRole('button', { name: 'Add contact' }).click();
    await field('Name').fill('miner’s POOL');
    await field('Address').fill(`${accounts[1].slice(0, 12)}x${accounts[1].slice(13)}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('A contact or account of yours is called')).toBeVisible();
    await expect(field('Address')).toHaveAttribute('aria-invalid', 'true');
    await field('Address').fill(accounts[OWNER]);
    await expect(page.getByText('already, as Miner’s pool')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await addContact('Bakery', accounts[1]);
    const list = page.getByRole('list', { name: 'Contacts' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await page.getByLabel('Search contacts').fill('BAK');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await page.getByLabel('Search contacts').fill('');
  });

  test('contacts and labels are exported as BIP-329, and an import says what it took', async () => {
    const file = await download(() => page.getByRole('button', { name: 'Export', exact: true }).click());
    expect(file.suggestedFilename()).toMatch(/^cairn-labels-\d{4}-\d\d-\d\d\.jsonl$/);
    const text = readFileSync(await file.path(), 'utf8');
    const lines = text.trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as object);
    expect(records).toContainEqual(
      expect.objectContaining({ type: 'addr', ref: accounts[1], label: 'Bakery', note: '' }),
    );

    await page.getByRole('button', { name: 'Edit Bakery' }).click();
    await page.getByRole('button', { name: 'Delete contact' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')).toHaveCount(1);

    const broken = JSON.stringify({ type: 'addr', ref: `${accounts[2].slice(0, -1)}1`, label: 'Broken' });
    const buffer = Buffer.from(`${text}${broken}\n`);
    const choose = page.getByLabel('File of contacts and labels');
    await choose.setInputFiles({ name: 'labels.jsonl', mimeType: 'application/jsonl', buffer });
    const imported = page.getByRole('region', { name: 'Import and export' });
    await expect(imported).toContainText(/1 entry imported.*1 entry was left out.*Broken/);
    await expect(page.getByRole('list', { name: 'Contacts' })).toContainText('Bakery');
  });

  test('activity: filters, labels, and older pages by the node’s cursor to the end of the history', async ({
    suite,
  }) => {
    await goToScreen(page, 'Activity');
    const rows = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
    await expect(rows).toHaveCount(25);
    await rows.first().click();
    await rows.first().getByRole('button', { name: 'Add a label' }).click();
    await field('Private label').fill('=first block');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(rows.first()).toContainText('=first block');
    await expect(rows.first()).toContainText(/\d+ confirmations?/);
    const href = await rows
      .first()
      .getByRole('link', { name: /explorer/ })
      .getAttribute('href');
    expect(href).toContain(`${suite.addresses.website}/transactions/`);

    await page.getByRole('button', { name: 'Show older' }).click();
    await expect(rows).toHaveCount(50);
    await page.getByLabel('Search names, addresses, labels, amounts, IDs').fill('first BLOCK');
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: 'Search further back' }).click();
    await expect(page.getByText('This is the whole history.')).toBeVisible();
    // And the account's genesis transfer.
    await expect(page.getByRole('main')).toContainText(`1 match in the ${REWARDS + 1} loaded transactions`);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Direction').selectOption('Sent');
    await expect(page.getByText('No transaction matches')).toBeVisible();
    await page.getByLabel('Direction').selectOption('Block rewards');
    await expect(rows).toHaveCount(25);
    await page.getByRole('button', { name: 'Clear filters' }).click();
  });

  test('the whole history is exported as CSV: exact, in UTC, and without formulas', async () => {
    const file = await download(() => page.getByRole('button', { name: 'Export CSV' }).click());
    await expect(page.getByText(`${REWARDS + 1} transactions saved`)).toBeVisible();
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(REWARDS + 2);
    expect(lines[0]).toContain('time_utc,status,direction,amount_crn,amount_pebbles');
    expect(lines[1]).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,confirmed,reward,50,5000000000,0,0,5000000000,block reward,/,
    );
    expect(lines[1]).toContain(",'=first block,");
    expect(lines.slice(1).some((line) => /(?:^|,)"?[=+@]/.test(line))).toBe(false);
  });

  test('privacy mode hides every amount, and exports none; another unit is kept', async ({ suite }) => {
    const { balance } = (await suite.rpc(`/v1/accounts/${accounts[OWNER]}`)) as { balance: string };
    const shown = Number(balance.slice(0, -8)).toLocaleString('en');
    await goToScreen(page, 'Overview');
    await expect(page.getByRole('main')).toContainText(shown);
    const chart = page.getByRole('img', { name: /^Balance from/ });
    await expect(chart).toBeVisible();
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect(chart).toBeHidden();
    for (const screen of ['Overview', 'Activity'] as const) {
      await goToScreen(page, screen);
      await expect(page.getByText('••••••').first()).toBeVisible();
      const text = `${await page.title()} ${await page.getByRole('main').innerText()}`;
      expect(text, screen).not.toMatch(/\d[\d,.]*\s*(?:CRN|pebbles)/);
      expect(text, screen).not.toContain(shown);
    }
    await goToScreen(page, 'Activity');
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    await page.getByRole('button', { name: 'Hide amounts' }).click();

    await goToScreen(page, 'Settings');
    await page.getByRole('radio', { name: 'Pebbles' }).check({ force: true });
    await goToScreen(page, 'Overview');
    await expect(page.getByRole('main')).toContainText(/\d{3},\d{3}\spebbles/);
    const kept = await page.evaluate(() => [localStorage['cairn-unit'], localStorage['cairn-hide-amounts']]);
    expect(kept).toEqual(['pebbles', 'false']);
  });
});

function field(name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

async function addContact(name: string, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add contact' }).click();
  await field('Name').fill(name);
  await field('Address').fill(address);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
}

async function download(start: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), start()]);
  return file;
}
