import { statfs } from 'node:fs/promises';
import {
  type AccountState,
  type Address,
  type BlockHeader,
  type BlockId,
  type BlockTransactions,
  type ChangedAccounts,
  HEADER_SIZE,
  hexToBytes,
  ID_SIZE,
  type TransactionId,
  transactionIdFromBytes,
} from '@cairn/protocol';
import type { BlockLocation, FilePosition } from './block-files.ts';
import { LevelError, StorageWriteError } from './errors.ts';
import {
  accountRange,
  blockRange,
  headerIn,
  ACCOUNTS,
  BLOCK_IDS,
  blockIdRange,
  BLOCKS,
  BUILDING,
  FORMAT_VERSION,
  HISTORY,
  historyRange,
  TIP,
  transactionRange,
  TRANSACTIONS,
  UNDO,
  type BlockEntry,
  type Location,
  type TipEntry,
  type UndoEntry,
} from './layout.ts';
import { LevelStore, type LevelBatch, type LevelOptions, type LevelSnapshot } from './level.ts';

/** LevelDB's read cache and its write buffer, of which it keeps two. */
const TUNING = { cacheSize: 16 * 1024 * 1024, writeBufferSize: 8 * 1024 * 1024 };
/** Bytes that reopening may write: LevelDB turns its log into a table. */
const FREE_BYTES_TO_REOPEN = 64 * 1024 * 1024;

/** A block, with everything that its rows need. */
export interface BlockRows {
  readonly id: BlockId;
  readonly header: BlockHeader;
  readonly raw: Uint8Array;
  /** In block order, the coinbase first. */
  readonly transactions: BlockTransactions;
  /** 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
  /** Accounts of every address in the block, before and after it. */
  readonly accounts: ChangedAccounts;
  /** Pebbles. */
  readonly totalFees: bigint;
  /** Value of the coinbase, in pebbles. */
  readonly reward: bigint;
  /** Work of the chain up to this block. */
  readonly work: bigint;
}

/** The newest block, with what is needed to remove its rows. */
export type BlockToRemove = Pick<BlockRows, 'id' | 'transactions' | 'transactionIds'> & {
  readonly height: number;
  readonly undo: readonly UndoEntry[];
};

/** The index at one moment: reads answer as of then, whatever is written meanwhile. */
export class IndexView {
  readonly #level: LevelStore;
  readonly #snapshot: LevelSnapshot | undefined;

  /** @param snapshot without one, reads answer as of the last finished write */
  constructor(level: LevelStore, snapshot?: LevelSnapshot) {
    this.#level = level;
    this.#snapshot = snapshot;
  }

  /** The committed tip; `undefined` for an empty index. */
  tip(): TipEntry | undefined {
    return this.#decode(TIP, TIP.key());
  }

  /** True while the index is made anew from the block files. */
  isBuilding(): boolean {
    return this.#level.get(BUILDING.key(), this.#snapshot) !== undefined;
  }

  block(height: number): BlockEntry | undefined {
    return this.#decode(BLOCKS, BLOCKS.key(height));
  }

  /** The headers of consecutive blocks as they are stored, 118 bytes each, one after another; fewer at the tip. */
  async headers(from: number, count: number): Promise<Buffer> {
    const rows = await this.#entries({ ...blockRange(from), limit: count });
    return Buffer.concat(rows.map(([, row]) => headerIn(row)));
  }

  heightOfBlock(id: BlockId): number | undefined {
    return this.#decode(BLOCK_IDS, BLOCK_IDS.key(id));
  }

  locateTransaction(id: TransactionId): Location | undefined {
    return this.#decode(TRANSACTIONS, TRANSACTIONS.key(hexToBytes(id)));
  }

  account(address: Address): AccountState | undefined {
    return this.#decode(ACCOUNTS, ACCOUNTS.key(address));
  }

  /** The accounts that a block changed, as they were before it. */
  undo(height: number): readonly UndoEntry[] | undefined {
    return this.#decode(UNDO, UNDO.key(height));
  }

  /** Locations in an address history, newest first, older than `before`. */
  async history(address: Address, before: Location, limit: number): Promise<Location[]> {
    const keys = await this.#keys({ ...historyRange(address, before), reverse: true, limit });
    return keys.map((key) => {
      const { height, index } = HISTORY.readKey(key);
      return { height, index };
    });
  }

