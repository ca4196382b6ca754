import { type AccountState, type Address, blockWork, decodeBlockHeader } from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { FilePosition } from '../storage/block-files.ts';
import type { CoreWriter } from '../storage/core-writer.ts';
import { StorageWriteError } from '../storage/errors.ts';
import type { BlockEntry } from '../storage/layout.ts';
import type { CommitMark } from '../storage/level.ts';
import { readProvenBlock, type ProvenBlock } from '../whole-blocks/block-proof.ts';
import { connectBlock, disconnectBlock, recordEnd, type BlockToDisconnect } from './block-entries.ts';
import { ChainError, type StepListener } from './chain-types.ts';
import type {
  LocatedBlock,
  ChainEvent,
  ChainReader,
  ChainTip,
  Reorganization,
  StoredBlockSummary,
} from './chain-reader.ts';
import { locationOf, StoredChain, summaryOf, type ChainStores } from './stored-chain.ts';
import { yieldIfLarge } from './scheduling.ts';
import { readTransactions, type ValidatedBlock } from './block-validation.ts';

/** A reorganization that disconnects more blocks than this is logged as a warning (PROTOCOL.md section 8). */
const DEEP_REORGANIZATION = 6;
/** Cached bytes of connected blocks, for the projection: one full block, or many small ones. */
const CACHED_BYTES = 12 * 1024 * 1024;

/**
 * The write side of the chain: one commit or step back at a time, in the order of PROTOCOL.md section 6 (block file,
 * index, mark, listeners), and the recovery after a failed write.
 */
