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
import { headersOf, mineOn, WitnessServer } from './witness-server.ts';

const devnet = getNetwork('devnet');
const accounts = developmentAccounts(devnet);
const [sender, recipient, other] = [accounts[8]!, accounts[9]!, accounts[7]!];
const WRONG = 'ab'.repeat(32);
const GENESIS_TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';
const VALUE = 123_456_789_012n;
const AMOUNT = '1,234.56789012';

/** A transfer in a block that has two more blocks on top. */
let transfer: { id: string; height: number; blockId: string; index: number };
let raw: string;
let proxy: LyingProxy;
/** A website whose API is the proxy. */
let site: ExtraServer;

/** Sends a signed transfer to the node, as a wallet would. */
async function sendTransfer(suite: Suite): Promise<string> {
  const account = (await suite.rpc(`/v1/accounts/${sender.address}`)) as { next_nonce: number };
  const transaction = encodeTransaction(
    signTransaction(
      {
        chain: devnet.chainId,
        nonce: account.next_nonce,
        fee: 2_500n,
        value: VALUE,
        fromAddress: sender.address,
        toAddress: recipient.address,
      },
      sender.privateKey,
    ),
  );
  raw = bytesToHex(transaction);
  const token = readFileSync(suite.addresses.tokenFile, 'utf8').trim();
  const response = await fetch(`${suite.addresses.rpc}/v1/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ raw }),
  });
  expect(response.status).toBe(202);
  return transactionId(transaction);
}

const verdictIn = (page: Page) => page.locator('main [data-verdict]');

/** Opens a page and waits for its verdict. */
async function verdictOf(page: Page, address: string): Promise<string | null> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect(verdictIn(page)).toHaveAttribute('data-verdict', /passed|limited|failed|skipped/);
  return verdictIn(page).getAttribute('data-verdict');
}

const failedSteps = (page: Page) => page.locator('.verify-step[data-status="failed"]');
const transferPage = () => `${site.url}/transactions/${transfer.id}`;
const blockPage = () => `${site.url}/blocks/${transfer.height}`;

/** The text of a page's main part that says it was computed from checked bytes. */
const provenText = (page: Page) =>
  page
    .locator('main [data-proof="proven"]')
    .evaluateAll((all) => all.map((one) => one.textContent).join('\n'));

/** Figures, times, addresses and IDs of the main part that no mark speaks for. */
const unmarked = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walk = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      const text = node.textContent!.trim();
      const isSaid = node.parentElement!.closest('[data-proof], script, style, noscript') !== null;
      if (!isSaid && /\d/.test(text)) found.push(text);
    }
    return found;
  });

test.describe('proven in the browser', () => {
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

  test('of an honest server all is proven, and each page says what is not', async ({
    page,
    keepScreenshot,
  }) => {
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
      await page.locator('.verify-bar > summary').click();
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
      expect(await unmarked(page), path).toEqual([]);
    }
    const claims = page.locator('.claims');
    await expect(claims).toContainText('Signed by the sender (checked)');
    await expect(claims).toContainText(`In block ${transfer.height} (checked)`);
    await expect(claims).toContainText('2 blocks on top (checked)');
    await expect(claims).toContainText('Development chain: anyone can rewrite it');
    await expect(claims).toContainText('Only this server was asked');
    expect(await provenText(page)).toContain(AMOUNT);
    await keepScreenshot('verify-transaction-open');
    expect(await accessibilityProblems(page, { part: '.verify' })).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(problems).toEqual([]);
  });

  test('a new block is followed by its header alone, without a new verdict', async ({ page, suite }) => {
    expect(await verdictOf(page, transferPage())).toBe('passed');
    const said = await page.evaluate(() => {
      const changes: (string | null)[] = [];
      const mark = document.querySelector('main [data-verdict]')!;
      new MutationObserver(() => changes.push(mark.getAttribute('data-verdict'))).observe(mark, {
        attributes: true,
        attributeFilter: ['data-verdict'],
      });
      Object.assign(globalThis, { changes });
      return mark.getAttribute('data-verdict');
    });
    expect(said).toBe('passed');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await suite.devnet.mine({ blocks: 1, to: other.address });
    await expect(page.locator('.claims')).toContainText('3 blocks on top (checked)');
    await expect(page.getByRole('main')).toContainText('3 stones on top');
    expect(asked.filter((path) => path.endsWith('/raw'))).toEqual([]);
    expect(await page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes)).toEqual([]);
  });

  test('what the server says of its tip later does not reach the claims', async ({ page }) => {
    expect(await verdictOf(page, transferPage())).toBe('passed');
    const claims = await page.locator('.claims__item').nth(2).textContent();
    proxy.lie = { where: /\/status$/, json: (body) => (body.height += 1_051_206) };
    await expect(page.locator('header').first()).toContainText('1,051,2');
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
    await expect(page.locator('.claims__item').nth(2)).toHaveText(claims!);
    await expect(page.getByRole('main')).not.toContainText('1,051,2');
  });

  test('the worker can reach the API and no other server', async ({ page, suite }) => {
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
      suite.addresses.gateway,
    );
    expect(refused).toBe('connect-src');
  });

  interface LieCase {
    lie: () => Lie;
    /** True to open the block's page; by default the transfer's page. */
    block?: boolean;
    verdict: 'failed' | 'skipped' | 'passed';
    /** What must not stand in a proven region. */
    never: string | RegExp;
  }
  const ofTransfer = () => new RegExp(`/transactions/${transfer.id}$`);
  const ofBlock = () => new RegExp(`/blocks/(${transfer.height}|${transfer.blockId})$`);
  const lies: Record<string, LieCase> = {
    'the amount': {
      lie: () => ({ where: ofTransfer(), json: (body) => (body.value = '923456789012') }),
      verdict: 'failed',
      never: '9,234.56789012',
    },
    'a time that is null': {
      lie: () => ({ where: ofTransfer(), json: (body) => (body.block_timestamp = null) }),
      verdict: 'skipped',
      never: '1970',
    },
    'a height that is null': {
      lie: () => ({ where: ofTransfer(), json: (body) => (body.block_height = null) }),
      verdict: 'skipped',
      never: /blocks on top/,
    },
    'another block': {
      lie: () => ({ where: ofTransfer(), json: (body) => (body.block_id = WRONG) }),
      verdict: 'skipped',
      never: WRONG,
    },
    confirmations: {
      lie: () => ({ where: ofTransfer(), json: (body) => (body.confirmations = 1_051_206) }),
      verdict: 'failed',
      never: '1,051,20',
    },
    'the bytes themselves': {
      lie: () => ({
        where: new RegExp(`/blocks/${transfer.blockId}/raw$`),
        bytes: (body) => (body[transactionOffset(transfer.index) + 16]! ^= 1),
      }),
      verdict: 'failed',
      never: AMOUNT,
    },
    'the block above': {
      lie: () => ({ where: /\/headers\?/, bytes: (body) => (body[body.length - 100]! ^= 1) }),
      verdict: 'failed',
      never: /\d blocks? on top/,
    },
    'the network': {
      lie: () => ({
        where: /\/status$/,
        json: (body) => Object.assign(body, { network: 'testnet', chain_id: 2 }),
      }),
      verdict: 'failed',
      never: /of one processor core/,
    },
    'the height of the tip': {
      lie: () => ({ where: /\/status$/, json: (body) => (body.height += 1_051_206) }),
      verdict: 'failed',
      never: '1,051,2',
    },
    'the miner of a block': {
      block: true,
      lie: () => ({ where: ofBlock(), json: ({ block }) => (block.miner = sender.address) }),
      verdict: 'failed',
      never: sender.address.slice(0, 12) + 'never',
    },
    'an invalid target': {
      block: true,
      lie: () => ({ where: ofBlock(), json: ({ block }) => (block.bits = 'ffffffff') }),
      verdict: 'failed',
      never: 'ffffffff',
    },
    'the confirmations of a block': {
      block: true,
      lie: () => ({ where: ofBlock(), json: ({ block }) => (block.confirmations = 1_051_206) }),
      verdict: 'passed',
      never: '1,051,20',
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
      verdict: 'failed',
      never: '1 transaction<',
    },
    'the sum of the fees, as nothing': {
      block: true,
      lie: () => ({ where: ofBlock(), json: ({ block }) => (block.total_fees = '0') }),
      verdict: 'failed',
      never: /0 CRN in fees/,
    },
  };
  test('each lie is found, or nothing of it is called proven', async ({ page, keepScreenshot }) => {
    test.setTimeout(240_000);
    for (const [name, { lie, block, verdict, never }] of Object.entries(lies)) {
      await test.step(name, async () => {
        proxy.lie = lie();
        expect(await verdictOf(page, block === true ? blockPage() : transferPage()), name).toBe(verdict);
        const proven = await provenText(page);
        if (typeof never === 'string') expect(proven, name).not.toContain(never);
        else expect(proven, name).not.toMatch(never);
        expect(await unmarked(page), name).toEqual([]);
        if (verdict === 'failed') await expect(failedSteps(page).first()).toBeVisible();
        if (verdict === 'passed') return;
        await expect(page.locator('main [data-proof="proven"]'), name).toHaveCount(0);
        if (name === 'the amount') {
          await expect(page.locator('[data-field="value"]')).toContainText('923456789012');
          await expect(page.getByRole('main')).toContainText(AMOUNT);
          await keepScreenshot('verify-lie');
        }
      });
    }
  });

  test('if the API fails midway, nothing is called proven, and it can be checked again', async ({ page }) => {
    proxy.lie = { where: /\/raw$/, breaks: true };
    expect(await verdictOf(page, transferPage())).toBe('skipped');
    await expect(failedSteps(page)).toHaveCount(0);
    await expect(page.locator('.receipt')).toBeVisible();
    await expect(page.locator('[data-proof="proven"] .receipt')).toHaveCount(0);
    await page.locator('.verify-bar > summary').click();
    await expect(page.locator('.verify-step[data-status="skipped"]')).toHaveCount(1);
    proxy.lie = undefined;
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
  });

  test('without scripts a page says that nothing on it was checked', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const address of [transferPage(), blockPage()]) {
      await page.goto(address);
      expect(await page.locator('main > noscript').innerText()).toContain('Nothing on this page was checked');
      await expect(page.locator('main [data-proof="proven"]')).toHaveCount(0);
      await expect(page.locator('main .c-badge--success')).toHaveCount(0);
    }
    await context.close();
  });

  test('a worker whose script did not load is replaced', async ({ page }) => {
    await page.route(/worker[^/]*\.js$/, (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('worker'));
    await page.goto(`${site.url}/verify`);
    await failed;
    await page.getByRole('textbox', { name: /transaction, receipt/ }).fill(raw);
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
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
    const main = page.getByRole('main');

    const asked: string[] = [];
    await page.goto(`${site.url}/verify`);
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      // The page may request its own files and the status for the header: neither contains any of the pasted text.
      const own = origin === new URL(site.url).origin && /^\/(_astro\/|favicon)/.test(pathname);
      if (!own && !/^\/api\/v1\/(status|events)$/.test(pathname)) asked.push(request.url());
    });
    const field = page.getByRole('textbox', { name: /transaction, receipt/ });
    await expect(async () => {
      await field.fill(raw); // the field is inert until the page's script has run
      await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed', { timeout: 3_000 });
    }).toPass();
    await expect(main).toContainText(AMOUNT);
    await context.setOffline(true);
    await field.fill(raw.replace(/^(.{32})./, '$1f'));
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'failed');

    // A receipt alone is amber.
    await field.fill(receipt);
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'limited');
    await expect(main).toContainText('Signed, and in a block of 2 hashes; not known to be in a chain');
    await expect(main).toContainText('Development chain: a block takes about two hashes');
    await expect(page.locator('main .c-badge--success')).toHaveCount(0);
    await field.fill(balance.replace(/"bucket": \[\s*"(.{70})./, '"bucket": ["$1f'));
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'failed');
    await field.fill(balance);
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'limited');
    await expect(main).toContainText(sender.address);

    const signed = signMessage('I owe \u202E000,01 CRN\nAlice', sender.privateKey, devnet);
    await field.fill(formatSignedMessage(signed));
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
    await expect(page.locator('.verify-message')).toContainText('I owe U+202E000,01 CRN');
    expect(await page.locator('.verify-message').textContent()).not.toContain('\u202E');
    await keepScreenshot('verify-message');
    await field.fill(formatSignedMessage(signed).replace('Alice', 'Bob'));
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'failed');
    await field.fill(transfer.id);
    await expect(main).toContainText('This looks like an ID');
    await expect(page.getByRole('link', { name: 'Look it up' })).toHaveAttribute(
      'href',
      `/search?q=${transfer.id}`,
    );
    await field.fill('nonsense');
    await expect(main).toContainText('neither a transaction (213 bytes), a receipt nor');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'proof.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(receipt),
    });
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'limited');
    await keepScreenshot('verify-page');
    expect(asked).toEqual([]);
    expect(await accessibilityProblems(page, { part: 'main' })).toEqual([]);
    await context.setOffline(false);

    // Pressing is asking: for headers, never for the transaction.
    await page.getByRole('button', { name: 'Is it in this node’s chain now?' }).click();
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
    await expect(page.locator('main .c-badge--success')).toHaveCount(1);
    expect(asked.every((url) => new URL(url).pathname === '/api/v1/headers')).toBe(true);
  });

  test('a payment is proven by a link, and drawn from its bytes', async ({
    page,
    context,
    suite,
    keepScreenshot,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${transferPage()}#share`);
    const menu = page.locator('.share');
    await expect(menu.getByRole('button', { name: 'Copy link' })).toBeFocused();
    await keepScreenshot('share-proof');
    expect(await accessibilityProblems(page, { part: '.receipt' })).toEqual([]);
    const download = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'Picture' }).click();
    const picture = await download;
    expect(picture.suggestedFilename()).toMatch(/\.png$/);
    if (process.env['CAIRN_SCREENSHOTS']) await picture.saveAs('reports/screenshots/receipt-picture.png');
    await menu.getByRole('button', { name: 'Copy link' }).click();
    await expect(menu).toContainText('Copied');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link.length).toBeLessThan(2_000);

    // On another site of the same chain.
    const { hash } = new URL(link);
    await page.goto(`${suite.addresses.website}/verify${hash}`);
    const main = page.getByRole('main');
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
    await expect(main).toContainText(AMOUNT);
    await expect(main).toContainText('Development chain: a block takes about two hashes');
    expect(await unmarked(page)).toEqual([]);
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
      await expect(verdictIn(page)).toHaveCount(0);
    }
    await context.setOffline(false);
    // A server of another network, or whose chain has another block there.
    proxy.lie = {
      where: /\/status$/,
      json: (body) => Object.assign(body, { network: 'testnet', chain_id: 2 }),
    };
    await page.goto(`${site.url}/verify${hash}`);
    await expect(main).toContainText('This is of devnet. This site shows testnet');
    await expect(verdictIn(page)).not.toHaveAttribute('data-verdict', 'passed');
  });

  test('witnesses are asked for heights alone, and a heavier chain is red', async ({ page, suite }) => {
    test.setTimeout(180_000);
    const witness = new WitnessServer();
    const url = await witness.start();
    const api = suite.addresses.explorerApi;
    witness.status = (await (await fetch(`${api}/api/v1/status`)).json()) as object;
    await suite.devnet.mine({ blocks: 12, to: other.address });
    const honest = await headersOf(api);
    const others = await suite.openWebsite(proxy.url, { witnesses: [url, api] });
    const address = `${others.url}/transactions/${transfer.id}`;
    const fork = honest.length - 10;
    const claims = page.locator('.claims');
    const cases: Record<
      string,
      [headers: readonly Uint8Array[], mode: WitnessServer['mode'], verdict: string, said: string]
    > = {
      honest: [honest, 'honest', 'passed', 'has this chain'],
      lighter: [mineOn(honest.slice(0, fork), 5), 'honest', 'passed', 'with less work'],
      heavier: [mineOn(honest.slice(0, fork), 20), 'honest', 'failed', 'with more work'],
      invalid: [
        [...honest.slice(0, fork), ...mineOn(honest.slice(0, fork + 1), 20).slice(fork + 1)],
        'honest',
        'passed',
        'sent no valid chain',
      ],
      junk: [honest, 'junk', 'passed', 'sent no valid chain'],
    };
    for (const [name, [headers, mode, verdict, said]] of Object.entries(cases)) {
      Object.assign(witness, { headers, mode });
      expect(await verdictOf(page, address), name).toBe(verdict);
      await page.locator('.verify-bar').evaluate((bar: HTMLDetailsElement) => (bar.open = true));
      await expect(page.locator('.verify-witnesses'), name).toContainText(said);
      if (name === 'honest') await expect(claims).toContainText('2 of 2 other nodes have this block');
      if (name === 'invalid') await expect(claims).toContainText('1 of 1 other node has this block');
    }
    expect(
      witness.asked.every((path) => /^\/api\/v1\/(status|headers\?from=\d+&count=\d+)$/.test(path)),
    ).toBe(true);
    // Away, or silent for so long that the verdict does not wait for it.
    witness.mode = 'silent';
    expect(await verdictOf(page, address)).toBe('passed');
    await witness.close();
    expect(await verdictOf(page, address)).toBe('passed');
    await page.locator('.verify-bar > summary').click();
    await expect(page.locator('.verify-witnesses')).toContainText('could not be checked: no answer');
    await others.close();
  });
});
