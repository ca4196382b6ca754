import type { AccountState, Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import { BlockFileError } from '../storage/errors.ts';
import type { BlockFiles } from '../storage/block-files.ts';
import type { CoreStore } from '../storage/core-store.ts';
import type { BlockEntry } from '../storage/layout.ts';
import type {
  BlockPlace,
  ChainReader,
  ChainTip,
  StoredBlockSummary,
  StoredTransaction,
  TransactionLocation,
} from './chain-reader.ts';
import { locationOf, readBlock, readTransactionAt, readTransactionPage, summaryOf } from './stored-blocks.ts';

/** The stores of a chain. */
export interface ChainStores {
  readonly network: Network;
  readonly files: BlockFiles;
  readonly core: CoreStore;
  readonly logger: Logger;
}

/**
 * The read side of the chain. Everything is answered as of the tip: what the store holds above it, because a commit is
 * just under way, does not exist yet.
 */
export class StoredChain implements Omit<ChainReader, 'subscribe'> {
  readonly network: Network;
  protected readonly files: BlockFiles;
  protected readonly core: CoreStore;
  protected readonly logger: Logger;
  protected currentTip: ChainTip | undefined;

  protected constructor({ network, files, core, logger }: ChainStores) {
    this.network = network;
    this.files = files;
    this.core = core;
    this.logger = logger;
    const tip = core.tip();
    this.currentTip = tip && { height: tip.height, id: tip.id };
  }

  tip(): ChainTip | undefined {
    return this.currentTip;
  }

  /** @throws LevelError `level_damaged` once the index was found damaged: every read of it throws then */
  requireSound(): void {
    this.core.requireSound();
  }

  /** Bytes of the block files. */
  storedBytes(): number {
    return this.files.totalSize;
  }

  blockSummary(height: number): StoredBlockSummary | undefined {
    const entry = this.#entry(height);
    return entry && summaryOf(height, entry);
  }

  heightOfBlock(id: string): number | undefined {
    const height = this.core.heightOfBlock(id);
    return height !== undefined && this.#holds(height) ? height : undefined;
  }

  async readRawBlock(height: number): Promise<Uint8Array | undefined> {
    const entry = this.#entry(height);
    return entry && readBlock(this.files, entry);
  }

  /** Where a canonical block's bytes stand. They are not looked at: who reads them proves them by the ID. */
  locateBlock(height: number): BlockPlace | undefined {
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
    return new BlockFileError(path, start + offset, `block ${id} does not stand here`);
  }

  async readTransactions(
    height: number,
    page: { offset: number; limit: number },
  ): Promise<StoredTransaction[] | undefined> {
    const entry = this.#entry(height);
    return entry && readTransactionPage(this.files, this.core, { height, entry }, page);
  }

  locateTransaction(id: string): TransactionLocation | undefined {
    const location = this.core.locateTransaction(id);
    return location !== undefined && this.#holds(location.height) ? location : undefined;
  }

  findTransaction(id: string): StoredTransaction | undefined | Promise<undefined> {
    const location = this.locateTransaction(id);
    const entry = location && this.#entry(location.height);
    if (location === undefined || entry === undefined) return undefined;
    const there = readTransactionAt(this.files, entry, location);
    return there?.id === id.toLowerCase() ? there : this.#reportStaleLocation(id, location);
  }

  /** Damage throws here; what is left is a location that leads to another transaction, or past the last one. */
  async #reportStaleLocation(id: string, location: TransactionLocation): Promise<undefined> {
    await this.readTransactions(location.height, { offset: location.index, limit: 1 });
    this.logger.warn({ id, ...location }, 'a stored location does not hold its transaction');
    return undefined;
  }

  account(address: string): AccountState | undefined {
    return this.core.account(address);
  }

  accountHistory(
    address: string,
    page: { before?: TransactionLocation; limit: number },
  ): Promise<TransactionLocation[]> {
    const end = { height: (this.currentTip?.height ?? -1) + 1, index: 0 };
    const { before = end, limit } = page;
    return this.core.history(address, { before: before.height < end.height ? before : end, limit });
  }

  /** Every key and value of the index in order, to compare two chains with. */
  indexEntries(): AsyncIterable<[key: Uint8Array, value: Uint8Array]> {
    return this.core.entries();
  }

  #holds(height: number): boolean {
    return this.currentTip !== undefined && height <= this.currentTip.height;
  }

  #entry(height: number): BlockEntry | undefined {
    return this.#holds(height) ? this.core.block(height) : undefined;
  }
}
