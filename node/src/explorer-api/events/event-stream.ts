import type { ServerResponse } from 'node:http';

/** A client for which more bytes than this are unsent is disconnected. */
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

  /** Sends bytes. A client that leaves 64 KiB unread is disconnected; its browser reconnects. */
  send(frame: Buffer): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    this.#response.write(frame);
    if (this.#response.writableLength > MAX_UNSENT) this.#response.destroy();
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

/** A receiver of messages. */
export type Listener = Pick<EventStream, 'send'>;

/** Streams written to in one turn of the event loop, about 3 ms of work. */
const STREAMS_PER_TURN = 100;

interface Message {
  readonly frame: Buffer;
  /** The streams that were open when the message was queued. A later stream gets its content in `EventHub.opening`. */
  readonly to: readonly Listener[];
}

/** Sends events to many streams in order, without blocking the event loop. */
export class Broadcast {
  readonly #maxWaiting: number;
  #waiting: Message[] = [];
  #isRunning = false;

  /** @param maxWaiting maximal number of waiting messages; if there are more, the oldest are dropped */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  send(frame: Buffer, to: Iterable<Listener>): void {
    this.#waiting.push({ frame, to: [...to] });
    if (this.#waiting.length > this.#maxWaiting) this.#waiting.shift();
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#next();
  }

  #next(): void {
    const message = this.#waiting.shift();
    if (message === undefined) this.#isRunning = false;
    else this.#sendFrom(message, 0);
  }

  #sendFrom({ frame, to }: Message, start: number): void {
    for (const stream of to.slice(start, start + STREAMS_PER_TURN)) stream.send(frame);
    const next = start + STREAMS_PER_TURN;
    setImmediate(() => (next < to.length ? this.#sendFrom({ frame, to }, next) : this.#next()));
  }
}
