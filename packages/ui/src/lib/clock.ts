const INTERVAL_MS = 5_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.visibilityState !== 'visible') return;
  for (const listener of listeners) listener();
}

/**
 * Calls back every five seconds while the page is visible, and when it comes into sight: one timer for a whole page.
 * @returns a function that ends it
 */
export function onClock(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, INTERVAL_MS);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}
