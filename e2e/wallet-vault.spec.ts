import { readFileSync } from 'node:fs';
import { getNetwork } from '@cairn/protocol';
import { deriveKey } from '@cairn/protocol/hd-keys';
import { goToScreen, PASSWORD } from '@cairn/testkit/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './suite.ts';

const OTHER_PASSWORD = 'another staple of horses';
/** A public test phrase from BIP-39 that no other test uses. */
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const addressOf = (index: number): string =>
  deriveKey({ mnemonic: PHRASE, network: getNetwork('devnet'), index }).address;

let page: Page;
const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const field = (name: string): Locator => page.getByLabel(name, { exact: true });
const accounts = (): Locator => page.getByRole('list', { name: 'Your accounts' });
const expectHeading = (name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function unlock(password: string, tab = page): Promise<void> {
  await tab.getByLabel('Password', { exact: true }).fill(password);
  await tab.getByRole('button', { name: 'Unlock' }).click();
}

/** These tests share one wallet: each continues from the state of the last. */
test.describe.serial('the vault', () => {
  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext()).newPage();
  });
  test.afterAll(() => page.context().close());

  test('a restored phrase: the wallet reports that the node is down, then finds the accounts in use', async ({
    suite,
  }) => {
    await suite.devnet.mine({ to: addressOf(2) });
    const down = { error: 'node_unreachable', message: 'no node' };
    await page.route('**/v1/**', (route) => route.fulfill({ status: 502, json: down }));
    await page.goto(suite.walletAddress());
    await button('Import a recovery phrase').click();
    const words = PHRASE.split(' ');
    await field('Recovery phrase').fill(`${words.slice(0, -2).join(' ')} thank yel`);
    await button('Complete to yellow').click();
    await expect(page.getByText('Valid phrase of 12 words.')).toBeVisible();
    await button('Continue').click();
    await field('Password').fill(PASSWORD);
    await field('Repeat password').fill(PASSWORD);
    await button('Open wallet').click();
    await expect(page.getByText('The search for your accounts was interrupted')).toBeVisible();
    await page.unroute('**/v1/**');
    await button('Look again').click();
    await expect(page.getByText('1 account is in use.')).toBeVisible();
    await goToScreen(page, 'Accounts');
    await expect(accounts().getByRole('listitem')).toHaveCount(2);
    await button('Select Account 2').click();
  });

  test('a changed password is the only one, in an exported file too', async () => {
    await goToScreen(page, 'Settings');
    await button('Change the password').click();
    await field('Current password').fill(PASSWORD);
    await field('New password').fill(OTHER_PASSWORD);
    await field('Repeat password').fill(OTHER_PASSWORD);
    await page.getByRole('button', { name: 'Change password', exact: true }).click();
    await expect(page.getByText('The password was changed.')).toBeVisible();

    await button('Export the wallet file').click();
    await field('Password').fill(OTHER_PASSWORD);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await (await download).path();
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ format: 'cairn-vault', version: 2 });
    expect(text).not.toContain('winner');
    await button('Forget this wallet…').click();
    await field('Type “forget” to confirm').fill('forget');
    await button('Forget this wallet').last().click();
    await button('Restore from a wallet file').click();
    await page.getByLabel('Choose a file').setInputFiles(file);
    await field('Password').fill(PASSWORD);
    await button('Restore wallet').click();
    await expect(page.getByText('does not open the wallet')).toBeVisible();
    await field('Password').fill(OTHER_PASSWORD);
    await button('Restore wallet').click();
    await expectHeading('Overview');
  });

  test('stays open across reloads of its tab if its owner chose that, and in no other tab', async () => {
    await page.clock.install();
    await goToScreen(page, 'Settings');
    await page.getByRole('switch', { name: 'Stay open when the page reloads' }).check();
    await button('Lock').first().click();
    await unlock(OTHER_PASSWORD);
    await expectHeading('Settings');
    await page.reload();
    await expectHeading('Settings');
    const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    expect(kept).not.toContain(OTHER_PASSWORD);
  });

  test('locks every tab, and by itself after a sleep; full storage loses nothing', async () => {
    await goToScreen(page, 'Accounts');
    await page.evaluate(() => {
      Object.assign(window, { put: Reflect.get(IDBObjectStore.prototype, 'put') });
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await button('Change Account 2').click();
    await field('Name').fill('Rope');
    await button('Save').click();
    await expect(page.getByText(/storage is full/)).toBeVisible();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = Reflect.get(window, 'put') as typeof IDBObjectStore.prototype.put;
    });
    await button('Save').click();
    await expect(accounts()).toContainText('Rope');

    await page.clock.fastForward('16:00');
    await expect(page.getByText('Locked while you were away')).toBeVisible();
    await unlock(OTHER_PASSWORD);
    await goToScreen(page, 'Accounts');
    await expect(accounts()).toContainText('Rope');

    const second = await page.context().newPage();
    await second.goto(new URL('/', page.url()).href);
    await unlock(OTHER_PASSWORD, second);
    await second.getByRole('button', { name: 'Lock' }).click();
    await expect(page.getByText('Locked in another tab')).toBeVisible();
  });
});
