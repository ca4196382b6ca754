import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  askNode,
  DEVELOPMENT_ADDRESSES as accounts,
  goToScreen,
  importDevelopmentWallet,
  PASSWORD,
} from '@cairn/testkit/playwright';
import type { Browser, Locator, Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { accessibilityProblems } from './accessibility.ts';
import { expect, keepScreenshotOf, test, type Suite } from './suite.ts';

const sender = accounts[0];
const recipient = accounts[4];
/** A public test phrase from BIP-39's test vectors. */
const OTHER_PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const PHONE = { width: 320, height: 640 };

// Codes are read with another library than the wallet's, because other programs must read them too.
const binary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({
  overrides: { wasmBinary: binary.buffer.slice(binary.byteOffset, binary.byteOffset + binary.length) },
});

/** The text of the QR code in a screenshot. @throws Error unless there is exactly one */
async function readQrCode(png: Buffer): Promise<string> {
  const codes = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'], tryDownscale: false });
  if (codes.length !== 1) throw new Error(`${codes.length} codes in the picture`);
  return codes[0]!.text;
}

/** A screenshot of a code, and its text. */
async function captureCode(code: Locator): Promise<{ png: Buffer; text: string }> {
  // Centred, as before a camera, so that the phone's navigation bar does not cover the code.
  await code.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // A code that has just appeared may not be painted yet.
  let captured: { png: Buffer; text: string };
  await expect(async () => {
    const png = await code.screenshot();
    captured = { png, text: await readQrCode(png) };
  }).toPass();
  return captured!;
}

/** A video of a still picture, which Chromium accepts in place of a camera (YUV4MPEG2, 640 × 480). */
async function encodeVideo(page: Page, png: Buffer): Promise<Buffer> {
  const [width, height] = [640, 480];
  const luma = await page.evaluate(
    async ({ base64, width, height }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
      const side = height - 40;
      context.drawImage(image, (width - side) / 2, 20, side, side);
      const { data } = context.getImageData(0, 0, width, height);
      // As one text: a list of 307,200 numbers takes the browser and this process two seconds.
      return Array.from({ length: width * height }, (_, at) => String.fromCharCode(data[4 * at]!)).join('');
    },
    { base64: png.toString('base64'), width, height },
  );
  const grey = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(luma, 'latin1'), grey]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([header, frame, frame]);
}

/** Opens the wallet that has the key, on a phone whose gateway cannot reach a node. */
async function openSigner(browser: Browser, suite: Suite): Promise<Page> {
  const page = await (await browser.newContext({ viewport: PHONE, permissions: ['camera'] })).newPage();
  await importDevelopmentWallet(page, suite.walletAddress());
  const down = { error: 'node_unreachable', message: 'no node' };
  await page.route('**/v1/**', (route) => route.fulfill({ status: 502, json: down }));
  return page;
}

