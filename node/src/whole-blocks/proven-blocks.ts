import { Readable } from 'node:stream';
import { blockSize } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  proveBlock,
  readSlices,
  type BlockProof,
  type BlockSlice,
  type SliceSource,
  type StoredBlock,
} from './block-proof.ts';

/** Bytes of proofs that are kept: those of six blocks of 8 MiB. */
const CAPACITY = 16 * 1024 * 1024;
/** Bytes that a proof costs beside its hashes. */
const OVERHEAD = 512;

/** A block's bytes on their way to a client. */
export interface BlockBytes {
  /** Bytes of the whole block. */
  readonly length: number;
  /** Breaks off before that length when the stored bytes turn out to be damaged. */
  readonly stream: Readable;
}

/**
 * Whole blocks for clients and peers, every byte proven. The proofs of the blocks that were requested last are kept, so
 * that a repeated request hashes each byte once (8 MiB in about 10 ms) instead of every transaction (0.4 s). Blocks are
 * proven one at a time, however many requests arrive: memory and work are those of a single block.
 */
export class ProvenBlocks {
  readonly #source: SliceSource;
  readonly #logger: Logger;
  /** By block ID: an entry outlives every change of the chain. */
  readonly #proofs: LRUCache<string, BlockProof, StoredBlock>;
  #last: Promise<unknown> = Promise.resolve();

  /** @param capacity bytes of proofs to keep; for tests */
  constructor(source: SliceSource, logger: Logger, capacity = CAPACITY) {
    this.#source = source;
    this.#logger = logger;
    this.#proofs = new LRUCache({
      maxSize: capacity,
      sizeCalculation: ({ byteLength }) => byteLength + OVERHEAD,
      fetchMethod: (_id, _kept, { context }) => this.#prove(context),
      ignoreFetchAbort: true, // a proof that other proofs push out while it is made is still the answer
    });
  }

  /** Bytes that the kept proofs take. */
  get size(): number {
    return this.#proofs.calculatedSize;
  }

  /**
   * The proof of a block; concurrent requests share the work.
   * @returns `undefined` when the canonical chain does not hold the block any more
   * @throws BlockFileError when the stored bytes are not the block's
   */
  proof(block: StoredBlock): Promise<BlockProof | undefined> {
    return this.#proofs.fetch(block.id, { context: block });
  }

  /**
   * A whole block in memory.
   * @returns `undefined` when the canonical chain does not hold the block any more
   * @throws BlockFileError when the stored bytes are not the block's
   */
  async read(block: StoredBlock): Promise<Uint8Array | undefined> {
    const proof = await this.proof(block);
    if (proof === undefined) return undefined;
    const raw = new Uint8Array(blockSize(block.transactionCount));
    for await (const slice of readSlices(this.#source, block)) {
      if (slice === undefined) return undefined;
      raw.set(this.#checked(slice, block, proof).bytes, slice.offset);
    }
    return raw;
  }

  /**
   * Reads a block twice: once whole, so that damage is an error before anything is sent, and once for the client, slice by
   * slice as the client reads. Damage that happens in between ends the slices before the last one.
   * @returns `undefined` when the canonical chain does not hold the block any more
   * @throws BlockFileError when the stored bytes are not the block's
   */
  async openSlices(block: StoredBlock): Promise<AsyncGenerator<BlockSlice> | undefined> {
    const proof = await this.proof(block);
    if (proof === undefined) return undefined;
    for await (const slice of readSlices(this.#source, block)) {
      if (slice === undefined) return undefined;
      this.#checked(slice, block, proof);
    }
    return this.#slicesToSend(block, proof);
  }

  /** The same as a stream of the block's bytes. */
  async openBytes(block: StoredBlock): Promise<BlockBytes | undefined> {
    const slices = await this.openSlices(block);
    if (slices === undefined) return undefined;
    const stream = Readable.from(bytesOf(slices), { objectMode: false, highWaterMark: 1 });
    return { length: blockSize(block.transactionCount), stream };
  }

  #prove(block: StoredBlock): Promise<BlockProof | undefined> {
    const proving = this.#last.then(() => proveBlock(this.#source, block));
    this.#last = proving.catch(() => undefined); // the caller gets the error; the next block only waits
    return proving;
  }

  async *#slicesToSend(block: StoredBlock, proof: BlockProof): AsyncGenerator<BlockSlice> {
    try {
      for await (const slice of readSlices(this.#source, block)) {
        if (slice === undefined) throw this.#source.blockDamage(block.height, 0);
        yield this.#checked(slice, block, proof);
      }
    } catch (error) {
      // The response has begun, so that the client only sees it break off.
      this.#logger.error({ err: error, height: block.height }, 'a block could not be sent to its end');
      throw error;
    }
  }

  #checked(slice: BlockSlice, { height }: StoredBlock, proof: BlockProof): BlockSlice {
    if (!proof.covers(slice)) throw this.#source.blockDamage(height, slice.offset);
    return slice;
  }
}

async function* bytesOf(slices: AsyncGenerator<BlockSlice>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of slices) yield bytes;
}
