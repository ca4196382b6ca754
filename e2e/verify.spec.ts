import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bytesToHex,
  encodeTransaction,
  formatSignedMessage,
  getNetwork,
  HEADER_SIZE,
  signMessage,
  signTransaction,
  TRANSACTION_SIZE,
  transactionId,
  transactionOffset,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { findFreePort, ProgramGroup, PROGRAMS, waitUntilAnswering } from '@cairn/suite';
import type { ExtraServer } from '@cairn/testkit';
import type { Page } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import { type Lie, LyingProxy } from './lying-proxy.ts';
import { provenParts, provenText, unmarked, verdictIn, verdictOf, visibleMarks } from './proof-marks.ts';
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

const failedSteps = (page: Page) => page.locator('.verify-step[data-status="failed"]');
const transferPage = () => `${site.url}/transactions/${transfer.id}`;
const blockPage = () => `${site.url}/blocks/${transfer.height}`;

test.describe('proven in the browser', () => {
  test.beforeAll(async ({ suite }) => {
    test.setTimeout(180_000);
    await suite.rewind();
    const id = await sendTransfer(suite);
    await suite.devnet.mine({ blocks: 3, to: other.address });
    const api = `${suite.addresses.explorerApi}/api/v1`;
    // A page says so while the index is building, with an error in the console.
    await expect.poll(async () => (await fetch(`${api}/addresses?limit=1`)).status).toBe(200);
    const found = await fetch(`${api}/transactions/${id}`);
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
    await expect(claims).toContainText('Development chain: anyone can rewrite it');
    await expect(claims).toContainText('Only this server was asked');
    expect(await provenText(page)).toContain(AMOUNT);
    expect(await provenText(page)).toContain('3 confirmations');
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
    await expect(page.getByRole('main')).toContainText('4 confirmations');
    expect(asked.filter((path) => path.endsWith('/raw'))).toEqual([]);
    expect(await page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes)).toEqual([]);
  });

  test('a heavier fork of the server is followed and left again, and at no moment two truths are shown', async ({
    page,
    suite,
  }) => {
    const { id } = await suite.devnet.snapshot();
    const onTop = async () => (await suite.devnet.state()).height - transfer.height;
    const main = page.getByRole('main');
    const before = await onTop();
    expect(await verdictOf(page, transferPage())).toBe('passed');
    await page.evaluate(() => {
      const contradictions: string[] = [];
      const look = () => {
        if (document.querySelector('main [data-proof="proven"] .receipt') === null) return;
        const said = [...document.querySelectorAll('main :is(.receipt, .claims)')].map(
          (part) => part.textContent,
        );
        const counts = said.join().match(/\d+ (confirmation|block on top|blocks on top)/g) ?? [];
        if (counts.length > 1) contradictions.push(counts.join());
      };
      const changes = { subtree: true, childList: true, characterData: true, attributes: true };
      new MutationObserver(look).observe(document.querySelector('main')!, changes);
      Object.assign(globalThis, { contradictions });
    });
    await suite.devnet.reorganize({ depth: 2, blocks: 4 });
    expect(await onTop()).toBe(before + 2);
    await expect(main).toContainText(`${before + 3} confirmations`);
    await suite.devnet.reorganize({ depth: before + 3, keep: 'none' });
    await expect(main).toContainText('No longer confirmed');
    await expect(main).not.toContainText(/\d confirmations?/);
    await suite.devnet.revert({ id });
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
    await expect(main).toContainText(`${before + 1} confirmation`);
    const shown = await page.evaluate(
      () => (globalThis as unknown as { contradictions: string[] }).contradictions,
    );
    expect(shown).toEqual([]);
  });

  test('a tip older than ten spacings is said in the verdict of a public network', async ({
    page,
    suite,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-testnet-'));
    const group = new ProgramGroup();
    const port = await findFreePort();
    const node = group.start({
      name: 'testnet',
      argv: [
        PROGRAMS.node,
        'start',
        '--network=testnet',
        '--no-p2p',
        '--rpc-port=0',
        `--data-dir=${folder}`,
        `--explorer-port=${port}`,
      ],
      onLine: () => undefined,
    });
    const api = `http://127.0.0.1:${port}`;
    await waitUntilAnswering(node, `${api}/health`);
    const old = await suite.openWebsite(api);
    try {
      expect(await verdictOf(page, `${old.url}/blocks/0`)).toBe('limited');
      await expect(verdictIn(page)).toContainText('newer blocks may be withheld');
      await expect(page.locator('.claims')).toContainText(/Newest block: \d+\w+ ago/);
      expect(await unmarked(page)).toEqual([]);
    } finally {
      await old.close();
      await group.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test('paper has the marks of the screen', async ({ page }) => {
    const pages = [transferPage(), blockPage(), `${site.url}/addresses/${sender.address}`];
    for (const lie of [undefined, lies['the amount']!.lie(), { where: /\/(raw|proof\?.*)$/, breaks: true }]) {
      proxy.lie = lie;
      for (const address of pages) {
        const verdict = await verdictOf(page, address);
        const onScreen = await visibleMarks(page);
        expect(onScreen).toContain(verdict);
        await page.emulateMedia({ media: 'print' });
        expect(await visibleMarks(page), `${verdict} ${address}`).toEqual(onScreen);
        await page.emulateMedia({ media: 'screen' });
      }
    }
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
    verdict: 'failed' | 'skipped' | 'limited' | 'passed';
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
      never: /confirmations?/,
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
      never: /\d confirmations?/,
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
    'a number of transactions that makes the block too large to be fetched': {
      block: true,
      lie: () => ({ where: ofBlock(), json: ({ block }) => (block.transaction_count = 6_000) }),
      verdict: 'limited',
      never: '6,000',
    },
    'a position in a block that it calls large': {
      // The path of the second of two transactions is also that of the last of 2^13 + 1.
      lie: () => ({
        where: /\/(transactions|blocks)\/\w{64}$/,
        json: (body) => {
          if (body.block === undefined) body.transaction_index = 8_192;
          else body.block.transaction_count = 8_193;
        },
      }),
      verdict: 'limited',
      never: '8,192',
    },
    'a clock that is ten years ahead, by which a payment is old': {
      lie: () => ({
        where: /\/status$/,
        json: (body) => (body.devnet = { ...body.devnet, clock_offset_seconds: 10 * 365 * 86_400 }),
      }),
      verdict: 'passed',
      never: /\d+y ago/,
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
        if (verdict === 'passed' || verdict === 'limited') return;
        await expect(provenParts(page), name).toHaveCount(0);
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
      await expect(provenParts(page)).toHaveCount(0);
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
    const block = await fetch(`${proxy.url}/api/v1/blocks/${transfer.height}/raw`);
    const coinbase = Buffer.from(await block.arrayBuffer())
      .subarray(HEADER_SIZE, HEADER_SIZE + TRANSACTION_SIZE)
      .toString('hex');

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
    expect(await unmarked(page)).toEqual([]);
    await field.fill(raw.replace(/^(.{32})./, '$1f'));
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'failed');
    await field.fill(coinbase);
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'limited');
    await expect(main).toContainText('anyone can write these bytes');

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

    const signed = signMessage('I owe \u202E000,01 CRN\u3164\nAlice', sender.privateKey, devnet);
    await field.fill(formatSignedMessage(signed));
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
    await expect(page.locator('.verify-message')).toContainText('I owe U+202E000,01 CRNU+3164');
    expect(await page.locator('.verify-message').textContent()).not.toContain('\u202E');
    expect(await unmarked(page)).toEqual([]);
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
    await page.addInitScript(() => {
      const drawn: string[] = [];
      CanvasRenderingContext2D.prototype.fillText = (text) => void drawn.push(text);
      Object.assign(globalThis, { drawn });
    });
    await page.goto(`${transferPage()}#share`);
    const menu = page.locator('.share');
    await expect(menu.getByRole('button', { name: 'Copy link' })).toBeFocused();
    await keepScreenshot('share-proof');
    expect(await accessibilityProblems(page, { part: '.receipt' })).toEqual([]);
    const download = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'Picture' }).click();
    const picture = await download;
    expect(picture.suggestedFilename()).toMatch(/\.png$/);
    const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn);
    expect(drawn).toEqual(expect.arrayContaining([`${AMOUNT} CRN`, transfer.id, recipient.address]));
    expect(drawn.join('\n')).toContain('Signed, and in a block of 2 hashes');
    expect(drawn.join('\n')).toContain('Development chain: anyone can make such a receipt');
    expect(drawn.join('\n')).not.toMatch(/✓|checked|proven|verified/i);
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

  test('a heavier fork of a witness, few blocks deep, is red only if it stands; blocks that it alone has are withheld', async ({
    page,
    suite,
  }) => {
    const witness = new WitnessServer();
    const url = await witness.start();
    const api = suite.addresses.explorerApi;
    witness.status = (await (await fetch(`${api}/api/v1/status`)).json()) as object;
    await suite.devnet.mine({ blocks: 4, to: other.address });
    const honest = await headersOf(api);
    const others = await suite.openWebsite(proxy.url, { witnesses: [url] });
    const wait = { timeout: 15_000 };
    /** Moves the clock of the page's worker. */
    const advance = (seconds: number) =>
      page.workers()[0]!.evaluate((more) => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + 1_000 * more;
      }, seconds);
    witness.headers = mineOn(honest.slice(0, -2), 4);
    expect(await verdictOf(page, `${others.url}/transactions/${transfer.id}`)).toBe('limited');
    await expect(verdictIn(page)).toContainText('This server is being asked again');
    await advance(31);
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'failed', wait);
    await expect(provenParts(page)).toHaveCount(0);
    witness.headers = mineOn(honest, 3);
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed', wait);
    await advance(200);
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'limited', wait);
    await expect(verdictIn(page)).toContainText('3 newer blocks, which this server withholds');
    witness.headers = honest;
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed', wait);
    await others.close();
    await witness.close();
  });
});
