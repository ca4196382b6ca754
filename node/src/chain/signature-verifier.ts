import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { TRANSACTION_SIZE, verifyTransactionSignature, type Network } from '@cairn/protocol';

/** Verifies the signatures of a whole block. */
export interface SignatureVerifier {
  /**
   * @param transactions the transfers' bytes one after another, 213 each
   * @returns position of one whose signature does not hold; `undefined` when all do
   */
  findBad(transactions: Uint8Array): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Up to this many are verified where they are: handing them to a thread would cost more. */
const INLINE_LIMIT = 32;
/** Transfers that a thread takes at a time. */
const CHUNK_SIZE = 512;

/** What a worker is asked, and what it answers. */
export interface VerifyRequest {
  readonly job: number;
  readonly transactions: Uint8Array;
}
export interface VerifyAnswer {
  readonly job: number;
  /** -1 when all hold. */
  readonly bad: number;
}

/** Position of the first transaction whose signature does not hold; -1 when all do. */
export function findBadSignature(transactions: Uint8Array, network: Network): number {
  for (let offset = 0; offset < transactions.length; offset += TRANSACTION_SIZE) {
    const raw = transactions.subarray(offset, offset + TRANSACTION_SIZE);
    if (!verifyTransactionSignature(raw, network)) return offset / TRANSACTION_SIZE;
  }
  return -1;
}

/**
 * A verifier with a pool of worker threads, which start with the first large block.
 * @param threads as many as the machine runs at once, by default
 */
export function createSignatureVerifier(
  network: Network,
  threads = availableParallelism(),
): SignatureVerifier {
  let pool: WorkerPool | undefined;
  return {
    async findBad(transactions) {
      if (transactions.length <= INLINE_LIMIT * TRANSACTION_SIZE) {
        const bad = findBadSignature(transactions, network);
        return bad === -1 ? undefined : bad;
      }
      if (pool?.failure !== undefined) {
        await pool.close();
        pool = undefined;
      }
      pool ??= new WorkerPool(network, threads);
      return pool.findBad(transactions);
    },
    async close() {
      await pool?.close();
    },
  };
}

interface Job {
  readonly resolve: (bad: number) => void;
  readonly reject: (error: Error) => void;
}

class WorkerPool {
  readonly #workers: Worker[];
  readonly #jobs = new Map<number, Job>();
  #nextJob = 0;
  #failure: Error | undefined;

  constructor(network: Network, threads: number) {
    this.#workers = Array.from({ length: threads }, () => this.#startWorker(network));
  }

  /** Why this pool takes no more jobs; another one must be made. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  #startWorker(network: Network): Worker {
    const worker = new Worker(new URL('signature-worker.ts', import.meta.url), {
      workerData: { network: network.name },
    });
    worker.on('message', ({ job, bad }: VerifyAnswer) => {
      this.#jobs.get(job)?.resolve(bad);
      this.#jobs.delete(job);
      if (this.#jobs.size === 0) for (const idle of this.#workers) idle.unref();
    });
    worker.on('error', (error: Error) => this.#fail(error));
    worker.unref();
    return worker;
  }

  async findBad(transactions: Uint8Array): Promise<number | undefined> {
    const chunk = CHUNK_SIZE * TRANSACTION_SIZE;
    const jobs: Promise<number>[] = [];
    for (let offset = 0; offset < transactions.length; offset += chunk) {
      jobs.push(this.#verify(transactions.slice(offset, offset + chunk)));
    }
    const answers = await Promise.all(jobs);
    const first = answers.findIndex((bad) => bad !== -1);
    return first === -1 ? undefined : first * CHUNK_SIZE + answers[first]!;
  }

  #verify(transactions: Uint8Array<ArrayBuffer>): Promise<number> {
    const job = this.#nextJob++;
    return new Promise((resolve, reject) => {
      this.#jobs.set(job, { resolve, reject });
      const worker = this.#workers[job % this.#workers.length]!;
      worker.ref(); // the process must not end while an answer is awaited
      const request: VerifyRequest = { job, transactions };
      worker.postMessage(request, [transactions.buffer]);
    });
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const { reject } of this.#jobs.values()) reject(error);
    this.#jobs.clear();
  }

  async close(): Promise<void> {
    this.#fail(new Error('the verifier was closed'));
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