export abstract class CommittedChain extends StoredChain implements ChainReader {
  readonly #mark: CommitMark;
  readonly #onStep: StepListener;
  readonly #events: Listeners<ChainEvent>;
  readonly #reorganizations: Listeners<Reorganization>;
  /** Blocks of the reorganization in progress. */
  #recorder: ReorganizationRecorder | undefined;
  /** The newest connected blocks by ID: the projection need not read and hash them again. */
  readonly #connected = new LRUCache<string, ProvenBlock>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ raw, transactionIds }) => raw.length + transactionIds.length,
  });
  /** Accounts as of the tip, for addresses whose index entries are being written. */
  #accountsDuringWrite: ReadonlyMap<Address, AccountState | undefined> | undefined;
  /** Cause of a failed write: no further write happens until the index is reopened. */
  #broken: Error | undefined;

  protected constructor(stores: ChainStores, mark: CommitMark, onStep: StepListener = () => undefined) {
    super(stores);
    this.#mark = mark;
    this.#onStep = onStep;
    this.#events = new Listeners(stores.logger);
    this.#reorganizations = new Listeners(stores.logger);
  }

  subscribe(listener: (event: ChainEvent) => void): () => void {
    return this.#events.add(listener);
  }

  onReorganized(listener: (reorganization: Reorganization) => void): () => void {
    return this.#reorganizations.add(listener);
  }

  get isReorganizing(): boolean {
    return this.#recorder !== undefined;
  }

  /** Presents work that disconnects and connects blocks as one reorganization; reports it at its end, also after an error. */
  protected async asOneReorganization(work: () => Promise<void>): Promise<void> {
    const recorder = new ReorganizationRecorder(this.tip()!);
    this.#recorder = recorder;
    try {
      await work();
    } finally {
      this.#recorder = undefined;
      this.#reportReorganization(recorder.reorganization());
    }
  }

  #reportReorganization(reorganization: Reorganization): void {
    const { oldTip, newTip, disconnected, connected } = reorganization;
    const level = disconnected.length > DEEP_REORGANIZATION ? 'warn' : 'info';
    if (disconnected.length > 0) {
      this.logger[level](
        { from: oldTip.id, to: newTip.id, disconnected: disconnected.length, connected: connected.length },
        `Reorganized above height ${reorganization.commonHeight}: left ${blockCount(disconnected)} for ${blockCount(connected)}; tip ${newTip.id.slice(0, 16)}… at height ${newTip.height}`,
      );
    }
    this.#reorganizations.notify(reorganization, newTip.height);
  }

  override account(address: Address): AccountState | undefined {
    const accounts = this.#accountsDuringWrite;
    return accounts?.has(address) === true ? accounts.get(address) : super.account(address);
  }

  override locateBlock(height: number): LocatedBlock | undefined {
    const place = super.locateBlock(height);
    const validated = place && this.#connected.get(place.id);
    return validated === undefined ? place : { ...place!, validated };
  }

  protected get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  protected requireEntry(height: number): BlockEntry {
    const entry = this.core.block(height);
    if (entry === undefined) throw new ChainError('broken', `the index has no block ${height}`);
    return entry;
  }

  /** Writes the block file first, then one synced batch with every index entry and the tip (PROTOCOL.md section 6). */
  protected async commitBlock(block: ValidatedBlock): Promise<StoredBlockSummary> {
    const { height } = block.header;
    await this.#dropUncommitted();
    this.#onStep('begun', height);
    const location = await this.files.append(block.raw);
    this.#onStep('appended', height);
    await this.#writeIndex(
      (writer) => connectBlock(writer, block, location),
      block.accounts.before,
      () => {
        this.#onStep('indexed', height);
        this.currentTip = { height, id: block.id, work: block.work };
      },
    );
    this.#cache(block);
    await this.#markCommit(height);
    this.#onStep('marked', height);
    const summary = summaryOf(height, this.requireEntry(height));
    this.#recorder?.connected({ height, id: block.id });
    this.#events.notify({ type: 'connected', block: summary, raw: block.raw }, height);
    return summary;
  }

  /** Truncates a record left by a failed append. */
  async #dropUncommitted(): Promise<void> {
    const end = this.currentTip && recordEnd(locationOf(this.requireEntry(this.currentTip.height)));
    await this.files.truncate(end ?? { file: 0, offset: 0 });
  }

  /** @returns the end of the block files without the block */
  async #disconnect(block: BlockToDisconnect): Promise<FilePosition> {
    const entry = this.requireEntry(block.height - 1);
    const tip = this.currentTip!;
    const { bits } = decodeBlockHeader(this.requireEntry(block.height).header);
    const previous = { height: block.height - 1, id: entry.id, work: tip.work - blockWork(bits) };
    const end = recordEnd(locationOf(entry));
    await this.#mark.write(previous.height);
    const before = new Map(block.undo.map(({ address, state }) => [address, state]));
    this.currentTip = previous; // before the entries are removed, so that no lookup finds them
    try {
      await this.#writeIndex((writer) => disconnectBlock(writer, block, previous, end), before);
    } catch (error) {
      this.currentTip = tip;
      throw error;
    }
    return end;
  }

  /**
   * Writes one batch. After a failure it is unknown which entries LevelDB has: nothing is written until the index is reopened.
   * @param accounts as of the tip; lookups get these until the write is done
   * @param onWritten called after the write, for example to update the tip
   */
  async #writeIndex(
    compose: (writer: CoreWriter) => Promise<void>,
    accounts: ReadonlyMap<Address, AccountState | undefined>,
    onWritten: () => void = () => undefined,
  ): Promise<void> {
    this.#accountsDuringWrite = accounts;
    try {
      await this.core.commit(compose);
      onWritten();
    } catch (error) {
      if (error instanceof StorageWriteError) this.#broken = error;
      throw error;
    } finally {
      this.#accountsDuringWrite = undefined;
    }
  }

  /** Logs a failure and goes on: the block is committed; without the mark, lost index entries are harder to detect. */
  async #markCommit(height: number): Promise<void> {
    try {
      await this.#mark.write(height);
    } catch (error) {
      this.logger.warn({ err: error, height }, 'the height of the last commit could not be recorded');
    }
  }

  /** Disconnects the newest block, which is not genesis, in every store. */
  protected async disconnectNewest(): Promise<StoredBlockSummary> {
    const { height, id } = this.currentTip!;
    const entry = this.requireEntry(height);
    const block = summaryOf(height, entry);
    const { raw, transactionIds } = this.#connected.get(id) ?? (await readProvenBlock(this, block))!;
    const transactions = await readTransactions(raw);
    const undo = this.core.undo(height);
    if (undo === undefined) throw new ChainError('broken', `block ${height} has no undo record`);
    await yieldIfLarge(undo.length);
    const end = await this.#disconnect({ height, id, undo, transactions, transactionIds });
    this.#recorder?.disconnected({ height, id }, this.tip()!);
    this.#events.notify({ type: 'disconnected', block, raw, transactions, transactionIds }, height);
    await this.files.truncate(end);
    return block;
  }

  /**
   * Reopens the index after a failed write and continues from its tip.
   * @throws ChainError `broken` while that cannot be done
   */
  protected async reopenIndex(): Promise<void> {
    try {
      await this.core.reopen();
    } catch (error) {
      const problem = `no block is written until there is room: ${this.#broken?.message}`;
      throw new ChainError('broken', problem, { cause: error });
    }
    await this.#followIndexTip();
    this.#broken = undefined;
    this.logger.info('The index can be written again');
  }

  /** Follows the index by one block if the failed write reached it after all; the block's bytes are in the block files. */
  async #followIndexTip(): Promise<void> {
    const tip = this.core.tip();
    const known = this.currentTip;
    if (tip?.id === known?.id) return;
    if (tip === undefined || tip.height !== (known?.height ?? -1) + 1) {
      const problem = `no block is written until the node is started again: ${this.#broken?.message}`;
      throw new ChainError('broken', problem, { cause: this.#broken });
    }
    this.currentTip = { height: tip.height, id: tip.id, work: tip.work };
    await this.#markCommit(tip.height);
    const block = summaryOf(tip.height, this.requireEntry(tip.height));
    const { raw } = (await readProvenBlock(this, block))!;
    this.#events.notify({ type: 'connected', block, raw }, tip.height);
  }

  protected async closeStores(): Promise<void> {
    await this.core.close();
    await this.#mark.close();
    await this.files.close();
  }

  #cache({ id, raw, transactionIds }: ValidatedBlock): void {
    this.#connected.set(id, { raw: withOwnBuffer(raw), transactionIds: withOwnBuffer(transactionIds) });
  }
}

