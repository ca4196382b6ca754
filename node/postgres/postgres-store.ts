import type { LocatedBlock, ChainTip } from '../src/chain/chain-reader.ts';
import type { ProjectionError, ProjectionStore, StoreListener } from '../src/projection/projection-store.ts';
import { PostgresReader } from './postgres-reader.ts';
import type { PublishedNode, WriterSetup } from './database-writer.ts';
import { WriterClient } from './writer-client.ts';
import type { WriterCommand } from './writer-commands.ts';

/**
 * The projection in a PostgreSQL database. A separate thread writes it, so that a block of 8 MiB delays no request; this
 * thread reads it over its own connections.
 */
export class PostgresStore implements ProjectionStore {
  readonly reader: PostgresReader;
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

  append(blocks: readonly LocatedBlock[], hasMore: boolean): Promise<ChainTip | undefined> {
    return this.#change({ type: 'append', blocks, hasMore });
  }

  stepBack(): Promise<ChainTip | undefined> {
    return this.#change({ type: 'stepBack' });
  }

  discard(): Promise<ChainTip | undefined> {
    return this.#change({ type: 'discard' });
  }

  /** Publishes the node's state to replicas; reports a failure to the listener. @returns whether it was published */
  async publish(node: PublishedNode): Promise<boolean> {
    if (!this.#isOpen) return false;
    try {
      await this.#client.run({ type: 'publish', node });
      return true;
    } catch (error) {
      if (this.#isOpen) this.#listener.onReadFailure(error as ProjectionError);
      return false;
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    try {
      await this.#client.run({ type: 'close' });
    } finally {
      await this.#client.end();
      await this.reader.close();
    }
  }

  async #change(command: WriterCommand): Promise<ChainTip | undefined> {
    const tip = await this.#client.run(command);
    this.reader.show(tip);
    return tip;
  }
}
