/** For tests only: the real writer of the database on the test's own thread, because a thread takes longer to start than most tests run. */
import { readBlocks } from '../../src/projection/shared/block-source.ts';
import type { ChainTip } from '../../src/chain/chain-reader.ts';
import { ProjectionError } from '../../src/projection/projection-store.ts';
import { toProjectionError } from '../connection.ts';
import { DatabaseWriter, type WriterSetup } from '../database-writer.ts';
import type * as Client from '../writer-client.ts';
import type { WriterCommand } from '../writer-client.ts';

/** Runs the commands as writer-thread.ts does, one after another. */
export class WriterClient implements Pick<Client.WriterClient, 'run' | 'end'> {
  readonly #setup: WriterSetup;
  #writer: DatabaseWriter | undefined;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(setup: WriterSetup) {
    this.#setup = setup;
  }

  run(command: WriterCommand): Promise<ChainTip | undefined> {
    const done = this.#previous.then(async () => {
      await this.#handle(command);
      return this.#writer?.tip;
    });
    this.#previous = done.catch(() => undefined);
    return done.catch((error: unknown) => {
      const { code, message } = toProjectionError(error);
      throw new ProjectionError(code, message);
    });
  }

  async end(): Promise<void> {
    await this.#previous;
  }

  async #handle(command: WriterCommand): Promise<void> {
    if (command.type === 'open') {
      this.#writer = await DatabaseWriter.open(this.#setup);
    } else if (command.type === 'close') {
      await this.#writer?.close();
      this.#writer = undefined;
    } else {
      if (this.#writer === undefined) throw new ProjectionError('storage_failed', 'the database is not open');
      if (command.type === 'append') await this.#writer.append(readBlocks(command.blocks), command.hasMore);
      else if (command.type === 'publish') await this.#writer.publish(command.node);
      else await this.#writer[command.type]();
    }
  }
}
