import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LocatedBlock, ChainTip } from '../../chain/chain-reader.ts';
import { ProjectionError, type ProjectionStore, type StoreListener } from '../projection-store.ts';
import { toProjectionError } from './database.ts';
import type { ProjectionFileOptions } from './projection-file.ts';
import { SqliteReader } from './sqlite-reader.ts';
import type { WriterCommand, WriterMessage } from './writer-thread.ts';

type WriterResult = Extract<WriterMessage, { type: 'done' }>;

/**
 * The projection in a SQLite file: a separate thread writes the file, the main thread reads it over its own connection.
 *
 * Reads are synchronous: a page takes SQLite about 50 µs, less than a message to another thread and back, and in WAL mode the
 * writer never blocks a reader. The reader keeps a snapshot of the last command's result until the next command is done, so
 * that all answers are of the reported height.
 */
export class SqliteStore implements ProjectionStore {
  readonly reader: SqliteReader;
  readonly #path: string;
  readonly #listener: StoreListener;
  readonly #writer: Worker;
  /** The unanswered command. */
  #pending: PromiseWithResolvers<WriterResult> | undefined;
  #isCheckpointDue = false;
  #hasWriterEnded = false;
  #isDamaged = false;

  constructor(options: ProjectionFileOptions, listener: StoreListener) {
    this.#path = options.path;
    this.#listener = listener;
    this.reader = new SqliteReader((error) => listener.onReadFailure(this.#noteDamage(error)));
    this.#writer = new Worker(new URL('writer-thread.ts', import.meta.url), {
      workerData: options,
      execArgv: [], // Node refuses `--input-type` for a thread that runs a file
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.#writer.on('message', (message: WriterMessage) => this.#receive(message));
    this.#writer.on('error', (error: Error) => this.#failPending(error.message));
    this.#writer.on('exit', () => {
      this.#hasWriterEnded = true;
      this.#failPending('the thread of the projection has ended');
    });
  }

  open(): Promise<ChainTip | undefined> {
    return this.#reopen({ type: 'open' });
  }

  append(blocks: readonly LocatedBlock[]): Promise<ChainTip | undefined> {
    return this.#change({ type: 'append', blocks });
  }

  stepBack(): Promise<ChainTip | undefined> {
    return this.#change({ type: 'stepBack' });
  }

  discard(): Promise<ChainTip | undefined> {
    this.reader.close();
    this.#isDamaged = false;
    return this.#reopen({ type: 'discard' });
  }

  async close(): Promise<void> {
    this.reader.close();
    try {
      await this.#send({ type: 'close', isDamaged: this.#isDamaged });
    } finally {
      await this.#endWriter();
    }
  }

  async #reopen(command: WriterCommand): Promise<ChainTip | undefined> {
    const { tip } = await this.#send(command);
    this.#read(() => this.reader.open(this.#path));
    return tip;
  }

  async #change(command: WriterCommand): Promise<ChainTip | undefined> {
    if (this.#isCheckpointDue) await this.#checkpoint();
    const { tip, isCheckpointDue } = await this.#send(command);
    this.#isCheckpointDue = isCheckpointDue;
    this.#read(() => this.reader.show());
    return tip;
  }

  /**
   * Checkpoints the database, for which the reader has to release its snapshot. This runs before a command, while the
   * committed height is the reported height, so that reads without a snapshot are right. Directly after a commit, such
   * reads would see a height that is not reported yet.
   */
  async #checkpoint(): Promise<void> {
    this.#isCheckpointDue = false; // if another program prevents the checkpoint, the next result sets it again
    this.reader.release(); // nothing is committed until `show`, so readers still see the same height
    await this.#send({ type: 'checkpoint' });
    this.#read(() => this.reader.show());
  }

  /** @throws ProjectionError */
  #send(command: WriterCommand): Promise<WriterResult> {
    if (this.#hasWriterEnded) {
      return Promise.reject(new ProjectionError('storage_failed', 'the thread of the projection has ended'));
    }
    this.#pending = Promise.withResolvers<WriterResult>();
    this.#writer.postMessage(command);
    return this.#pending.promise;
  }

  #receive(message: WriterMessage): void {
    if (message.type === 'discarded') return this.#listener.onDiscard(message.problem);
    if (message.type === 'done') this.#pending?.resolve(message);
    else this.#pending?.reject(this.#noteDamage(new ProjectionError(message.code, message.message)));
  }

  #failPending(problem: string): void {
    this.#pending?.reject(new ProjectionError('storage_failed', problem));
  }

  #read(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw this.#noteDamage(toProjectionError(error));
    }
  }

  #noteDamage(error: ProjectionError): ProjectionError {
    if (error.code === 'damaged') this.#isDamaged = true;
    return error;
  }

  async #endWriter(): Promise<void> {
    if (this.#hasWriterEnded) return;
    const exited = once(this.#writer, 'exit');
    await this.#writer.terminate();
    await exited;
  }
}