/** Opens a wallet of another phrase that watches the sender's address. */
async function openWatcher(browser: Browser, suite: Suite): Promise<Page> {
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  await page.goto(suite.walletAddress());
  await page.getByRole('button', { name: 'Import a recovery phrase' }).click();
  await page.getByLabel('Recovery phrase').fill(OTHER_PHRASE);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open wallet' }).click();
  await goToScreen(page, 'Accounts');
  await page.getByRole('button', { name: 'Watch an address' }).click();
  const field = page.getByLabel('Address to watch');
  await field.fill(`${sender}0`);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(sender);
  await expect(field).not.toHaveAttribute('aria-invalid');
  await page.getByLabel('Name', { exact: true }).fill('Savings');
  await page.getByRole('button', { name: 'Watch an address' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account: Savings' })).toBeVisible();
  return page;
}

/** Prepares a transfer of the watched address and shows its code. */
async function prepare(watcher: Page, amount: string): Promise<void> {
  await goToScreen(watcher, 'Send');
  await expect(watcher.getByText('This address is only watched').first()).toBeVisible();
  await watcher.getByLabel('Recipient', { exact: true }).fill(recipient);
  await watcher.getByLabel('Amount', { exact: true }).fill(amount);
  await watcher.getByRole('button', { name: 'Review' }).click();
  await watcher.getByRole('button', { name: 'Show the QR code to sign' }).click();
}

const unsignedCode = (page: Page) => page.getByRole('img', { name: 'QR code of the unsigned transfer' });
const signedCode = (page: Page) => page.getByRole('img', { name: 'QR code of the signed transfer' });

async function scanText(page: Page, text: string): Promise<void> {
  await goToScreen(page, 'Scan');
  await page.getByLabel('Or paste the text of the code').fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

/** The two phones. */
let watcher: Page;
let signer: Page;
const folder = mkdtempSync(join(tmpdir(), 'cairn-camera-'));
const sign = (): Locator => signer.getByRole('button', { name: 'Sign', exact: true });

test.describe.serial('a watch-only wallet and an offline one', () => {
  test.beforeAll(async ({ browser, suite }) => {
    await suite.rewind();
    watcher = await openWatcher(browser, suite);
  });
  test.afterAll(async () => {
    await Promise.all([watcher.context().close(), signer.context().browser()!.close()]);
    rmSync(folder, { recursive: true });
  });

  test('send a transfer together, by codes that a camera and a picture show, 320 px wide', async ({
    playwright,
    launchOptions,
    suite,
  }) => {
    await prepare(watcher, '2.5');
    const unsigned = await captureCode(unsignedCode(watcher));
    expect(unsigned.text).toMatch(/^CAIRN-UNSIGNED:[0-9A-F]{170}$/);
    await keepScreenshotOf(watcher, 'wallet-offline-unsigned');

    const video = join(folder, 'code.y4m');
    writeFileSync(video, await encodeVideo(watcher, unsigned.png));
    const args = [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ];
    signer = await openSigner(await playwright.chromium.launch({ ...launchOptions, args }), suite);
    await goToScreen(signer, 'Scan');
    await signer.getByRole('button', { name: 'Use the camera' }).click();
    const shown = signer.getByRole('main');
    await expect(shown).toContainText('Sign this transfer?');
    await expect(signer.locator('video')).toHaveCount(0);
    for (const fact of ['2.50', 'Account 4', 'Account 0', 'devnet (chain ID 3)'])
      await expect(shown).toContainText(fact);
    expect(await accessibilityProblems(signer)).toEqual([]);
    await keepScreenshotOf(signer, 'wallet-offline-sign');
    await sign().click();
    const signed = await captureCode(signedCode(signer));
    expect(signed.text).toMatch(/^CAIRN-SIGNED:[0-9A-F]{426}$/);
    expect(signed.text.slice('CAIRN-SIGNED:'.length)).toContain(
      unsigned.text.slice('CAIRN-UNSIGNED:'.length),
    );

    await watcher.getByRole('link', { name: 'Scan the signed transfer' }).click();
    await expect(watcher.getByRole('heading', { level: 1, name: 'Scan' })).toBeVisible();
    const picture = { name: 'code.png', mimeType: 'image/png', buffer: signed.png };
    await watcher.getByLabel('Read an image').setInputFiles(picture);
    await expect(watcher.getByText('Send this signed transfer?')).toBeVisible();
    expect(await accessibilityProblems(watcher)).toEqual([]);
    await keepScreenshotOf(watcher, 'wallet-offline-submit');
    await watcher.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(watcher.getByText('Waiting for the next block')).toBeVisible();
  });

  test('raise its fee; a code of another network, a nonce signed before and what the node has are not signed or sent', async ({
    suite,
  }) => {
    await goToScreen(watcher, 'Send');
    await watcher.getByRole('button', { name: /^Speed up/ }).click();
    await watcher.getByRole('button', { name: 'Review the new fee' }).click();
    await watcher.getByRole('button', { name: 'Show the QR code to sign' }).click();
    const unsigned = (await captureCode(unsignedCode(watcher))).text;
    await scanText(signer, unsigned.replace(':03', ':02')); // the chain ID is its first byte
    await expect(signer.getByRole('main')).toContainText('It is for another network');
    await expect(sign()).toHaveCount(0);
    await scanText(signer, unsigned);
    await sign().click();
    await expect(signer.getByText('You signed another transfer with this nonce before')).toBeVisible();
    await expect(signedCode(signer)).toHaveCount(0);
    await signer.getByLabel('I want to sign this one in its place').check();
    await sign().click();
    const { text } = await captureCode(signedCode(signer));
    await scanText(watcher, text);
    await expect(watcher.getByRole('main')).toContainText('with a higher fee');
    await watcher.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(watcher.getByText('Waiting for the next block')).toBeVisible();
    await suite.devnet.mine({ blocks: 1 });
    await askNode(watcher);
    await expect(watcher.getByText(/(?<!\d)1 confirmation(?!s)/)).toBeVisible();
    await scanText(watcher, text);
    await expect(watcher.getByText('The node already has this transfer.')).toBeVisible();
    await scanText(signer, recipient);
    await expect(signer.getByLabel('Recipient', { exact: true })).toHaveValue(recipient);
  });
});
