import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ChainTip } from '../src/chain/chain-reader.ts';
import { ProjectionError } from '../src/projection/projection-store.ts';
import type { WriterAnswer, WriterCommand, WriterSetup } from './writer-messages.ts';

interface Waiting {
  readonly resolve: (tip: ChainTip | undefined) => void;
  readonly reject: (error: ProjectionError) => void;
}

/** This side of the thread that writes the database. */
export class WriterClient {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  #failure: ProjectionError | undefined;

  constructor(setup: WriterSetup) {
    const script = new URL('writer-thread.ts', import.meta.url);
    // Without the process's own flags: `--input-type` is refused for a thread that runs a file.
    this.#worker = new Worker(script, { workerData: setup, execArgv: [] });
    this.#worker.on('message', (answer: WriterAnswer) => this.#hear(answer));
    this.#worker.on('error', (error: Error) => this.#fail(error.message));
    this.#worker.on('exit', () => this.#fail('the thread of the projection has ended'));
  }

  /** @returns the newest projected block @throws ProjectionError */
  tell(command: WriterCommand): Promise<ChainTip | undefined> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(command);
    });
  }

  /** Ends the thread, whatever it does. */
  async end(): Promise<void> {
    if (this.#failure !== undefined) return;
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited;
  }

  #hear(answer: WriterAnswer): void {
    const waiting = this.#waiting.shift();
    if (answer.type === 'done') waiting?.resolve(answer.tip);
    else waiting?.reject(new ProjectionError(answer.code, answer.message));
  }

  #fail(problem: string): void {
    this.#failure ??= new ProjectionError('storage_failed', problem);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