  /** IDs of blocks with a hex prefix, ascending, with their heights. */
  async blocksStartingWith(digits: string, limit: number): Promise<{ id: BlockId; height: number }[]> {
    const entries = await this.#entries({ ...blockIdRange(digits), limit });
    return entries.map(([key, value]) => ({ id: BLOCK_IDS.readKey(key), height: BLOCK_IDS.decode(value) }));
  }

  /** IDs of transactions with a hex prefix, ascending, with their locations. */
  async transactionsStartingWith(
    digits: string,
    limit: number,
  ): Promise<({ id: TransactionId } & Location)[]> {
    const entries = await this.#entries({ ...transactionRange(digits), limit });
    return entries.map(([key, value]) => ({
      id: transactionIdFromBytes(TRANSACTIONS.readKey(key)),
      ...TRANSACTIONS.decode(value),
    }));
  }

  /** Addresses of accounts with a prefix, ascending. */
  async addressesStartingWith(characters: string, limit: number): Promise<Address[]> {
    const keys = await this.#keys({ ...accountRange(characters), limit });
    return keys.map((key) => ACCOUNTS.readKey(key));
  }

  /** Every key and value in order. */
  entries(): AsyncIterable<[key: Uint8Array, value: Uint8Array]> {
    return this.#level.entries({}, this.#snapshot);
  }

  /** Ends the view; nothing can be read from it afterwards. */
  async close(): Promise<void> {
    await this.#snapshot?.close();
  }

  #decode<Value>(table: { decode(bytes: Uint8Array): Value }, key: Uint8Array): Value | undefined {
    const value = this.#level.get(key, this.#snapshot);
    return value && table.decode(value);
  }

  #entries(range: Parameters<LevelStore['entries']>[0]): Promise<[Uint8Array, Uint8Array][]> {
    return Array.fromAsync(this.#level.entries(range, this.#snapshot));
  }

  async #keys(range: Parameters<LevelStore['entries']>[0]): Promise<Uint8Array[]> {
    return (await this.#entries(range)).map(([key]) => key);
  }
}

/** The key-value index `core/` (PROTOCOL.md section 6): its rows, and the batches that add and remove a block's. */
export class CoreIndex {
  readonly #level: LevelStore;
  /** Reads as of the last finished write. */
  readonly head: IndexView;

  private constructor(level: LevelStore) {
    this.#level = level;
    this.head = new IndexView(level);
  }

  /**
   * Opens the index, creating it if the folder is absent or empty.
   * @throws LevelError, `level_damaged` also for another format
   */
  static async open(path: string, onDamage?: LevelOptions['onDamage']): Promise<CoreIndex> {
    const level = await LevelStore.open(path, { ...TUNING, onDamage });
    try {
      const format = level.get(TIP.key())?.[0];
      if (format === undefined || format === FORMAT_VERSION) return new CoreIndex(level);
      throw new LevelError('level_damaged', path, `its format is ${format}, not ${FORMAT_VERSION}`);
    } catch (error) {
      await level.close();
      throw error;
    }
  }

  get path(): string {
    return this.#level.path;
  }

