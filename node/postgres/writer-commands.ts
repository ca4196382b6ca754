import type { LocatedBlock, ChainTip } from '../src/chain/chain-reader.ts';
import { ProjectionError } from '../src/projection/projection-store.ts';
import { readBlocks } from '../src/projection/shared/block-source.ts';
import { toProjectionError } from './connection.ts';
import { DatabaseWriter, type PublishedNode, type WriterSetup } from './database-writer.ts';

/** A command to the database writer. */
export type WriterCommand =
  | { readonly type: 'open' | 'stepBack' | 'discard' | 'close' }
  | { readonly type: 'publish'; readonly node: PublishedNode }
  | { readonly type: 'append'; readonly blocks: readonly LocatedBlock[]; readonly hasMore: boolean };

/** Executes commands one after another; `open` creates the database writer on which the others run. */
export class WriterCommands {
  readonly #setup: WriterSetup;
  #writer: DatabaseWriter | undefined;
  /** Settles when the previous command is done. */
  #previous: Promise<unknown> = Promise.resolve();

  constructor(setup: WriterSetup) {
    this.#setup = setup;
  }

  /** @returns the newest projected block, or `undefined` if there is none or the database is closed @throws ProjectionError */
  run(command: WriterCommand): Promise<ChainTip | undefined> {
    const done = this.#previous
      .then(() => this.#handle(command))
      .then(
        () => this.#writer?.tip,
        (error: unknown) => {
          throw toProjectionError(error);
        },
      );
    this.#previous = done.catch(() => undefined); // the caller gets the error; the next command runs
    return done;
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
