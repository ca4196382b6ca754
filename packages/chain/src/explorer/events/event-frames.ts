/** The frames of an event stream (server-sent events of the HTML standard). */

/** How long a client waits before it reconnects if its stream breaks. */
const RETRY_MS = 3_000;

const encoder = new TextEncoder();

/** A comment, which clients ignore; without it, a proxy might close an idle stream. */
export const KEEP_ALIVE_FRAME = encoder.encode(': open\n\n');

/** One event. @param id event ID, with which the client resumes if it reconnects; without it, the client keeps its last event ID */
export function eventFrame(name: string, data: unknown, id?: string): Uint8Array {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return encoder.encode(`event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`);
}

/**
 * The retry time and an event ID without an event, as the first bytes of a stream.
 * @param id event ID with which the client resumes if it reconnects before its first event
 */
export function openingFrame(id: string | undefined): Uint8Array {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return encoder.encode(`retry: ${RETRY_MS}\n${idLine}\n`);
}
