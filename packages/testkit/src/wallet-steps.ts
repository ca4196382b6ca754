import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { expect, type Page } from '@playwright/test';

/** The wallet's password in tests; the keys that it protects are public. */
export const PASSWORD = 'correct horse battery staple';

/** Imports the development phrase in a browser without a wallet, and opens the wallet on account 0. */
export async function importDevelopmentWallet(
  page: Page,
  walletUrl: string,
  mnemonic: string = DEVELOPMENT_MNEMONIC,
): Promise<void> {
  await page.goto(walletUrl);
  await page.getByRole('button', { name: 'Import a recovery phrase' }).click();
  await page.getByLabel('Recovery phrase').fill(mnemonic);
  await expect(
    page.getByText(/^This is the (public development phrase|phrase of this devnet)/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open wallet' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
}

/** Lets the wallet ask its node at once, as it does when its page is shown again, instead of within three seconds. */
export async function askNode(page: Page): Promise<void> {
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Opens one of the wallet's screens by its tab. */
export async function openScreen(
  page: Page,
  name: 'Overview' | 'Send' | 'Receive' | 'Activity',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Wallet', exact: true }).getByRole('link', { name }).click();
}

/** Opens any screen by its link, which a narrow page hides behind “More”, and waits for its heading. */
export async function goToScreen(page: Page, name: string): Promise<void> {
  const link = page
    .getByRole('navigation', { name: 'Wallet', exact: true })
    .getByRole('link', { name, exact: true });
  const more = page.getByRole('button', { name: 'More' });
  await expect(link.or(more).first()).toBeVisible();
  if (!(await link.isVisible())) await more.click();
  await link.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** Selects another account, which every screen then shows. */
export async function chooseAccount(page: Page, name: string): Promise<void> {
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: /^Account: / }).click();
  await header.getByRole('listitem').filter({ hasText: name }).first().getByRole('button').click();
}

export interface Transfer {
  readonly recipient: string;
  /** In CRN. */
  readonly amount: string;
  /** In CRN. */
  readonly fee: string;
}

/** Fills the form of a transfer and goes to its confirmation. */
export async function reviewTransfer(page: Page, { recipient, amount, fee }: Transfer): Promise<void> {
  await openScreen(page, 'Send');
  await page.getByLabel('Recipient', { exact: true }).fill(recipient);
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByLabel('Custom fee').fill(fee);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm the transfer' })).toBeVisible();
}
