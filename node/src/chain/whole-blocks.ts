import { Readable } from 'node:stream';
import {
  type BlockId,
  blockIdBytes,
  blockIdFromBytes,
  blockSize,
  bytesToHex,
  decodeBlockHeader,
  HEADER_SIZE,
  ID_SIZE,
  MerkleTree,
  transactionOffset,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ChainTip, ProvenBlock, StoredBlockSummary } from './chain-types.ts';
import type { TransactionDigest } from './transaction-checks.ts';

/** Transactions in a slice: even with the header, a slice is smaller than 64 KiB. */
const SLICE_TRANSACTIONS = 307;
/** Bytes of Merkle trees to keep: those of six blocks of 8 MiB. */
const KEPT_TREES = 16 * 1024 * 1024;

/** A stored block as the chain's index describes it. */
export type StoredBlock = Pick<StoredBlockSummary, 'height' | 'id' | 'transactionCount'>;

/** Source of stored blocks' bytes. */
export interface BlockSource {
  /**
   * Stored bytes of a block, unverified.
   * @returns `undefined` if this block is not canonical
   * @throws an error of the file or database, for example BlockFileError if the file ends before the slice
   */
  readBlockSlice(
    block: ChainTip,
    slice: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array | undefined>;
  /** The error for bytes that are not the block's; it names file or database, and offset. */
  blockDamage(block: ChainTip): Error;
}

/** A stream of a block's bytes for a client. */
export interface BlockBytes {
  /** Size of the whole block in bytes. */
  readonly length: number;
  /** Ends early, with an error, if the block is no longer canonical. */
  readonly stream: Readable;
}

/** Hashes transactions, 213 bytes each, one after another; in another thread if they are many. */
export type Digest = (transactions: Uint8Array) => Promise<TransactionDigest>;

/**
 * Reads and proves whole blocks, 8 MiB at most, for clients and peers. However many requests arrive, one block is read and
 * hashed at a time; afterwards clients get its bytes in slices, as fast as they read them.
 */
export class WholeBlocks {
  readonly #source: BlockSource;
  readonly #digest: Digest;
  readonly #logger: Logger;
  readonly #trees = new LRUCache<string, MerkleTree>({
    maxSize: KEPT_TREES,
    sizeCalculation: ({ byteLength }) => byteLength + 512,
  });
  #last: Promise<unknown> = Promise.resolve();

  constructor(source: BlockSource, digest: Digest, logger: Logger) {
    this.#source = source;
    this.#digest = digest;
    this.#logger = logger;
  }

  /**
   * Reads a block and proves it.
   * @returns `undefined` if the block is no longer canonical
   * @throws the source's error if the stored bytes cannot be read or are not the block's
   */
  read(block: StoredBlock): Promise<ProvenBlock | undefined> {
    const reading = this.#last.then(() => this.#read(block));
    this.#last = reading.catch(() => undefined); // the caller gets the error; the next block only waits
    return reading;
  }

  async #read(block: StoredBlock): Promise<ProvenBlock | undefined> {
    const length = blockSize(block.transactionCount);
    const raw = await this.#source.readBlockSlice(block, { offset: 0, length });
    if (raw === undefined) return undefined;
    const proven = await proveBlock(raw, block.id, this.#digest);
    if (proven === undefined) throw this.#source.blockDamage(block);
    return proven;
  }

  /** The Merkle tree of a block's transactions; otherwise as `read`. */
  async merkleTree(block: StoredBlock): Promise<MerkleTree | undefined> {
    const kept = this.#trees.get(block.id);
    if (kept !== undefined) return kept;
    const proven = await this.read(block);
    if (proven === undefined) return undefined;
    const tree = new MerkleTree(block.transactionCount);
    for (let index = 0; index < block.transactionCount; index += 1) {
      tree.add(proven.transactionIds.subarray(index * ID_SIZE, (index + 1) * ID_SIZE));
    }
    tree.finish();
    this.#trees.set(block.id, tree);
    return tree;
  }

  /**
   * Reads a block twice: once to prove it, so that damage is an error before anything is sent, and once slice by slice as the
   * client reads. Each slice has whole transactions; the first begins with the header. If the block is disconnected in between,
   * the slices end early, with an error.
   * @returns and @throws as `read`
   */
  async slices(block: StoredBlock): Promise<AsyncGenerator<Uint8Array> | undefined> {
    return (await this.read(block)) && this.#readSlices(block);
  }

  /** Like `slices`, as a stream of bytes. */
  async bytes(block: StoredBlock): Promise<BlockBytes | undefined> {
    const slices = await this.slices(block);
    if (slices === undefined) return undefined;
    const stream = Readable.from(slices, { objectMode: false, highWaterMark: 1 });
    return { length: blockSize(block.transactionCount), stream };
  }

  async *#readSlices(block: StoredBlock): AsyncGenerator<Uint8Array> {
    const { transactionCount } = block;
    try {
      for (let first = 0; first < transactionCount; first += SLICE_TRANSACTIONS) {
        const offset = first === 0 ? 0 : transactionOffset(first);
        const end = transactionOffset(Math.min(first + SLICE_TRANSACTIONS, transactionCount));
        const bytes = await this.#source.readBlockSlice(block, { offset, length: end - offset });
        if (bytes === undefined) throw new Error(`block ${block.id} is no longer in the chain`);
        yield bytes;
      }
    } catch (error) {
      // The response has begun: the client only sees it end early.
      this.#logger.error({ err: error, height: block.height }, 'a block could not be sent completely');
      throw error;
    }
  }
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
