import {
  expectedBits,
  genesisBlock,
  bytesToHex,
  transactionId,
  type AccountState,
  type AddressCheck,
  type HeaderContext,
  type Network,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import { BlockFiles } from '../storage/block-files.ts';
import { CommitMark } from '../storage/commit-mark.ts';
import type { CoreOperation, CoreStore } from '../storage/core-store.ts';
import type { DataDirectory } from '../storage/data-directory.ts';
import type { BlockRecordValue } from '../storage/layout.ts';
import { rememberingAddressCheck } from './address-memory.ts';
import { ChainError } from './chain-error.ts';
import type {
  ChainEvent,
  ChainReader,
  ChainTip,
  StoredBlockSummary,
  StoredTransaction,
  TransactionLocation,
} from './chain-reader.ts';
import { connectOperations, disconnectOperations, tipRecord } from './index-batch.ts';
import { openConsistentCore } from './recovery.ts';
import { createSignatureVerifier, type SignatureVerifier } from './signature-verifier.ts';
import { readBlock, readDecodedBlock, readTransactionPage, summaryOf } from './stored-blocks.ts';
import { indexBlock, validateBlock, type ValidatedBlock } from './validated-block.ts';

export interface ChainOptions {
  readonly dataDirectory: DataDirectory;
  readonly network: Network;
  readonly logger: Logger;
  /** Unix seconds now; judges blocks from the future. */
  readonly clock: () => number;
  /** Size past which a new block file begins; for tests. */
  readonly maxBlockFileSize?: number;
}

/** How a block reached the chain. */
export interface AppendOptions {
  /** False for a block that was accepted before (an import): its timestamp is not held against the clock. */
  readonly checkClock?: boolean;
}

/**
 * The canonical chain: validates blocks, commits them in the order of PROTOCOL.md section 6, and answers every question
 * about what is confirmed. Appends and steps back run one after another.
 */
export class Chain implements ChainReader {
  readonly network: Network;
  readonly #files: BlockFiles;
  readonly #core: CoreStore;
  readonly #mark: CommitMark;
  readonly #logger: Logger;
  readonly #clock: () => number;
  readonly #verifier: SignatureVerifier;
  readonly #isAddress: AddressCheck = rememberingAddressCheck();
  readonly #listeners = new Set<(event: ChainEvent) => void>();
  #tip: ChainTip | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #broken: Error | undefined;
  #closed = false;

  private constructor(options: ChainOptions, files: BlockFiles, core: CoreStore, mark: CommitMark) {
    this.network = options.network;
    this.#logger = options.logger;
    this.#clock = options.clock;
    this.#files = files;
    this.#core = core;
    this.#mark = mark;
    this.#verifier = createSignatureVerifier(options.network);
    const tip = core.tip();
    this.#tip = tip && { height: tip.height, id: tip.id };
  }

  /**
   * Opens the chain of a data directory and recovers what an interrupted process left.
   * @throws BlockFileError when the block files are damaged
   */
  static async open(options: ChainOptions): Promise<Chain> {
    const { dataDirectory, network, logger } = options;
    const files = await BlockFiles.open(dataDirectory.blocks, network, options.maxBlockFileSize);
    const mark = await CommitMark.open(dataDirectory.commitMark);
    try {
      const core = await openConsistentCore({
        path: dataDirectory.core,
        files,
        committedHeight: await mark.read(),
        network,
        logger,
      });
      return new Chain(options, files, core, mark);
    } catch (error) {
      await mark.close();
      await files.close();
      throw error;
    }
  }

  tip(): ChainTip | undefined {
    return this.#tip;
  }

  blockSummary(height: number): StoredBlockSummary | undefined {
    const record = this.#record(height);
    return record && summaryOf(height, record);
  }

  heightOfBlock(id: string): number | undefined {
    return this.#core.heightOfBlock(id);
  }

  async readRawBlock(height: number): Promise<Uint8Array | undefined> {
    const record = this.#record(height);
    return record && readBlock(this.#files, record);
  }

  async readTransactions(
    height: number,
    page: { offset: number; limit: number },
  ): Promise<StoredTransaction[] | undefined> {
    const record = this.#record(height);
    return record && readTransactionPage(this.#files, this.#core, { height, record }, page);
  }

  locateTransaction(id: string): TransactionLocation | undefined {
    return this.#core.locateTransaction(id);
  }

  async findTransaction(id: string): Promise<StoredTransaction | undefined> {
    const location = this.#core.locateTransaction(id);
    if (location === undefined) return undefined;
    const page = { offset: location.index, limit: 1 };
    const [found] = (await this.readTransactions(location.height, page)) ?? [];
    if (found !== undefined && transactionId(found.raw) === id) return found;
    this.#logger.warn({ id, ...location }, 'a stored location does not hold its transaction');
    return undefined;
  }

  account(address: string): AccountState | undefined {
    return this.#core.account(address);
  }

  accountHistory(
    address: string,
    page: { before?: TransactionLocation; limit: number },
  ): Promise<TransactionLocation[]> {
    return this.#core.history(address, page);
  }

  subscribe(listener: (event: ChainEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Stores the network's genesis block in an empty chain.
   * @throws ChainError `already_initialized`, ProtocolError `network_not_initializable`
   */
  initializeGenesis(): Promise<StoredBlockSummary> {
    return this.#exclusively(async () => {
      if (this.#tip !== undefined)
        throw new ChainError('already_initialized', 'the chain has its genesis block');
      return this.#commit(indexBlock(genesisBlock(this.network), () => undefined));
    });
  }

  /**
   * Validates a block on top of the tip and commits it; resolves once it is on the disk.
   * @param raw the block's canonical bytes
   * @throws ProtocolError when they are no block, ConsensusError when a rule is broken; nothing has changed then
   */
  appendBlock(raw: Uint8Array, { checkClock = true }: AppendOptions = {}): Promise<StoredBlockSummary> {
    return this.#exclusively(async () => {
      const block = await validateBlock(raw, {
        header: this.#headerContext(checkClock),
        lookup: (address) => this.#core.account(address),
        verifier: this.#verifier,
        isAddress: this.#isAddress,
      });
      return this.#commit(block);
    });
  }

  /**
   * Takes the newest block off again, in every store.
   * @throws ChainError `genesis_cannot_step_back`
   */
  stepBack(): Promise<StoredBlockSummary> {
    return this.#exclusively(async () => {
      const tip = this.#requireTip();
      if (tip.height === 0) throw new ChainError('genesis_cannot_step_back', 'the genesis block stays');
      const record = this.#requireRecord(tip.height);
      const previous = this.#requireRecord(tip.height - 1);
      const undo = this.#core.undo(tip.height);
      if (undo === undefined)
        throw new ChainError('broken', `the undo record of block ${tip.height} is missing`);
      const decoded = await readDecodedBlock(this.#files, record);
      const summary = summaryOf(tip.height, record);
      const end = this.#endOf(previous);
      const tipBefore = { height: tip.height - 1, id: previous.id };
      await this.#core.write(
        disconnectOperations({ ...summary, ...decoded }, undo, tipRecord(tipBefore, end)),
      );
      this.#tip = tipBefore;
      await this.#files.truncate(end);
      this.#tell({ type: 'disconnected', block: summary, raw: decoded.raw });
      return summary;
    });
  }

  /** What the next block is judged against, and what a miner builds on. @throws ChainError `not_initialized` */
  nextBlockRules(): { parent: ChainTip; bits: number; lastTimestamps: number[] } {
    const { parent, bits, lastTimestamps } = this.#headerContext(false);
    return { parent, bits, lastTimestamps: [...lastTimestamps] };
  }

  /** Waits for what is under way, then closes the stores. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queue.catch(() => undefined); // its own caller was told
    await this.#verifier.close();
    await this.#core.close();
    await this.#mark.close();
    await this.#files.close();
  }

  /** For comparisons in tests: every entry of the index. */
  async dumpIndex(): Promise<string[]> {
    const lines: string[] = [];
    for await (const [key, value] of this.#core.entries())
      lines.push(`${bytesToHex(key)} ${bytesToHex(value)}`);
    return lines;
  }

  #record(height: number): BlockRecordValue | undefined {
    return this.#tip === undefined || height > this.#tip.height ? undefined : this.#core.block(height);
  }

  #requireTip(): ChainTip {
    if (this.#tip === undefined) throw new ChainError('not_initialized', 'the chain has no genesis block');
    return this.#tip;
  }

  #requireRecord(height: number): BlockRecordValue {
    const record = this.#core.block(height);
    if (record === undefined) throw new ChainError('broken', `the record of block ${height} is missing`);
    return record;
  }

  #endOf(record: BlockRecordValue): { file: number; offset: number } {
    return { file: record.file, offset: record.offset + summaryOf(0, record).sizeBytes };
  }

  #headerContext(checkClock: boolean): HeaderContext {
    const parent = this.#requireTip();
    const timestampAt = (height: number): number =>
      summaryOf(height, this.#requireRecord(height)).header.timestamp;
    const first = Math.max(0, parent.height - 10);
    const lastTimestamps: number[] = [];
    for (let height = first; height <= parent.height; height += 1) lastTimestamps.push(timestampAt(height));
    const anchorTimestamp = parent.height >= 1 ? timestampAt(1) : undefined;
    const difficultyParent = { height: parent.height, timestamp: lastTimestamps.at(-1)! };
    return {
      network: this.network,
      parent,
      lastTimestamps,
      bits: expectedBits(this.network, difficultyParent, anchorTimestamp),
      ...(checkClock ? { now: this.#clock() } : {}),
    };
  }

  /** Block file first, then one synced batch with every entry and the tip (PROTOCOL.md section 6). */
  async #commit(block: ValidatedBlock): Promise<StoredBlockSummary> {
    const before = this.#files.end;
    try {
      const location = await this.#files.append(block.raw);
      await this.#core.write(this.#connect(block, location));
    } catch (error) {
      await this.#dropAppended(before, error as Error);
      throw error;
    }
    await this.#mark.write(block.header.height);
    this.#tip = { height: block.header.height, id: block.id };
    const summary = summaryOf(block.header.height, this.#requireRecord(block.header.height));
    this.#tell({ type: 'connected', block: summary, raw: block.raw });
    return summary;
  }

  #connect(block: ValidatedBlock, location: { file: number; offset: number; size: number }): CoreOperation[] {
    return connectOperations(block, location, (address) => this.#core.account(address));
  }

  /** After a failed write nothing of the block may stay; if that fails too, nothing more is written. */
  async #dropAppended(end: { file: number; offset: number }, cause: Error): Promise<void> {
    try {
      await this.#files.truncate(end);
    } catch (error) {
      this.#broken = cause;
      this.#logger.error(
        { err: error },
        'a failed write could not be taken back: no more blocks are written',
      );
    }
  }

  #tell(event: ChainEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        // The block is committed whatever a listener makes of it.
        this.#logger.error({ err: error, height: event.block.height }, 'a follower of the chain failed');
      }
    }
  }

  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(new ChainError('closed', 'the chain is closed'));
    const run = this.#queue.then(() => {
      if (this.#broken) throw new ChainError('broken', `writing stopped: ${this.#broken.message}`);
      return work();
    });
    this.#queue = run.catch(() => undefined); // the caller gets the error; the next in line only waits
    return run;
  }
}

/** Opens the chain of a data directory; see {@link Chain.open}. */
export function openChain(options: ChainOptions): Promise<Chain> {
  return Chain.open(options);
}
