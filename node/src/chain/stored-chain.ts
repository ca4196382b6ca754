import {
  type AccountState,
  type Address,
  type BlockId,
  blockSize,
  decodeBlockHeader,
  decodeTransaction,
  type Network,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
  transactionIdBytes,
  transactionIdFromBytes,
  transactionOffset,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type { BlockFiles, BlockLocation } from '../storage/block-files.ts';
import type { CoreStore } from '../storage/core-store.ts';
import { BlockFileError } from '../storage/errors.ts';
import type { BlockEntry } from '../storage/layout.ts';
import { readProvenBlock } from '../whole-blocks/block-proof.ts';
import type {
  LocatedBlock,
  ChainReader,
  ChainTip,
  PrefixMatches,
  StoredBlockSummary,
  StoredTransaction,
  TipWithWork,
  TransactionLocation,
} from './chain-reader.ts';

/** The stores of a chain. */
export interface ChainStores {
  readonly network: Network;
  readonly files: BlockFiles;
  readonly core: CoreStore;
  readonly logger: Logger;
}

/**
 * The read side of the chain. Answers about blocks and transactions are as of the tip: index entries above it belong to
 * a commit in progress and are ignored. `CommittedChain` also hides such a commit from `account`; `startingWith` may
 * return the new addresses of one.
 */
export class StoredChain implements Omit<ChainReader, 'subscribe'> {
  readonly network: Network;
  protected readonly files: BlockFiles;
  protected readonly core: CoreStore;
  protected readonly logger: Logger;
  protected currentTip: TipWithWork | undefined;

  protected constructor({ network, files, core, logger }: ChainStores) {
    this.network = network;
    this.files = files;
    this.core = core;
    this.logger = logger;
    const tip = core.tip();
    this.currentTip = tip && { height: tip.height, id: tip.id, work: tip.work };
  }

  tip(): ChainTip | undefined {
    const tip = this.currentTip;
    return tip && { height: tip.height, id: tip.id };
  }

  /** Work of the chain, genesis included (PROTOCOL.md section 8); 0 without a genesis block. */
  work(): bigint {
    return this.currentTip?.work ?? 0n;
  }

  /** @throws LevelError `level_damaged` once the index was found damaged; from then on every read of it throws too */
  requireUndamaged(): void {
    this.core.requireUndamaged();
  }

  /** Bytes of the block files. */
  storedBytes(): number {
    return this.files.totalSize;
  }

  blockSummary(height: number): StoredBlockSummary | undefined {
    const entry = this.#entry(height);
    return entry && summaryOf(height, entry);
  }

  heightOfBlock(id: BlockId): number | undefined {
    const height = this.core.heightOfBlock(id);
    return height !== undefined && this.#isInChain(height) ? height : undefined;
  }

  async readRawBlock(height: number): Promise<Uint8Array | undefined> {
    const block = this.blockSummary(height);
    return block && (await readProvenBlock(this, block))?.raw;
  }

  /** Location of a canonical block's bytes. They are not read here: the reader verifies them against the ID. */
  locateBlock(height: number): LocatedBlock | undefined {
    const entry = this.#entry(height);
    if (entry === undefined) return undefined;
    const { offset, size } = locationOf(entry);
    return { height, id: entry.id, path: this.files.pathOf(entry.file), offset, size };
  }

  async readBlockSlice(
    { height, id }: ChainTip,
    { offset, length }: { offset: number; length: number },
  ): Promise<Uint8Array | undefined> {
    const entry = this.#entry(height);
    if (entry?.id !== id) return undefined;
    return this.files.read({ file: entry.file, offset: entry.offset + offset }, length);
  }

  blockDamage(height: number, offset: number): Error {
    const { file = 0, offset: start = 0, id = 'absent' } = this.#entry(height) ?? {};
    const path = this.files.pathOf(file);
    return new BlockFileError(path, start + offset, `block ${id} is not at this place in the file`);
  }

  async readTransactions(
    height: number,
    page: { offset: number; limit: number },
  ): Promise<StoredTransaction[] | undefined> {
    const entry = this.#entry(height);
    return entry && readTransactionPage(this.files, this.core, { height, entry }, page);
  }

  locateTransaction(id: TransactionId): TransactionLocation | undefined {
    const location = this.core.locateTransaction(id);
    return location !== undefined && this.#isInChain(location.height) ? location : undefined;
  }

  async findTransaction(id: TransactionId): Promise<StoredTransaction | undefined> {
    const location = this.locateTransaction(id);
    const entry = location && this.#entry(location.height);
    if (location === undefined || entry === undefined) return undefined;
    const found = readTransactionAt(this.files, entry, location);
    if (found?.id === id.toLowerCase()) return found;
    // Damage throws here. Otherwise the location has another transaction, or is past the block's last one.
    await this.readTransactions(location.height, { offset: location.index, limit: 1 });
    this.logger.warn(
      { id, ...location },
      'another transaction is at the location that the index has for this ID',
    );
    return undefined;
  }

  async startingWith(
    { id, address }: { readonly id?: string; readonly address?: string },
    limit: number,
  ): Promise<PrefixMatches> {
    const { core } = this;
    const [blocks, transactions, addresses] = await Promise.all([
      id === undefined ? [] : core.blocksStartingWith(id, limit),
      id === undefined ? [] : core.transactionsStartingWith(id, limit),
      address === undefined ? [] : core.addressesStartingWith(address, limit),
    ]);
    const isInChain = ({ height }: { readonly height: number }) => this.#isInChain(height);
    return { blocks: blocks.filter(isInChain), transactions: transactions.filter(isInChain), addresses };
  }

  account(address: Address): AccountState | undefined {
    return this.core.account(address);
  }

  accountHistory(
    address: Address,
    page: { before?: TransactionLocation; limit: number },
  ): Promise<TransactionLocation[]> {
    const end = { height: (this.currentTip?.height ?? -1) + 1, index: 0 };
    const { before = end, limit } = page;
    return this.core.history(address, { before: before.height < end.height ? before : end, limit });
  }

  /** Every key and value of the index in order, for comparing two chains. */
  indexEntries(): AsyncIterable<[key: Uint8Array, value: Uint8Array]> {
    return this.core.entries();
  }

  #isInChain(height: number): boolean {
    return this.currentTip !== undefined && height <= this.currentTip.height;
  }

  #entry(height: number): BlockEntry | undefined {
    return this.#isInChain(height) ? this.core.block(height) : undefined;
  }
}

