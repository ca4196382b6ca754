import type { StoredBlockSummary } from '../chain/chain-reader.ts';
import { proveBlock, type BlockProof } from './block-proof.ts';
import type { SliceSource } from './block-slices.ts';

/** Bytes of proofs that are kept: those of six blocks of 8 MiB. */
const CAPACITY = 16 * 1024 * 1024;
/** What a proof costs beside its bytes. */
const OVERHEAD = 512;

/**
 * The proofs of the blocks that were asked for last, within 16 MiB. Blocks are proven one after the other, however many
 * ask at once: memory and work stay those of a single block. A proof belongs to a block ID, so that it outlives every
 * change of the chain.
 */
export class ProvenBlocks {
  readonly #source: SliceSource;
  readonly #capacity: number;
  /** By block ID, the one asked for last at the end. */
  readonly #kept = new Map<string, BlockProof>();
  readonly #underWay = new Map<string, Promise<BlockProof | undefined>>();
  #last: Promise<unknown> = Promise.resolve();
  #size = 0;

  /** @param capacity bytes; for tests */
  constructor(source: SliceSource, capacity = CAPACITY) {
    this.#source = source;
    this.#capacity = capacity;
  }

  /** Bytes that the kept proofs take. */
  get size(): number {
    return this.#size;
  }

  /**
   * The proof of a block, made where none is kept.
   * @returns `undefined` where the canonical chain does not hold the block any more
   * @throws BlockFileError when the stored bytes are not the block's
   */
  async get(block: StoredBlockSummary): Promise<BlockProof | undefined> {
    const kept = this.#kept.get(block.id);
    if (kept === undefined) return this.#underWay.get(block.id) ?? this.#prove(block);
    this.#kept.delete(block.id);
    this.#kept.set(block.id, kept);
    return kept;
  }

  #prove(block: StoredBlockSummary): Promise<BlockProof | undefined> {
    const proving = this.#last
      .then(() => proveBlock(this.#source, block))
      .then((proof) => this.#keep(block.id, proof))
      .finally(() => this.#underWay.delete(block.id));
    this.#underWay.set(block.id, proving);
    this.#last = proving.catch(() => undefined); // whoever asked gets the error; the next in line only waits
    return proving;
  }

  #keep(id: string, proof: BlockProof | undefined): BlockProof | undefined {
    if (proof === undefined) return undefined;
    this.#kept.set(id, proof);
    this.#size += proof.byteLength + OVERHEAD;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#size <= this.#capacity) break;
      this.#kept.delete(oldest);
      this.#size -= byteLength + OVERHEAD;
    }
    return proof;
  }
}