/** Subscribers to one kind of event. */
class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @returns a function that ends the subscription */
  add(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A listener's error is only logged: the block at this height is already committed. */
  notify(event: Event, height: number): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error({ err: error, height }, 'a listener of the chain failed');
      }
    }
  }
}

/** Collects the disconnected and connected blocks of a reorganization. */
class ReorganizationRecorder {
  readonly #oldTip: ChainTip;
  #newTip: ChainTip;
  /** Newest first. */
  readonly #disconnected: ChainTip[] = [];
  /** Oldest first. */
  readonly #connected: ChainTip[] = [];

  constructor(tip: ChainTip) {
    this.#oldTip = tip;
    this.#newTip = tip;
  }

  disconnected(block: ChainTip, tip: ChainTip): void {
    if (this.#connected.length > 0) this.#connected.pop();
    else this.#disconnected.push(block);
    this.#newTip = tip;
  }

  connected(block: ChainTip): void {
    const isReconnected = this.#connected.length === 0 && this.#disconnected.at(-1)?.id === block.id;
    if (isReconnected) this.#disconnected.pop();
    else this.#connected.push(block);
    this.#newTip = block;
  }

  reorganization(): Reorganization {
    return {
      oldTip: this.#oldTip,
      newTip: this.#newTip,
      commonHeight: this.#oldTip.height - this.#disconnected.length,
      disconnected: this.#disconnected.map(({ id }) => id),
      connected: this.#connected.map(({ id }) => id),
    };
  }
}

function blockCount({ length }: readonly string[]): string {
  return length === 1 ? '1 block' : `${length} blocks`;
}

/** Copies bytes that are part of a larger buffer: a message to a thread would contain the whole buffer. */
function withOwnBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}
