import {
  countAttempt,
  decodeAttempts,
  followClock,
  isWalletError,
  NO_ATTEMPTS,
  remainingWait,
  WalletError,
  type Attempts,
} from '@cairn/wallet';
import type { Services } from '../services.ts';

/** Where every password passes before it is tried: unlocking, and whatever asks for it again. */
export interface PasswordGuard {
  /**
   * Tries a password: `use` rejects with `wrong_password` when it is one. The try is counted before it is made, so that
   * loading the page again gains nothing. Rejects with `wait_first` while a wait runs; nothing is tried then.
   */
  attempt<T>(use: () => Promise<T>): Promise<T>;
  /** Milliseconds until another password may be tried. */
  wait(): Promise<number>;
}

/** Creates the guard over the stored count. */
export function createPasswordGuard(services: GuardServices): PasswordGuard {
  const { storage, exclusively } = services;
  const now = (): number => services.now();
  /** Where storage is full or fails, the count of this page holds: that must not lock out the wallet's owner. */
  let unstored: Attempts | undefined;
  const keep = async (attempts: Attempts): Promise<void> => {
    unstored = attempts;
    await storage.attempts.write(attempts).then(
      () => (unstored = undefined),
      (error: unknown) => {
        if (!(error instanceof WalletError)) throw error;
      },
    );
  };
  /** Nobody else may count at the same time: what the clock changes is kept. */
  const read = async (): Promise<Attempts> => {
    const kept = unstored ?? decodeAttempts(await storage.attempts.read());
    const attempts = followClock(kept, now());
    if (attempts.lastAt !== kept.lastAt) await keep(attempts);
    return attempts;
  };
  const count = async (): Promise<Attempts> => {
    const before = await read();
    const waitMs = remainingWait(before, now());
    if (waitMs > 0) throw new WalletError('wait_first', 'Too many wrong passwords.', { data: { waitMs } });
    await keep(countAttempt(before, now()));
    return before;
  };
  return {
    wait: () => exclusively(async () => remainingWait(await read(), now())),
    async attempt(use) {
      const before = await exclusively(count);
      try {
        const result = await use();
        await keep(NO_ATTEMPTS);
        return result;
      } catch (error) {
        // Another failure says nothing about the password.
        if (!isWalletError(error, 'wrong_password')) await keep(before);
        throw error;
      }
    },
  };
}

type GuardServices = Pick<Services, 'storage' | 'exclusively' | 'now'>;
