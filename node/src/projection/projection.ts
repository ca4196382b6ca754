import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { ChainTip, LocatedBlock, TipChange } from '../chain/chain-types.ts';
import type { ReadingEngine } from './engine.ts';
import { IndexReader, type ProjectionReader } from './index-reader.ts';
import { Reported } from './reported.ts';
import { type ProjectionError, type WriterCommand, type WriterThread } from './store.ts';

/** The part of the chain that the projection uses. */
export type ProjectedChain = Pick<Chain, 'network' | 'tip' | 'subscribe' | 'locateBlock' | 'idle'>;

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
  readonly writer: Pick<WriterThread, 'run' | 'close'>;
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
  readonly logger: Logger;
  /** Waits before a retry; the clock of tests. */
  readonly pause?: Pause | undefined;
}

/**
 * Blocks that a ready projection may lag behind the tip: a committed block takes some milliseconds to be projected, and
 * answers of the previous height are valid until then (interface document, section 2.6). With a larger lag the state is
 * `building`.
 */
const TOLERATED_LAG = 3;
/**
 * Bounds of one batch, a single database transaction: many small blocks or one full one. Two full ones, decoded and with their
 * rows, would take 80 MiB more.
 */
const BATCH_BLOCKS = 256;
export const BATCH_BYTES = 4 * 1024 * 1024;

/** How long a failed change waits for one of the chain to end, in milliseconds; during a first sync there is always another. */
const MAX_CHANGE_MS = 2_000;
/** Before the first retry after a failure; each further failure in a row doubles it, up to a limit. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

type ChangeCommand = Extract<WriterCommand, { type: 'change' }>;

/**
 * Keeps the projection up to date with the chain: follows the tip forward and back, catches up after any lag, and rebuilds a
 * damaged projection. The projection is what API, website and documents call the index. The chain never waits for it: the
 * main thread only looks up the locations of blocks.
 */
export class Projection {
  readonly #options: ProjectionOptions;
  readonly #logger: Logger;
  readonly #unsubscribe: () => void;
  readonly #running: Promise<void>;
  readonly #closing = new AbortController();
  readonly #reported = new Reported();
  /** While the tables are open. */
  #reader: IndexReader | undefined;
  /** The newest projected block. */
  #tip: ChainTip | undefined;
  /** True if it reached the chain's tip after it was opened, and has neither left the chain nor lagged behind it since. */
  #hasCaughtUp = false;
  /**
   * Projected blocks up to this height are in the chain, those of a change in progress included; `Infinity` for all of them,
   * `undefined` if unknown, as after a start.
   */
  #common: number | undefined;
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
    const targetHeight = this.#options.chain.tip().height;
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

  #onTipChange({ newTip, commonHeight, disconnected }: TipChange): void {
    const height = this.#tip?.height ?? -1;
    if (disconnected.length > 0 && this.#common !== undefined)
      this.#common = Math.min(this.#common, commonHeight);
    if (commonHeight < height || newTip.height - height > TOLERATED_LAG) this.#hasCaughtUp = false;
    this.#wake();
  }

