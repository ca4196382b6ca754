/** A second signal this soon is a duplicate: a terminal signals both a launcher and its child. */
const DUPLICATE_MS = 250;

/** SIGINT, SIGTERM and SIGHUP as an `AbortSignal`. */
export interface StopSignal {
  readonly signal: AbortSignal;
  /** Restores the default behaviour of the signals. */
  release(): void;
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an abort; a second signal ends the process at once with exit code 1.
 * @param onFirst called with the name of the first signal
 */
export function listenForStop(onFirst?: (name: NodeJS.Signals) => void): StopSignal {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let firstAt: number | undefined;
  const listener = (name: NodeJS.Signals): void => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > DUPLICATE_MS) process.exit(1);
      return;
    }
    firstAt = performance.now();
    onFirst?.(name);
    controller.abort();
  };
  for (const name of names) process.on(name, listener);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of names) process.off(name, listener);
    },
  };
}

/** Resolves once the signal aborts, and keeps the process alive until then. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    // A listener alone does not keep the process alive.
    const keepAlive = setInterval(() => {}, 2 ** 30);
    signal.addEventListener('abort', () => {
      clearInterval(keepAlive);
      resolve();
    });
  });
}
