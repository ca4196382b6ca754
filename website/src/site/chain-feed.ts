import type {
  ExplorerEventHandlers,
  ExplorerEvents,
  ExplorerIndexStatus,
  ExplorerStatus,
  ReorganizedEvent,
  TipEvent,
} from '@cairn/api/explorer';
import { type Failure, failureOf } from './failure.ts';
import type { PageLifecycle } from './page-lifecycle.ts';

/** The chain's status as the page knows it: the latest status, and why later requests failed, if they did. */
export interface ChainView {
  /** `undefined` before the first answer. */
  readonly status: ExplorerStatus | undefined;
  /** Unix milliseconds at which the latest answer, or tip of the event stream, arrived. */
  readonly receivedAt: number | undefined;
  /** Why the latest requests failed; `undefined` after an answer, and until reported (see `FAILURES_BEFORE_REPORT`). */
  readonly failure: Failure | undefined;
}

/** The view before the first answer. */
export const NOTHING_KNOWN: ChainView = { status: undefined, receivedAt: undefined, failure: undefined };

interface ChainFeedOptions {
  load: (signal: AbortSignal) => Promise<ExplorerStatus>;
  /**
   * Opens the event stream, which reconnects by itself; `undefined` if the browser has none: the feed then only polls.
   */
  open:
    ((handlers: ExplorerEventHandlers & { lastHeight: number }) => Pick<ExplorerEvents, 'close'>) | undefined;
  life: PageLifecycle;
  /** Unix milliseconds. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
}

/** Milliseconds between two status requests, which show that a stream or node is dead. */
const POLL_MS = 5_000;
/** Milliseconds between two status requests while a ready index is behind the tip. */
const INDEX_LAG_MS = 1_000;
/** How long a hidden page keeps its stream, in milliseconds: users often come back soon. */
const HIDDEN_MS = 10_000;
const RETRY = { firstMs: 1_000, longestMs: 30_000 };
/**
 * Failed requests in a row before a page that has shown a status reports a failure: a single one can mean that a
 * laptop is waking up. A request that times out (`STATUS_TIMEOUT_MS`) is reported at once.
 */
const FAILURES_BEFORE_REPORT = 3;

/** Time-out of a status request, in milliseconds: a node that hangs is noticed within 10 s. */
export const STATUS_TIMEOUT_MS = 4_000;

/**
 * The chain's status for all islands of a page, by few requests and, for new blocks at once, an event stream. It runs while there
 * are subscribers. A stream without events is not taken for a failure: the page reports an outage only after requests that failed.
 */
export class ChainFeed {
  #view: ChainView = NOTHING_KNOWN;
  readonly #options: ChainFeedOptions;
  readonly #listeners = new Set<() => void>();
  readonly #reorganizedListeners = new Set<(reorganized: ReorganizedEvent) => void>();
  #request: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #holders = 0;
  #isPaused = false;
  #detach: (() => void) | undefined;
  #stream: Pick<ExplorerEvents, 'close'> | undefined;
  #isOpen = false;
  /** Height of the stream's latest tip, or the one that it started with. */
  #streamed = -1;
  /** True if the stream lacked the tip of the previous status. */
  #isLate = false;

  constructor(options: ChainFeedOptions) {
    this.#options = options;
  }

  current(): ChainView {
    return this.#view;
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#detach === undefined) this.#begin();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  /** Calls back when the event stream reports a reorganization. @returns a function that ends the subscription */
  onReorganized(listener: (reorganized: ReorganizedEvent) => void): () => void {
    this.#reorganizedListeners.add(listener);
    return () => this.#reorganizedListeners.delete(listener);
  }

  /** Keeps the feed connected while the page is hidden, for notifications. @returns a function that ends this */
  hold(): () => void {
    this.#holders += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.#holders -= 1;
      isHeld = false;
      if (!this.#options.life.isVisible()) this.#hide();
    };
  }

  /** Requests the status now, unless the feed is paused or has no subscribers; aborts a request that is running. */
  readonly retry = (): void => {
    if (this.#detach !== undefined && !this.#isPaused) void this.#load();
  };

  #begin(): void {
    this.#isPaused = false;
    this.#detach = this.#options.life.onEvent((event) => {
      if (event === 'visible') this.#resume();
      if (event === 'hidden') this.#hide();
      if (event === 'left') this.#pause();
      if (event === 'woken' && !this.#isPaused) this.#wake();
    });
    void this.#load();
  }

