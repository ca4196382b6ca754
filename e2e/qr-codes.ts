import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

// Not the wallet's own reader: other programs have to read the codes too.
const binary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({
  overrides: { wasmBinary: binary.buffer.slice(binary.byteOffset, binary.byteOffset + binary.length) },
});

/** The text of the QR code in a picture of the screen. Throws where there is not exactly one. */
export async function readQrPicture(png: Buffer): Promise<string> {
  const codes = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'], tryDownscale: false });
  if (codes.length !== 1) throw new Error(`${codes.length} codes in the picture`);
  return codes[0]!.text;
}

/** A screenshot of a code, and its text as another reader reads it. */
export async function photograph(code: Locator): Promise<{ png: Buffer; text: string }> {
  // As a person does, who holds a camera before it: the bar of a phone is not before the code.
  await code.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const png = await code.screenshot();
  return { png, text: await readQrPicture(png) };
}

/** A film of one still picture on white, which Chromium accepts instead of a camera (YUV4MPEG2, 640 × 480). */
export async function filmOf(page: Page, png: Buffer): Promise<Buffer> {
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
      return Array.from({ length: width * height }, (_, index) => data[4 * index]!);
    },
    { base64: png.toString('base64'), width, height },
  );
  const grey = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(luma), grey]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, frame, frame]);
}
