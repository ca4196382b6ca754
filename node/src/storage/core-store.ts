import type { AccountState } from '@cairn/protocol';
import { hexToBytes } from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import { ClassicLevel } from 'classic-level';
import {
  ACCOUNT_LAYOUT,
  accountKey,
  BLOCK_KEYS_END,
  BLOCK_LAYOUT,
  blockIdKey,
  blockKey,
  FORMAT_VERSION,
  historyKey,
  LOCATION_LAYOUT,
  readBlockKey,
  readHistoryKey,
  REBUILD_KEY,
  TIP_KEY,
  TIP_LAYOUT,
  transactionKey,
  undoKey,
  type BlockRecordValue,
  type TipRecord,
} from './layout.ts';
import { decodeUndo, type UndoEntry } from './undo.ts';

export type CoreDatabase = ClassicLevel<Uint8Array, Uint8Array>;
/** One change of `core/`, as LevelDB's batches take it. */
export type CoreOperation =
  | { readonly type: 'put'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly type: 'del'; readonly key: Uint8Array };

/** `core/` does not open, or what it holds is not of this format: it can be rebuilt from the block files. */
export class CoreStoreError extends Error {
  override readonly name = 'CoreStoreError';
  readonly code = 'core_store_damaged';
}

/**
 * The key-value index `core/` (LevelDB), read side. Single records are read synchronously: a LevelDB get is a few
 * microseconds, less than a promise costs.
 */
export class CoreStore {
  readonly #database: CoreDatabase;

  private constructor(database: CoreDatabase) {
    this.#database = database;
  }

  /** @throws CoreStoreError */
  static async open(path: string): Promise<CoreStore> {
    const database: CoreDatabase = new ClassicLevel(path, {
      keyEncoding: 'view',
      valueEncoding: 'view',
      writeBufferSize: 16 * 1024 * 1024,
      cacheSize: 32 * 1024 * 1024,
    });
    try {
      await database.open();
    } catch (error) {
      const cause = (error as Error).cause ?? error;
      throw new CoreStoreError(`${path} does not open: ${(cause as Error).message}`, { cause: error });
    }
    return new CoreStore(database);
  }

  /** The committed tip; `undefined` while nothing is stored. @throws CoreStoreError for another format */
  tip(): TipRecord | undefined {
    const value = this.#database.getSync(TIP_KEY);
    if (value === undefined) return undefined;
    if (value.length !== TIP_LAYOUT.size || value[0] !== FORMAT_VERSION) {
      throw new CoreStoreError('core/ has another format');
    }
    return TIP_LAYOUT.decode(value);
  }

  /** True from the start of a rebuild until its end. */
  isRebuilding(): boolean {
    return this.#database.getSync(REBUILD_KEY) !== undefined;
  }

  block(height: number): BlockRecordValue | undefined {
    const value = this.#database.getSync(blockKey(height));
    return value === undefined ? undefined : BLOCK_LAYOUT.decode(value);
  }

  /** @param id 64 hex characters */
  heightOfBlock(id: string): number | undefined {
    const value = this.#database.getSync(blockIdKey(id));
    return value === undefined ? undefined : readU32(value, 0);
  }

  /** @param id 64 hex characters, or 32 bytes */
  locateTransaction(id: string | Uint8Array): { height: number; index: number } | undefined {
    const key = transactionKey(typeof id === 'string' ? hexToBytes(id) : id);
    const value = this.#database.getSync(key);
    return value === undefined ? undefined : LOCATION_LAYOUT.decode(value);
  }

  account(address: string): AccountState | undefined {
    const value = this.#database.getSync(accountKey(address));
    return value === undefined ? undefined : ACCOUNT_LAYOUT.decode(value);
  }

  undo(height: number): UndoEntry[] | undefined {
    const value = this.#database.getSync(undoKey(height));
    return value === undefined ? undefined : decodeUndo(value);
  }

  /** Locations in an address history, newest first, older than `before`. */
  async history(
    address: string,
    page: { before?: { height: number; index: number } | undefined; limit: number },
  ): Promise<{ height: number; index: number }[]> {
    const { before, limit } = page;
    const end = before === undefined ? [0xffff_ffff, 0xffff_ffff] : [before.height, before.index];
    const keys = await this.#database
      .keys({
        gte: historyKey(address, 0, 0),
        lt: historyKey(address, end[0]!, end[1]!),
        reverse: true,
        limit,
      })
      .all();
    return keys.map(readHistoryKey);
  }

  /**
   * The lowest height up to the tip without a block record. LevelDB opens a damaged log in silence and drops whole
   * batches of it; each block is one batch, so a lost one shows here.
   */
  async findMissingBlock(tipHeight: number): Promise<number | undefined> {
    let expected = 0;
    for await (const key of this.#database.keys({ gte: blockKey(0), lt: BLOCK_KEYS_END })) {
      if (readBlockKey(key) !== expected) return expected;
      expected += 1;
    }
    return expected <= tipHeight ? expected : undefined;
  }

  /** Writes one batch, all or nothing, and waits until it is on the disk. */
  async write(operations: readonly CoreOperation[], sync = true): Promise<void> {
    await this.#database.batch([...operations], { sync });
  }

  /** Every key and value in order; for tests and comparisons. */
  entries(): AsyncIterable<[Uint8Array, Uint8Array]> {
    return this.#database.iterator();
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}
