/** Whether the page is visible. Tests replace it. */
export interface Visibility {
  isVisible(): boolean;
  /** Calls back on every change; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** A task that repeats while the page is visible. */
export interface Poller {
  /** Runs the task now, or once the current run has ended; resolves when that run is done. */
  now(): Promise<void>;
  stop(): void;
}

/**
 * Repeats `task` with pauses of `intervalMs` while the page is visible, and runs it at once when the page is shown. `task` must
 * not reject.
 */
export function startPoller(task: () => Promise<void>, intervalMs: number, visibility: Visibility): Poller {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const schedule = (): void => {
    clearTimeout(timer);
    if (!stopped && visibility.isVisible()) timer = setTimeout(() => void run(), intervalMs);
  };
  const runAfter = async (former: Promise<void>): Promise<void> => {
    await former;
    if (!stopped) await task();
    schedule();
  };
  const run = (): Promise<void> => {
    clearTimeout(timer);
    running = runAfter(running);
    return running;
  };
  const follow = (): void => {
    if (visibility.isVisible()) void run();
    else clearTimeout(timer);
  };
  const unsubscribe = visibility.onChange(follow);
  follow();

  return {
    now: run,
    stop() {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** The document's own visibility. */
export const documentVisibility: Visibility = {
  isVisible: () => document.visibilityState === 'visible',
  onChange(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
