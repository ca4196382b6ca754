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
  /** A thread has died of it, or beside it. */
  isRetried: boolean;
  readonly resolve: (result: WorkerAnswer['result']) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
}

/** Jobs that a thread holds: one at work, one that it begins without waiting for this thread. */
const JOBS_PER_THREAD = 2;

/** Hears why a thread died. */
export type DeathListener = (cause: Error) => void;

/**
 * Worker threads that take jobs in their order, each as soon as one is free. One that dies is replaced once there is work
 * again, and what it had at work is done once more; a job whose second thread dies too is rejected.
 */
export class TransactionPool {
  readonly #network: Network;
  readonly #size: number;
  readonly #onDeath: DeathListener;
  readonly #threads: Thread[] = [];
  readonly #waiting: Job[] = [];
  #nextJob = 0;
  #isClosed = false;

  constructor(network: Network, threads: number, onDeath: DeathListener) {
    this.#network = network;
    this.#size = threads;
    this.#onDeath = onDeath;
    this.#startThreads();
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

  /** Ends the threads; what is under way is rejected, and whatever is asked later. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [
      ...this.#threads.flatMap((thread) => [...thread.jobs.values()]),
      ...this.#waiting.splice(0),
    ];
    for (const { reject } of jobs) reject(new CheckerClosedError());
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #startThreads(): void {
    while (this.#threads.length < this.#size) this.#threads.push(this.#startThread());
  }

  #startThread(): Thread {
    const worker = new Worker(new URL('transaction-worker.ts', import.meta.url), {
      workerData: { network: this.#network.name },
      resourceLimits: { maxYoungGenerationSizeMb: 8 }, // what a chunk needs is freed at once
    });
    const thread: Thread = { worker, jobs: new Map() };
    let cause: Error | undefined;
    worker.on('message', ({ job, result }: WorkerAnswer) => {
      thread.jobs.get(job)?.resolve(result);
      thread.jobs.delete(job);
      this.#dispatch();
      if (thread.jobs.size === 0) worker.unref();
    });
    worker.on('error', (error: Error) => (cause = error));
    worker.on('exit', (code) => this.#bury(thread, cause ?? new Error(`a thread ended with code ${code}`)));
    worker.unref();
    return thread;
  }

  #run(kind: WorkerRequest['kind'], bytes: Uint8Array): Promise<WorkerAnswer['result']> {
    if (this.#isClosed) return Promise.reject(new CheckerClosedError());
    return new Promise((resolve, reject) => {
      const request = { job: this.#nextJob++, kind, bytes: toSend(bytes) };
      this.#waiting.push({ request, isRetried: false, resolve, reject });
      this.#dispatch();
    });
  }

  /** Gives what waits to the threads with the least to do. */
  #dispatch(): void {
    while (this.#waiting.length > 0) {
      this.#startThreads();
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

  #bury(thread: Thread, cause: Error): void {
    if (this.#isClosed) return;
    this.#threads.splice(this.#threads.indexOf(thread), 1);
    this.#onDeath(cause);
    const jobs = [...thread.jobs.values()];
    for (const { reject } of jobs.filter(({ isRetried }) => isRetried)) reject(cause);
    const again = jobs.filter(({ isRetried }) => !isRetried);
    for (const job of again) job.isRetried = true;
    this.#waiting.unshift(...again);
    this.#dispatch();
  }
}

/** The checker was closed before it had judged what it was asked. */
export class CheckerClosedError extends Error {
  override readonly name = 'CheckerClosedError';

  constructor() {
    super('the transaction checker was closed');
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
