import {
  type BlockId,
  blockIdBytes,
  blockIdFromBytes,
  bytesToHex,
  decodeBlockHeader,
  HEADER_SIZE,
  ID_SIZE,
  MAX_BLOCK_SIZE,
  MerkleTree,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { ProvenBlock } from './chain-types.ts';
import type { TransactionDigest } from './transaction-checks.ts';

/** Bytes of the blocks that may wait for clients: ten full ones. */
const MAX_WAITING = 10 * MAX_BLOCK_SIZE;
/** Bytes of the blocks that are being sent to clients, however slowly: sixteen full ones, 128 MiB. */
const MAX_SENT = 16 * MAX_BLOCK_SIZE;
/** Bytes of Merkle trees to keep: those of six full blocks. */
const KEPT_TREES = 16 * 1024 * 1024;

/** A whole block in files or in a database. */
export interface StoredBytes {
  readonly id: BlockId;
  /** Bytes of the block, 118 + 213 × n. */
  readonly size: number;
  /** Reads all of them, unverified. */
  read(): Promise<Uint8Array>;
  /** The error for bytes that are not the block's; it says where they are. */
  damage(): Error;
}

/** Hashes transactions, 213 bytes each, one after another; in another thread if they are many. */
export type Digest = (transactions: Uint8Array) => Promise<TransactionDigest>;

/** Too many clients wait for whole blocks, or have not received theirs yet. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly code = 'busy';
}

/** A block in at least one response. */
interface SentBlock {
  readonly raw: Uint8Array;
  readonly size: number;
  responses: number;
}

/**
 * Reads and proves whole blocks, at most 8 MiB each: one at a time for clients of the APIs, and one for everybody else, so that
 * clients never keep peers waiting. Clients that wait for the same block share it.
 *
 * All methods throw the block's `damage` if its bytes are not what its ID says, and the errors of its `read`.
 */
export class WholeBlocks {
  readonly #digest: Digest;
  readonly #forClients = new Lane(MAX_WAITING);
  readonly #forPeers = new Lane();
  readonly #trees = new LRUCache<BlockId, MerkleTree>({
    maxSize: KEPT_TREES,
    sizeCalculation: ({ byteLength }) => byteLength + 512,
  });
  readonly #sent = new Map<BlockId, SentBlock>();

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  /** A block for a peer or for an export; it waits for no client. */
  prove(block: StoredBytes): Promise<ProvenBlock> {
    return this.#forPeers.run(block.id, block.size, () => this.#prove(block));
  }

  /**
   * The bytes of a block for a client. Responses that send the same block share them.
   * @param request ends when the client has them, or has left
   * @throws BusyError; the signal's reason
   */
  async read(block: StoredBytes, request: AbortSignal): Promise<Uint8Array> {
    const sent = this.#sent.get(block.id) ?? (await this.#readToSend(block, request));
    sent.responses += 1;
    const onEnd = (): void => {
      sent.responses -= 1;
      if (sent.responses === 0) this.#sent.delete(block.id);
    };
    request.addEventListener('abort', onEnd, { once: true });
    return sent.raw;
  }

  async #readToSend(block: StoredBytes, request: AbortSignal): Promise<SentBlock> {
    const bytes = this.#sent.values().reduce((sum, { size }) => sum + size, block.size);
    if (bytes > MAX_SENT) throw new BusyError('too many blocks are being sent');
    const { raw } = await this.#forClients.run(block.id, block.size, () => this.#prove(block), request);
    request.throwIfAborted();
    const sent = this.#sent.get(block.id) ?? { raw, size: block.size, responses: 0 };
    this.#sent.set(block.id, sent);
    return sent;
  }

  /** The Merkle tree of a block's transactions, for a client. @throws BusyError; the signal's reason */
  async merkleTree(block: StoredBytes, request: AbortSignal): Promise<MerkleTree> {
    const kept = this.#trees.get(block.id);
    if (kept !== undefined) return kept;
    return this.#forClients.run(`tree ${block.id}`, block.size, () => this.#makeTree(block), request);
  }

  async #makeTree(block: StoredBytes): Promise<MerkleTree> {
    const { transactionIds } = await this.#prove(block);
    const tree = new MerkleTree(transactionIds.length / ID_SIZE);
    for (let start = 0; start < transactionIds.length; start += ID_SIZE) {
      tree.add(transactionIds.subarray(start, start + ID_SIZE));
    }
    tree.finish();
    this.#trees.set(block.id, tree);
    return tree;
  }

  async #prove(block: StoredBytes): Promise<ProvenBlock> {
    const proven = await proveBlock(await block.read(), block.id, this.#digest);
    if (proven === undefined) throw block.damage();
    return proven;
  }
}

/** Work on a block, shared by all who wait for it. */
interface Job {
  /** Bytes of the block. */
  readonly size: number;
  waiting: number;
  hasBegun: boolean;
  result?: Promise<unknown>;
}

/** Does one thing at a time, the same thing once for all who wait for it. */
class Lane {
  readonly #limit: number;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #jobs = new Map<string, Job>();

  /** @param limit bytes of the blocks that may wait */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /**
   * @param key of the result @param size bytes of its block
   * @param waiter whoever waits, until the signal ends; work for which nobody waits any more is left out
   * @throws BusyError; the signal's reason; the errors of `work`
   */
  async run<Result>(
    key: string,
    size: number,
    work: () => Promise<Result>,
    waiter?: AbortSignal,
  ): Promise<Result> {
    waiter?.throwIfAborted();
    const job = this.#jobs.get(key) ?? this.#newJob(key, size);
    job.waiting += 1;
    job.result ??= this.#queue.add(() => this.#do(key, job, work));
    const result = job.result as Promise<Result>;
    try {
      return await (waiter === undefined ? result : Promise.race([result, rejectionOf(waiter)]));
    } finally {
      job.waiting -= 1;
    }
  }

  #newJob(key: string, size: number): Job {
    let waiting = size;
    for (const other of this.#jobs.values()) {
      if (!other.hasBegun && other.waiting > 0) waiting += other.size;
    }
    if (waiting > this.#limit) throw new BusyError('too many blocks are waited for');
    const job = { size, waiting: 0, hasBegun: false };
    this.#jobs.set(key, job);
    return job;
  }

  async #do(key: string, job: Job, work: () => Promise<unknown>): Promise<unknown> {
    job.hasBegun = true;
    try {
      return job.waiting === 0 ? undefined : await work();
    } finally {
      this.#jobs.delete(key);
    }
  }
}

/** Rejects with a signal's reason when it is aborted. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * Proves stored bytes: the hash of the header is the block's ID, and the Merkle root of the transaction IDs is the header's.
 * @param raw as many bytes as the block has
 * @returns `undefined` if they are not the block's
 */
export async function proveBlock(
  raw: Uint8Array,
  id: BlockId,
  digest: Digest,
): Promise<ProvenBlock | undefined> {
  const { ids, root } = await digest(raw.subarray(HEADER_SIZE));
  const isIntact =
    blockIdFromBytes(blockIdBytes(raw)) === id && bytesToHex(root) === decodeBlockHeader(raw).merkleRoot;
  return isIntact ? { raw, transactionIds: ids } : undefined;
}
