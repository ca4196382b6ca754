import { availableParallelism } from 'node:os';
import { MAX_BLOCK_SIZE, merkleRootOfParts, TRANSACTION_SIZE, type Network } from '@cairn/protocol';
import {
  createTransferJudge,
  digestTransactions,
  type TransactionDigest,
  type TransferFault,
} from './transaction-checks.ts';
import { TransactionPool } from './transaction-pool.ts';

/** The transactions of one block, where threads can read them. */
export interface LoadedTransactions {
  digest(): Promise<TransactionDigest>;
  /** The first of all transactions after the coinbase that breaks a rule by itself, its signature included. */
  findFault(): Promise<TransferFault | undefined>;
  /** Gives the memory back; nothing may be asked any more. */
  release(): void;
}

/** Hashes and judges transactions with every core of the machine. */
export interface TransactionChecker {
  /** @param transactions a block's, the coinbase first, 213 bytes each */
  load(transactions: Uint8Array): LoadedTransactions;
  /** Jobs that wait for a thread. */
  readonly waiting: number;
  close(): Promise<void>;
}

/** Up to this many are looked at where they are: handing them to a thread would cost more. */
const INLINE_LIMIT = 32;
/** Transactions that a thread takes at a time: a power of two, so that their hashes are a subtree of the Merkle tree. */
const CHUNK_SIZE = 256;
const CHUNK_BYTES = CHUNK_SIZE * TRANSACTION_SIZE;

/**
 * A checker with a pool of worker threads, which start with the first block that is worth it.
 * @param threads as many as the machine runs at once, by default
 */
export function createTransactionChecker(
  network: Network,
  threads = availableParallelism(),
): TransactionChecker {
  const judge = createTransferJudge(network);
  let pool: TransactionPool | undefined;
  /** One block's memory, kept for the next: the garbage collector does not see how large it is. */
  let spare: SharedArrayBuffer | undefined;

  const soundPool = (): TransactionPool => {
    if (pool?.failure !== undefined) {
      void pool.close();
      pool = undefined;
    }
    return (pool ??= new TransactionPool(network, threads));
  };
  const takeMemory = (): SharedArrayBuffer => {
    const memory = spare ?? new SharedArrayBuffer(MAX_BLOCK_SIZE);
    spare = undefined;
    return memory;
  };

  return {
    load(transactions) {
      if (transactions.length <= INLINE_LIMIT * TRANSACTION_SIZE) return loadInline(transactions, judge);
      const memory = takeMemory();
      const bytes = new Uint8Array(memory, 0, transactions.length);
      bytes.set(transactions);
      return { ...loadShared(bytes, soundPool()), release: () => (spare = memory) };
    },
    get waiting() {
      return pool?.waiting ?? 0;
    },
    async close() {
      await pool?.close();
    },
  };
}

function loadInline(
  transactions: Uint8Array,
  judge: ReturnType<typeof createTransferJudge>,
): LoadedTransactions {
  return {
    digest: async () => digestTransactions(transactions),
    findFault: async () => judge.findFault(transactions.subarray(TRANSACTION_SIZE)),
    release: () => undefined,
  };
}

function loadShared(bytes: Uint8Array, pool: TransactionPool): Omit<LoadedTransactions, 'release'> {
  return {
    async digest() {
      const parts = await Promise.all(chunksOf(bytes, 0).map(({ chunk }) => pool.digest(chunk)));
      const ids = new Uint8Array((bytes.length / TRANSACTION_SIZE) * 32);
      parts.forEach((part, index) => ids.set(part.ids, index * CHUNK_SIZE * 32));
      return { ids, root: merkleRootOfParts(parts.map(({ root }) => root)) };
    },
    async findFault() {
      const answers = await Promise.all(
        chunksOf(bytes, TRANSACTION_SIZE).map(async ({ chunk, first }) => {
          const fault = await pool.judge(chunk);
          return fault && { index: first + fault.index, error: fault.error };
        }),
      );
      return answers.find((fault) => fault !== undefined);
    },
  };
}

/** @param start byte of the first transaction that counts @returns pieces, and the position of their first transaction */
function chunksOf(bytes: Uint8Array, start: number): { chunk: Uint8Array; first: number }[] {
  const chunks: { chunk: Uint8Array; first: number }[] = [];
  for (let offset = start; offset < bytes.length; offset += CHUNK_BYTES) {
    const first = (offset - start) / TRANSACTION_SIZE;
    chunks.push({ chunk: bytes.subarray(offset, offset + CHUNK_BYTES), first });
  }
  return chunks;
}
