/** Milliseconds after which a client whose stream broke asks again. */
const RETRY_MS = 3_000;

/** Keep-alive of a stream: a comment, which no client sees. */
export const KEEP_ALIVE_FRAME = Buffer.from(': open\n\n');

/**
 * One event in the format of a stream (HTML standard, server-sent events).
 * @param id of the tip that the client has with it; absent where the event moves no client
 */
export function eventFrame(name: string, data: unknown, id?: string): Buffer {
  const place = id === undefined ? '' : `id: ${id}\n`;
  return Buffer.from(`event: ${name}\n${place}data: ${JSON.stringify(data)}\n\n`);
}

/**
 * The beginning of a stream.
 * @param id of the tip that a client without events so far resumes after; an `id` without data is no event
 */
export function openingFrame(id: string | undefined): Buffer {
  const place = id === undefined ? '' : `id: ${id}\n`;
  return Buffer.from(`retry: ${RETRY_MS}\n${place}\n`);
}