/** The summary of a block from its index entry; reads no file. */
export function summaryOf(height: number, entry: BlockEntry): StoredBlockSummary {
  return {
    height,
    id: entry.id,
    header: decodeBlockHeader(entry.header),
    transactionCount: entry.transactionCount,
    sizeBytes: blockSize(entry.transactionCount),
    totalFees: entry.totalFees,
    reward: entry.reward,
  };
}

/** Location of a block in its file, after the header of its record. */
export function locationOf({ file, offset, transactionCount }: BlockEntry): BlockLocation {
  return { file, offset, size: blockSize(transactionCount) };
}

/**
 * Reads one page of a block's transactions and checks each against the ID prefix in the index.
 * @throws BlockFileError, LevelError
 */
function readTransactionPage(
  files: BlockFiles,
  core: CoreStore,
  block: { height: number; entry: BlockEntry },
  page: { offset: number; limit: number },
): StoredTransaction[] {
  const { height, entry } = block;
  const start = Math.min(page.offset, entry.transactionCount);
  const count = Math.min(page.limit, entry.transactionCount - start);
  if (count <= 0) return [];
  const place = { file: entry.file, offset: entry.offset + transactionOffset(start) };
  const bytes = files.readSync(place, count * TRANSACTION_SIZE);
  const isAt = core.idPrefixCheck(height);
  return Array.from({ length: count }, (_, position) => {
    const begin = position * TRANSACTION_SIZE;
    const raw = bytes.subarray(begin, begin + TRANSACTION_SIZE);
    const id = transactionIdBytes(raw);
    const index = start + position;
    if (!isAt(index, id)) {
      const here = { file: place.file, offset: place.offset + begin };
      throw damaged(files, here, `transaction ${index} of block ${height} is not at this place in the file`);
    }
    return storedTransaction(transactionIdFromBytes(id), { height, index }, raw);
  });
}

/**
 * The bytes at a transaction's indexed location, with their actual ID.
 * @returns `undefined` past the block's last transaction
 */
function readTransactionAt(
  files: BlockFiles,
  entry: BlockEntry,
  location: TransactionLocation,
): StoredTransaction | undefined {
  if (location.index >= entry.transactionCount) return undefined;
  const place = { file: entry.file, offset: entry.offset + transactionOffset(location.index) };
  const raw = files.readSync(place, TRANSACTION_SIZE);
  return storedTransaction(transactionId(raw), location, raw);
}

/** Decodes the bytes at each access to the property `transaction`. */
function storedTransaction(
  id: TransactionId,
  { height, index }: TransactionLocation,
  raw: Uint8Array,
): StoredTransaction {
  return {
    id,
    height,
    index,
    get transaction() {
      return decodeTransaction(raw);
    },
    raw,
  };
}

function damaged(files: BlockFiles, at: { file: number; offset: number }, problem: string): BlockFileError {
  return new BlockFileError(files.pathOf(at.file), at.offset, problem);
}
