/** A second signal this soon is a duplicate: a terminal signals both a launcher and its child. */
const DUPLICATE_MS = 250;

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an abort; a second signal ends the process at once with exit code 1.
 * @param onFirst called with the name of the first signal
 */
export function listenForStop(onFirst?: (name: NodeJS.Signals) => void): AbortSignal {
  const controller = new AbortController();
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
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, listener);
  return controller.signal;
}
