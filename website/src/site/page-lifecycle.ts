/**
 * Lifecycle events of a page; `chain-feed.ts` reacts to them. After `woken` it opens the event stream again and asks for the
 * status at once.
 *
 * - `visible`, `hidden`: the user came back to the page, or went to another tab
 * - `left`: the page is closed, or enters the back/forward cache: it must have no open connection
 * - `woken`: the device woke up, or the network is back: connections may be dead without an error
 */
export type PageEvent = 'visible' | 'hidden' | 'left' | 'woken';

export interface PageLifecycle {
  isVisible: () => boolean;
  /** @returns a function that ends the subscription */
  onEvent: (listener: (event: PageEvent) => void) => () => void;
}

/** Milliseconds between two checks of the clock. */
const TICK_MS = 5_000;
/** Two checks this many milliseconds apart mean that the device slept; a busy page does not delay a timer that long. */
const SLEPT_MS = 20_000;

/** The lifecycle of this page in the browser. */
export const pageLifecycle: PageLifecycle = {
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
 * Calls back when the clock jumps between two ticks: the device slept while the page was visible, which no event
 * reports.
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