  #end(): void {
    this.#detach?.();
    this.#detach = undefined;
    this.#pause();
  }

  #hide(): void {
    if (this.#detach === undefined || this.#holders > 0) return;
    this.#hiding ??= setTimeout(() => this.#pause(), HIDDEN_MS);
  }

  #pause(): void {
    clearTimeout(this.#hiding);
    this.#hiding = undefined;
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#closeStream();
    this.#isPaused = true;
  }

  #resume(): void {
    clearTimeout(this.#hiding);
    this.#hiding = undefined;
    if (this.#isPaused) this.#failures = 0;
    this.#isPaused = false;
    this.retry();
  }

  #wake(): void {
    this.#failures = 0;
    this.#closeStream();
    void this.#load();
  }

  async #load(): Promise<void> {
    clearTimeout(this.#timer);
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    try {
      const status = await this.#options.load(request.signal);
      if (!request.signal.aborted) this.#answered(status);
    } catch (error) {
      if (!request.signal.aborted) this.#failed(error);
    }
  }

  #answered(status: ExplorerStatus): void {
    this.#failures = 0;
    this.#show({ status, receivedAt: this.#options.now(), failure: undefined });
    if (status.height >= 0) this.#follow(status.height);
    const { index, height } = status;
    this.#askAfter(index.ready && index.indexed_height < height ? INDEX_LAG_MS : POLL_MS);
  }

  /** Opens the stream, or another one in place of a dead one: it lacked the tip of two successive answers. */
  #follow(height: number): void {
    const isLate = this.#isOpen && this.#streamed !== height;
    if (isLate && this.#isLate) this.#closeStream();
    this.#isLate = isLate;
    if (this.#stream !== undefined) return;
    this.#streamed = height;
    this.#stream = this.#options.open?.({
      lastHeight: height,
      onTip: (tip) => this.#tip(tip),
      onReorganized: (reorganized) => {
        for (const listener of this.#reorganizedListeners) listener(reorganized);
      },
      onIndex: (index) => this.#index(index),
      onConnection: (isOpen) => this.#connection(isOpen),
    });
  }

  #closeStream(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.#isOpen = false;
  }

  #failed(error: unknown): void {
    this.#failures += 1;
    // A bug, and a failure before the first status, are also reported at once.
    const failure = failureOf(error);
    const isSlow = failure.kind === 'unreachable' && failure.slow;
    const isReported =
      this.#view.status === undefined ||
      this.#failures >= FAILURES_BEFORE_REPORT ||
      isSlow ||
      failure.kind === 'fault';
    if (isReported) this.#show({ ...this.#view, failure });
    this.#askAfter(backOff(this.#failures - 1, this.#options.random()));
  }

  #askAfter(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(), pause);
  }

  #connection(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (!isOpen) this.#askAfter(backOff(0, this.#options.random()));
    else if (this.#view.failure !== undefined) this.retry();
  }

  #tip(tip: TipEvent): void {
    this.#streamed = tip.height;
    const { status } = this.#view;
    if (status !== undefined) {
      const moved = { ...status, initialized: true, height: tip.height, tip_id: tip.id };
      this.#show({ status: moved, receivedAt: this.#options.now(), failure: undefined });
    }
    // The event does not contain the state of the node and the index, which may also have changed.
    this.#askAfter(INDEX_LAG_MS / 4);
  }

  #index(index: ExplorerIndexStatus): void {
    if (this.#view.status !== undefined)
      this.#show({ ...this.#view, status: { ...this.#view.status, index } });
    this.retry();
  }

  #show(view: ChainView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Milliseconds before a new attempt: random between a half and the whole of a pause that doubles with each attempt, so
 * that not all clients of a restarted node ask at once.
 * @param attempts failed attempts so far, 0 for the first pause
 * @param random from 0 to 1
 */
export function backOff(attempts: number, random: number): number {
  const whole = Math.min(RETRY.longestMs, RETRY.firstMs * 2 ** Math.min(attempts, 30));
  return whole * (0.5 + random / 2);
}
