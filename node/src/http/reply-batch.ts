import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers';

interface Reply {
  readonly response: ServerResponse;
  readonly status: number;
  /** Names and values in turn. */
  readonly head: string[];
  readonly body: string | Buffer | undefined;
}

/**
 * Sends the answers of one turn of the event loop together, when all that had arrived has been read. A write wakes whoever
 * waits for it; one that is asleep again after each answer is woken for each, which takes longer than the answer (histories
 * were served at half the rate; `npm run bench:explorer`). An answer that is alone goes out at once all the same.
 */
export class ReplyBatch {
  #waiting: Reply[] = [];

  /** @param body ASCII text, or bytes */
  add(response: ServerResponse, status: number, head: string[], body?: string | Buffer): void {
    if (this.#waiting.push({ response, status, head, body }) === 1) setImmediate(() => this.#send());
  }

  #send(): void {
    const replies = this.#waiting;
    this.#waiting = [];
    for (const { response, status, head, body } of replies) {
      response.writeHead(status, head);
      if (body === undefined) response.end();
      else response.end(body, 'latin1');
    }
  }
}
