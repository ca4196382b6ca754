import { type BlockId, HEADER_SIZE, hexToBytes, ID_SIZE } from '@cairn/protocol';
import { defineLayout, hex, rawBytes, u32 } from '@cairn/protocol/layout';
import type { Log } from '../runtime.ts';
import { LevelError } from './errors.ts';
import { LevelStore, type DatabasePlace } from './level.ts';

/*
 * Keys and values of `<data-dir>/side` (PROTOCOL.md section 8), integers big-endian:
 *
 *   00 ‖ block ID (32) → a side block: its header, size and order of arrival
 *   01 ‖ block ID (32) → the block's bytes
 */
const HEADER_PREFIX = 0;
const BODY_PREFIX = 1;

const SIDE_BLOCK_LAYOUT = defineLayout({
  header: rawBytes(HEADER_SIZE),
  /** Bytes of the block. */
  sizeBytes: u32,
  arrival: u32,
});
const ID = hex<BlockId>(ID_SIZE);

/** A block of a branch that never was the chain. */
export interface SideBlock {
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
  /** 118 bytes. */
  readonly header: Uint8Array;
  /** Bytes of the block, header included. */
  readonly sizeBytes: number;
  /** Side blocks of lower numbers arrived earlier. */
  readonly arrival: number;
}

/** Small buffers: side blocks are rarely read, and peers have copies of them. */
const TUNING = { cacheSize: 1024 * 1024, writeBufferSize: 4 * 1024 * 1024 };

/**
 * The store of side blocks, `side/`: those of branches that never were the chain. Losing it is harmless: peers have them too.
 */
export class SideStore {
  readonly #level: LevelStore;
  #lastArrival = 0;

  private constructor(level: LevelStore) {
    this.#level = level;
  }

  /**
   * Opens the store; one that LevelDB reports as damaged, also while the entries of its blocks are read, is emptied.
   * @throws LevelError
   */
  static async open(place: DatabasePlace, logger: Log): Promise<SideStore> {
    try {
      return await SideStore.#openWhole(place);
    } catch (error) {
      if (!(error instanceof LevelError) || error.code !== 'level_damaged') throw error;
      logger.warn(`The side blocks in ${place.path} are lost: ${error.message}`);
      await place.remove();
      return SideStore.#openWhole(place);
    }
  }

  static async #openWhole(place: DatabasePlace): Promise<SideStore> {
    const level = await LevelStore.open(place, TUNING);
    try {
      const store = new SideStore(level);
      await store.blocks();
      return store;
    } catch (error) {
      await level.close();
      throw error;
    }
  }

  /** All side blocks in the order of their arrival, without their bytes. @throws LevelError */
  async blocks(): Promise<SideBlock[]> {
    const blocks: SideBlock[] = [];
    const headers = { gte: Uint8Array.of(HEADER_PREFIX), lt: Uint8Array.of(BODY_PREFIX) };
    for await (const [key, value] of this.#level.entries(headers))
      blocks.push({ id: ID.read(key, 1), ...SIDE_BLOCK_LAYOUT.decode(value) });
    blocks.sort((a, b) => a.arrival - b.arrival);
    this.#lastArrival = Math.max(this.#lastArrival, blocks.at(-1)?.arrival ?? 0);
    return blocks;
  }

  /** Bytes of a side block; `undefined` if it is not stored. @throws LevelError */
  body(id: BlockId): Uint8Array | undefined {
    return this.#level.get(keyOf(BODY_PREFIX, id));
  }

  /** The entry of a side block; `undefined` if unknown. @throws LevelError */
  entry(id: BlockId): Pick<SideBlock, 'header' | 'sizeBytes'> | undefined {
    const value = this.#level.get(keyOf(HEADER_PREFIX, id));
    return value && SIDE_BLOCK_LAYOUT.decode(value);
  }

  /** Stores a block that has just arrived; resolves once it is on disk. @throws StorageWriteError */
  async put({ id, raw }: { readonly id: BlockId; readonly raw: Uint8Array }): Promise<void> {
    this.#lastArrival += 1;
    const header = raw.subarray(0, HEADER_SIZE);
    const entry = { header, sizeBytes: raw.length, arrival: this.#lastArrival };
    await this.#level.write((batch) => {
      batch.put(keyOf(HEADER_PREFIX, id), SIDE_BLOCK_LAYOUT.encode(entry)).put(keyOf(BODY_PREFIX, id), raw);
    });
  }

  /** Removes blocks. @throws StorageWriteError */
  async remove(ids: readonly BlockId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#level.write((batch) => {
      for (const id of ids) batch.del(keyOf(HEADER_PREFIX, id)).del(keyOf(BODY_PREFIX, id));
    });
  }

  async close(): Promise<void> {
    await this.#level.close();
  }
}

function keyOf(prefix: number, id: BlockId): Uint8Array {
  return Uint8Array.of(prefix, ...hexToBytes(id));
}
