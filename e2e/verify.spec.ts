import { readFileSync } from 'node:fs';
import {
  bytesToHex,
  encodeTransaction,
  formatSignedMessage,
  getNetwork,
  signMessage,
  signTransaction,
  transactionId,
  transactionOffset,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { ExtraServer } from '@cairn/testkit';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { type Lie, LyingProxy } from './lying-proxy.ts';
import { expect, type Suite, test } from './suite.ts';

const devnet = getNetwork('devnet');
const accounts = developmentAccounts(devnet);
const [sender, recipient, other] = [accounts[8]!, accounts[9]!, accounts[7]!];
const WRONG = 'ab'.repeat(32);
const GENESIS_TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';

/** A transfer in a block that has two more blocks on top. */
let transfer: { id: string; height: number; blockId: string; index: number };
let raw: string;
let proxy: LyingProxy;
/** A website whose API is the proxy. */
let site: ExtraServer;

/** Sends a signed transfer to the node, as a wallet would. */
async function sendTransfer(suite: Suite): Promise<string> {
  const account = (await suite.rpc(`/v1/accounts/${sender.address}`)) as { next_nonce: number };
  const transaction = signTransaction(
    {
      chain: devnet.chainId,
      nonce: account.next_nonce,
      fee: 2_500n,
      value: 123_456_789_012n,
      fromAddress: sender.address,
      toAddress: recipient.address,
    },
    sender.privateKey,
  );
  raw = bytesToHex(encodeTransaction(transaction));
  const token = readFileSync(suite.addresses.tokenFile, 'utf8').trim();
  const response = await fetch(`${suite.addresses.rpc}/v1/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ raw }),
  });
  expect(response.status).toBe(202);
  return transactionId(encodeTransaction(transaction));
}

/** Opens a page and waits for its verdict. */
async function verdictOf(page: Page, address: string): Promise<string | null> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  const badge = page.locator('.verify [data-verdict]');
  await expect(badge).toHaveAttribute('data-verdict', /passed|limited|failed|skipped|broken/);
  return badge.getAttribute('data-verdict');
}

const failedSteps = (page: Page) => page.locator('.verify-step[data-status="failed"]');

test.describe('verified in the browser', () => {
  test.beforeAll(async ({ suite }) => {
    test.setTimeout(180_000);
    await suite.rewind();
    const id = await sendTransfer(suite);
    await suite.devnet.mine({ blocks: 3, to: other.address });
    const found = await fetch(`${suite.addresses.explorerApi}/api/v1/transactions/${id}`);
    const { block_height, block_id, transaction_index } = (await found.json()) as {
      block_height: number;
      block_id: string;
      transaction_index: number;
    };
    transfer = { id, height: block_height, blockId: block_id, index: transaction_index };
    proxy = await LyingProxy.start(suite.addresses.explorerApi);
    site = await suite.openWebsite(proxy.url);
  });
  test.beforeEach(() => {
    proxy.lie = undefined;
  });
  test.afterAll(async () => {
    await site.close();
    await proxy.close();
  });

  test('all data of an honest API is verified, and each step shows how', async ({ page, keepScreenshot }) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    for (const path of [
      `/transactions/${GENESIS_TRANSFER}`,
      '/blocks/0',
      `/blocks/${transfer.height}`,
      `/de/blocks/${transfer.blockId}`,
      `/transactions/${transfer.id.toUpperCase()}`,
    ]) {
      expect(await verdictOf(page, site.url + path), path).toBe('passed');
    }
    await expect(page.locator('.verify')).toContainText('Checked in your browser');
    const claims = page.locator('.claims__item');
    await expect(claims.nth(0)).toContainText('Signed by the sender (checked)');
    await expect(claims.nth(1)).toContainText(`In block ${transfer.height} (checked)`);
    await expect(claims.nth(2)).toContainText('2 blocks on top (checked)');
    await expect(claims.nth(3)).toContainText('Development chain: anyone can rewrite it');
    await expect(page.getByRole('main')).toContainText('2 stones on top3 confirmations');
    const steps = page.locator('.verify-step');
    await expect(steps.first()).toBeHidden();
    await page.locator('.verify-bar > summary').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.verify-proven')).toContainText(
      'Your browser proved the signature and the block',
    );
    await expect(page.locator('.verify-proven')).toContainText('cannot see whether a longer chain exists');
    await expect(steps).toHaveCount(7);
    expect(await steps.evaluateAll((all) => all.map((step) => step.dataset['status']))).toEqual(
      Array.from({ length: 7 }, () => 'passed'),
    );
    await page.locator('.verify-step[data-check="transaction"] summary').click();
    await expect(page.locator('.verify-step[data-check="transaction"]')).toContainText(transfer.id);
    expect(await accessibilityProblems(page, { part: '.verify' })).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await keepScreenshot('verify-honest-phone');
    expect(problems).toEqual([]);
  });

  test('a coinbase is not described as signed by a sender', async ({ page, suite }) => {
    const listed = await fetch(
      `${suite.addresses.explorerApi}/api/v1/blocks/${transfer.height}/transactions`,
    );
    const { items } = (await listed.json()) as { items: { id: string }[] };
    expect(await verdictOf(page, `${site.url}/transactions/${items[0]!.id}`)).toBe('passed');
    await page.locator('.verify-bar > summary').click();
    const proven = page.locator('.verify-proven');
    await expect(proven).toContainText('which no sender signs');
    await expect(proven).not.toContainText('the sender signed');
  });

  test('the worker can reach the API and no other server', async ({ page, suite }) => {
    const { gateway } = suite.addresses;
    expect(await verdictOf(page, `${site.url}/blocks/0`)).toBe('passed');
    const [worker] = page.workers();
    const policy = (await fetch(worker!.url())).headers.get('content-security-policy');
    expect(policy).toBe(`default-src 'none'; script-src 'self'; connect-src ${proxy.url}`);
    const refused = await worker!.evaluate(
      (elsewhere) =>
        new Promise<string>((resolve) => {
          globalThis.addEventListener('securitypolicyviolation', (event) => {
            resolve(event.violatedDirective);
          });
          void fetch(elsewhere, { mode: 'no-cors' }).then(
            () => resolve('asked'),
            () => undefined,
          );
        }),
      gateway,
    );
    expect(refused).toBe('connect-src');
  });

  interface LieCase {
    lie: () => Lie;
    /** True to open the block's page; by default the transfer's page. */
    block?: boolean;
    /** Field that must be shown as different. */
    field: string;
    /** The API's value, which must be shown beside it. */
    shown?: string;
  }
  const ofTransfer = () => new RegExp(`/transactions/${transfer.id}$`);
  const ofBlock = () => new RegExp(`/blocks/(${transfer.height}|${transfer.blockId})$`);
  // One lie for each kind of answer; website/test/verify.test.ts alters every field of each.
  const lies: Record<string, LieCase> = {
    'the amount': {
      lie: () => ({ where: ofTransfer(), json: (body) => (body.value = '923456789012') }),
      field: 'value',
      shown: '923456789012',
    },
    'the path of the Merkle proof': {
      lie: () => ({ where: /\/proof$/, json: (body) => (body.path[0] = WRONG) }),
      field: 'path',
    },
    'the bytes themselves': {
      lie: () => ({
        where: new RegExp(`/blocks/${transfer.blockId}/raw$`),
        bytes: (body) => (body[transactionOffset(transfer.index) + 16]! ^= 1),
      }),
      field: 'merkle_root',
    },
    'the block above': {
      lie: () => ({ where: /\/headers\?/, bytes: (body) => (body[body.length - 1]! ^= 1) }),
      field: 'above',
    },
    'the network': {
      lie: () => ({
        where: /\/status$/,
        json: (body) => Object.assign(body, { network: 'testnet', chain_id: 2 }),
      }),
      field: 'network',
    },
    'the miner of a block': {
      block: true,
      lie: () => ({ where: ofBlock(), json: ({ block }) => (block.miner = sender.address) }),
      field: 'miner',
      shown: sender.address,
    },
    'an invalid target': {
      block: true,
      lie: () => ({ where: ofBlock(), json: ({ block }) => (block.bits = 'ffffffff') }),
      field: 'bits',
      shown: 'ffffffff',
    },
    'a row that is left out': {
      block: true,
      lie: () => ({
        where: new RegExp(`/blocks/(${transfer.height}|${transfer.blockId})/transactions`),
        json: (body) => {
          body.items.pop();
          body.pagination.total -= 1;
        },
      }),
      field: 'pagination.total',
    },
    'rows of another page': {
      block: true,
      lie: () => ({
        where: new RegExp(`/blocks/(${transfer.height}|${transfer.blockId})/transactions`),
        json: (body) => {
          body.items = [];
          body.pagination.offset = 50;
        },
      }),
      field: 'items.length',
    },
  };
  test('each lie is shown in red, with the difference', async ({ page, keepScreenshot }) => {
    for (const [name, { lie, block, field, shown }] of Object.entries(lies)) {
      await test.step(name, async () => {
        proxy.lie = lie();
        const path = block === true ? `/blocks/${transfer.height}` : `/transactions/${transfer.id}`;
        expect(await verdictOf(page, site.url + path), name).toBe('failed');
        await expect(page.locator('.verify')).toContainText('Verification failed');
        await expect(page.locator('.claims__item[data-status="failed"]')).not.toHaveCount(0);
        await expect(failedSteps(page).first()).toBeVisible();
        const difference = ['path', 'above'].includes(field)
          ? page.locator('.verify-differences')
          : page.locator(`[data-field$="${field}"]`);
        await expect(difference.first()).toBeVisible();
        if (shown !== undefined) {
          await expect(difference.filter({ hasText: shown }).first()).toBeVisible();
        }
        if (name === 'the amount') await keepScreenshot('verify-lie');
      });
    }
  });

  test('if the API fails midway, the rest is shown as unchecked with the reason, and can be retried', async ({
    page,
  }) => {
    proxy.lie = { where: /\/proof$/, breaks: true };
    const address = `${site.url}/transactions/${transfer.id}`;
    expect(await verdictOf(page, address)).toBe('limited');
    await expect(failedSteps(page)).toHaveCount(0);
    await page.locator('.verify-bar > summary').click();
    const proof = page.locator('.verify-step[data-check="place"]');
    await expect(proof).toHaveAttribute('data-status', 'skipped');
    await proof.locator('summary').click();
    await expect(proof).toContainText('The API did not answer');
    proxy.lie = undefined;
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.locator('.verify [data-verdict]')).toHaveAttribute('data-verdict', 'passed');
  });

  test('a worker whose script did not load is replaced', async ({ page }) => {
    await page.route(/\/worker[^/]*\.js$/, (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/worker'));
    await page.goto(`${site.url}/verify`);
    await failed;
    await page.getByRole('textbox', { name: /transaction, receipt/ }).fill(raw);
    await expect(page.locator('main [data-verdict]')).toHaveAttribute('data-verdict', 'passed');
  });

  test('pasted data and files are checked without a network', async ({ page, context, keepScreenshot }) => {
    const receiptOf = async (path: string): Promise<string> => {
      await page.goto(site.url + path);
      await page.locator('.verify-bar[data-verdict="passed"] > summary').click();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save proof' }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    const receipt = await receiptOf(`/transactions/${transfer.id}`);
    const balance = await receiptOf(`/addresses/${sender.address}`);

    const asked: string[] = [];
    await page.goto(`${site.url}/verify`);
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      // The page may request its own files and the status for the header: neither contains any of the pasted text.
      const own = origin === new URL(site.url).origin && /^\/(_astro\/|favicon)/.test(pathname);
      if (!own && !/^\/api\/v1\/(status|events)$/.test(pathname)) asked.push(request.url());
    });
    const field = page.getByRole('textbox', { name: /transaction, receipt/ });
    const badge = page.locator('main [data-verdict]');
    await expect(async () => {
      await field.fill(raw); // the field is inert until the page's script has run
      await expect(badge).toHaveAttribute('data-verdict', 'passed', { timeout: 3_000 });
    }).toPass();
    await expect(page.getByRole('main')).toContainText('1,234.56789012');
    await context.setOffline(true);
    await field.fill(raw.replace(/^(.{32})./, '$1f'));
    await expect(badge).toHaveAttribute('data-verdict', 'failed');
    await field.fill(receipt);
    await expect(badge).toHaveAttribute('data-verdict', 'passed');
    await expect(page.locator('.verify-step[data-check="place"]')).toHaveAttribute('data-status', 'passed');
    await field.fill(balance.replace(/"bucket": \[\s*"(.{70})./, '"bucket": ["$1f'));
    await expect(badge).toHaveAttribute('data-verdict', 'failed');
    await expect(page.getByRole('main')).not.toContainText('Development chain');
    await field.fill(balance);
    await expect(badge).toHaveAttribute('data-verdict', 'passed');
    await expect(page.getByRole('main')).toContainText('Development chain');
    await expect(page.getByRole('main')).toContainText(sender.address);
    const signed = signMessage('Paid.\nAlice', sender.privateKey, devnet);
    await field.fill(formatSignedMessage(signed));
    await expect(badge).toHaveAttribute('data-verdict', 'passed');
    await expect(page.getByRole('main')).toContainText('Signed by');
    await keepScreenshot('verify-message');
    await field.fill(formatSignedMessage(signed).replace('Paid.', 'Owed.'));
    await expect(badge).toHaveAttribute('data-verdict', 'failed');
    await field.fill(transfer.id);
    await expect(page.getByRole('main')).toContainText('This looks like an ID');
    await expect(page.getByRole('link', { name: 'Look it up' })).toHaveAttribute(
      'href',
      `/search?q=${transfer.id}`,
    );
    await field.fill('nonsense');
    await expect(page.getByRole('main')).toContainText('neither a transaction (213 bytes), a receipt nor');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'proof.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(receipt),
    });
    await expect(badge).toHaveAttribute('data-verdict', 'passed');
    await expect(page.getByRole('main')).toContainText('Development chain: a block takes about two hashes');
    await keepScreenshot('verify-page');
    expect(asked).toEqual([]);
    expect(await accessibilityProblems(page, { part: 'main' })).toEqual([]);
    await context.setOffline(false);
    // Pressing is asking.
    await page.getByRole('button', { name: 'Is it in this node’s chain now?' }).click();
    await expect(page.getByRole('main')).toContainText('And it is in this node’s chain now: 3 confirmations');
    expect(new Set(asked)).toEqual(new Set([`${proxy.url}/api/v1/transactions/${transfer.id}`]));
  });

  test('a payment is proven by a link, without the API and with it', async ({
    page,
    context,
    suite,
    keepScreenshot,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${site.url}/transactions/${transfer.id}#share`);
    const menu = page.locator('.share');
    await expect(menu.getByRole('button', { name: 'Copy link' })).toBeFocused();
    await keepScreenshot('share-proof');
    expect(await accessibilityProblems(page, { part: '.receipt' })).toEqual([]);
    const picture = await menu.getByRole('link', { name: 'Picture' }).getAttribute('href');
    expect((await page.request.get(site.url + picture)).headers()['content-type']).toBe('image/png');
    await menu.getByRole('button', { name: 'Copy link' }).click();
    await expect(menu).toContainText('Copied');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link.length).toBeLessThan(2_000);
    await page.keyboard.press('Escape');
    await expect(menu.getByRole('button', { name: 'Copy link' })).toBeHidden();

    // On another site of the same chain.
    const { hash } = new URL(link);
    await page.goto(`${suite.addresses.website}/verify${hash}`);
    const main = page.getByRole('main');
    await expect(main).toContainText('Proven on your device');
    await expect(main).toContainText('And it is in this node’s chain now: 3 confirmations');
    await expect(main).toContainText('1,234.56789012');
    await expect(main).toContainText(transfer.id);
    await expect(main).toContainText(transfer.blockId);
    expect(await accessibilityProblems(page, { part: 'main' })).toEqual([]);
    await keepScreenshot('proof-by-link');

    await context.setOffline(true);
    const open = (fragment: string) => page.evaluate((next) => void (location.hash = next), fragment);
    const lines: Record<string, string> = {
      [hash.replace('-1.', '-9.')]: 'another version',
      [hash.slice(0, -3)]: 'incomplete',
      [`${hash}%3Cscript%3E`]: 'damaged',
    };
    for (const [fragment, line] of Object.entries(lines)) {
      await open(fragment);
      await expect(main).toContainText(line);
      await expect(main).not.toContainText('Proven on your device');
    }
    await open(hash);
    await expect(main).toContainText('Proven on your device');
    await expect(main).toContainText('The proof holds without it');
    await context.setOffline(false);

    // A site of another network says so, and one that has the transaction in another block.
    proxy.lie = {
      where: /\/status$/,
      json: (body) => Object.assign(body, { network: 'testnet', chain_id: 2 }),
    };
    await page.goto(`${site.url}/verify${hash}`);
    await expect(main).toContainText('This proof is of devnet. This site shows testnet');
    proxy.lie = { where: ofTransfer(), json: (body) => (body.block_id = WRONG) };
    await page.reload();
    await expect(main).toContainText('This node has the transaction in another block');
  });
});
