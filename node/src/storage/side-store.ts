import { rm } from 'node:fs/promises';
import { type BlockId, HEADER_SIZE, hexToBytes, ID_SIZE } from '@cairn/protocol';
import { defineLayout, hex, rawBytes, u32, u8 } from '@cairn/protocol/layout';
import type { Logger } from 'pino';
import { LevelError } from './errors.ts';
import { LevelStore, type LevelBatch } from './level.ts';

/*
 * Keys and values of `<data-dir>/side` (PROTOCOL.md section 8), integers big-endian:
 *
 *   00 ‖ block ID (32) → a side block: its header, size, order of arrival, and whether it is invalid
 *   01 ‖ block ID (32) → the block's bytes; absent for an invalid one
 */
const HEADER_PREFIX = 0;
const BODY_PREFIX = 1;

const SIDE_BLOCK_LAYOUT = defineLayout({
  header: rawBytes(HEADER_SIZE),
  /** Bytes of the block. */
  size: u32,
  arrival: u32,
  /** 1 for a block that breaks a rule, else 0. */
  isInvalid: u8,
});
const ID = hex<BlockId>(ID_SIZE);

/** A block that is not canonical, or was not until recently. */
export interface SideBlock {
  /** Block ID, 64 lowercase hex characters. */
  readonly id: BlockId;
  /** 118 bytes. */
  readonly header: Uint8Array;
  /** Bytes of the block, header included; 0 for an invalid one. */
  readonly size: number;
  /** Side blocks of lower numbers arrived earlier. */
  readonly arrival: number;
  readonly isInvalid: boolean;
}

/** A block to store. */
interface BlockBytes {
  readonly id: BlockId;
  readonly raw: Uint8Array;
}

/** Small buffers: side blocks are rarely read, and peers have copies of them. */
const TUNING = { cacheSize: 1024 * 1024, writeBufferSize: 4 * 1024 * 1024 };
/** Number of the first arrival; half of the range is below it, for blocks that count as earlier. */
const FIRST_ARRIVAL = 0x8000_0000;

/**
 * The store of side blocks, `side/`. Losing it is harmless: the canonical chain is in the block files, and peers have the
 * other branches.
 */
export class SideStore {
  readonly #level: LevelStore;
  #first = FIRST_ARRIVAL;
  #last = FIRST_ARRIVAL;

  private constructor(level: LevelStore) {
    this.#level = level;
  }

  /**
   * Opens the store; one that LevelDB reports as damaged is emptied.
   * @throws LevelError
   */
  static async open(path: string, logger: Logger): Promise<SideStore> {
    try {
      return new SideStore(await LevelStore.open(path, TUNING));
    } catch (error) {
      if (!(error instanceof LevelError) || error.code !== 'level_damaged') throw error;
      logger.warn(`The side blocks in ${path} are lost: ${error.message}`);
      await rm(path, { recursive: true, force: true });
      return new SideStore(await LevelStore.open(path, TUNING));
    }
  }

  /** All side blocks, without their bytes. @throws LevelError */
  async blocks(): Promise<SideBlock[]> {
    const blocks: SideBlock[] = [];
    const headers = { gte: Uint8Array.of(HEADER_PREFIX), lt: Uint8Array.of(BODY_PREFIX) };
    for await (const [key, value] of this.#level.entries(headers)) {
      const { isInvalid, ...block } = SIDE_BLOCK_LAYOUT.decode(value);
      blocks.push({ id: ID.read(key, 1), ...block, isInvalid: isInvalid === 1 });
      this.#last = Math.max(this.#last, block.arrival);
      if (isInvalid === 0) this.#first = Math.min(this.#first, block.arrival);
    }
    return blocks;
  }

  /** Bytes of a side block; `undefined` if it is not stored. @throws LevelError */
  body(id: BlockId): Uint8Array | undefined {
    return this.#level.get(keyOf(BODY_PREFIX, id));
  }

  /** The entry of a side block; `undefined` if unknown. @throws LevelError */
  entry(id: BlockId): Pick<SideBlock, 'header' | 'size'> | undefined {
    const value = this.#level.get(keyOf(HEADER_PREFIX, id));
    return value && SIDE_BLOCK_LAYOUT.decode(value);
  }

  /** Stores a block that has just arrived; resolves once it is on disk. @throws StorageWriteError, LevelError */
  async put(block: BlockBytes): Promise<void> {
    await this.#level.write((batch) => putBlock(batch, block, ++this.#last));
  }

  /**
   * Stores the newest blocks of the canonical chain, those that are not stored yet. They count as arrived before every side block:
   * of two branches with equal work, that of the chain stays the first.
   * @param blocks highest first
   * @throws StorageWriteError, LevelError
   */
  async putEarlier(blocks: readonly BlockBytes[]): Promise<void> {
    await this.#level.write((batch) => {
      for (const block of blocks) {
        if (this.body(block.id) === undefined) putBlock(batch, block, --this.#first);
      }
    });
  }

  /**
   * Marks a block as invalid and removes the blocks on top of it.
   * @param header its 118 bytes @param descendants IDs of the blocks on top of it
   * @throws StorageWriteError, LevelError
   */
  async putInvalid(id: BlockId, header: Uint8Array, descendants: readonly BlockId[]): Promise<void> {
    const entry = { header, size: 0, arrival: 0, isInvalid: 1 };
    await this.#level.write((batch) => {
      for (const other of descendants) removeBlock(batch, other);
      batch.put(keyOf(HEADER_PREFIX, id), SIDE_BLOCK_LAYOUT.encode(entry)).del(keyOf(BODY_PREFIX, id));
    });
  }

  /** Removes blocks. @throws StorageWriteError, LevelError */
  async remove(ids: readonly BlockId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#level.write((batch) => {
      for (const id of ids) removeBlock(batch, id);
    });
  }

  async close(): Promise<void> {
    await this.#level.close();
  }
}

function putBlock(batch: LevelBatch, { id, raw }: BlockBytes, arrival: number): void {
  const entry = { header: raw.subarray(0, HEADER_SIZE), size: raw.length, arrival, isInvalid: 0 };
  batch.put(keyOf(HEADER_PREFIX, id), SIDE_BLOCK_LAYOUT.encode(entry)).put(keyOf(BODY_PREFIX, id), raw);
}

function removeBlock(batch: LevelBatch, id: BlockId): void {
  batch.del(keyOf(HEADER_PREFIX, id)).del(keyOf(BODY_PREFIX, id));
}

function keyOf(prefix: number, id: BlockId): Uint8Array {
  return Uint8Array.of(prefix, ...hexToBytes(id));
}
