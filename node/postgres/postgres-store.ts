import type { BlockPlace, ChainTip } from '../src/chain/chain-reader.ts';
import type { ProjectionError, ProjectionStore, StoreListener } from '../src/projection/projection-store.ts';
import { PostgresReader } from './postgres-reader.ts';
import type { PublishedNode } from './published-node.ts';
import { WriterClient } from './writer-client.ts';
import type { WriterCommand, WriterSetup } from './writer-messages.ts';

/**
 * Four times what a file takes at once: each transaction writes every address that it changes, and the busy ones are the same
 * in each.
 */
const BATCH_BYTES = 64 * 1024 * 1024;

/**
 * The projection in a PostgreSQL database: one thread writes it, so that a block of 8 MiB keeps no request waiting; this
 * one reads it through connections of its own.
 */
export class PostgresStore implements ProjectionStore {
  readonly reader: PostgresReader;
  readonly batchBytes = BATCH_BYTES;
  readonly #client: WriterClient;
  readonly #listener: StoreListener;
  #isOpen = false;

  constructor(setup: WriterSetup, listener: StoreListener) {
    this.#listener = listener;
    this.reader = new PostgresReader(setup.url, (error) => listener.onReadFailure(error));
    this.#client = new WriterClient(setup);
  }

  async open(): Promise<ChainTip | undefined> {
    const tip = await this.#change({ type: 'open' });
    this.#isOpen = true;
    return tip;
  }

  append(blocks: readonly BlockPlace[], upcoming: readonly BlockPlace[] = []): Promise<ChainTip | undefined> {
    return this.#change({ type: 'append', blocks, upcoming });
  }

  settle(): Promise<ChainTip | undefined> {
    return this.#change({ type: 'settle' });
  }

  stepBack(): Promise<ChainTip | undefined> {
    return this.#change({ type: 'stepBack' });
  }

  discard(): Promise<ChainTip | undefined> {
    return this.#change({ type: 'discard' });
  }

  /**
   * Tells replicas where the node stands. A failure is told to the listener: the server is away.
   * @returns whether it was told
   */
  async publish(node: PublishedNode): Promise<boolean> {
    if (!this.#isOpen) return false;
    try {
      await this.#client.tell({ type: 'publish', node });
      return true;
    } catch (error) {
      if (this.#isOpen) this.#listener.onReadFailure(error as ProjectionError);
      return false;
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    try {
      await this.#client.tell({ type: 'close' });
    } finally {
      await this.#client.end();
      await this.reader.close();
    }
  }

  async #change(command: WriterCommand): Promise<ChainTip | undefined> {
    const tip = await this.#client.tell(command);
    this.reader.show(tip);
    return tip;
  }
}
