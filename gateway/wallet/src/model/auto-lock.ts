import { isIdleTooLong } from '@cairn/wallet';
import type { Presence } from '../lib/presence.ts';
import type { ActionContext } from './vault-session.ts';

/** Locks an open wallet after the minutes of inactivity in the settings (15 by default). */
export interface AutoLock {
  /** Counts from now: the wallet has just been opened. */
  start(): void;
  stop(): void;
}

/**
 * Follows the owner's activity in all tabs. Each event (the timer, the page shown again, the machine awake, a key) first
 * checks the clock, and only then counts as activity: the first touch after a night locks the wallet.
 */
export function createAutoLock(
  { services, store }: Pick<ActionContext, 'services' | 'store'>,
  lock: () => void,
): AutoLock {
  const { presence, settings } = services;
  let lastSign = 0;
  const note = (): void => {
    lastSign = services.now();
    presence.writeLastSign(lastSign);
  };
  /** Locks after too long; returns whether the wallet is still open. */
  const check = (): boolean => {
    if (store.get().phase.name !== 'unlocked') return false;
    const latest = Math.max(lastSign, presence.readLastSign());
    if (!isIdleTooLong({ lastSign: latest, now: services.now(), minutes: settings.get().autoLockMinutes }))
      return true;
    lock();
    store.update({ lockedBy: 'idle' });
    return false;
  };
  const stop = followPresence(presence, {
    onSign: () => void (check() && note()),
    onWake: () => void check(),
  });
  return { start: note, stop };
}

function followPresence(
  presence: Presence,
  listeners: { onSign: () => void; onWake: () => void },
): () => void {
  const stops = [presence.onSign(listeners.onSign), presence.onWake(listeners.onWake)];
  return () => stops.forEach((stop) => stop());
}
