/** Wrong passwords since the last right one, and when the last one was tried (Unix milliseconds). */
export interface Attempts {
  readonly failures: number;
  readonly lastAt: number;
}

export const NO_ATTEMPTS: Attempts = { failures: 0, lastAt: 0 };

/** Wrong passwords without a wait: everybody mistypes. */
export const FREE_ATTEMPTS = 3;

/** Longest wait. */
export const LONGEST_WAIT_MS = 5 * 60_000;

const FIRST_WAIT_MS = 2_000;
const MAX_FAILURES = 1_000_000;

/** Milliseconds to wait after so many wrong passwords: none, then 2 s, doubled by each further one, 5 minutes at most. */
export function waitAfter(failures: number): number {
  if (failures < FREE_ATTEMPTS) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - FREE_ATTEMPTS, 30), LONGEST_WAIT_MS);
}

/**
 * Adjusts the count to this clock: a last attempt in the future (the clock was set back) counts as made now. Otherwise
 * the wait would not start until the clock reaches that time again, which may take years.
 */
export function followClock({ failures, lastAt }: Attempts, now: number): Attempts {
  return { failures, lastAt: Math.min(lastAt, now) };
}

/** Milliseconds until another password may be tried; 0 when one may. */
export function remainingWait({ failures, lastAt }: Attempts, now: number): number {
  const wait = waitAfter(failures);
  return Math.min(Math.max(lastAt + wait - now, 0), wait);
}

/** The count with one more try. It is kept before the password is tried, so that loading the page again gains nothing. */
export function countAttempt({ failures }: Attempts, now: number): Attempts {
  return { failures: Math.min(failures + 1, MAX_FAILURES), lastAt: now };
}

/** Reads a stored count; an invalid one counts as no attempts. Never throws. */
export function decodeAttempts(value: unknown): Attempts {
  const { failures, lastAt } =
    typeof value === 'object' && value !== null ? (value as Attempts) : NO_ATTEMPTS;
  if (!Number.isSafeInteger(failures) || failures < 0 || !Number.isSafeInteger(lastAt) || lastAt < 0) {
    return NO_ATTEMPTS;
  }
  return { failures: Math.min(failures, MAX_FAILURES), lastAt };
}
