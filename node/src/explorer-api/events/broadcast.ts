import type { EventStream } from './event-stream.ts';

/** A receiver of messages. */
export type Listener = Pick<EventStream, 'send'>;

/** Streams that are written to in one go, some 3 ms of work. */
const AT_ONCE = 100;

interface Message {
  readonly frame: Buffer;
  /** The streams that were open when it was sent; later ones begin with it. */
  readonly to: readonly Listener[];
}

/** Sends the same events to many streams, in order, without blocking the event loop. */
export class Broadcast {
  readonly #longest: number;
  #waiting: Message[] = [];
  #isRunning = false;

  /** @param longest messages that may wait; beyond it the oldest are dropped, as with a resumed stream */
  constructor(longest: number) {
    this.#longest = longest;
  }

  say(frame: Buffer, to: Iterable<Listener>): void {
    this.#waiting.push({ frame, to: [...to] });
    if (this.#waiting.length > this.#longest) this.#waiting.shift();
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#next();
  }

  #next(): void {
    const message = this.#waiting.shift();
    if (message === undefined) this.#isRunning = false;
    else this.#send(message, 0);
  }

  #send({ frame, to }: Message, start: number): void {
    for (const stream of to.slice(start, start + AT_ONCE)) stream.send(frame);
    const next = start + AT_ONCE;
    setImmediate(() => (next < to.length ? this.#send({ frame, to }, next) : this.#next()));
  }
}
