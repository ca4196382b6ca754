import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ChainTip } from '../src/chain/chain-reader.ts';
import { ProjectionError, type ProjectionErrorCode } from '../src/projection/projection-store.ts';
import type { WriterSetup } from './database-writer.ts';
import type { WriterCommand } from './writer-commands.ts';

/** The writing thread's answer to a command; answers arrive in the order of the commands. */
export type WriterAnswer =
  | { readonly type: 'done'; readonly tip: ChainTip | undefined }
  | { readonly type: 'failed'; readonly code: ProjectionErrorCode; readonly message: string };

/** Sends commands to the thread that writes the database. */
export class WriterClient {
  readonly #worker: Worker;
  readonly #pending: PromiseWithResolvers<ChainTip | undefined>[] = [];
  #failure: ProjectionError | undefined;

  constructor(setup: WriterSetup) {
    const script = new URL('writer-thread.ts', import.meta.url);
    // Not the process's own flags: Node refuses `--input-type` for a thread that runs a file.
    this.#worker = new Worker(script, { workerData: setup, execArgv: [] });
    this.#worker.on('message', (answer: WriterAnswer) => this.#settle(answer));
    this.#worker.on('error', (error: Error) => this.#fail(error.message));
    this.#worker.on('exit', () => this.#fail('the thread of the projection has ended'));
  }

  /** @returns the newest projected block, or `undefined` if there is none or the database is closed @throws ProjectionError */
  run(command: WriterCommand): Promise<ChainTip | undefined> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const pending = Promise.withResolvers<ChainTip | undefined>();
    this.#pending.push(pending);
    this.#worker.postMessage(command);
    return pending.promise;
  }

  /** Terminates the thread. */
  async end(): Promise<void> {
    if (this.#failure !== undefined) return;
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited;
  }

  #settle(answer: WriterAnswer): void {
    const pending = this.#pending.shift();
    if (answer.type === 'done') pending?.resolve(answer.tip);
    else pending?.reject(new ProjectionError(answer.code, answer.message));
  }

  #fail(problem: string): void {
    this.#failure ??= new ProjectionError('storage_failed', problem);
    for (const { reject } of this.#pending.splice(0)) reject(this.#failure);
  }
}
