import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ChainTip } from '../../chain/chain-reader.ts';
import { ProjectionError } from '../projection-store.ts';
import type { ProjectionFileOptions } from './projection-file.ts';
import type { WorkerCommand, WorkerMessage, WorkerSetup } from './worker-messages.ts';

/** What a command came to. */
export interface WorkerResult {
  readonly tip: ChainTip | undefined;
  readonly isCheckpointDue: boolean;
}

interface Waiting {
  readonly resolve: (result: WorkerResult) => void;
  readonly reject: (error: ProjectionError) => void;
}

/** This side of the thread that writes the projection. It is told one command at a time. */
export class WorkerClient {
  readonly #worker: Worker;
  readonly #onDiscard: (problem: string) => void;
  readonly #onStep: ProjectionFileOptions['onStep'];
  readonly #gate: SharedArrayBuffer | undefined;
  #waiting: Waiting | undefined;
  #failure: ProjectionError | undefined;

  /** @param onDiscard hears why a stored projection was not kept */
  constructor({ onStep, ...file }: ProjectionFileOptions, onDiscard: (problem: string) => void) {
    this.#onDiscard = onDiscard;
    this.#onStep = onStep;
    this.#gate = onStep && new SharedArrayBuffer(4);
    const workerData: WorkerSetup = { file, gate: this.#gate };
    const script = new URL('worker-thread.ts', import.meta.url);
    // Without the process's own flags: `--input-type` is refused for a thread that runs a file.
    this.#worker = new Worker(script, {
      workerData,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.on('message', (message: WorkerMessage) => this.#hear(message));
    this.#worker.on('error', (error: Error) => this.#fail(error.message));
    this.#worker.on('exit', () => this.#fail('the thread of the projection has ended'));
  }

  /** @throws ProjectionError */
  tell(command: WorkerCommand): Promise<WorkerResult> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
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

  #hear(message: WorkerMessage): void {
    if (message.type === 'discarded') return this.#onDiscard(message.problem);
    if (message.type === 'step') {
      this.#onStep?.(message.step, message.height);
      const word = new Int32Array(this.#gate!);
      Atomics.store(word, 0, 1);
      Atomics.notify(word, 0);
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (message.type === 'done') waiting?.resolve(message);
    else waiting?.reject(new ProjectionError(message.code, message.message));
  }

  #fail(problem: string): void {
    this.#failure ??= new ProjectionError('storage_failed', problem);
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }
}
