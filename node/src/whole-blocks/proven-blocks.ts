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

/** Bytes of cached proofs: enough for six blocks of 8 MiB. */
const CAPACITY = 16 * 1024 * 1024;
/** Bytes that a proof takes in addition to its hashes. */
const OVERHEAD = 512;

/** A stream of a block's bytes for a client. */
export interface BlockBytes {
  /** Size of the whole block in bytes. */
  readonly length: number;
  /** Ends early, with an error, if the stored bytes turn out to be damaged or the block is no longer canonical. */
  readonly stream: Readable;
}

/**
 * Whole blocks for clients and peers, every byte proven (see `block-proof.ts`). Proofs of recently requested blocks are cached,
 * so that a repeated request hashes each byte once (8 MiB in about 10 ms) instead of every transaction (0.4 s). However many
 * requests arrive, one block is proven at a time, which bounds memory and CPU time.
 */
export class ProvenBlocks {
  readonly #source: SliceSource;
  readonly #logger: Logger;
  /** By block ID, so that an entry stays valid when the chain changes. */
  readonly #proofs: LRUCache<string, BlockProof, StoredBlock>;
  #last: Promise<unknown> = Promise.resolve();

  /** @param capacity bytes of cached proofs; for tests */
  constructor(source: SliceSource, logger: Logger, capacity = CAPACITY) {
    this.#source = source;
    this.#logger = logger;
    this.#proofs = new LRUCache({
      maxSize: capacity,
      sizeCalculation: ({ byteLength }) => byteLength + OVERHEAD,
      fetchMethod: (_id, _kept, { context }) => this.#prove(context),
      ignoreFetchAbort: true, // a proof that is evicted while being computed is still returned
    });
  }

  /** Size of the cached proofs in bytes. */
  get size(): number {
    return this.#proofs.calculatedSize;
  }

  /**
   * The proof of a block; concurrent requests share the work.
   * @returns `undefined` if the block is no longer canonical
   * @throws the source's error if the stored bytes cannot be read or are not the block's
   */
  proof(block: StoredBlock): Promise<BlockProof | undefined> {
    return this.#proofs.fetch(block.id, { context: block });
  }

  /**
   * Reads a whole block into memory.
   * @returns `undefined` if the block is no longer canonical
   * @throws the source's error if the stored bytes cannot be read or are not the block's
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
   * Reads a block twice: once completely, so that damage is an error before anything is sent, and once for the client, slice
   * by slice as the client reads. If the block is damaged or disconnected in between, the slices end early, with an error.
   * @returns `undefined` if the block is no longer canonical
   * @throws the source's error if the stored bytes cannot be read or are not the block's
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

  /** Like `openSlices`, as a stream of the block's bytes. */
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
      // The response has begun: the client only sees it end early.
      this.#logger.error({ err: error, height: block.height }, 'a block could not be sent completely');
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
