/** Signs of the wallet's owner, over all tabs. */
export interface Presence {
  /** Calls back for each key, touch or movement; returns what ends that. */
  onSign(listener: () => void): () => void;
  /** Calls back every few seconds and whenever the page comes back: shown, focused, resumed, awake. */
  onWake(listener: () => void): () => void;
  /** The last sign that any tab has noted, in Unix milliseconds; 0 when none has. */
  readLastSign(): number;
  writeLastSign(at: number): void;
}

const CHECK_INTERVAL_MS = 5_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const WAKES = ['focus', 'pageshow', 'online'] as const;
const DOCUMENT_WAKES = ['visibilitychange', 'resume'] as const;
const KEY = 'cairn-wallet-last-sign';

/** The owner in front of this page. The time of the last sign is no secret; it lies in local storage for all tabs. */
export function openPresence(storage: () => Storage = () => localStorage): Presence {
  return {
    onSign: (listener) => listenToAll(window, SIGNS, listener),
    onWake(listener) {
      const timer = setInterval(listener, CHECK_INTERVAL_MS);
      const stops = [listenToAll(window, WAKES, listener), listenToAll(document, DOCUMENT_WAKES, listener)];
      return () => {
        clearInterval(timer);
        stops.forEach((stop) => stop());
      };
    },
    readLastSign: () => readNumber(storage),
    writeLastSign: (at) => writeNumber(storage, at),
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
    return 0; // storage is forbidden here: this tab goes by its own signs
  }
}

function writeNumber(storage: () => Storage, at: number): void {
  try {
    storage().setItem(KEY, String(at));
  } catch {
    // Without storage each tab goes by its own signs, and locks the sooner for it.
  }
}
