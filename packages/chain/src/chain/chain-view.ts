import {
  type AccountRecord,
  type Address,
  type BlockId,
  decodeTransaction,
  type MerkleTree,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
  transactionOffset,
} from '@cairn/protocol';
import type { Log } from '../runtime.ts';
import { type BlockLog, damageAt, type FilePosition } from '../storage/block-log.ts';
import type { Accounts, PlacedBlock, CoreView, PrefixMatches } from '../storage/core-store.ts';
import { LAST_LOCATION } from '../storage/layout.ts';
import type {
  HistoryRange,
  LocatedBlock,
  StoredAccountProof,
  StoredBlockSummary,
  StoredTransaction,
  TipWithWork,
  TransactionLocation,
} from './chain-types.ts';
import type { StoredBytes, WholeBlocks } from './whole-blocks.ts';

/** What the views of a chain have in common. */
export interface ChainViewParts {
  readonly log: Pick<BlockLog, 'read' | 'readSync' | 'pathOf'>;
  readonly wholeBlocks: WholeBlocks;
  readonly logger: Log;
}

/**
 * The chain as of one tip: whatever is asked, in one turn of the event loop or in several, the answers agree (PROTOCOL.md section 8,
 * Readers). `Chain.view` may be asked at once; whoever asks in several turns holds it.
 *
 * Questions about small records are synchronous (one LevelDB get, or a few KiB of a block file). Absence is `undefined`; a damaged
 * block file is an error that names file and offset.
 */
export class ChainView {
  readonly tip: TipWithWork;
  readonly #index: CoreView;
  readonly #parts: ChainViewParts;

  constructor(index: CoreView, parts: ChainViewParts) {
    this.#index = index;
    this.#parts = parts;
    this.tip = index.tip;
  }

