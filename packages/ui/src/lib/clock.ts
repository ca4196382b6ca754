import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';

/** How a page shows times. */
export interface TimeSettings {
  /** Zone of exact times: UTC, or that of the reader's device. */
  readonly zone: 'utc' | 'local';
  /**
   * Unix seconds at which a server rendered the page, for the browser's first rendering; `undefined` without a server.
   */
  readonly renderedAtSeconds: number | undefined;
  /** How far the clock that times are compared with is ahead of this device's, in seconds; 0 by default. */
  readonly offsetSeconds?: number;
}

/** By default UTC, and no server. A page whose reader can choose the zone provides its own settings. */
export const TimeContext = createContext<TimeSettings>({ zone: 'utc', renderedAtSeconds: undefined });

/** The time settings of the nearest `TimeContext`. */
export function useTimeSettings(): TimeSettings {
  return useContext(TimeContext);
}

const identity = (now: number) => now;

/**
 * The current Unix time in seconds, updated every five seconds while the page is visible. On a page that a server
 * rendered, the first value is the server's, so that hydration matches.
 */
export function useNow(): number {
  return useClock(identity);
}

/**
 * A value derived from the current time. The component renders again only when the value changes: of the hundred ages
 * in a list, most stay the same for an hour.
 * @param show the value at a Unix time in seconds
 */
export function useClock<Shown extends string | number>(show: (now: number) => Shown): Shown {
  const { renderedAtSeconds, offsetSeconds = 0 } = useTimeSettings();
  const [first, renderAgain] = useState(() => renderedAtSeconds ?? Date.now() / 1000);
  // Only the first rendering uses `first`. Later ones, such as for a new block, use the current time.
  const isFirst = useRef(true);
  const showAt = (now: number) => show(now + offsetSeconds);
  const shown = showAt(isFirst.current ? first : Date.now() / 1000);
  const latest = useRef({ showAt, shown });
  latest.current = { showAt, shown };
  useEffect(() => {
    const refresh = () => {
      const next = Date.now() / 1000;
      if (latest.current.showAt(next) !== latest.current.shown) renderAgain(next);
    };
    isFirst.current = false;
    if (renderedAtSeconds !== undefined) refresh();
    return onTick(refresh);
  }, [renderedAtSeconds]);
  return shown;
}

const INTERVAL_MS = 5_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.visibilityState !== 'visible') return;
  for (const listener of listeners) listener();
}

/**
 * Calls back every five seconds while the page is visible, and when it becomes visible. All listeners share one timer.
 * @returns a function that unsubscribes
 */
function onTick(listener: () => void): () => void {
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
