import { readFileSync } from 'node:fs';
import { getNetwork } from '@cairn/protocol';
import { deriveKey } from '@cairn/protocol/hd-keys';
import type { BrowserContext, Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { expect, test } from './suite.ts';
import { goToScreen, importDevelopmentWallet, PASSWORD } from '@cairn/testkit/playwright';

const OTHER_PASSWORD = 'another staple of horses';
/** A public test phrase from BIP-39 that no other test uses. */
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const addressOf = (index: number): string =>
  deriveKey({ mnemonic: PHRASE, network: getNetwork('devnet'), index }).address;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const overview = (page: Page) => page.getByRole('heading', { name: 'Overview' });

async function unlock(page: Page, password = PASSWORD): Promise<void> {
  await passwordField(page).fill(password);
  await button(page, 'Unlock').click();
}

async function choosePassword(page: Page): Promise<void> {
  await passwordField(page).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await button(page, 'Open wallet').click();
  await expect(overview(page)).toBeVisible();
}

/** Opens and unlocks the wallet in another tab of the same browser, which has the session cookie. */
async function openSecondTab(context: BrowserContext, page: Page): Promise<Page> {
  const second = await context.newPage();
  await second.goto(new URL('/', page.url()).href);
  await unlock(second);
  await expect(overview(second)).toBeVisible();
  return second;
}

/** Types the three requested words of the phrase. */
async function answerQuiz(page: Page, words: readonly string[]): Promise<void> {
  await expect(page.getByLabel(/^Word \d+$/)).toHaveCount(3);
  for (const field of await page.getByLabel(/^Word \d+$/).all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '');
    await field.fill(words[Number(/\d+/.exec(label)?.[0]) - 1]!);
  }
  await button(page, 'Continue').click();
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

test.describe('the vault', () => {
  test('24 words: no receiving address before they are confirmed', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto(suite.walletAddress());
    await button(page, 'Create a new wallet').click();
    await page.getByRole('radio', { name: '24 words' }).check({ force: true });
    await expect(page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem')).toHaveCount(24);
    await button(page, 'I have written them down').click();
    await button(page, 'I’ll do this later').click();
    await choosePassword(page);
    await expect(page.getByText('Your recovery phrase is not confirmed yet')).toBeVisible();
    await goToScreen(page, 'Receive');
    await expect(page.getByRole('img', { name: /QR/ })).toHaveCount(0);
    await keepScreenshot('wallet-receive-before-backup');
    await page.getByRole('link', { name: 'Back up now' }).click();
    await passwordField(page).fill(PASSWORD);
    await button(page, 'Show the words').click();
    const items = page.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem');
    await expect(items).toHaveCount(24);
    const words = (await items.allInnerTexts()).map((text) => text.replace(/[^a-z]/g, ''));
    await expectAccessible(page);
    await button(page, 'I have written them down').click();
    await answerQuiz(page, words.toReversed());
    await expect(page.getByText(/Enter word|This is not word/).first()).toBeVisible();
    await answerQuiz(page, words);
    await page.getByRole('link', { name: 'Show my address' }).click();
    await expect(page.getByRole('img', { name: /QR/ }).first()).toBeVisible();
    expect(page.url()).not.toContain(words[0]!);
  });

  test('a restored phrase: the wallet reports that the node is down, then finds the accounts in use', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await suite.devnet.mine({ to: addressOf(2) });
    await suite.stopNode();
    await page.goto(suite.walletAddress());
    await button(page, 'Import a recovery phrase').click();
    const words = PHRASE.split(' ');
    await page.getByLabel('Recovery phrase').fill(`${words.slice(0, -2).join(' ')} thnak yel`);
    await button(page, 'Replace word 11 with thank').click();
    await button(page, 'Complete to yellow').click();
    await expect(page.getByText('Valid phrase of 12 words.')).toBeVisible();
    await button(page, 'Continue').click();
    await choosePassword(page);
    await expect(page.getByText('The search for your accounts was interrupted')).toBeVisible();
    await suite.startNode();
    await button(page, 'Look again').click();
    await expect(page.getByText('1 account is in use.')).toBeVisible();
    await goToScreen(page, 'Accounts');
    await expect(page.getByRole('list', { name: 'Your accounts' }).getByRole('listitem')).toHaveCount(2);
    await button(page, 'Select Account 2').click();

    await button(page, 'Watch an address').click();
    await page.getByLabel('Address to watch').fill(addressOf(9).replace(/.$/, 'x'));
    await page.getByLabel('Name').fill('Cold store');
    await page.getByRole('main').getByRole('button', { name: 'Watch an address' }).click();
    await expect(page.getByLabel('Address to watch')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Address to watch').fill(addressOf(9));
    await page.getByRole('main').getByRole('button', { name: 'Watch an address' }).click();
    await expect(page.getByRole('list', { name: 'Watched addresses' })).toContainText('Cold store');
    await expectAccessible(page);
    await keepScreenshot('wallet-accounts');
    await goToScreen(page, 'Send');
    await expect(page.getByText('This address is only watched').first()).toBeVisible();
  });

  test('a changed password, an exported file, and a wrong password', async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    await importDevelopmentWallet(page, suite.walletAddress());
    await goToScreen(page, 'Settings');
    await button(page, 'Change the password').click();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(OTHER_PASSWORD);
    await page.getByLabel('Repeat password').fill(OTHER_PASSWORD);
    await button(page, 'Change password').click();
    await expect(page.getByText('The password was changed.')).toBeVisible();

    await button(page, 'Export the wallet file').click();
    await passwordField(page).fill(OTHER_PASSWORD);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await (await download).path();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'cairn-vault', version: 2 });
    await keepScreenshot('wallet-security');
    await button(page, 'Forget this wallet…').click();
    await page.getByLabel('Type “forget” to confirm').fill('forget');
    await button(page, 'Forget this wallet').last().click();
    await button(page, 'Restore from a wallet file').click();
    await page.getByLabel('Choose a file').setInputFiles(file);
    await passwordField(page).fill(OTHER_PASSWORD);
    await button(page, 'Restore wallet').click();
    await expect(overview(page)).toBeVisible();

    await button(page, 'Lock').click();
    await unlock(page, PASSWORD);
    await expect(page.getByText('does not open the wallet')).toBeVisible();
    await unlock(page, OTHER_PASSWORD);
    await expect(overview(page)).toBeVisible();
  });

  test('stays open across reloads of its tab if its owner chose that, and in no other tab', async ({
    page,
    context,
    suite,
  }) => {
    await importDevelopmentWallet(page, suite.walletAddress());
    await page.reload();
    await expect(passwordField(page)).toBeVisible();
    await unlock(page);
    await goToScreen(page, 'Settings');
    await page.getByRole('switch', { name: 'Stay open when the page reloads' }).check();
    await button(page, 'Lock the wallet').or(button(page, 'Lock now')).first().click();
    await unlock(page);
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    expect(kept).not.toContain(PASSWORD);

    // A tab that is closed takes the password with it.
    const address = new URL('/', page.url()).href;
    const second = await context.newPage();
    await page.close();
    await second.goto(address);
    await expect(passwordField(second)).toBeVisible();
  });

  test('goes on in the same tab with the new address after its gateway was restarted', async ({
    page,
    suite,
  }) => {
    await importDevelopmentWallet(page, suite.walletAddress());
    await suite.stopGateway();
    await suite.startGateway();
    await expect(page.getByRole('heading', { name: 'Let this browser in' })).toBeVisible();
    await page.goto(suite.walletAddress());
    await unlock(page);
    await expect(overview(page)).toBeVisible();
  });

  test('locks every tab, and by itself after a sleep; full storage loses nothing', async ({
    page,
    context,
    suite,
  }) => {
    await page.clock.install();
    await importDevelopmentWallet(page, suite.walletAddress());
    const second = await openSecondTab(context, page);
    await button(second, 'Lock').click();
    await expect(page.getByText('Locked in another tab')).toBeVisible();
    await second.close();
    await unlock(page);
    await expect(overview(page)).toBeVisible();

    await goToScreen(page, 'Accounts');
    await page.evaluate(() => {
      Object.assign(window, { put: Reflect.get(IDBObjectStore.prototype, 'put') });
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await button(page, 'Change Account 1').click();
    await page.getByLabel('Name').fill('Rope');
    await button(page, 'Save').click();
    await expect(page.getByText(/no room left/)).toBeVisible();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = Reflect.get(window, 'put') as typeof IDBObjectStore.prototype.put;
    });
    await button(page, 'Save').click();
    await expect(page.getByRole('list', { name: 'Your accounts' })).toContainText('Rope');

    await page.clock.fastForward('16:00');
    await expect(page.getByText('Locked while you were away')).toBeVisible();
    await unlock(page);
    await goToScreen(page, 'Accounts');
    await expect(page.getByRole('list', { name: 'Your accounts' })).toContainText('Rope');
  });
});
