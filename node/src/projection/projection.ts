import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ChainEvent, ChainTip } from '../chain/chain-reader.ts';
import { BackfillThrottle } from './backfill-throttle.ts';
import { nextStep, type NextStep, type ProjectedChain } from './next-step.ts';
import type { ProjectionReader } from './projection-reader.ts';
import { statusOf, TOLERATED_LAG, type ProjectionStatus } from './projection-status.ts';
import type { ProjectionError, ProjectionStore, StoreListener } from './projection-store.ts';

export interface ProjectionOptions {
  readonly chain: ProjectedChain;
  /** Creates a store; called again after each failure. */
  readonly createStore: (listener: StoreListener) => ProjectionStore;
  readonly logger: Logger;
  /** A batch of blocks for `append` ends with the block that reaches this size; 16 MiB by default. */
  readonly batchBytes?: number | undefined;
  /** Milliseconds before the first retry after a failure; each further failure doubles them, up to 60 times as much. */
  readonly retryMs?: number;
}

const RETRY_MS = 1_000;
const MAX_RETRY_FACTOR = 60;

/**
 * Keeps the projection up to date with the chain: follows the tip forward and back, catches up after any lag, and rebuilds a
 * damaged projection. The projection is what API, website and documents call the index. The chain never waits for it: the
 * main thread only looks up the locations of blocks, at most 256 at a time.
 */
export class Projection {
  readonly #chain: ProjectedChain;
  readonly #createStore: ProjectionOptions['createStore'];
  readonly #logger: Logger;
  readonly #batchBytes: number | undefined;
  readonly #retryMs: number;
  readonly #unsubscribe: () => void;
  readonly #running: Promise<void>;
  readonly #listeners = new Set<() => void>();
  #store: ProjectionStore | undefined;
  #tip: ChainTip | undefined;
  #hasCaughtUp = false;
  #isOnChain = true;
  #failures = 0;
  /** Error of a query, which no command reports. */
  #readFailure: ProjectionError | undefined;
  #mustDiscard = false;
  readonly #throttle = new BackfillThrottle();
  readonly #closing = new AbortController();
  #wake: () => void = () => undefined;

  private constructor({ chain, createStore, logger, batchBytes, retryMs }: ProjectionOptions) {
    this.#chain = chain;
    this.#createStore = createStore;
    this.#logger = logger;
    this.#batchBytes = batchBytes;
    this.#retryMs = retryMs ?? RETRY_MS;
    this.#unsubscribe = chain.subscribe((event) => this.#onChainEvent(event));
    this.#running = this.#run();
  }

  /** Starts to follow the chain; `status` shows the progress. */
  static start(options: ProjectionOptions): Projection {
    return new Projection(options);
  }

