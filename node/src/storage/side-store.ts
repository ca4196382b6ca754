import { rm } from 'node:fs/promises';
import { type BlockId, HEADER_SIZE, hexToBytes } from '@cairn/protocol';
import { defineLayout, hex, rawBytes, u32, u8 } from '@cairn/protocol/layout';
import type { Logger } from 'pino';
import { LevelError } from './errors.ts';
import { LevelStore, type LevelBatch } from './level.ts';

/*
 * Keys and values of `<data-dir>/side` (PROTOCOL.md section 8), integers big-endian. `LevelStore` adds a checksum to each
 * value.
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
const ID = hex<BlockId>(32);

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

/** Small buffers: side blocks are rarely read, and peers have copies of them. */
const TUNING = { cacheSize: 1024 * 1024, writeBufferSize: 4 * 1024 * 1024 };

function removeBlock(batch: LevelBatch, id: BlockId): void {
  batch.del(keyOf(HEADER_PREFIX, id)).del(keyOf(BODY_PREFIX, id));
}

function keyOf(prefix: number, id: BlockId): Uint8Array {
  const key = new Uint8Array(1 + ID.size);
  key[0] = prefix;
  key.set(hexToBytes(id), 1);
  return key;
}

/**
 * The store of side blocks, `side/`. Losing it is harmless: the canonical chain is in the block files, and peers have the
 * other branches.
 */
export class SideStore {
  readonly #level: LevelStore;
  #arrivals = 0;
  /** After a failed write, LevelDB accepts no other write until it is reopened. */
  #hasFailed = false;

  private constructor(level: LevelStore) {
    this.#level = level;
  }

  /** Opens the store; a damaged one is emptied. @throws LevelError if the folder cannot be used */
  static async open(path: string, logger: Logger): Promise<{ store: SideStore; blocks: SideBlock[] }> {
    try {
      return await SideStore.#read(path);
    } catch (error) {
      if (!(error instanceof LevelError) || error.code !== 'level_damaged') throw error;
      logger.warn(`${error.message}. It is emptied: peers send side blocks again`);
      await rm(path, { recursive: true, force: true });
      return SideStore.#read(path);
    }
  }

  static async #read(path: string): Promise<{ store: SideStore; blocks: SideBlock[] }> {
    const level = await LevelStore.open(path, TUNING);
    try {
      const store = new SideStore(level);
      const blocks: SideBlock[] = [];
      const headers = { gte: Uint8Array.of(HEADER_PREFIX), lt: Uint8Array.of(BODY_PREFIX) };
      for await (const [key, value] of level.entries(headers)) {
        const { isInvalid, ...block } = SIDE_BLOCK_LAYOUT.decode(value);
        blocks.push({ id: ID.read(key, 1), ...block, isInvalid: isInvalid === 1 });
        store.#arrivals = Math.max(store.#arrivals, block.arrival);
      }
      return { store, blocks };
    } catch (error) {
      await level.close();
      throw error;
    }
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

  /** Stores blocks; resolves once they are on disk. @throws StorageWriteError, LevelError */
  async put(blocks: readonly { readonly id: BlockId; readonly raw: Uint8Array }[]): Promise<void> {
    await this.#write({ sync: true }, (batch) => {
      for (const { id, raw } of blocks) {
        this.#arrivals += 1;
        const header = raw.subarray(0, HEADER_SIZE);
        const entry = { header, size: raw.length, arrival: this.#arrivals, isInvalid: 0 };
        batch.put(keyOf(HEADER_PREFIX, id), SIDE_BLOCK_LAYOUT.encode(entry)).put(keyOf(BODY_PREFIX, id), raw);
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
    await this.#write({ sync: true }, (batch) => {
      for (const other of descendants) removeBlock(batch, other);
      batch.put(keyOf(HEADER_PREFIX, id), SIDE_BLOCK_LAYOUT.encode(entry)).del(keyOf(BODY_PREFIX, id));
    });
  }

  /** Removes blocks. @throws StorageWriteError, LevelError */
  async remove(ids: readonly BlockId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#write({ sync: false }, (batch) => {
      for (const id of ids) removeBlock(batch, id);
    });
  }

  async #write(options: { sync: boolean }, compose: (batch: LevelBatch) => void): Promise<void> {
    if (this.#hasFailed) await this.#level.reopen();
    this.#hasFailed = true;
    const batch = this.#level.batch();
    compose(batch);
    await batch.write(options);
    this.#hasFailed = false;
  }

  async close(): Promise<void> {
    await this.#level.close();
  }
}
