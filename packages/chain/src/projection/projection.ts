import type { Network } from '@cairn/protocol';
import type { Log } from '../runtime.ts';
import type { ChainTip, LocatedBlock, TipChange } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Answer, Parameters, Question, ReadingEngine } from './engine.ts';
import { IndexReader, type ProjectionReader } from './index-reader.ts';
import { STATE } from './questions.ts';
import { ProjectionError, type Writer, type WriterCommand } from './store.ts';

/** What the projection uses of a chain. */
export interface ProjectedChain {
  readonly network: Network;
  /** As of its tip. Its blocks can be read where they are even after they have left the chain. */
  readonly view: Pick<ChainView, 'tip' | 'locateBlock'>;
  /** @returns a function that ends it */
  subscribe(listener: (change: Pick<TipChange, 'newTip' | 'commonHeight'>) => void): () => void;
}

/** Progress of the projection (interface document, sections 2.7 and 3.1). */
export interface ProjectionStatus {
  readonly state: 'building' | 'ready' | 'error';
  /** Height of the newest projected block; -1 before the first. */
  readonly indexedHeight: number;
  /** Height of the chain's tip. */
  readonly targetHeight: number;
  /** Percent, 0–100; exactly 100 while the state is `ready`. */
  readonly progress: number;
}

/** The tables of a projection in one engine. */
export interface ProjectionStore {
  readonly writer: Writer & {
    /** @param last the status when the projection ended or failed */
    close(last: ProjectionStatus): Promise<void>;
  };
  /** Reads after the writer's `open`. */
  readonly engine: ReadingEngine;
}

/** Resolves after some milliseconds, or as soon as the signal is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export interface ProjectionOptions {
  readonly chain: ProjectedChain;
  /**
   * Creates a store; called again after each failure.
   * @param onFailure to be called with a failure that no command or query reports
   */
  readonly createStore: (onFailure: (error: ProjectionError) => void) => ProjectionStore;
  readonly logger: Log;
  /** Waits before a retry. */
  readonly pause: Pause;
}

/**
 * Blocks that a ready projection may lag behind the tip: a committed block takes some milliseconds to be projected, and
 * answers of the previous height are valid until then (interface document, section 2.6). With a larger lag the state is
 * `building`.
 */
const TOLERATED_LAG = 3;
/**
 * Bounds of one command: many small blocks or one full one. Two full ones, decoded and with their rows, would take 80 MiB more.
 */
const BATCH_BLOCKS = 256;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Before the first retry after a failure; each further failure in a row doubles it, up to a limit. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/**
 * Keeps the projection up to date with the chain: follows it to other branches, catches up after any lag, and rebuilds a damaged
 * projection. The projection is what API, website and documents call the index. The chain never waits for it: the main thread
 * only looks up the locations of blocks.
 */
export class Projection {
  readonly #options: ProjectionOptions;
  readonly #logger: Log;
  readonly #unsubscribe: () => void;
  readonly #running: Promise<void>;
  readonly #closing = new AbortController();
  /** While the tables are open. */
  #reader: IndexReader | undefined;
  /** The newest block in the tables, as far as known. */
  #tip: ChainTip | undefined;
  /** True if it reached the chain's tip after it was opened, and has neither left the chain nor lagged behind it since. */
  #hasCaughtUp = false;
  /** Height up to which the tables are on the chain, as far as the chain told since the last change. */
  #common = Infinity;
  /** Why the store has to be opened again. */
  #failure: ProjectionError | undefined;
  /** Failures since the last successful change. */
  #failures = 0;
  #wake: () => void = () => undefined;

  /** Starts to follow the chain; `status` shows the progress. */
  constructor(options: ProjectionOptions) {
    this.#options = options;
    this.#logger = options.logger;
    this.#unsubscribe = options.chain.subscribe((event) => this.#onTipChange(event));
    this.#running = this.#run();
  }

