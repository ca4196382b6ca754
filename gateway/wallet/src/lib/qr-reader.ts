// Kept by the author of the wallet's cryptography, plain JavaScript: the page's policy allows no WebAssembly.
import { decodeQR } from 'qr/decode.js';

/** Longest side of what is looked at, in pixels: finer than any code of ours needs, small enough to be quick. */
const LONGEST_SIDE = 1_600;

/** The text of the QR code in an image file; `undefined` where there is no image or no code that can be read. */
export async function readQrFile(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (image === undefined) return undefined;
  try {
    return readQr(image, image);
  } finally {
    image.close();
  }
}

/** Time between two looks at what the camera shows. */
const LOOK_INTERVAL_MS = 150;

/**
 * Shows the camera until it sees a QR code, whose text this gives, or is told to stop, and then switches it off. Rejects as
 * `getUserMedia` does.
 */
export async function filmQr(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const media = navigator.mediaDevices as MediaDevices | undefined;
  // Absent where the page is neither on this machine nor served by https.
  if (media === undefined) throw new DOMException('no camera here', 'NotFoundError');
  const stream = await media.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const text = readQr(video, { width: video.videoWidth, height: video.videoHeight });
      if (text !== undefined) return text;
      await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
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
  // Under an image with transparent parts.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    return undefined; // no code, or one that is blurred
  }
}
