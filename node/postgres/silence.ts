import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * A connection on which nothing was heard or sent for this long has no server any more, in milliseconds. The node tells
 * something every few seconds, and no statement but those of `withoutLimit` takes half as long.
 */
const SILENCE_MILLISECONDS = 120_000;

/** Ends a connection whose server is silent: whatever waits for an answer then fails, and all is opened anew. */
export class SilenceLimit {
  readonly #socket: Socket;
  readonly #milliseconds: number;

  /** @param client connected */
  constructor(client: pg.Client, milliseconds = SILENCE_MILLISECONDS) {
    this.#socket = client.connection.stream as Socket;
    this.#milliseconds = milliseconds;
    this.#socket.on('timeout', () => {
      this.#socket.destroy(new Error(`the database server was silent for ${milliseconds / 1_000} seconds`));
    });
    this.#socket.setTimeout(milliseconds);
  }

  /** Work whose statements may take hours: only a connection that is really gone ends it, which the system finds out. */
  async withoutLimit(work: () => Promise<void>): Promise<void> {
    this.#socket.setTimeout(0);
    try {
      await work();
    } finally {
      this.#socket.setTimeout(this.#milliseconds);
    }
  }
}
