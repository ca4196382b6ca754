import { type AccountState, type Address, type BlockId, ID_SIZE } from '@cairn/protocol';
import { writeU32 } from '@cairn/protocol/layout';
import {
  ACCOUNT_LAYOUT,
  accountKey,
  BLOCK_LAYOUT,
  type BlockEntry,
  blockIdKey,
  blockKey,
  encodeHeight,
  encodeLocation,
  encodeUndo,
  FORMAT_VERSION,
  HISTORY_INDEX_OFFSET,
  historyKey,
  type Location,
  newScratch,
  EMPTY_VALUE,
  PREFIXES_PER_CHUNK,
  ID_PREFIX_SIZE,
  idPrefixesKey,
  REBUILD_KEY,
  TIP_KEY,
  TIP_LAYOUT,
  type TipEntry,
  transactionKey,
  type UndoEntry,
  undoKey,
} from './layout.ts';
import type { LevelBatch } from './level.ts';

/** Adds the entries of one commit to a batch for `core/`; created by `CoreStore.compose`. */
export class CoreWriter {
  readonly #batch: LevelBatch;
  /** Reused for every entry, which the batch copies immediately: a full block has 39,382 locations and 78,763 history keys. */
  readonly #scratch = newScratch();

  constructor(batch: LevelBatch) {
    this.#batch = batch;
  }

  /** @param tip `format` is this version's by default; for tests */
  putTip(tip: Omit<TipEntry, 'format'> & { format?: number }): void {
    this.#batch.put(TIP_KEY, TIP_LAYOUT.encode({ format: FORMAT_VERSION, ...tip }));
  }

  putBlock(height: number, entry: BlockEntry): void {
    this.#batch.put(blockKey(height), BLOCK_LAYOUT.encode(entry));
    this.#batch.put(blockIdKey(entry.id), encodeHeight(height));
  }

  deleteBlock(height: number, id: BlockId): void {
    this.#batch.del(blockKey(height)).del(blockIdKey(id));
  }

  /** @param id 32 bytes */
  putTransaction(id: Uint8Array, location: Location): void {
    const { transactionKey: key, location: value } = this.#scratch;
    this.#batch.put(transactionKey(id, key), encodeLocation(location, value));
  }

  /** @param id 32 bytes */
  deleteTransaction(id: Uint8Array): void {
    this.#batch.del(transactionKey(id));
  }

  /** @param ids of all transactions of the block, 32 bytes each, one after another */
  putIdPrefixes(height: number, ids: Uint8Array): void {
    const count = ids.length / ID_SIZE;
    for (let first = 0; first < count; first += PREFIXES_PER_CHUNK) {
      const prefixes = new Uint8Array(Math.min(PREFIXES_PER_CHUNK, count - first) * ID_PREFIX_SIZE);
      for (let place = 0; place < prefixes.length; place += ID_PREFIX_SIZE) {
        const id = (first + place / ID_PREFIX_SIZE) * ID_SIZE;
        prefixes.set(ids.subarray(id, id + ID_PREFIX_SIZE), place);
      }
      this.#batch.put(idPrefixesKey(height, first / PREFIXES_PER_CHUNK), prefixes);
    }
  }

  /** @param count of the block's transactions */
  deleteIdPrefixes(height: number, count: number): void {
    for (let first = 0; first < count; first += PREFIXES_PER_CHUNK) {
      this.#batch.del(idPrefixesKey(height, first / PREFIXES_PER_CHUNK));
    }
  }

  /** @param indices positions in the block of the transactions that the address sent or received */
  putHistory(address: Address, height: number, indices: Uint32Array): void {
    this.#forEachHistoryKey(address, height, indices, (key) => this.#batch.put(key, EMPTY_VALUE));
  }

  deleteHistory(address: Address, height: number, indices: Uint32Array): void {
    this.#forEachHistoryKey(address, height, indices, (key) => this.#batch.del(key));
  }

  /** @param state `undefined` removes the account: no confirmed transaction of the address is left */
  setAccount(address: Address, state: AccountState | undefined): void {
    const key = accountKey(address, this.#scratch.accountKey);
    if (state === undefined) this.#batch.del(key);
    else this.#batch.put(key, ACCOUNT_LAYOUT.encode(state));
  }

  putUndo(height: number, entries: readonly UndoEntry[]): void {
    this.#batch.put(undoKey(height), encodeUndo(entries));
  }

  deleteUndo(height: number): void {
    this.#batch.del(undoKey(height));
  }

  /** Marks `core/` as being rebuilt, or as complete. */
  setRebuilding(rebuilding: boolean): void {
    if (rebuilding) this.#batch.put(REBUILD_KEY, EMPTY_VALUE);
    else this.#batch.del(REBUILD_KEY);
  }

  #forEachHistoryKey(
    address: Address,
    height: number,
    indices: Uint32Array,
    visit: (key: Uint8Array) => void,
  ): void {
    const key = historyKey(address, { height, index: 0 }, this.#scratch.historyKey);
    for (const index of indices) {
      writeU32(key, HISTORY_INDEX_OFFSET, index);
      visit(key);
    }
  }
}
