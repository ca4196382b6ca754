/** Whether the page is visible, and how to learn of a change. */
export interface Visibility {
  isVisible: () => boolean;
  /** @returns a function that ends the subscription */
  onChange: (listener: () => void) => () => void;
}

export interface PollerOptions {
  /** One round. Resolves with whether it worked; after a failure the next round waits twice as long. */
  task: (signal: AbortSignal) => Promise<boolean>;
  intervalMs: number;
  /** Longest pause after repeated failures. */
  maximumIntervalMs: number;
  visibility: Visibility;
}

export interface Poller {
  /** Runs a round at once, unless one is running. */
  poke: () => void;
  stop: () => void;
}

/**
 * Runs a task now and then again after each interval, one at a time. A hidden page asks for nothing; it catches up the
 * moment it is seen again.
 */
export function startPoller({ task, intervalMs, maximumIntervalMs, visibility }: PollerOptions): Poller {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let pause = intervalMs;

  const schedule = () => {
    clearTimeout(timer);
    if (!abort.signal.aborted && visibility.isVisible()) timer = setTimeout(poke, pause);
  };
  const round = async () => {
    running = true;
    try {
      const worked = await task(abort.signal);
      pause = worked ? intervalMs : Math.min(pause * 2, maximumIntervalMs);
    } finally {
      running = false;
      schedule();
    }
  };
  const poke = () => {
    clearTimeout(timer);
    if (!running && !abort.signal.aborted) void round();
  };
  const unsubscribe = visibility.onChange(() => (visibility.isVisible() ? poke() : clearTimeout(timer)));
  poke();
  return {
    poke,
    stop: () => {
      abort.abort();
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** The visibility of the browser's page. */
export const pageVisibility: Visibility = {
  isVisible: () => document.visibilityState === 'visible',
  onChange: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
