import { TransportError } from './errors.ts';

/**
 * Largest answer that is read, in bytes: above a full block of the RPC as JSON (39,382 transactions of about 700
 * bytes), below a size that crashes a browser's tab.
 */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * Reads a response's body whole.
 * @throws TransportError `unexpected_shape` where it has more than `MAX_RESPONSE_BYTES`
 */
export async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length;
    if (size > MAX_RESPONSE_BYTES) {
      await reader?.cancel();
      throw new TransportError('unexpected_shape', 'the answer is too large', { status: response.status });
    }
    chunks.push(part.value);
  }
  return joinChunks(chunks, size);
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    whole.set(chunk, position);
    position += chunk.length;
  }
  return whole;
}
