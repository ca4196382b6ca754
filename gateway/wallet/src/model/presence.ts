/** The user's activity: events in this tab, and the time of the last activity in any tab. */
export interface Presence {
  /** Calls back for each key, touch or pointer movement; returns a function that unsubscribes. */
  onActivity(listener: () => void): () => void;
  /**
   * Calls back every five seconds, and when the page is shown, hidden, focused or resumed, or the device gets a
   * network.
   */
  onWake(listener: () => void): () => void;
  /** Time of the last activity in any tab, in Unix milliseconds; 0 before the first. */
  readLastActivity(): number;
  writeLastActivity(at: number): void;
}

const CHECK_INTERVAL_MS = 5_000;
const KEY = 'cairn-wallet-last-sign';

/**
 * Listens to this page. Tabs share the time of the last activity, which is not secret, in local storage; where the browser
 * forbids that, each tab counts only its own activity and may lock sooner.
 */
export const presence: Presence = {
  onActivity: (listener) =>
    listen(window, ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'], listener),
  onWake(listener) {
    const timer = setInterval(listener, CHECK_INTERVAL_MS);
    const stops = [
      listen(window, ['focus', 'pageshow', 'online'], listener),
      listen(document, ['visibilitychange', 'resume'], listener),
    ];
    return () => {
      clearInterval(timer);
      stops.forEach((stop) => stop());
    };
  },
  readLastActivity() {
    try {
      return Number(localStorage.getItem(KEY)) || 0;
    } catch {
      return 0;
    }
  },
  writeLastActivity(at) {
    try {
      localStorage.setItem(KEY, String(at));
    } catch {
      // Forbidden, see above.
    }
  },
};

function listen(target: EventTarget, events: readonly string[], listener: () => void): () => void {
  const stop = new AbortController();
  for (const event of events)
    target.addEventListener(event, listener, { passive: true, capture: true, signal: stop.signal });
  return () => stop.abort();
}
