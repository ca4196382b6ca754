import type { Presence } from './presence.ts';
import type { ActionContext } from './vault-session.ts';

/** Locks an open wallet after the number of minutes without activity that the settings give (15 by default). */
export interface AutoLock {
  /** Starts counting from now, because the wallet has just been opened. */
  start(): void;
  stop(): void;
}

/**
 * Follows the user's activity in all tabs. Checks how long the wallet was idle: at intervals, when the page is shown or
 * resumed, and at each key press or touch, which counts as activity only after the check. So the first touch after a
 * night locks the wallet.
 */
export function createAutoLock(
  { services, store }: Pick<ActionContext, 'services' | 'store'>,
  lock: () => void,
): AutoLock {
  const { presence, settings } = services;
  let lastActivity = 0;
  const noteActivity = (): void => {
    lastActivity = services.now();
    presence.writeLastActivity(lastActivity);
  };
  /** Locks the wallet if it was idle for too long; returns whether it is still open. */
  const check = (): boolean => {
    if (store.get().phase.name !== 'unlocked') return false;
    const latest = Math.max(lastActivity, presence.readLastActivity());
    if (
      !isIdleTooLong({ lastActivity: latest, now: services.now(), minutes: settings.get().autoLockMinutes })
    )
      return true;
    lock();
    store.update({ lockedBy: 'idle' });
    return false;
  };
  const stop = followPresence(presence, {
    onActivity: () => void (check() && noteActivity()),
    onWake: () => void check(),
  });
  return { start: noteActivity, stop };
}

function followPresence(
  presence: Presence,
  listeners: { onActivity: () => void; onWake: () => void },
): () => void {
  const stops = [presence.onActivity(listeners.onActivity), presence.onWake(listeners.onWake)];
  return () => stops.forEach((stop) => stop());
}

/** Milliseconds that the clock may be set back before the idle time counts as unknown. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * True if an open wallet was idle for too long by the wall clock, which also runs while the machine sleeps. If the last
 * activity is more than a minute in the future, because the clock was set back, the wallet also counts as idle.
 * @param lastActivity Unix milliseconds of the owner's last activity in any tab
 */
export function isIdleTooLong(input: { lastActivity: number; now: number; minutes: number }): boolean {
  const { lastActivity, now, minutes } = input;
  const idle = now - lastActivity;
  return idle >= minutes * 60_000 || idle < -CLOCK_TOLERANCE_MS;
}
