import { Worker } from 'node:worker_threads';
import { decodeBits } from '@cairn/protocol';

/** One search, sent from the main thread to `proof-worker.ts`. */
export interface ProofJob {
  /** Positive and ascending. The search continues only while the memory shared by both threads contains this number. */
  readonly job: number;
  /** The 118 header bytes; the nonce in them is overwritten. */
  readonly header: Uint8Array;
  /** The target as 32 big-endian bytes: an ID must not exceed it. */
  readonly target: Uint8Array;
}

/** Finds proofs of work in a separate thread, one search at a time. The first search starts the thread. */
export class ProofSearch {
  /** Memory shared with the worker: the number of the job that may run; 0 for none. */
  readonly #control = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | undefined;
  #jobs = 0;
  #running: PromiseWithResolvers<number | undefined> | undefined;

  /**
   * Searches all 2^32 nonces of a header.
   * @param header 118 bytes
   * @param bits compact target that the block ID must meet
   * @param signal cancels the search, within about a millisecond
   * @returns the nonce, or `undefined` if the search was cancelled or no nonce meets the target
   * @throws Error if another search is running, or the thread ended during the search
   */
  async find(header: Uint8Array, bits: number, signal: AbortSignal): Promise<number | undefined> {
    if (signal.aborted) return undefined;
    if (this.#running !== undefined) throw new Error('a proof-of-work search is already running');
    const worker = (this.#worker ??= this.#startWorker());
    const running = Promise.withResolvers<number | undefined>();
    this.#running = running;
    const job: ProofJob = { job: ++this.#jobs, header: Uint8Array.from(header), target: targetBytes(bits) };
    const cancel = (): void => void Atomics.store(this.#control, 0, 0);
    Atomics.store(this.#control, 0, job.job);
    signal.addEventListener('abort', cancel, { once: true });
    worker.ref();
    worker.postMessage(job, []);
    try {
      return await running.promise;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#running = undefined;
      worker.unref();
    }
  }

  /** Ends the thread; a running search returns `undefined`. */
  async close(): Promise<void> {
    this.#running?.resolve(undefined);
    await this.#worker?.terminate();
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), {
      workerData: this.#control.buffer,
    });
    let cause: Error | undefined;
    worker.on('message', (nonce: number | undefined) => this.#running?.resolve(nonce));
    worker.on('error', (error) => (cause = error));
    worker.on('exit', () => {
      this.#worker = undefined; // the next search starts another thread
      this.#running?.reject(cause ?? new Error('the proof-of-work thread has ended'));
    });
    return worker;
  }
}

function targetBytes(bits: number): Uint8Array {
  return Uint8Array.from(Buffer.from(decodeBits(bits).toString(16).padStart(64, '0'), 'hex'));
}
