import { availableParallelism } from 'node:os';
import {
  ConsensusError,
  ID_SIZE,
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
  type TransactionDigest,
  type TransferFault,
} from './transaction-checks.ts';

/** Blocks of up to this many transactions are checked on the calling thread: sending them to another would take longer. */
const INLINE_LIMIT = 32;
/** Transactions hashed by one task: a power of two, so that they form a subtree of the Merkle tree. */
const DIGEST_CHUNK = 1_024;
/** Transactions checked by one task; checking one takes twenty times as long as hashing it. */
const CHECK_CHUNK = 256;
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
  /**
   * IDs of transfers that proved valid, signature included, on admission to the mempool. An ID is the hash of all bytes of a
   * transfer, so that it need not be checked again in its block.
   */
  readonly #verified = new LRUCache<string, true>({ maxSize: VERIFIED_TRANSFERS, sizeCalculation: () => 1 });

  /** @param threads number of threads; the machine's parallelism by default */
  constructor(network: Network, threads = availableParallelism()) {
    this.network = network;
    this.#threads = threads;
    this.#validator = new TransferValidator(network);
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#pool?.queueSize ?? 0;
  }

  /** @param transactions one after another, 213 bytes each, at least one */
  async digest(transactions: Uint8Array): Promise<TransactionDigest> {
    if (isSmall(transactions)) return digestTransactions(transactions);
    const chunks = chunksOf(transactions, DIGEST_CHUNK);
    const parts = await Promise.all(chunks.map((chunk) => this.#run<TransactionDigest>('digest', chunk)));
    const ids = new Uint8Array((transactions.length / TRANSACTION_SIZE) * ID_SIZE);
    parts.forEach((part, index) => ids.set(part.ids, index * DIGEST_CHUNK * ID_SIZE));
    return { ids, root: merkleRootOfParts(parts.map(({ root }) => root)) };
  }

  /**
   * The first transfer of a block that is invalid whatever the accounts are, signature included; its index is among the
   * transfers, without the coinbase. Transfers that `verify` accepted are not checked again.
   * @param transactions of the block, the coinbase first, 213 bytes each @param ids their IDs, from `digest`
   */
  async findFault(transactions: Uint8Array, ids: Uint8Array): Promise<TransferFault | undefined> {
    const { bytes, places } = this.#withoutVerified(transactions, ids);
    if (isSmall(bytes)) return atPlace(this.#validator.findFault(bytes), places);
    const faults = await Promise.all(
      chunksOf(bytes, CHECK_CHUNK).map(async (chunk, number) => {
        const parts = await this.#run<FaultParts | undefined>('validate', chunk);
        return parts && { index: number * CHECK_CHUNK + parts.index, error: errorOf(parts) };
      }),
    );
    return atPlace(
      faults.find((fault) => fault !== undefined),
      places,
    );
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

  /** Rejects unfinished work in threads. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  /** The transfers that are not verified yet, and the position of each among all transfers. */
  #withoutVerified(transactions: Uint8Array, ids: Uint8Array): { bytes: Uint8Array; places: number[] } {
    const text = Buffer.from(ids.buffer, ids.byteOffset, ids.length).toString('hex');
    const places: number[] = [];
    for (let index = 1; index < ids.length / ID_SIZE; index += 1) {
      const id = text.slice(index * 2 * ID_SIZE, (index + 1) * 2 * ID_SIZE);
      if (!this.#verified.has(id)) places.push(index - 1);
    }
    const transfers = transactions.subarray(TRANSACTION_SIZE);
    if (places.length * TRANSACTION_SIZE === transfers.length) return { bytes: transfers, places };
    const bytes = new Uint8Array(places.length * TRANSACTION_SIZE);
    places.forEach((place, index) => {
      const begin = place * TRANSACTION_SIZE;
      bytes.set(transfers.subarray(begin, begin + TRANSACTION_SIZE), index * TRANSACTION_SIZE);
    });
    return { bytes, places };
  }

  /** Sends a copy: a message with a view would contain its whole buffer. */
  async #run<Result>(name: 'digest' | 'validate', chunk: Uint8Array): Promise<Result> {
    this.#pool ??= this.#openPool();
    const bytes = new Uint8Array(chunk);
    return (await this.#pool.run(bytes, { name, transferList: [bytes.buffer] })) as Result;
  }

  #openPool(): Piscina {
    const workerData: CheckerThreadData = { network: this.network.name };
    return new Piscina({
      filename: new URL('transaction-checks.ts', import.meta.url).href,
      workerData,
      minThreads: this.#threads,
      maxThreads: this.#threads,
      concurrentTasksPerWorker: TASKS_PER_THREAD,
      atomics: 'disabled', // with Atomics.wait, a thread answers only once all its tasks are done
      execArgv: [], // not the process's own flags: Node refuses `--input-type` for a thread that runs a file
      resourceLimits: { maxYoungGenerationSizeMb: 8 }, // a chunk's objects are short-lived
    });
  }
}

function isSmall(transactions: Uint8Array): boolean {
  return transactions.length <= INLINE_LIMIT * TRANSACTION_SIZE;
}

/** @param size transactions in each chunk; the last may have fewer */
function chunksOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const step = size * TRANSACTION_SIZE;
  const count = Math.ceil(bytes.length / step);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * step, (index + 1) * step));
}

function atPlace(fault: TransferFault | undefined, places: readonly number[]): TransferFault | undefined {
  return fault && { index: places[fault.index]!, error: fault.error };
}

function errorOf({ name, code, message }: FaultParts): TransferFault['error'] {
  return name === 'ProtocolError'
    ? new ProtocolError(code as ProtocolError['code'], message)
    : new ConsensusError(code as ConsensusError['code'], message);
}
