import { availableParallelism } from 'node:os';
import {
  ConsensusError,
  ID_SIZE,
  MAX_BLOCK_SIZE,
  merkleRootOfParts,
  type Network,
  ProtocolError,
  TRANSACTION_SIZE,
  type TransactionId,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import {
  digestTransactions,
  TransferValidator,
  type CheckerThreadData,
  type FaultParts,
  type TaskAnswer,
  type TransactionDigest,
  type TransferFault,
} from './transaction-checks.ts';

/** The transactions of one block, in memory that worker threads can read. */
export interface LoadedTransactions {
  /** Starts at the first call; later calls return the same promise. */
  digest(): Promise<TransactionDigest>;
  /**
   * The first transaction after the coinbase that is invalid regardless of the state, signature included.
   * @param ids IDs of all transactions, from `digest`; transfers that `verify` accepted are not checked again
   */
  findFault(ids: Uint8Array): Promise<TransferFault | undefined>;
  /** Returns the memory; no other method may be called afterwards. */
  release(): void;
}

/** The checker was closed before the check ended. */
export class CheckerClosedError extends Error {
  override readonly name = 'CheckerClosedError';

  constructor() {
    super('the transaction checker was closed');
  }
}

/** Blocks of up to this many transactions are checked on the calling thread: sending them to another would take longer. */
const INLINE_LIMIT = 32;
/** Transactions hashed by one task: a power of two, so that they form a subtree of the Merkle tree. */
const DIGEST_CHUNK = 1_024;
/** Transactions checked by one task; checking one takes twenty times as long as hashing it. */
const CHECK_CHUNK = 256;
/** Limit of waiting tasks: those of two full blocks, 39 digests and 154 checks each. One block is checked at a time. */
const MAX_QUEUE = 400;
/** Tasks per thread: one running, and one that it can start without waiting for the main thread's event loop. */
const TASKS_PER_THREAD = 2;
/** IDs of verified transfers to remember: those of a full mempool. */
const VERIFIED_TRANSFERS = 20_000;

/**
 * Hashes and checks transactions on every core of the machine. Its worker threads start with the first block that is
 * large enough for them; a thread that dies is replaced. Their code is transaction-checks.ts.
 */
export class TransactionChecker {
  readonly #network: Network;
  readonly #threads: number;
  readonly #onDeath: (cause: Error) => void;
  readonly #validator: TransferValidator;
  #pool: Piscina<Uint8Array> | undefined;
  #isClosed = false;
  /** Memory of earlier blocks, for reuse: the garbage collector does not account for its size. */
  readonly #spares: SharedArrayBuffer[] = [];
  /**
   * IDs of transfers that proved valid, signature included, on admission to the mempool. An ID is the hash of all bytes of a
   * transfer, so that it need not be checked again in its block. With `max`, lru-cache would allocate all slots at once.
   */
  readonly #verified = new LRUCache<string, true>({ maxSize: VERIFIED_TRANSFERS, sizeCalculation: () => 1 });

  /**
   * @param threads number of threads; the machine's parallelism by default
   * @param onDeath called with the error of each thread that died
   */
  constructor(
    network: Network,
    threads = availableParallelism(),
    onDeath: (cause: Error) => void = () => undefined,
  ) {
    this.#network = network;
    this.#threads = threads;
    this.#onDeath = onDeath;
    this.#validator = new TransferValidator(network);
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#pool?.queueSize ?? 0;
  }

  /** @param transactions of one block, the coinbase first, 213 bytes each @throws CheckerClosedError */
  load(transactions: Uint8Array): LoadedTransactions {
    if (transactions.length <= INLINE_LIMIT * TRANSACTION_SIZE) {
      return {
        digest: async () => digestTransactions(transactions),
        findFault: (ids) =>
          this.#findFault(transactions, ids, async (transfers) => this.#validator.findFault(transfers)),
        release: () => undefined,
      };
    }
    if (this.#isClosed) throw new CheckerClosedError();
    const memory = this.#spares.pop() ?? new SharedArrayBuffer(MAX_BLOCK_SIZE);
    const bytes = new Uint8Array(memory, 0, transactions.length);
    bytes.set(transactions);
    const jobs: Promise<unknown>[] = [];
    const tracked = <Result>(job: Promise<Result>): Promise<Result> => {
      jobs.push(job);
      return job;
    };
    let digest: Promise<TransactionDigest> | undefined;
    return {
      digest: () => (digest ??= tracked(this.#digestInThreads(bytes))),
      findFault: (ids) =>
        tracked(this.#findFault(bytes, ids, (transfers) => this.#validateInThread(transfers))),
      release: () => {
        // Reuse the memory once no thread reads it any more. After a failed task that is unknown: do not reuse it.
        void Promise.all(jobs).then(
          () => this.#spares.push(memory),
          () => undefined,
        );
      },
    };
  }

  /**
   * Checks one transfer, signature included, on the calling thread (about 50 µs), and remembers a valid one.
   * @param raw its 213 bytes @param id its ID, 64 lowercase hex characters
   */
  verify(raw: Uint8Array, id: TransactionId): boolean {
    if (this.#verified.has(id)) return true;
    if (this.#validator.findFault(raw) !== undefined) return false;
    this.#verified.set(id, true);
    return true;
  }

  /** Rejects unfinished and later work in threads with `CheckerClosedError`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.destroy();
  }

  async #digestInThreads(bytes: Uint8Array): Promise<TransactionDigest> {
    const chunks = chunksOf(bytes, DIGEST_CHUNK);
    const parts = await Promise.all(chunks.map((chunk) => this.#run<TransactionDigest>('digest', chunk)));
    const ids = new Uint8Array((bytes.length / TRANSACTION_SIZE) * ID_SIZE);
    parts.forEach((part, index) => ids.set(part.ids, index * DIGEST_CHUNK * ID_SIZE));
    return { ids, root: merkleRootOfParts(parts.map(({ root }) => root)) };
  }

  async #validateInThread(transfers: Uint8Array): Promise<TransferFault | undefined> {
    const fault = await this.#run<FaultParts | undefined>('validate', transfers);
    return fault && { index: fault.index, error: errorOf(fault) };
  }

  async #findFault(
    transactions: Uint8Array,
    ids: Uint8Array,
    validate: (transfers: Uint8Array) => Promise<TransferFault | undefined>,
  ): Promise<TransferFault | undefined> {
    const { bytes, placeOf } = this.#withoutVerified(
      transactions.subarray(TRANSACTION_SIZE),
      ids.subarray(ID_SIZE),
    );
    const faults = await Promise.all(
      chunksOf(bytes, CHECK_CHUNK).map(async (chunk, number) => {
        const fault = await validate(chunk);
        return fault && { index: placeOf(number * CHECK_CHUNK + fault.index), error: fault.error };
      }),
    );
    return faults.find((fault) => fault !== undefined);
  }

  /** The transfers that are not verified yet, and the position of each among all transfers. */
  #withoutVerified(
    transfers: Uint8Array,
    ids: Uint8Array,
  ): { bytes: Uint8Array; placeOf: (index: number) => number } {
    if (this.#verified.size === 0) return { bytes: transfers, placeOf: (index) => index };
    const text = Buffer.from(ids.buffer, ids.byteOffset, ids.length).toString('hex');
    const places: number[] = [];
    for (let place = 0; place < ids.length / ID_SIZE; place += 1) {
      if (!this.#verified.has(text.slice(place * 2 * ID_SIZE, (place + 1) * 2 * ID_SIZE))) places.push(place);
    }
    const bytes = new Uint8Array(places.length * TRANSACTION_SIZE);
    places.forEach((place, index) => {
      const begin = place * TRANSACTION_SIZE;
      bytes.set(transfers.subarray(begin, begin + TRANSACTION_SIZE), index * TRANSACTION_SIZE);
    });
    return { bytes, placeOf: (index) => places[index]! };
  }

  /** @throws the task's own error, or the error of the thread if two died of it */
  async #run<Result>(name: 'digest' | 'validate', chunk: Uint8Array): Promise<Result> {
    const answer = await this.#runInThread<Result>(name, chunk);
    if ('error' in answer) throw answer.error;
    return answer.result;
  }

  /** Runs a task in a thread, and once more if that thread dies. @throws Error if the second thread dies too */
  async #runInThread<Result>(
    name: 'digest' | 'validate',
    chunk: Uint8Array,
    isRetry = false,
  ): Promise<TaskAnswer<Result>> {
    if (this.#isClosed) throw new CheckerClosedError();
    this.#pool ??= this.#openPool();
    try {
      return (await this.#pool.run(toSend(chunk), { name })) as TaskAnswer<Result>;
    } catch (error) {
      if (this.#isClosed) throw new CheckerClosedError();
      this.#onDeath(error as Error);
      if (isRetry) throw error;
      return this.#runInThread(name, chunk, true);
    }
  }

  #openPool(): Piscina<Uint8Array> {
    const workerData: CheckerThreadData = { network: this.#network.name };
    const pool = new Piscina<Uint8Array>({
      filename: new URL('transaction-checks.ts', import.meta.url).href,
      workerData,
      minThreads: this.#threads,
      maxThreads: this.#threads,
      maxQueue: MAX_QUEUE,
      concurrentTasksPerWorker: TASKS_PER_THREAD,
      atomics: 'disabled', // with Atomics.wait, a thread answers only once all its tasks are done
      execArgv: [], // not the process's own flags: Node refuses `--input-type` for a thread that runs a file
      resourceLimits: { maxYoungGenerationSizeMb: 8 }, // a chunk's objects are short-lived
    });
    pool.on('error', (error: Error) => this.#onDeath(error)); // a thread without a task died
    // Piscina replaces a dead thread, but not one that dies while starting: tasks would wait for it forever.
    pool.on('workerDestroy', () => queueMicrotask(() => this.#replaceWithoutThreads(pool)));
    return pool;
  }

  #replaceWithoutThreads(pool: Piscina): void {
    if (this.#isClosed || this.#pool !== pool || pool.threads.length > 0) return;
    this.#pool = undefined;
    void pool.destroy(); // rejects the waiting tasks, which run again in another pool
  }
}

/** @param size transactions in each chunk; the last may have fewer */
function chunksOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const step = size * TRANSACTION_SIZE;
  const count = Math.ceil(bytes.length / step);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * step, (index + 1) * step));
}

/** Shared memory is read in place. Other bytes are copied: a message would contain the whole buffer of a view. */
function toSend(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof SharedArrayBuffer ? bytes : Uint8Array.prototype.slice.call(bytes);
}

function errorOf({ name, code, message }: FaultParts): TransferFault['error'] {
  return name === 'ProtocolError'
    ? new ProtocolError(code as ProtocolError['code'], message)
    : new ConsensusError(code as ConsensusError['code'], message);
}
