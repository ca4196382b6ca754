import { availableParallelism } from 'node:os';
import { MAX_BLOCK_SIZE, merkleRootOfParts, TRANSACTION_SIZE, type Network } from '@cairn/protocol';
import {
  createTransferJudge,
  digestTransactions,
  type TransactionDigest,
  type TransferFault,
} from './transaction-checks.ts';
import { CheckerClosedError, TransactionPool, type DeathListener } from './transaction-pool.ts';
import { TransferBatch } from './transfer-batch.ts';
import { VerifiedTransfers } from './verified-transfers.ts';

/** The transactions of one block, where threads can read them. */
export interface LoadedTransactions {
  /** Begins with the first call; a later one waits for the same. */
  digest(): Promise<TransactionDigest>;
  /**
   * The first of all transactions after the coinbase that breaks a rule by itself, its signature included.
   * @param ids of all transactions, from `digest`: those that `verify` found good are not judged again
   */
  findFault(ids: Uint8Array): Promise<TransferFault | undefined>;
  /** Gives the memory back; nothing may be asked any more. */
  release(): void;
}

/** Hashes and judges transactions with every core of the machine. */
export interface TransactionChecker {
  /** @param transactions a block's, the coinbase first, 213 bytes each */
  load(transactions: Uint8Array): LoadedTransactions;
  /**
   * Judges one transfer by itself, its signature included, and remembers a good one.
   * @param raw its 213 bytes @param id its ID, 64 lowercase hex characters
   */
  verify(raw: Uint8Array, id: string): Promise<boolean>;
  /** Jobs that wait for a thread. */
  readonly waiting: number;
  /** What is under way is rejected with `CheckerClosedError`, and everything that needs a thread from then on. */
  close(): Promise<void>;
}

/** Up to this many are looked at where they are: handing them to a thread would cost more. */
const INLINE_LIMIT = 32;
/** Transactions that a thread hashes at a time: a power of two, so that their hashes are a subtree of the Merkle tree. */
const DIGEST_CHUNK = 1_024;
/** Transactions that a thread judges at a time, each for twenty times as long. */
const JUDGE_CHUNK = 256;
const ID_SIZE = 32;

/**
 * A checker with a pool of worker threads, which start with the first block that is worth it.
 * @param threads as many as the machine runs at once, by default
 * @param onDeath hears why a thread died; another one takes its place
 */
export function createTransactionChecker(
  network: Network,
  threads = availableParallelism(),
  onDeath: DeathListener = () => undefined,
): TransactionChecker {
  const judge = createTransferJudge(network);
  let pool: TransactionPool | undefined;
  let isClosed = false;
  /** Memory of blocks, kept for the next ones: the garbage collector does not see how large it is. */
  const spares: SharedArrayBuffer[] = [];

  const openPool = (): TransactionPool => {
    if (isClosed) throw new CheckerClosedError();
    return (pool ??= new TransactionPool(network, threads, onDeath));
  };
  const takeMemory = (): SharedArrayBuffer => spares.pop() ?? new SharedArrayBuffer(MAX_BLOCK_SIZE);

  const verified = new VerifiedTransfers();
  const here = async (transfers: Uint8Array): Promise<TransferFault | undefined> =>
    judge.findFault(transfers);
  const batch = new TransferBatch(here, async (transfers) => openPool().judge(transfers));

  return {
    load(transactions) {
      if (transactions.length <= INLINE_LIMIT * TRANSACTION_SIZE) {
        return {
          digest: once(async () => digestTransactions(transactions)),
          findFault: (ids) => findFault(transactions, ids, verified, here),
          release: () => undefined,
        };
      }
      const threads = openPool();
      const memory = takeMemory();
      const bytes = new Uint8Array(memory, 0, transactions.length);
      bytes.set(transactions);
      const jobs: Promise<unknown>[] = [];
      const tracked = <Result>(job: Promise<Result>): Promise<Result> => {
        jobs.push(job);
        return job;
      };
      return {
        digest: once(() => tracked(digest(bytes, threads))),
        findFault: (ids) => tracked(findFault(bytes, ids, verified, (transfers) => threads.judge(transfers))),
        release: () => {
          // Nothing else may be written there while a thread still reads; where a job failed, it is not known.
          Promise.all(jobs).then(
            () => spares.push(memory),
            () => undefined,
          );
        },
      };
    },
    async verify(raw, id) {
      const holds = verified.has(id) || (await batch.judge(raw));
      if (holds) verified.add(id);
      return holds;
    },
    get waiting() {
      return pool?.waiting ?? 0;
    },
    async close() {
      isClosed = true;
      await pool?.close();
    },
  };
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | undefined;
  return () => (begun ??= work());
}

async function digest(bytes: Uint8Array, pool: TransactionPool): Promise<TransactionDigest> {
  const parts = await Promise.all(chunksOf(bytes, DIGEST_CHUNK).map((chunk) => pool.digest(chunk)));
  const ids = new Uint8Array((bytes.length / TRANSACTION_SIZE) * ID_SIZE);
  parts.forEach((part, index) => ids.set(part.ids, index * DIGEST_CHUNK * ID_SIZE));
  return { ids, root: merkleRootOfParts(parts.map(({ root }) => root)) };
}

async function findFault(
  transactions: Uint8Array,
  ids: Uint8Array,
  verified: VerifiedTransfers,
  judge: (transfers: Uint8Array) => Promise<TransferFault | undefined>,
): Promise<TransferFault | undefined> {
  const { bytes, placeOf } = withoutVerified(
    transactions.subarray(TRANSACTION_SIZE),
    ids.subarray(ID_SIZE),
    verified,
  );
  const faults = await Promise.all(
    chunksOf(bytes, JUDGE_CHUNK).map(async (chunk, number) => {
      const fault = await judge(chunk);
      return fault && { index: placeOf(number * JUDGE_CHUNK + fault.index), error: fault.error };
    }),
  );
  return faults.find((fault) => fault !== undefined);
}

/** The transfers that are still to be judged, and where each of them stands among all. */
function withoutVerified(
  transfers: Uint8Array,
  ids: Uint8Array,
  verified: VerifiedTransfers,
): { bytes: Uint8Array; placeOf: (index: number) => number } {
  if (verified.size === 0) return { bytes: transfers, placeOf: (index) => index };
  const text = Buffer.from(ids.buffer, ids.byteOffset, ids.length).toString('hex');
  const places: number[] = [];
  for (let place = 0; place < ids.length / ID_SIZE; place += 1) {
    if (!verified.has(text.slice(place * 2 * ID_SIZE, (place + 1) * 2 * ID_SIZE))) places.push(place);
  }
  const bytes = new Uint8Array(places.length * TRANSACTION_SIZE);
  places.forEach((place, index) => {
    const begin = place * TRANSACTION_SIZE;
    bytes.set(transfers.subarray(begin, begin + TRANSACTION_SIZE), index * TRANSACTION_SIZE);
  });
  return { bytes, placeOf: (index) => places[index]! };
}

/** @param size transactions in each, but for the last */
function chunksOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const step = size * TRANSACTION_SIZE;
  const count = Math.ceil(bytes.length / step);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * step, (index + 1) * step));
}