  status(): ProjectionStatus {
    const position = {
      tip: this.#tip,
      hasCaughtUp: this.#hasCaughtUp,
      isOnChain: this.#isOnChain,
      hasFailed: this.#failures > 0,
    };
    return statusOf(position, this.#chain.tip());
  }

  /**
   * Calls a listener synchronously whenever the projection may have changed the status. For changes by the chain's own events,
   * subscribe to the chain.
   * @returns a function that ends the subscription
   */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * The reader of the open store; `undefined` before it is open and after a failure. Check the status: until it is `ready`, the
   * reader may answer from an old height.
   */
  reader(): ProjectionReader | undefined {
    return this.#store?.reader;
  }

  /** Waits for the command in progress, then closes the store. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#unsubscribe();
    this.#wake();
    await this.#running;
  }

  #onChainEvent({ type, block }: ChainEvent): void {
    const indexedHeight = this.#tip?.height ?? -1;
    if (type === 'disconnected' && block.height <= indexedHeight) this.#isOnChain = false;
    if (block.height - indexedHeight > TOLERATED_LAG) this.#hasCaughtUp = false;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const store = this.#createStore({
        onDiscard: (problem) => this.#logger.warn(`the projection is rebuilt from the chain: ${problem}`),
        onReadFailure: (error) => this.#recordReadFailure(error),
      });
      try {
        this.#tip = await this.#open(store);
        this.#store = store;
        await this.#follow(store);
      } catch (error) {
        this.#recordFailure(error as ProjectionError);
      }
      this.#store = undefined;
      this.#hasCaughtUp = false;
      this.#notifyListeners();
      await this.#closeStore(store);
      if (this.#failures > 0) await this.#pauseBeforeRetry();
    }
  }

  async #open(store: ProjectionStore): Promise<ChainTip | undefined> {
    const tip = await store.open();
    if (!this.#mustDiscard) return tip;
    this.#mustDiscard = false;
    return store.discard();
  }

  /** Returns when the projection is closed. @throws ProjectionError */
  async #follow(store: ProjectionStore): Promise<void> {
    while (!this.#closing.signal.aborted) {
      if (this.#readFailure !== undefined) throw this.#readFailure;
      const step = nextStep(this.#chain, this.#tip, this.#batchBytes);
      if (step.type !== 'none') {
        await this.#execute(store, step);
      } else {
        this.#markCaughtUp();
        await this.#nextEvent();
      }
    }
  }

  async #execute(store: ProjectionStore, step: Exclude<NextStep, { type: 'none' }>): Promise<void> {
    this.#throttle.beginBatch();
    try {
      this.#tip = await commandOf(store, step);
      this.#failures = 0;
    } catch (error) {
      // If the chain changed while the writing thread was reading, blocks may be gone from their files: ignore the error.
      if (!isOutdated(this.#chain, step)) throw error;
    }
    this.#isOnChain = this.#tip === undefined || isOnChain(this.#chain, this.#tip);
    this.#notifyListeners();
    if (step.type === 'append' && step.hasMore) await this.#sleep(this.#throttle.pauseAfterBatch());
  }

  /** Call synchronously after `nextStep` returned none. */
  #markCaughtUp(): void {
    this.#isOnChain = true;
    this.#failures = 0;
    if (this.#tip === undefined || this.#hasCaughtUp) return;
    this.#hasCaughtUp = true;
    this.#notifyListeners();
    this.#logger.info(`The projection has caught up with the chain at height ${this.#tip.height}`);
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  #nextEvent(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #recordReadFailure(error: ProjectionError): void {
    this.#readFailure = error;
    this.#failures += 1;
    this.#notifyListeners();
    this.#wake();
  }

  #recordFailure(error: ProjectionError): void {
    if (error !== this.#readFailure) this.#failures += 1;
    this.#readFailure = undefined;
    this.#mustDiscard = error.code === 'damaged';
    this.#logger.error({ err: error }, `the projection failed: ${error.message}`);
  }

  async #closeStore(store: ProjectionStore): Promise<void> {
    try {
      await store.close();
    } catch (error) {
      this.#logger.warn({ err: error }, 'the projection was not closed cleanly');
    }
  }

  async #pauseBeforeRetry(): Promise<void> {
    const factor = Math.min(2 ** (this.#failures - 1), MAX_RETRY_FACTOR);
    await this.#sleep(this.#retryMs * factor);
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (milliseconds === 0) return;
    const { signal } = this.#closing;
    // Aborted by `close`.
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}

/** The part of a projection that the rest of the node uses, in SQLite or PostgreSQL. */
export type RunningProjection = Pick<Projection, 'status' | 'subscribe' | 'reader' | 'close'>;

function commandOf(
  store: ProjectionStore,
  step: Exclude<NextStep, { type: 'none' }>,
): Promise<ChainTip | undefined> {
  if (step.type === 'append') return store.append(step.blocks, step.hasMore);
  return step.type === 'discard' ? store.discard() : store.stepBack();
}

/** True if blocks of this step are no longer in the chain. */
function isOutdated(chain: ProjectedChain, step: NextStep): boolean {
  return step.type === 'append' && step.blocks.some((block) => !isOnChain(chain, block));
}

function isOnChain(chain: ProjectedChain, { height, id }: ChainTip): boolean {
  return chain.locateBlock(height)?.id === id;
}