  status(): ProjectionStatus {
    const indexedHeight = this.#tip?.height ?? -1;
    const targetHeight = this.#options.chain.view.tip.height;
    const state = this.#state(indexedHeight, targetHeight);
    // A ready projection may be up to `TOLERATED_LAG` blocks behind for some milliseconds: show 100 % nevertheless.
    const progress = state === 'ready' ? 100 : progressOf(indexedHeight, targetHeight);
    return { state, indexedHeight, targetHeight, progress };
  }

  /**
   * The reader of the open store; `undefined` before it is open and after a failure. Check the status: until it is `ready`, the
   * reader may answer from an old height.
   */
  reader(): ProjectionReader | undefined {
    return this.#reader;
  }

  /** Waits for the change in progress, then closes the store. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#unsubscribe();
    this.#wake();
    await this.#running;
  }

  #state(indexedHeight: number, targetHeight: number): ProjectionStatus['state'] {
    if (this.#failures > 0) return 'error';
    return this.#hasCaughtUp && indexedHeight <= targetHeight ? 'ready' : 'building';
  }

  #onTipChange({ newTip, commonHeight }: Pick<TipChange, 'newTip' | 'commonHeight'>): void {
    const height = this.#tip?.height ?? -1;
    this.#common = Math.min(this.#common, commonHeight);
    if (commonHeight < height || newTip.height - height > TOLERATED_LAG) this.#hasCaughtUp = false;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const isDamaged = this.#failure?.code === 'damaged';
      this.#failure = undefined;
      const store = this.#options.createStore((error) => this.#fail(error));
      try {
        await this.#open(store, isDamaged);
        await this.#follow(store);
      } catch (error) {
        this.#fail(error as ProjectionError);
      }
      const last = this.status();
      this.#reader = undefined;
      this.#hasCaughtUp = false;
      await this.#closeStore(store, last);
      if (this.#failure !== undefined) await this.#pauseBeforeRetry();
    }
  }

  async #open(store: ProjectionStore, isDamaged: boolean): Promise<void> {
    const { tip, discarded: problem } = await store.writer.run({ type: 'open', isDamaged });
    if (problem !== undefined) this.#logger.warn(`the projection is rebuilt from the chain: ${problem}`);
    await this.#takeOver(tip, store);
    const reader: IndexReader = new IndexReader(store.engine.dialect, (question, parameters) =>
      this.#ask(store.engine, () => this.#reader === reader, question, parameters),
    );
    this.#reader = reader;
  }

  /** Returns when the projection is closed or a query has failed. @throws ProjectionError */
  async #follow(store: ProjectionStore): Promise<void> {
    let tip = this.#tip;
    let isChanging = false;
    while (!this.#closing.signal.aborted && this.#failure === undefined) {
      const command = this.#nextCommand(tip, isChanging);
      if (command === undefined) {
        this.#markCaughtUp();
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      ({ tip } = await store.writer.run(command));
      isChanging = command.type === 'remove' || !command.isLast;
      if (isChanging) continue;
      await this.#takeOver(tip, store);
      if (this.#failure === undefined) this.#failures = 0;
    }
  }

  /**
   * A branch that left the chain is replaced in one change, which ends at the chain's tip: readers see the old branch until then.
   * If it is not known where the chain branched off, as after a start, one block after the other is removed.
   * @param tip the writer's newest block @param isChanging that block is part of a change
   * @returns `undefined` if the projection has caught up
   */
  #nextCommand(
    tip: ChainTip | undefined,
    isChanging: boolean,
  ): Extract<WriterCommand, { type: 'remove' | 'append' }> | undefined {
    const height = tip?.height ?? -1;
    if (tip !== undefined && !this.#has(tip))
      return { type: 'remove', above: Math.min(height - 1, this.#common) };
    const blocks = this.#blocksFrom(height + 1);
    if (blocks.length === 0 && !isChanging) return undefined;
    const isLast = !isChanging || height + blocks.length >= this.#options.chain.view.tip.height;
    return { type: 'append', blocks, isLast };
  }

  /** The next blocks of the chain, up to the bounds of one command. */
  #blocksFrom(first: number): LocatedBlock[] {
    const blocks: LocatedBlock[] = [];
    for (let bytes = 0; blocks.length < BATCH_BLOCKS && bytes < BATCH_BYTES; bytes += blocks.at(-1)!.size) {
      const block = this.#options.chain.view.locateBlock(first + blocks.length);
      if (block === undefined) break;
      blocks.push(block);
    }
    return blocks;
  }

  /**
   * Takes over what the tables have at the end of a change.
   * @param written the newest block according to the writer
   * @throws ProjectionError `storage_failed` if a reader finds another one: then the writer writes somewhere else
   */
  async #takeOver(written: ChainTip | undefined, { engine }: ProjectionStore): Promise<void> {
    const { state } = await engine.ask(STATE);
    if (state.block_id !== (written?.id ?? ''))
      throw new ProjectionError('storage_failed', 'the tables do not have the block that was written last');
    this.#tip = written;
    if (written === undefined || this.#has(written)) this.#common = Infinity;
    else this.#hasCaughtUp = false;
  }

  /**
   * An answer of a block that has left the chain is refused. One may be of a newer block than the known one, as a change is
   * visible shortly before the writer says so: then that is the known one from now on, for entity tags and status too.
   * @param isOpen false once the store is being closed
   */
  async #ask<Lists>(
    engine: ReadingEngine,
    isOpen: () => boolean,
    question: Question<Lists>,
    parameters: Parameters,
  ): Promise<Answer<Lists>> {
    if (!isOpen()) throw new ProjectionError('storage_failed', 'the projection is closed');
    try {
      const answer = await engine.ask(question, parameters);
      const { height, block_id: id } = answer.state;
      if (height >= 0 && !this.#has({ height, id }))
        throw new ProjectionError('unanswered', `block ${height} ${id} has left the chain`);
      if (height > (this.#tip?.height ?? -1)) this.#tip = { height, id };
      return answer;
    } catch (error) {
      const failure = error as ProjectionError;
      if (isOpen() && failure.code !== 'unanswered') this.#fail(failure);
      throw failure;
    }
  }

  /** Call synchronously after `#nextCommand` found nothing to do. */
  #markCaughtUp(): void {
    this.#failures = 0;
    if (this.#tip === undefined || this.#hasCaughtUp) return;
    this.#hasCaughtUp = true;
    this.#logger.info(`The projection has caught up with the chain at height ${this.#tip.height}`);
  }

  /** Has the store opened again; the first failure is the one that counts. */
  #fail(error: ProjectionError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#failures += 1;
    this.#logger.error({ err: error }, `the projection failed: ${error.message}`);
    this.#wake();
  }

  /** The reader first, so that SQLite's last connection is one that may write. */
  async #closeStore({ writer, engine }: ProjectionStore, last: ProjectionStatus): Promise<void> {
    try {
      await Promise.all([engine.close(), writer.close(last)]);
    } catch (error) {
      this.#logger.warn({ err: error }, 'the projection was not closed cleanly');
    }
  }

  async #pauseBeforeRetry(): Promise<void> {
    await this.#options.pause(
      Math.min(RETRY_MS * 2 ** (this.#failures - 1), MAX_RETRY_MS),
      this.#closing.signal,
    );
  }

  /** True if the block is in the chain. */
  #has({ height, id }: ChainTip): boolean {
    return this.#options.chain.view.locateBlock(height)?.id === id;
  }
}

/** Percent with two decimals, rounded down: 100 only if no block is missing. */
export function progressOf(indexedHeight: number, targetHeight: number): number {
  if (targetHeight < 0) return 0;
  const indexedBlocks = Math.min(indexedHeight, targetHeight) + 1;
  // Multiply first: both operands of the division are integers then, and a complete index gives exactly 100 %.
  return Math.floor((indexedBlocks * 10_000) / (targetHeight + 1)) / 100;
}
