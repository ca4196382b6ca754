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

/** Limits how often a password can be tried, for unlocking and for each action that requires the password. */
export interface PasswordGuard {
  /**
   * Tries a password with `use`, which rejects with `wrong_password` if it is wrong. The attempt is counted before it
   * is made, so that reloading the page does not avoid the wait. During a wait, rejects with `wait_first` without
   * calling `use`.
   */
  attempt<T>(use: () => Promise<T>): Promise<T>;
  /** Milliseconds until another password may be tried. */
  wait(): Promise<number>;
}

/** Creates the guard, which stores the count of attempts. */
export function createPasswordGuard(services: GuardServices): PasswordGuard {
  const { storage, exclusively } = services;
  const now = (): number => services.now();
  /** The count of attempts while it cannot be stored: full or failing storage must not lock the user out. */
  let unstored: Attempts | undefined;
  const save = async (attempts: Attempts): Promise<void> => {
    unstored = attempts;
    await storage.attempts.write(attempts).then(
      () => (unstored = undefined),
      (error: unknown) => {
        if (!(error instanceof WalletError)) throw error;
      },
    );
  };
  /** Reads the count, and corrects its time if the clock was set back. The caller excludes concurrent changes. */
  const read = async (): Promise<Attempts> => {
    const stored = unstored ?? decodeAttempts(await storage.attempts.read());
    const attempts = adjustToClock(stored, now());
    if (attempts.lastAt !== stored.lastAt) await save(attempts);
    return attempts;
  };
  const count = async (): Promise<Attempts> => {
    const before = await read();
    const waitMs = remainingWait(before, now());
    if (waitMs > 0) throw new WalletError('wait_first', 'Too many wrong passwords.', { data: { waitMs } });
    await save(countAttempt(before, now()));
    return before;
  };
  return {
    wait: () => exclusively(async () => remainingWait(await read(), now())),
    async attempt(use) {
      const before = await exclusively(count);
      try {
        const result = await use();
        await save(NO_ATTEMPTS);
        return result;
      } catch (error) {
        // Any other error says nothing about the password: do not count the attempt.
        if (!isWalletError(error, 'wrong_password')) await save(before);
        throw error;
      }
    },
  };
}

type GuardServices = Pick<Services, 'storage' | 'exclusively' | 'now'>;
