import type { Logger } from 'pino';
import type { ChainEvent } from './chain-reader.ts';

/** Those who follow the tip. */
export class ChainListeners {
  readonly #listeners = new Set<(event: ChainEvent) => void>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @returns a function that ends the subscription */
  add(listener: (event: ChainEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The block is committed whatever a listener makes of it. */
  tell(event: ChainEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error({ err: error, height: event.block.height }, 'a follower of the chain failed');
      }
    }
  }
}
