/** An event stream as one client receives it, and the frames that are sent (Server-sent events of the HTML standard). */
import type { ServerResponse } from 'node:http';

/** A client that has left more bytes than this unread when there is an event for it is disconnected. */
const MAX_UNSENT = 64 * 1024;

/** One client's open response. */
export class EventStream {
  readonly #response: ServerResponse;

  /** @param onClose called once, however the stream ends */
  constructor(response: ServerResponse, onClose: (stream: EventStream) => void) {
    this.#response = response;
    response.on('close', () => onClose(this));
    // A write error needs no handling beyond the close that follows.
    response.on('error', () => response.destroy());
  }

  /** Sends frames, unless the client has left 64 KiB unread: it is then disconnected, and its browser reconnects. */
  send(frames: Buffer): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#response.writableLength > MAX_UNSENT) this.#response.destroy();
    else this.#response.write(frames);
  }

  /**
   * Ends the stream: gracefully if everything is sent by the next turn of the event loop, otherwise without waiting for
   * the client.
   */
  end(): void {
    setImmediate(() => {
      if (this.#response.writableLength > 0) this.#response.destroy();
      else this.#response.end();
    });
  }
}

/** How long a client waits before it reconnects if its stream breaks. */
const RETRY_MS = 3_000;

/** A comment, which clients ignore; without it, a proxy might close an idle stream. */
export const KEEP_ALIVE_FRAME = Buffer.from(': open\n\n');

/**
 * One server-sent event (HTML standard).
 * @param id event ID, with which the client resumes if it reconnects; without it, the client keeps its last event ID
 */
export function eventFrame(name: string, data: unknown, id?: string): Buffer {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return Buffer.from(`event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`);
}

/**
 * The retry time and an event ID without an event, as the first bytes of a stream.
 * @param id event ID with which the client resumes if it reconnects before its first event
 */
export function openingFrame(id: string | undefined): Buffer {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return Buffer.from(`retry: ${RETRY_MS}\n${idLine}\n`);
}
