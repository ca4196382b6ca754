import { useEffect, useState } from 'preact/hooks';

/** What has been loaded, so that a view that comes back has it at once. */
const known = new Map<() => Promise<object>, object>();

/**
 * A part of the program, loaded once the page is idle; `broken` if it does not load. Then only a reload of the page tries again:
 * Firefox keeps a module that did not load for as long as the page lives.
 * @param load always the same function
 */
export function useLoaded<Part extends object>(load: () => Promise<Part>): Part | 'broken' | undefined {
  const [loaded, setLoaded] = useState(known.get(load) as Part | 'broken' | undefined);
  useEffect(() => {
    if (loaded !== undefined) return undefined;
    const keep = (part: Part) => {
      known.set(load, part);
      setLoaded(part);
    };
    return whenIdle(() => void load().then(keep, () => setLoaded('broken')));
  }, []);
  return loaded;
}

/** Longest wait for the browser to be idle. */
const TIMEOUT_MS = 2_000;
/** Fixed wait in browsers without `requestIdleCallback`. */
const PAUSE_MS = 300;

/** Calls back once the browser is idle, at the latest after `TIMEOUT_MS`. @returns a function that cancels the call */
function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(callback, { timeout: TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(callback, PAUSE_MS);
  return () => clearTimeout(timer);
}