  /** Keeps the view while the chain goes on: `using view = chain.view.hold()`. */
  hold(): ChainView & Disposable {
    return Object.assign(new ChainView(this.#index, this.#parts), { [Symbol.dispose]: this.#index.hold() });
  }

  block(height: number): StoredBlockSummary | undefined {
    return this.#index.block(height);
  }

  heightOfBlock(id: BlockId): number | undefined {
    return this.#index.heightOfBlock(id);
  }

  /**
   * The headers of consecutive blocks as they are stored, 118 bytes each, one after another.
   * @param from height of the first @param count at most; fewer at the tip
   */
  headers(from: number, count: number): Promise<Uint8Array> {
    return this.#index.headers(from, count);
  }

  /** Location of a block's bytes. They are not read here: the reader verifies them against the ID. */
  locateBlock(height: number): LocatedBlock | undefined {
    const entry = this.#index.block(height);
    if (entry === undefined) return undefined;
    const { id, file, offset, sizeBytes: size } = entry;
    return { height, id, path: this.#parts.log.pathOf(file), offset, size };
  }

  /** The bytes of a block, proven; clients of the APIs do not delay it. @throws BlockFileError */
  async rawBlock(height: number): Promise<Uint8Array | undefined> {
    const block = this.#wholeBlock(height);
    return block && (await this.#parts.wholeBlocks.prove(block)).raw;
  }

  /** The bytes of a block for a client, proven (`WholeBlocks.read`). @throws BlockFileError, BusyError; the signal's reason */
  async readBlock(height: number, request: AbortSignal): Promise<Uint8Array | undefined> {
    const block = this.#wholeBlock(height);
    return block && this.#parts.wholeBlocks.read(block, request);
  }

  /** The Merkle tree of a block's transactions for a client. @throws as `readBlock` */
  async merkleTree(height: number, request: AbortSignal): Promise<MerkleTree | undefined> {
    const block = this.#wholeBlock(height);
    return block && this.#parts.wholeBlocks.merkleTree(block, request);
  }

  /** The transactions of a block after the coinbase, 213 bytes each, unverified. @throws BlockFileError */
  async rawTransfers(height: number): Promise<Uint8Array | undefined> {
    const entry = this.#index.block(height);
    if (entry === undefined) return undefined;
    const start = transactionOffset(1);
    return this.#parts.log.read(positionIn(entry, start), entry.sizeBytes - start);
  }

  /** One page of a block's transactions in block order, as stored; empty past the end. @throws BlockFileError */
  transactions(
    height: number,
    page: { readonly offset: number; readonly limit: number },
  ): StoredTransaction[] | undefined {
    const entry = this.#index.block(height);
    if (entry === undefined) return undefined;
    const first = Math.min(page.offset, entry.transactionCount);
    const count = Math.max(0, Math.min(page.limit, entry.transactionCount - first));
    if (count === 0) return [];
    const start = positionIn(entry, transactionOffset(first));
    const bytes = this.#parts.log.readSync(start, count * TRANSACTION_SIZE);
    return Array.from({ length: count }, (_, position) => {
      const raw = bytes.subarray(position * TRANSACTION_SIZE, (position + 1) * TRANSACTION_SIZE);
      return storedTransaction({ height, index: first + position }, raw);
    });
  }

  /** The stored location only, unverified: the transaction may not be there. */
  locateTransaction(id: TransactionId): TransactionLocation | undefined {
    return this.#index.locateTransaction(id);
  }

  /**
   * The transaction with this ID, hashed again after reading; `undefined` also if an intact block has another one at its location.
   * @throws BlockFileError if the block is damaged
   */
  async findTransaction(id: TransactionId): Promise<StoredTransaction | undefined> {
    const location = this.locateTransaction(id);
    if (location === undefined) return undefined;
    const { height, index } = location;
    const [found] = this.transactions(height, { offset: index, limit: 1 }) ?? [];
    if (found?.id === id.toLowerCase()) return found;
    await this.rawBlock(height); // throws for a damaged block
    const problem = 'another transaction is at the location that the index has for this ID';
    this.#parts.logger.warn({ id, ...location }, problem);
    return undefined;
  }

  /** Blocks, transactions and addresses by prefix, up to `limit` of each (`CoreView.startingWith`). */
  startingWith(prefix: Parameters<CoreView['startingWith']>[0], limit: number): Promise<PrefixMatches> {
    return this.#index.startingWith(prefix, limit);
  }

  /** Confirmed state; `undefined` for an address without confirmed transactions. */
  account(address: Address): AccountRecord | undefined {
    return this.#index.account(address);
  }

  /** All accounts. */
  get accounts(): Accounts {
    return this.#index;
  }

  /**
   * What proves an account at the tip, or that there is none.
   * @param wanted the part of its history that is added; by default none
   * @returns `undefined` if the address has no transaction at `before`
   * @throws BlockFileError
   */
  async accountProof(
    address: Address,
    { before, limit }: HistoryRange = {},
  ): Promise<StoredAccountProof | undefined> {
    const found = { block: this.block(this.tip.height)!, path: this.#index.prove(address) };
    if (before === undefined && limit === undefined) return { ...found, history: undefined };
    const history = await this.#index.historyRange(address, before, limit ?? 0);
    if (history === undefined) return undefined;
    const rows = history.locations.map(
      ({ height, index }) => this.transactions(height, { offset: index, limit: 1 })![0]!,
    );
    return { ...found, history: { rows, before: history.before } };
  }

  /**
   * Locations of the confirmed transactions that `address` sent or received, newest first.
   * @param page.before exclusive: only entries older than this location
   */
  history(
    address: Address,
    { before, limit }: { readonly before?: TransactionLocation | undefined; readonly limit: number },
  ): Promise<TransactionLocation[]> {
    return this.#index.history(address, before ?? LAST_LOCATION, limit);
  }

  #wholeBlock(height: number): StoredBytes | undefined {
    const entry = this.#index.block(height);
    if (entry === undefined) return undefined;
    const { id, sizeBytes: size } = entry;
    const { log } = this.#parts;
    return {
      id,
      size,
      read: () => log.read(entry, size),
      damage: () => damageAt(log, entry, `block ${id} is not at this place in the file`),
    };
  }
}

/** A position in a block, from its first byte on. */
function positionIn({ file, offset }: PlacedBlock, start: number): FilePosition {
  return { file, offset: offset + start };
}

/** Its ID is known first: bytes that are damaged may not be a transaction. */
function storedTransaction({ height, index }: TransactionLocation, raw: Uint8Array): StoredTransaction {
  return {
    id: transactionId(raw),
    height,
    index,
    get transaction() {
      return decodeTransaction(raw);
    },
    raw,
  };
}
