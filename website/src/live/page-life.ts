/**
 * Page lifecycle events that live views need.
 *
 * - `visible`, `hidden`: the reader came back, or went to another tab
 * - `left`: the page goes, perhaps to be kept for Back: it must hold no connection
 * - `woken`: the machine slept or the network came back: connections may be dead without anything having told so
 */
export type PageEvent = 'visible' | 'hidden' | 'left' | 'woken';

export interface PageLife {
  isVisible: () => boolean;
  /** @returns a function that ends the subscription */
  onEvent: (listener: (event: PageEvent) => void) => () => void;
}

const TICK_MS = 5_000;
/** A timer that comes this late has slept with the machine; a busy page alone is not that slow. */
const SLEPT_MS = 20_000;

/** The life of the browser's page. */
export const pageLife: PageLife = {
  isVisible: () => document.visibilityState === 'visible',
  onEvent: (listener) => {
    const shown = () => listener(document.visibilityState === 'visible' ? 'visible' : 'hidden');
    const left = () => listener('left');
    const restored = (event: PageTransitionEvent) => event.persisted && listener('visible');
    const online = () => listener('woken');
    document.addEventListener('visibilitychange', shown);
    addEventListener('pagehide', left);
    addEventListener('pageshow', restored);
    addEventListener('online', online);
    const stopWatch = watchForSleep(() => Date.now(), online);
    return () => {
      document.removeEventListener('visibilitychange', shown);
      removeEventListener('pagehide', left);
      removeEventListener('pageshow', restored);
      removeEventListener('online', online);
      stopWatch();
    };
  },
};

/**
 * Calls back when the clock jumped between two ticks: the machine slept with the page in view, which no event reports.
 * @param now Unix milliseconds
 * @returns a function that ends the watch
 */
export function watchForSleep(now: () => number, onWake: () => void): () => void {
  let last = now();
  const timer = setInterval(() => {
    const gap = now() - last;
    last += gap;
    if (gap > SLEPT_MS) onWake();
  }, TICK_MS);
  return () => clearInterval(timer);
}
