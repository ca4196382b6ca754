import { availableParallelism } from 'node:os';
import {
  ConsensusError,
  ID_SIZE,
  type Network,
  ProtocolError,
  TRANSACTION_SIZE,
  type TransactionId,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import {
  digestTransactions,
  transactionAt,
  TransferValidator,
  type TransactionDigest,
  type TransferFault,
} from './transaction-checks.ts';

/** Up to this many transactions are checked on the calling thread: sending them to another would take longer. */
const INLINE_LIMIT = 32;
/** Transfers checked by one task. */
const TRANSFERS_PER_TASK = 512;
/** Tasks per thread: one running, and one that it can start without waiting for the main thread's event loop. */
const TASKS_PER_THREAD = 2;
/** IDs of verified transfers to remember: those of a full mempool. */
const VERIFIED_TRANSFERS = 20_000;

/**
 * Hashes and checks transactions on every core of the machine. Its worker threads start with the first block that is
 * large enough for them. Their code is transaction-checks.ts.
 */
export class TransactionChecker {
  readonly network: Network;
  readonly #threads: number;
  readonly #validator: TransferValidator;
  #pool: Piscina | undefined;
  /** Bytes are copied for a thread only when it can take them: those of a block are as many as the block has. */
  readonly #queue: PQueue;
  /**
   * IDs of transfers that proved valid, signature included, on admission to the mempool. An ID is the hash of all bytes of a
   * transfer, so that it need not be checked again in its block.
   */
  readonly #verified = new LRUCache<string, true>({ maxSize: VERIFIED_TRANSFERS, sizeCalculation: () => 1 });

  /** @param threads number of threads; the machine's parallelism by default */
  constructor(network: Network, threads = availableParallelism()) {
    this.network = network;
    this.#threads = threads;
    this.#queue = new PQueue({ concurrency: threads * TASKS_PER_THREAD });
    this.#validator = new TransferValidator(network);
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** @param transactions one after another, 213 bytes each, at least one */
  async digest(transactions: Uint8Array): Promise<TransactionDigest> {
    if (transactions.length <= INLINE_LIMIT * TRANSACTION_SIZE) return digestTransactions(transactions);
    return this.#queue.add(() =>
      this.#runInThread<TransactionDigest>('digestTransactions', new Uint8Array(transactions)),
    );
  }

  /**
   * Finds the first transfer of a block that is invalid whatever the accounts are, signature included. Transfers that `verify`
   * accepted are not checked again.
   * @param transactions of the block, the coinbase first, 213 bytes each @param ids their IDs, from `digest`
   * @throws ProtocolError, ConsensusError for an invalid transfer, with its position
   */
  async checkTransfers(transactions: Uint8Array, ids: Uint8Array): Promise<void> {
    const count = ids.length / ID_SIZE;
    const isSmall = count <= INLINE_LIMIT;
    const check = async (first: number): Promise<ConsensusError | ProtocolError | undefined> => {
      const places = this.#unverified(ids, first, Math.min(first + TRANSFERS_PER_TASK, count));
      if (places.length === 0) return undefined;
      const transfers = bytesAt(transactions, places);
      const fault = isSmall
        ? this.#validator.findFault(transfers)
        : await this.#runInThread<TransferFault | undefined>('validateTransfers', transfers);
      return fault && errorOf(fault, places[fault.index]!);
    };
    const faults: Promise<ConsensusError | ProtocolError | undefined>[] = [];
    for (let first = 1; first < count; first += TRANSFERS_PER_TASK)
      faults.push(isSmall ? check(first) : this.#queue.add(() => check(first)));
    const fault = (await Promise.all(faults)).find((one) => one !== undefined);
    if (fault !== undefined) throw fault;
  }

  /**
   * Validates a transfer, signature included, but not its sender's balance and nonce. A valid one is not checked again in its
   * block.
   * @param raw its 213 bytes @param id its ID, 64 lowercase hex characters
   */
  verify(raw: Uint8Array, id: TransactionId): boolean {
    if (this.#verified.has(id)) return true;
    if (this.#validator.findFault(raw) !== undefined) return false;
    this.#verified.set(id, true);
    return true;
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
        this.#runInThread('validateTransfers', new Uint8Array()),
      );
      await Promise.allSettled(tasks);
    } while (this.#queue.pending > 0); // the signatures of a block that was hashed last
    await this.#pool.destroy();
  }

  /** Positions of the transfers that are not verified yet, from one to before another. */
  #unverified(ids: Uint8Array, first: number, end: number): number[] {
    const text = Buffer.from(ids.buffer, ids.byteOffset, ids.length).toString(
      'hex',
      first * ID_SIZE,
      end * ID_SIZE,
    );
    const places: number[] = [];
    for (let place = first; place < end; place += 1) {
      const at = (place - first) * 2 * ID_SIZE;
      if (!this.#verified.has(text.slice(at, at + 2 * ID_SIZE))) places.push(place);
    }
    return places;
  }

  /** @param bytes are moved to the thread */
  #runInThread<Result>(
    name: 'digestTransactions' | 'validateTransfers',
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Result> {
    this.#pool ??= new Piscina({
      filename: new URL('transaction-checks.ts', import.meta.url).href,
      workerData: this.network.name,
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

/** A copy of the transactions at some places. */
function bytesAt(transactions: Uint8Array, places: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(places.length * TRANSACTION_SIZE);
  places.forEach((place, index) => bytes.set(transactionAt(transactions, place), index * TRANSACTION_SIZE));
  return bytes;
}

function errorOf({ name, code, message }: TransferFault, index: number): ConsensusError | ProtocolError {
  if (name === 'ProtocolError') return new ProtocolError(code as ProtocolError['code'], message);
  return new ConsensusError(code as ConsensusError['code'], `transaction ${index}: ${message}`, { index });
}
