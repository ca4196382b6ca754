import { useEffect, useState } from 'preact/hooks';

/** Longest wait for the browser to be idle. */
const TIMEOUT_MS = 2_000;
/** Fixed wait in browsers without `requestIdleCallback`. */
const PAUSE_MS = 300;

/** Calls back once the browser is idle, at the latest after `TIMEOUT_MS`. @returns a function that cancels the call */
export function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(callback, { timeout: TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, PAUSE_MS);
  return () => clearTimeout(timer);
}

/**
 * A module that is imported once the browser is idle, because the page can wait for it; `undefined` until it has
 * loaded.
 */
export function useLoadedWhenIdle<Module extends object>(load: () => Promise<Module>): Module | undefined {
  const [loaded, setLoaded] = useState<Module>();
  useEffect(() => whenIdle(() => void load().then(setLoaded)), []);
  return loaded;
}
