import { Worker } from 'node:worker_threads';
import { ConsensusError, ProtocolError, type Network } from '@cairn/protocol';
import type { TransactionDigest, TransferFault } from './transaction-checks.ts';

/** What a thread is asked. */
export interface WorkerRequest {
  readonly job: number;
  readonly kind: 'digest' | 'judge';
  /** Transactions one after another; in shared memory, or sent along. */
  readonly bytes: Uint8Array;
}

/** A fault as it crosses threads. */
interface FaultParts {
  readonly index: number;
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** What it answers. */
export interface WorkerAnswer {
  readonly job: number;
  readonly result: TransactionDigest | FaultParts | undefined;
}

interface Job {
  readonly request: WorkerRequest;
  readonly resolve: (result: WorkerAnswer['result']) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
}

/** Jobs that a thread holds: one at work, one that it begins without waiting for this thread. */
const JOBS_PER_THREAD = 2;

/** Worker threads that take jobs in their order, each as soon as one is free. */
export class TransactionPool {
  readonly #threads: Thread[];
  readonly #waiting: Job[] = [];
  #nextJob = 0;
  #failure: Error | undefined;

  constructor(network: Network, threads: number) {
    this.#threads = Array.from({ length: threads }, () => this.#startThread(network));
  }

  /** Why this pool takes no more jobs; another one must be made. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Jobs that no thread has begun. */
  get waiting(): number {
    return this.#waiting.length;
  }

  digest(bytes: Uint8Array): Promise<TransactionDigest> {
    return this.#run('digest', bytes) as Promise<TransactionDigest>;
  }

  async judge(bytes: Uint8Array): Promise<TransferFault | undefined> {
    const fault = (await this.#run('judge', bytes)) as FaultParts | undefined;
    return fault && { index: fault.index, error: errorOf(fault) };
  }

  /** Ends the threads; what is under way is rejected. */
  async close(): Promise<void> {
    this.#fail(new Error('the transaction checker was closed'));
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #startThread(network: Network): Thread {
    const worker = new Worker(new URL('transaction-worker.ts', import.meta.url), {
      workerData: { network: network.name },
      resourceLimits: { maxYoungGenerationSizeMb: 8 }, // what a chunk needs is freed at once
    });
    const thread: Thread = { worker, jobs: new Map() };
    worker.on('message', ({ job, result }: WorkerAnswer) => {
      thread.jobs.get(job)?.resolve(result);
      thread.jobs.delete(job);
      this.#dispatch();
      if (thread.jobs.size === 0) worker.unref();
    });
    worker.on('error', (error: Error) => this.#fail(error));
    worker.unref();
    return thread;
  }

  #run(kind: WorkerRequest['kind'], bytes: Uint8Array): Promise<WorkerAnswer['result']> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const request = { job: this.#nextJob++, kind, bytes: toSend(bytes) };
      this.#waiting.push({ request, resolve, reject });
      this.#dispatch();
    });
  }

  /** Gives what waits to the threads with the least to do. */
  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#threads.reduce((idlest, next) =>
        next.jobs.size < idlest.jobs.size ? next : idlest,
      );
      if (thread.jobs.size >= JOBS_PER_THREAD) return;
      const job = this.#waiting.shift()!;
      thread.jobs.set(job.request.job, job);
      thread.worker.ref(); // the process must not end while an answer is awaited
      thread.worker.postMessage(job.request);
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { jobs } of this.#threads) {
      for (const { reject } of jobs.values()) reject(error);
      jobs.clear();
    }
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

/** Shared memory is read where it is; of any other, the whole buffer behind a view would go along. */
function toSend(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof SharedArrayBuffer ? bytes : Uint8Array.prototype.slice.call(bytes);
}

function errorOf({ name, code, message }: FaultParts): TransferFault['error'] {
  return name === 'ProtocolError'
    ? new ProtocolError(code as ProtocolError['code'], message)
    : new ConsensusError(code as ConsensusError['code'], message);
}
