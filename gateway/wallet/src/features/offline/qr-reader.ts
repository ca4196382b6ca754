// `qr` has the same author as the cryptographic libraries. It is JavaScript: the page's security policy forbids
// WebAssembly.
import { decodeQR } from 'qr/decode.js';

/**
 * Larger images are scaled down to this longest side in pixels: enough for the wallet's densest code, and quick to
 * scan.
 */
const LONGEST_SIDE = 1_600;

/** The text of the QR code in an image file; `undefined` if it is not an image or has no readable code. */
export async function readQrFile(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (image === undefined) return undefined;
  try {
    return readQr(image, image);
  } finally {
    image.close();
  }
}

/** Pause in milliseconds between two scans of the camera's picture. */
const SCAN_INTERVAL_MS = 150;

/**
 * Shows the camera's picture until it contains a QR code or `signal` is aborted, then switches the camera off. Returns
 * the code's text; `undefined` if aborted. Rejects as `getUserMedia` does.
 */
export async function scanQrWithCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<string | undefined> {
  const media = navigator.mediaDevices as MediaDevices | undefined;
  // Browsers define `mediaDevices` only on pages from this machine or over https.
  if (media === undefined) throw new DOMException('no camera here', 'NotFoundError');
  const stream = await media.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const text = readQr(video, { width: video.videoWidth, height: video.videoHeight });
      if (text !== undefined) return text;
      await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

const canvas = document.createElement('canvas');

function readQr(
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
): string | undefined {
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  // A white background for images with transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    return undefined; // no code, or a blurred one
  }
}
