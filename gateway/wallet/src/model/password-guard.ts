import {
  countAttempt,
  decodeAttempts,
  adjustToClock,
  isWalletError,
  NO_ATTEMPTS,
  remainingWait,
  WalletError,
  type Attempts,
} from '@cairn/wallet';
import type { Services } from '../services.ts';

/** Limits how often passwords can be tried, for unlocking and wherever the password is required again. */
export interface PasswordGuard {
  /**
   * Tries a password: `use` rejects with `wrong_password` if it is wrong. The attempt is counted before it is made, so that
   * reloading the page does not avoid the wait. During a wait, rejects with `wait_first` and does not call `use`.
   */
  attempt<T>(use: () => Promise<T>): Promise<T>;
  /** Milliseconds until another password may be tried. */
  wait(): Promise<number>;
}

/** Creates the guard over the stored count. */
export function createPasswordGuard(services: GuardServices): PasswordGuard {
  const { storage, exclusively } = services;
  const now = (): number => services.now();
  /** The count of this page, while storage is full or fails: that must not lock out the wallet's owner. */
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
  /** Reads the count, and stores it if the clock changes it. The caller excludes concurrent changes. */
  const read = async (): Promise<Attempts> => {
    const kept = unstored ?? decodeAttempts(await storage.attempts.read());
    const attempts = adjustToClock(kept, now());
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
        // Any other failure says nothing about the password.
        if (!isWalletError(error, 'wrong_password')) await keep(before);
        throw error;
      }
    },
  };
}

type GuardServices = Pick<Services, 'storage' | 'exclusively' | 'now'>;
