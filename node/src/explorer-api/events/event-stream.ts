import type { ServerResponse } from 'node:http';

/** Unsent bytes from which a client counts as one that does not read. */
const MAX_UNSENT = 64 * 1024;

/** One client's open response. */
export class EventStream {
  readonly #response: ServerResponse;

  /** @param onClose called once, however the stream ends */
  constructor(response: ServerResponse, onClose: (stream: EventStream) => void) {
    this.#response = response;
    response.on('close', () => onClose(this));
    // A connection that breaks while something is written to it says no more than its close does.
    response.on('error', () => response.destroy());
  }

  /** Sends bytes; a client that leaves 64 KiB unread is cut off, and its browser reconnects. */
  send(frame: Buffer): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    this.#response.write(frame);
    if (this.#response.writableLength > MAX_UNSENT) this.#response.destroy();
  }

  /** Ends the stream: in order where everything was sent by the next turn, else without waiting for the client. */
  end(): void {
    setImmediate(() => {
      if (this.#response.writableLength > 0) this.#response.destroy();
      else this.#response.end();
    });
  }
}