  /** The index as it is now. Close the view before this index. */
  view(): IndexView {
    return new IndexView(this.#level, this.#level.snapshot());
  }

  /**
   * Adds the rows of consecutive blocks and the tip in one synced batch.
   * @throws StorageWriteError; the index may still have the batch when it is reopened
   */
  async connect(blocks: readonly (readonly [block: BlockRows, location: BlockLocation])[]): Promise<void> {
    const batch = this.#level.batch();
    for (const [block, location] of blocks) {
      putBlock(batch, block, location);
      await nextTurn();
    }
    const [tip, location] = blocks.at(-1)!;
    putTip(batch, { height: tip.header.height, id: tip.id, work: tip.work }, endOf(location));
    await batch.write();
  }

  /**
   * Removes the rows of the newest block, restores the accounts before it, and sets the tip to its parent, in one synced batch.
   * @param end end of the parent's record
   * @throws StorageWriteError as `connect`
   */
  async disconnect(
    block: BlockToRemove,
    parent: Pick<TipEntry, 'height' | 'id' | 'work'>,
    end: FilePosition,
  ): Promise<void> {
    const batch = this.#level.batch();
    await removeBlock(batch, block);
    putTip(batch, parent, end);
    await batch.write();
  }

  /** Marks the index as incomplete, or as complete. @throws StorageWriteError */
  async setBuilding(isBuilding: boolean): Promise<void> {
    const batch = this.#level.batch();
    if (isBuilding) batch.put(BUILDING.key(), BUILDING.encode());
    else batch.del(BUILDING.key());
    await batch.write();
  }

  /**
   * Reopens the index after a failed write: until then, it accepts no other write, and its tip may be another one afterwards.
   * Ends all views; nothing can be read meanwhile.
   * @throws StorageWriteError if the disk is too full to reopen (everything can still be read then), LevelError
   */
  async reopen(): Promise<void> {
    const { bavail, bsize } = await statfs(this.path);
    if (bavail * bsize < FREE_BYTES_TO_REOPEN)
      throw new StorageWriteError(this.path, new Error('the disk is full'));
    await this.#level.reopen();
  }

  async close(): Promise<void> {
    await this.#level.close();
  }
}

/** End of a block's record; the next record begins there. */
export function endOf({ file, offset, size }: BlockLocation): FilePosition {
  return { file, offset: offset + size };
}

/** Lets other events run between two blocks, or parts of a large one. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function putTip(batch: LevelBatch, tip: Pick<TipEntry, 'height' | 'id' | 'work'>, end: FilePosition): void {
  const { height, id, work } = tip;
  const entry = { format: FORMAT_VERSION, height, id, endFile: end.file, endOffset: end.offset, work };
  batch.put(TIP.key(), TIP.encode(entry));
}

function putBlock(batch: LevelBatch, block: BlockRows, { file, offset }: BlockLocation): void {
  const { id, header, raw, transactions, transactionIds, accounts, totalFees, reward } = block;
  const { height } = header;
  for (let index = 0; index < transactions.count; index += 1) {
    batch.put(TRANSACTIONS.key(idAt(transactionIds, index)), TRANSACTIONS.encode({ height, index }));
  }
  forEachMention(transactions, (address, index) => {
    batch.put(HISTORY.key({ address, height, index }), HISTORY.encode());
  });
  for (const [address, state] of accounts.after) batch.put(ACCOUNTS.key(address), ACCOUNTS.encode(state));
  const undo = Array.from(accounts.before, ([address, state]) => ({ address, state }));
  batch.put(UNDO.key(height), UNDO.encode(undo));
  const headerBytes = raw.subarray(0, HEADER_SIZE);
  const entry = { file, offset, transactionCount: transactions.count, totalFees, reward, id };
  batch.put(BLOCKS.key(height), BLOCKS.encode({ ...entry, header: headerBytes }));
  batch.put(BLOCK_IDS.key(id), BLOCK_IDS.encode(height));
}

async function removeBlock(batch: LevelBatch, block: BlockToRemove): Promise<void> {
  const { id, height, transactions, transactionIds, undo } = block;
  for (let index = 0; index < transactions.count; index += 1) {
    batch.del(TRANSACTIONS.key(idAt(transactionIds, index)));
  }
  await nextTurn();
  forEachMention(transactions, (address, index) => batch.del(HISTORY.key({ address, height, index })));
  await nextTurn();
  for (const { address, state } of undo) {
    if (state === undefined) batch.del(ACCOUNTS.key(address));
    else batch.put(ACCOUNTS.key(address), ACCOUNTS.encode(state));
  }
  batch.del(UNDO.key(height)).del(BLOCKS.key(height)).del(BLOCK_IDS.key(id));
}

/** Visits every address of every transaction once, with the transaction's index; a coinbase has no sender. */
function forEachMention(
  transactions: BlockTransactions,
  visit: (address: Address, index: number) => void,
): void {
  const { count, senders, recipients, addresses } = transactions;
  for (let index = 0; index < count; index += 1) {
    const sender = senders[index]!;
    const recipient = recipients[index]!;
    if (sender !== recipient && !transactions.isCoinbase(index)) visit(addresses[sender]!, index);
    visit(addresses[recipient]!, index);
  }
}

function idAt(ids: Uint8Array, index: number): Uint8Array {
  return ids.subarray(index * ID_SIZE, (index + 1) * ID_SIZE);
}