  async #run(): Promise<void> {
    const { createStore } = this.#options;
    const onFailure = (error: ProjectionError): void => this.#fail(error);
    while (!this.#closing.signal.aborted) {
      const isDamaged = this.#failure?.code === 'damaged';
      this.#failure = undefined;
      const { writer, engine } = createStore(onFailure);
      const reader = new IndexReader({ engine, reported: this.#reported, onFailure });
      try {
        await this.#openTables(writer, isDamaged);
        this.#reader = reader;
        await this.#follow(writer);
      } catch (error) {
        this.#fail(error as ProjectionError);
      }
      this.#reader = undefined;
      this.#hasCaughtUp = false;
      await this.#closeTables(writer, reader);
      if (this.#failure !== undefined) await this.#pauseBeforeRetry();
    }
  }

  async #openTables(writer: ProjectionStore['writer'], isDamaged: boolean): Promise<void> {
    const { tip, discarded: problem } = await writer.run({ type: 'open', isDamaged });
    if (problem !== undefined) this.#logger.warn(`the projection is rebuilt from the chain: ${problem}`);
    this.#common = undefined;
    this.#report(tip);
  }

  /** Returns when the projection is closed or a query has failed. @throws ProjectionError */
  async #follow(writer: ProjectionStore['writer']): Promise<void> {
    while (!this.#closing.signal.aborted && this.#failure === undefined) {
      const command = this.#nextCommand();
      if (command !== undefined) {
        await this.#execute(writer, command);
      } else {
        this.#markCaughtUp();
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }

  /**
   * A branch that left the chain is replaced in one change, a long one in several. If it is unknown where the chain branched off,
   * one block is removed.
   * @returns `undefined` if the projection has caught up
   */
  #nextCommand(): ChangeCommand | undefined {
    const height = this.#tip?.height ?? -1;
    if (this.#tip === undefined || this.#has(this.#tip)) {
      const blocks = this.#blocksFrom(height + 1);
      return blocks.length === 0 ? undefined : { type: 'change', keep: height, blocks };
    }
    const keep = this.#common;
    if (keep === undefined || keep >= height) return { type: 'change', keep: height - 1, blocks: [] };
    return { type: 'change', keep, blocks: this.#blocksFrom(keep + 1) };
  }

  /** The next blocks of the chain, up to the bounds of one batch. */
  #blocksFrom(height: number): LocatedBlock[] {
    const blocks: LocatedBlock[] = [];
    for (let bytes = 0; blocks.length < BATCH_BLOCKS && bytes < BATCH_BYTES; bytes += blocks.at(-1)!.size) {
      const block = this.#options.chain.locateBlock(height + blocks.length);
      if (block === undefined) break;
      blocks.push(block);
    }
    return blocks;
  }

  async #execute(writer: ProjectionStore['writer'], command: ChangeCommand): Promise<void> {
    try {
      const { tip } = await writer.run(command);
      this.#report(tip);
      if (this.#failure === undefined) this.#failures = 0;
    } catch (error) {
      // If the chain changed while the writing thread was reading, blocks may be gone from their files: ignore the error. A
      // reorganization is published some time after its first block has left the files.
      await Promise.race([this.#options.chain.idle(), sleep(MAX_CHANGE_MS, undefined, { ref: false })]);
      if (command.blocks.every((block) => this.#has(block))) throw error;
    }
  }

  /** Status and answers change together. */
  #report(tip: ChainTip | undefined): void {
    this.#tip = tip;
    if (tip === undefined || this.#has(tip)) this.#common = Infinity;
    else this.#hasCaughtUp = false;
    this.#reported.report(tip);
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
  async #closeTables(writer: ProjectionStore['writer'], reader: IndexReader): Promise<void> {
    try {
      await Promise.all([reader.close(), writer.close()]);
    } catch (error) {
      this.#logger.warn({ err: error }, 'the projection was not closed cleanly');
    }
  }

  async #pauseBeforeRetry(): Promise<void> {
    const { pause = pauseFor } = this.#options;
    await pause(Math.min(RETRY_MS * 2 ** (this.#failures - 1), MAX_RETRY_MS), this.#closing.signal);
  }

  /** True if the block is in the chain. */
  #has({ height, id }: ChainTip): boolean {
    return this.#options.chain.locateBlock(height)?.id === id;
  }
}

const pauseFor: Pause = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

/** Percent with two decimals, rounded down: 100 only if no block is missing. */
export function progressOf(indexedHeight: number, targetHeight: number): number {
  if (targetHeight < 0) return 0;
  const indexedBlocks = Math.min(indexedHeight, targetHeight) + 1;
  // Multiply first: both operands of the division are integers then, and a complete index gives exactly 100 %.
  return Math.floor((indexedBlocks * 10_000) / (targetHeight + 1)) / 100;
}
