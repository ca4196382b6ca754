/** Longest wait for a page that never rests. */
const PATIENCE_MS = 2_000;
/** Where a browser does not say when it is idle. */
const PAUSE_MS = 300;

/** Calls back once the page has nothing better to do. @returns a function that calls it off */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(callback, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, PAUSE_MS);
  return () => clearTimeout(timer);
}
