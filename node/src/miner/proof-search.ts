import { Worker } from 'node:worker_threads';
import { decodeBits } from '@cairn/protocol';

/** One search, sent from the main thread to the worker. */
export interface ProofJob {
  /** Positive and ascending. The search continues only while the memory shared by both threads contains this number. */
  readonly job: number;
  /** The 118 header bytes; the nonce in them is overwritten. */
  readonly header: Uint8Array;
  /** The target as 32 big-endian bytes: an ID must not exceed it. */
  readonly target: Uint8Array;
}

/** The outcome of one search; `nonce` is absent if it was cancelled or all 2^32 nonces failed. */
export interface ProofAnswer {
  readonly job: number;
  readonly nonce?: number;
}

/** Finds proofs of work in a separate thread, one search at a time. */
export interface ProofSearch {
  /**
   * Searches all 2^32 nonces of a header.
   * @param header 118 bytes
   * @param bits compact target that the block ID must meet
   * @param signal cancels the search, within about a millisecond
   * @returns the nonce, or `undefined` if the search was cancelled or no nonce meets the target
   * @throws Error if another search is running, or the thread has ended
   */
  find(header: Uint8Array, bits: number, signal: AbortSignal): Promise<number | undefined>;
  /** Ends the thread; a running search returns `undefined`. */
  close(): Promise<void>;
}

/** Starts the thread. */
export function openProofSearch(): ProofSearch {
  return new WorkerProofSearch();
}

class WorkerProofSearch implements ProofSearch {
  /** Memory shared with the worker: the number of the job that may run; 0 for none. */
  readonly #control = new Int32Array(new SharedArrayBuffer(4));
  readonly #worker = new Worker(new URL('./proof-worker.ts', import.meta.url), {
    workerData: this.#control.buffer,
  });
  #jobs = 0;
  #settle: { resolve: (answer: ProofAnswer) => void; reject: (error: Error) => void } | undefined;
  #broken: Error | undefined;

  constructor() {
    this.#worker.on('message', (answer: ProofAnswer) => this.#settle?.resolve(answer));
    this.#worker.on('error', (error) => this.#break(error));
    this.#worker.on('exit', () => this.#break(new Error('the proof-of-work thread has ended')));
    this.#worker.unref();
  }

  async find(header: Uint8Array, bits: number, signal: AbortSignal): Promise<number | undefined> {
    if (signal.aborted) return undefined;
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#settle !== undefined) throw new Error('a proof-of-work search is already running');
    const job: ProofJob = { job: ++this.#jobs, header: Uint8Array.from(header), target: targetBytes(bits) };
    const cancel = (): void => void Atomics.store(this.#control, 0, 0);
    Atomics.store(this.#control, 0, job.job);
    signal.addEventListener('abort', cancel, { once: true });
    this.#worker.ref();
    try {
      return (await this.#run(job)).nonce;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#settle = undefined;
      this.#worker.unref();
    }
  }

  async close(): Promise<void> {
    Atomics.store(this.#control, 0, 0);
    this.#settle?.resolve({ job: this.#jobs });
    await this.#worker.terminate();
  }

  #run(job: ProofJob): Promise<ProofAnswer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#worker.postMessage(job, []);
    });
  }

  #break(error: Error): void {
    this.#broken ??= error;
    this.#settle?.reject(this.#broken);
  }
}

function targetBytes(bits: number): Uint8Array {
  return Uint8Array.from(Buffer.from(decodeBits(bits).toString(16).padStart(64, '0'), 'hex'));
}
