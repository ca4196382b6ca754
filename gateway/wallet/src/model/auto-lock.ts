import type { Services } from './services.ts';
import type { AppEvent } from './reducer.ts';
import type { AppState } from './state.ts';
import type { Store } from '@cairn/ui';

/** Milliseconds that the clock may be set back before the idle time counts as unknown. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Milliseconds between two writes of the last activity, which every movement of a pointer would cause. */
const WRITE_INTERVAL_MS = 1_000;

/**
 * Locks an open wallet after the number of minutes without activity that the settings give (15 by default). Follows the
 * user's activity in all tabs. Checks how long the wallet was idle: at intervals, when the page is shown or resumed, and
 * at each key press or touch, which counts as activity only after the check. So the first touch after a night locks the
 * wallet.
 */
export class AutoLock {
  readonly #services: Services;
  readonly #store: Store<AppState, AppEvent>;
  readonly #lock: () => void;
  readonly #stops: readonly (() => void)[];
  #lastActivity = 0;

  constructor(services: Services, store: Store<AppState, AppEvent>, lock: () => void) {
    this.#services = services;
    this.#store = store;
    this.#lock = lock;
    this.#stops = [
      services.presence.onActivity(() => this.#check() && this.start()),
      services.presence.onWake(() => void this.#check()),
    ];
  }

  /** Starts counting from now. */
  start(): void {
    const now = this.#services.now();
    if (Math.abs(now - this.#lastActivity) < WRITE_INTERVAL_MS) return;
    this.#lastActivity = now;
    this.#services.presence.writeLastActivity(now);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /**
   * Whether the wallet was idle for too long by the wall clock, which also runs while the machine sleeps. It also was if
   * the last activity is more than a minute in the future, because the clock was set back.
   */
  isIdle(): boolean {
    const { presence, settings } = this.#services;
    const idle = this.#services.now() - Math.max(this.#lastActivity, presence.readLastActivity());
    return idle >= settings.autoLockMinutes.get() * 60_000 || idle < -CLOCK_TOLERANCE_MS;
  }

  /** Locks the wallet if it was idle for too long; returns whether it is still open. */
  #check(): boolean {
    if (this.#store.get().phase.name !== 'unlocked') return false;
    if (!this.isIdle()) return true;
    this.#lock();
    return false;
  }
}
