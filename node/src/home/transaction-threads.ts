import { availableParallelism } from 'node:os';
import type { Network } from '@cairn/protocol';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import {
  type TransactionDigest,
  type TransactionTasks,
  type TransferFault,
  TransferValidator,
} from '@cairn/chain';

/** Tasks per thread: one running, and one that it can start without waiting for the main thread's event loop. */
const TASKS_PER_THREAD = 2;

/** Hashes and checks transactions on every core of the machine. Its threads start with the first task. */
export class TransactionThreads implements TransactionTasks {
  readonly validator: TransferValidator;
  readonly #network: Network;
  readonly #threads: number;
  #pool: Piscina | undefined;
  /** Bytes are copied for a thread only when it can take them: those of a block are as many as the block has. */
  readonly #queue: PQueue;

  /** @param threads number of threads; the machine's parallelism by default */
  constructor(network: Network, threads = availableParallelism()) {
    this.validator = new TransferValidator(network);
    this.#network = network;
    this.#threads = threads;
    this.#queue = new PQueue({ concurrency: threads * TASKS_PER_THREAD });
  }

  get waiting(): number {
    return this.#queue.size;
  }

  digest(transactions: Uint8Array): Promise<TransactionDigest> {
    return this.#queue.add(() => this.#run('digestTransactions', new Uint8Array(transactions)));
  }

  findFault(transfers: () => Uint8Array<ArrayBuffer>): Promise<TransferFault | undefined> {
    return this.#queue.add(async () => {
      const bytes = transfers();
      return bytes.length === 0 ? undefined : this.#run('validateTransfers', bytes);
    });
  }

  /**
   * Waits for the tasks, and until every thread has started: one that is ended inside the native library of signatures, or while it
   * loads that, would abort the process.
   */
  async close(): Promise<void> {
    do {
      await this.#queue.onIdle();
      if (this.#pool === undefined) return;
      // One task for each, since all of them are idle.
      const tasks = Array.from({ length: this.#threads }, () =>
        this.#run('validateTransfers', new Uint8Array()),
      );
      await Promise.allSettled(tasks);
    } while (this.#queue.pending > 0); // the signatures of a block that was hashed last
    await this.#pool.destroy();
  }

  /** @param bytes are moved to the thread */
  #run<Result>(
    name: 'digestTransactions' | 'validateTransfers',
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Result> {
    this.#pool ??= new Piscina({
      filename: new URL('transaction-thread.ts', import.meta.url).href,
      workerData: this.#network.name,
      minThreads: this.#threads,
      maxThreads: this.#threads,
      concurrentTasksPerWorker: TASKS_PER_THREAD,
      atomics: 'disabled', // with Atomics.wait, a thread answers only once all its tasks are done
      execArgv: [], // not the process's own flags: Node refuses `--input-type` for a thread that runs a file
      resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }, // the objects of a task are short-lived
    });
    return this.#pool.run(bytes, { name, transferList: [bytes.buffer] }) as Promise<Result>;
  }
}
