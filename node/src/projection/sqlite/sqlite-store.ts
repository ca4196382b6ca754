import type { BlockPlace, ChainTip } from '../../chain/chain-reader.ts';
import type { ProjectionStore, StoreListener } from '../projection-store.ts';
import type { ProjectionFileOptions } from './projection-file.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { WorkerClient } from './worker-client.ts';
import type { WorkerCommand } from './worker-messages.ts';

/**
 * The projection in a SQLite file: one thread writes it, this one reads it through a connection of its own.
 *
 * Reading here is synchronous: a page is some 50 µs of SQLite, less than a message to another thread and back costs,
 * and a block that is being written keeps no reader waiting (WAL). The reader holds a snapshot of the last command's
 * result until the next command is done, so that the height it shows is the height that was told.
 */
export class SqliteStore implements ProjectionStore {
  readonly reader: SqliteReader;
  readonly #path: string;
  readonly #client: WorkerClient;

  constructor(options: ProjectionFileOptions, listener: StoreListener) {
    this.#path = options.path;
    this.reader = new SqliteReader((error) => listener.onReadFailure(error));
    this.#client = new WorkerClient(options, (problem) => listener.onDiscard(problem));
  }

  async open(): Promise<ChainTip | undefined> {
    const { tip } = await this.#client.tell({ type: 'open' });
    this.reader.open(this.#path);
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

  async discard(): Promise<ChainTip | undefined> {
    this.reader.close();
    const { tip } = await this.#client.tell({ type: 'discard' });
    this.reader.open(this.#path);
    return tip;
  }

  async close(): Promise<void> {
    this.reader.release();
    try {
      await this.#client.tell({ type: 'close' });
    } finally {
      // The thread's connection before the reader's: the last one to close must not be one that can write.
      await this.#client.end();
      this.reader.close();
    }
  }

  async #change(command: WorkerCommand): Promise<ChainTip | undefined> {
    const { tip, isCheckpointDue } = await this.#client.tell(command);
    this.reader.show();
    if (!isCheckpointDue) return tip;
    this.reader.release(); // nothing is committed meanwhile: readers still see this one height
    await this.#client.tell({ type: 'checkpoint' });
    this.reader.show();
    return tip;
  }
}
