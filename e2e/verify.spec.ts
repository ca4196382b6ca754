import { readFileSync } from 'node:fs';
import { bytesToHex, formatSignedMessage, getNetwork, signMessage, transactionId } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { Worker } from '@playwright/test';
import { accessibilityProblems } from './accessibility.ts';
import type { Lie } from './lying-proxy.ts';
import { provenParts, provenText, unmarked, verdictIn, verdictOf, visibleMarks } from './proof-marks.ts';
import { signedTransfer } from './signed-transfer.ts';
import { expect, type Suite, test } from './suite.ts';

const devnet = getNetwork('devnet');
const accounts = developmentAccounts(devnet);
const [sender, recipient, other] = [accounts[8]!, accounts[9]!, accounts[7]!];
const VALUE = 123_456_789_012n;
const AMOUNT = '1,234.56789012';

/** A transfer in a block that has two more blocks on top. */
let transfer: { id: string; height: number; blockId: string };
let raw: string;

/** Sends a signed transfer to the node, as a wallet would. */
async function sendTransfer(suite: Suite): Promise<string> {
  const terms = { from: sender, to: recipient.address, value: VALUE, fee: 2_500n };
  const transaction = await signedTransfer(suite, terms);
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
    const { block_height, block_id } = (await found.json()) as { block_height: number; block_id: string };
    transfer = { id, height: block_height, blockId: block_id };
  });

  test('of an honest server all is proven, each page says what is not, and a new block is followed', async ({
    page,
    keepScreenshot,
    suite,
    apiProxy,
    site,
  }) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    for (const path of [`/de/blocks/${transfer.blockId}`, `/transactions/${transfer.id.toUpperCase()}`]) {
      expect(await verdictOf(page, site + path), path).toBe('passed');
      await page.locator('.seal .seal__head').click();
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
      expect(await unmarked(page), path).toEqual([]);
    }
    const seal = page.locator('.seal');
    await expect(seal).toContainText('Proven on your device · 4 checks');
    await expect(seal).toContainText('Signed by the sender (proven)');
    await expect(seal).toContainText(`In block ${transfer.height} of this chain (proven)`);
    await expect(seal.locator('.seal__facts')).toContainText('Development chain: anyone can rewrite it');
    await expect(seal.locator('.seal__facts')).toContainText('Only this server was asked');
    expect(await provenText(page)).toContain(AMOUNT);
    expect(await provenText(page)).toContain('3 confirmations');
    await keepScreenshot('verify-transaction-open');
    expect(await accessibilityProblems(page, { part: '.seal' })).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

    // A new block: by its header alone, and without another verdict that would be read out.
    await page.evaluate(() => {
      const changes: (string | null)[] = [];
      const mark = document.querySelector('main [data-verdict]')!;
      new MutationObserver(() => changes.push(mark.getAttribute('data-verdict'))).observe(mark, {
        attributes: true,
        attributeFilter: ['data-verdict'],
      });
      Object.assign(globalThis, { changes });
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await suite.devnet.mine({ blocks: 1, to: other.address });
    await expect(page.getByRole('main')).toContainText('4 confirmations');
    expect(asked.filter((path) => path.endsWith('/raw'))).toEqual([]);
    expect(await page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes)).toEqual([]);
    expect(problems).toEqual([]);
    await expectPolicy(page.workers()[0]!, apiProxy.url, suite.addresses.gateway);
  });

  test('a heavier fork of the server is followed and left again, and at no moment two truths are shown', async ({
    page,
    suite,
    site,
  }) => {
    const { id } = await suite.devnet.snapshot();
    const onTop = async () => (await suite.devnet.state()).height - transfer.height;
    const main = page.getByRole('main');
    const before = await onTop();
    expect(await verdictOf(page, `${site}/transactions/${transfer.id}`)).toBe('passed');
    await page.evaluate(() => {
      const contradictions: string[] = [];
      const look = () => {
        if (document.querySelector('main [data-proof="proven"] .receipt') === null) return;
        const said = [...document.querySelectorAll('main :is(.receipt, .seal)')].map(
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

  test('a program that did not load is loaded by the button that says so', async ({ page, site }) => {
    await page.route(/\/(seal-rows|open-worker)\.[^/]*js$/, (route) => route.abort());
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
    expect(await verdictOf(page, `${site}/blocks/0`)).toBe('skipped');
    await page.unrouteAll();
    await again.click();
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
    await page.route(/\/input-panel\.[^/]*js$/, (route) => route.abort(), { times: 1 });
    await page.goto(`${site}/verify`);
    await again.click();
    await expect(again).toBeHidden();
    await page.getByRole('button', { name: 'Example: Signed message' }).click();
    await expect(verdictIn(page).first()).toHaveAttribute('data-verdict', 'passed');
  });

  test('each verdict has its marks, on the screen and on paper', async ({
    page,
    keepScreenshot,
    apiProxy,
    site,
  }) => {
    const amount: Lie = {
      where: new RegExp(`/transactions/${transfer.id}$`),
      json: (body) => (body.value = '923456789012'),
    };
    const cases: [path: string, lie: Lie | undefined, verdict: string][] = [
      [`/addresses/${sender.address}`, undefined, 'passed'],
      [`/blocks/${transfer.height}`, { where: /\/raw$/, breaks: true }, 'skipped'],
      [`/transactions/${transfer.id}`, amount, 'failed'],
    ];
    for (const [path, lie, verdict] of cases) {
      apiProxy.lie = lie;
      expect(await verdictOf(page, site + path), path).toBe(verdict);
      expect(await unmarked(page), path).toEqual([]);
      expect((await provenParts(page).count()) > 0, path).toBe(verdict === 'passed');
      const onScreen = await visibleMarks(page);
      expect(onScreen).toContain(verdict);
      await page.emulateMedia({ media: 'print' });
      expect(await visibleMarks(page), path).toEqual(onScreen);
      await page.emulateMedia({ media: 'screen' });
    }
    // What is true stands on the page, and what the server said in the steps.
    await expect(page.locator('[data-check][data-status="failed"]').first()).toBeVisible();
    await expect(page.locator('[data-field="value"]')).toContainText('923456789012');
    await expect(page.getByRole('main')).toContainText(AMOUNT);
    expect(await provenText(page)).not.toContain('9,234.56789012');
    await keepScreenshot('verify-lie');
  });

  test('pasted data and files are checked without a network', async ({
    page,
    context,
    keepScreenshot,
    site,
  }) => {
    const receiptOf = async (path: string, opener: string, button: string): Promise<string> => {
      await page.goto(site + path);
      await page.locator(opener).click();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    const receipt = await receiptOf(`/transactions/${transfer.id}`, '.share > summary', 'File for offline');
    const opener = '[data-verdict="passed"] > .seal__head';
    const balance = await receiptOf(`/addresses/${sender.address}`, opener, 'Save proof of balance');
    const main = page.getByRole('main');

    const asked: string[] = [];
    await page.goto(`${site}/verify`);
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      // The page may request its own files, the page that a link under the pointer leads to, the status for the header,
      // and the figures of the chain for the offer to recompute it: none contains any of the pasted text.
      const own = origin === new URL(site).origin && /^\/(_astro\/|favicon|about$)/.test(pathname);
      if (!own && !/^\/api\/v1\/(status|events|stats)$/.test(pathname)) asked.push(request.url());
    });
    const field = page.getByRole('textbox', { name: 'Paste it here' });
    await expect(async () => {
      await field.fill(raw); // the field is inert until the page's script has run
      await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed', { timeout: 3_000 });
    }).toPass();
    await expect(main).toContainText(AMOUNT);
    await context.setOffline(true);
    expect(await unmarked(page)).toEqual([]);
    await field.fill(raw.replace(/^(.{32})./, '$1f'));
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'failed');

    // A receipt alone is amber.
    await field.fill(receipt);
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'limited');
    await expect(main).toContainText('Signed, and in a block of 2 hashes; not known to be in a chain');
    await expect(main).toContainText('Development chain: a block takes about two hashes');
    await expect(page.locator('main .c-badge--success')).toHaveCount(0);
    await field.fill(balance);
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'limited');
    await expect(main).toContainText(sender.address);

    const signed = signMessage('I owe \u202E000,01 CRN\u3164\nAlice', sender.privateKey, devnet);
    await field.fill(formatSignedMessage(signed));
    await expect(verdictIn(page)).toHaveAttribute('data-verdict', 'passed');
    await expect(page.locator('.message')).toContainText('I owe U+202E000,01 CRNU+3164');
    expect(await page.locator('.message').textContent()).not.toContain('\u202E');
    expect(await unmarked(page)).toEqual([]);
    await keepScreenshot('verify-message');
    await field.fill(transfer.id);
    await expect(main).toContainText('This looks like an ID');
    await expect(page.getByRole('link', { name: 'Look it up' })).toHaveAttribute(
      'href',
      `/search?q=${transfer.id}`,
    );
    const request = `cairn:${sender.address}?amount=5`;
    await field.fill(request);
    await expect(page.getByRole('link', { name: 'Look it up' })).toHaveAttribute('href', `/pay#${request}`);
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
    expect(asked.filter((url) => new URL(url).pathname !== '/api/v1/headers')).toEqual([]);
  });

  test('a payment is proven by a link, and drawn from its bytes', async ({
    page,
    context,
    suite,
    keepScreenshot,
    apiProxy,
    site,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      const drawn: string[] = [];
      CanvasRenderingContext2D.prototype.fillText = (text) => void drawn.push(text);
      Object.assign(globalThis, { drawn });
    });
    await page.goto(`${site}/transactions/${transfer.id}#share`);
    const menu = page.locator('.share');
    await expect(menu.getByRole('button', { name: 'Copy link' })).toBeFocused();
    await keepScreenshot('share-proof');
    expect(await accessibilityProblems(page, { part: '.receipt' })).toEqual([]);
    const download = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'Picture' }).click();
    const picture = await download;
    expect(picture.suggestedFilename()).toMatch(/\.png$/);
    const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn);
    expect(drawn).toEqual(expect.arrayContaining([AMOUNT, 'CRN', transfer.id, recipient.address]));
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Proof of payment');
    await expect(main).toContainText(AMOUNT);
    await expect(main).toContainText('Development chain: a block takes about two hashes');
    expect(await unmarked(page)).toEqual([]);
    expect(await accessibilityProblems(page, { part: 'main' })).toEqual([]);
    await keepScreenshot('proof-by-link');

    await context.setOffline(true);
    await page.evaluate((next) => void (location.hash = next), hash.slice(0, -3));
    await expect(main).toContainText('incomplete');
    await expect(verdictIn(page)).toHaveCount(0);
    await context.setOffline(false);
    // A server of another network, or whose chain has another block there.
    apiProxy.lie = {
      where: /\/status$/,
      json: (body) => Object.assign(body, { network: 'testnet', chain_id: 2 }),
    };
    await page.goto(`${site}/verify${hash}`);
    await expect(main).toContainText('This is of devnet. This site shows testnet');
    await expect(verdictIn(page)).not.toHaveAttribute('data-verdict', 'passed');
  });
});

/** Expects a worker of the site that can reach the API and no other server. */
async function expectPolicy(worker: Worker, api: string, elsewhere: string): Promise<void> {
  const policy = (await fetch(worker.url())).headers.get('content-security-policy');
  expect(policy).toBe(`default-src 'none'; script-src 'self'; connect-src ${api}`);
  const refused = await worker.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        globalThis.addEventListener('securitypolicyviolation', (event) => {
          resolve(event.violatedDirective);
        });
        void fetch(url, { mode: 'no-cors' }).then(
          () => resolve('asked'),
          () => undefined,
        );
      }),
    elsewhere,
  );
  expect(refused).toBe('connect-src');
}
