import { isIdleTooLong } from '@cairn/wallet';
import type { Presence } from '../lib/presence.ts';
import type { ActionContext } from './vault-session.ts';

/** Locks an open wallet that was left alone for the minutes that `lib/settings.ts` holds (15 by default). */
export interface AutoLock {
  /** The wallet was opened just now: its owner is here. */
  start(): void;
  stop(): void;
}

/**
 * Watches for the owner's signs in every tab. The clock is looked at when something happens at all (the timer, the page
 * shown again, the machine awake, a key pressed), and always before a sign counts: the first touch after a night locks.
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
  /** Whether the wallet is open still. */
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
