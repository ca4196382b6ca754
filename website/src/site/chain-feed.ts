import type { ExplorerEventHandlers, ExplorerEvents, ExplorerStatus, TipEvent } from '@cairn/api/explorer';
import { type Failure, failureOf } from './failure.ts';

/** The chain's status as the page knows it: the latest status, and why later requests failed, if they did. */
export interface ChainView {
  /** `undefined` before the first answer. */
  readonly status: ExplorerStatus | undefined;
  /** Unix milliseconds at which the latest answer, or tip of the event stream, arrived. */
  readonly receivedAt: number | undefined;
  /** Why the latest requests failed; `undefined` after an answer, and until reported (see `FAILURES_BEFORE_REPORT`). */
  readonly failure: Failure | undefined;
  /** How often blocks have left the chain since the page was opened, or may have while no event stream said so. */
  readonly reorganizations: number;
}

/** The view before the first answer. */
export const NOTHING_KNOWN: ChainView = {
  status: undefined,
  receivedAt: undefined,
  failure: undefined,
  reorganizations: 0,
};

interface ChainFeedOptions {
  load: (signal: AbortSignal) => Promise<ExplorerStatus>;
  /**
   * Opens the event stream, which reconnects by itself; `undefined` if the browser has none: the feed then only polls.
   */
  open:
    | ((handlers: ExplorerEventHandlers & { lastHeight: number }) => Pick<ExplorerEvents, 'close'>)
    | undefined;
  /** From 0 to 1; `Math.random` by default. */
  random?: () => number;
}

/** Milliseconds between two status requests, which show that the node is dead, or the stream silent. */
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
 * The chain's status for all islands of a page: by polling, and for new blocks at once by the event stream. It runs while
 * there are subscribers and the page is visible. The page reports an outage only after requests that failed.
 */
export class ChainFeed {
  #view: ChainView = NOTHING_KNOWN;
  readonly #options: ChainFeedOptions;
  readonly #listeners = new Set<() => void>();
  #request: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #holders = 0;
  #isPaused = false;
  /** Ends the listeners on the page; `undefined` without subscribers. */
  #running: AbortController | undefined;
  #stream: Pick<ExplorerEvents, 'close'> | undefined;
  #isOpen = false;
  /** ID of the newest tip of the latest stream, at first the one that it started after. */
  #streamed: string | undefined;
  /** Statuses in a row with a tip that the open stream did not bring. */
  #late = 0;

  constructor(options: ChainFeedOptions) {
    this.#options = options;
  }

  current(): ChainView {
    return this.#view;
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#running === undefined) this.#begin();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  /** Keeps the feed connected while the page is hidden, for notifications. @returns a function that ends this */
  hold(): () => void {
    this.#holders += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.#holders -= 1;
      isHeld = false;
      this.#seen();
    };
  }

  /** Requests the status now, unless the feed is paused or has no subscribers; aborts a request that is running. */
  readonly retry = (): void => {
    if (this.#running !== undefined && !this.#isPaused) void this.#load();
  };

  #begin(): void {
    // A tab that was opened in the background waits until it is looked at: it would never hear that it is hidden.
    this.#isPaused = document.visibilityState === 'hidden' && this.#holders === 0;
    this.#running = new AbortController();
    const { signal } = this.#running;
    document.addEventListener('visibilitychange', () => this.#seen(), { signal });
    // A page in the back/forward cache must have no open connection.
    addEventListener('pagehide', () => this.#pause(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && this.#resume(), { signal });
    addEventListener('online', () => this.#reconnect(), { signal });
    this.retry();
  }

  #end(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#pause();
  }

  /** The page became visible or hidden, or a notification no longer needs the feed. */
  #seen(): void {
    if (this.#running === undefined) return;
    if (document.visibilityState === 'visible') this.#resume();
    else if (this.#holders === 0) this.#hiding ??= setTimeout(() => this.#pause(), HIDDEN_MS);
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

  /** The network is back: the connection may be dead without an error. */
  #reconnect(): void {
    this.#failures = 0;
    this.#closeStream();
    this.retry();
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
    const { status: before } = this.#view;
    this.#failures = 0;
    // Without the stream, only a tip that is not above the last one shows that blocks have left the chain.
    if (before && status.height <= before.height && status.tip_id !== before.tip_id) this.#reorganized();
    this.#show({ status, receivedAt: Date.now(), failure: undefined });
    if (status.height >= 0) this.#follow(status);
    const { index, height } = status;
    this.#askAfter(index.ready && index.indexed_height < height ? INDEX_LAG_MS : POLL_MS);
  }

  /** Opens the stream, or another one in place of a dead one, as after sleep: one that lacks the tip of two statuses. */
  #follow({ height, tip_id: tipId }: ExplorerStatus): void {
    this.#late = this.#isOpen && tipId !== this.#streamed ? this.#late + 1 : 0;
    if (this.#late === 2) this.#closeStream();
    if (this.#stream !== undefined || this.#options.open === undefined) return;
    // No stream said how the chain came from its last tip to this one.
    if (this.#streamed !== undefined && tipId !== this.#streamed) this.#reorganized();
    this.#streamed = tipId;
    this.#stream = this.#options.open({
      lastHeight: height,
      onTip: (tip) => this.#tip(tip),
      onReorganized: () => this.#reorganized(),
      onIndex: () => this.retry(),
      onConnection: (isOpen) => {
        this.#isOpen = isOpen;
        if (!isOpen) this.#askAfter(this.#backOff(0));
        else if (this.#view.failure !== undefined) this.retry();
      },
    });
  }

  #closeStream(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.#isOpen = false;
    this.#late = 0;
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
    if (isReported) this.#show({ failure });
    this.#askAfter(this.#backOff(this.#failures - 1));
  }

  #askAfter(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(), pause);
  }

  #backOff(attempts: number): number {
    return backOff(attempts, (this.#options.random ?? Math.random)());
  }

  #reorganized(): void {
    this.#show({ reorganizations: this.#view.reorganizations + 1 });
  }

  #tip(tip: TipEvent): void {
    // A status that was requested before this tip may lack it.
    this.#request?.abort();
    this.#streamed = tip.id;
    this.#late = 0;
    const { status } = this.#view;
    if (status !== undefined) {
      const moved = { ...status, initialized: true, height: tip.height, tip_id: tip.id };
      this.#show({ status: moved, receivedAt: Date.now(), failure: undefined });
    }
    // The event does not contain the state of the node and the index, which may also have changed.
    this.#askAfter(INDEX_LAG_MS / 4);
  }

  #show(changed: Partial<ChainView>): void {
    this.#view = { ...this.#view, ...changed };
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
