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
const ACTIVITIES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const WAKES = ['focus', 'pageshow', 'online'] as const;
const DOCUMENT_WAKES = ['visibilitychange', 'resume'] as const;
/** The last sign of activity. Browsers have stored values under this key. */
const KEY = 'cairn-wallet-last-sign';

/** Listens to this page. Tabs share the time of the last activity, which is not secret, in local storage. */
export function openPresence(storage: () => Storage = () => localStorage): Presence {
  return {
    onActivity: (listener) => listenToAll(window, ACTIVITIES, listener),
    onWake(listener) {
      const timer = setInterval(listener, CHECK_INTERVAL_MS);
      const stops = [listenToAll(window, WAKES, listener), listenToAll(document, DOCUMENT_WAKES, listener)];
      return () => {
        clearInterval(timer);
        stops.forEach((stop) => stop());
      };
    },
    readLastActivity: () => readNumber(storage),
    writeLastActivity: (at) => writeNumber(storage, at),
  };
}

function listenToAll(target: EventTarget, events: readonly string[], listener: () => void): () => void {
  const options = { passive: true, capture: true };
  for (const event of events) target.addEventListener(event, listener, options);
  return () => {
    for (const event of events) target.removeEventListener(event, listener, options);
  };
}

function readNumber(storage: () => Storage): number {
  try {
    const at = Number(storage().getItem(KEY) ?? 0);
    return Number.isSafeInteger(at) && at >= 0 ? at : 0;
  } catch {
    return 0; // storage is forbidden: this tab counts only its own activity
  }
}

function writeNumber(storage: () => Storage, at: number): void {
  try {
    storage().setItem(KEY, String(at));
  } catch {
    // Without storage each tab counts only its own activity, and may lock sooner.
  }
}
