/**
 * Number of wrong passwords since the last correct password, and the time of the newest wrong one (Unix milliseconds).
 */
export interface Attempts {
  readonly failures: number;
  readonly lastAt: number;
}

export const NO_ATTEMPTS: Attempts = { failures: 0, lastAt: 0 };

/**
 * Number of wrong passwords after which the next attempt must wait. Fewer cause no wait, because mistyping is common.
 */
const FREE_ATTEMPTS = 3;

export const MAX_WAIT_MS = 5 * 60_000;

const FIRST_WAIT_MS = 2_000;
const MAX_FAILURES = 1_000_000;

/** Milliseconds to wait after this many wrong passwords: 0 below three, 2 s after three, then doubled up to 5 min. */
export function waitAfter(failures: number): number {
  if (failures < FREE_ATTEMPTS) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - FREE_ATTEMPTS, 30), MAX_WAIT_MS);
}

/**
 * Adjusts the count to this clock: if the clock was set back, a last attempt in the future counts as made now.
 * Otherwise the wait could last for years.
 */
export function adjustToClock({ failures, lastAt }: Attempts, now: number): Attempts {
  return { failures, lastAt: Math.min(lastAt, now) };
}

/** Milliseconds until another password may be tried; 0 if it may be tried now. */
export function remainingWait({ failures, lastAt }: Attempts, now: number): number {
  const wait = waitAfter(failures);
  return Math.min(Math.max(lastAt + wait - now, 0), wait);
}

/** The count with one more attempt. Store it before trying the password, so that a reload does not avoid the wait. */
export function countAttempt({ failures }: Attempts, now: number): Attempts {
  return { failures: Math.min(failures + 1, MAX_FAILURES), lastAt: now };
}

/**
 * Validates a stored count; an invalid one becomes `NO_ATTEMPTS`, one above the maximum is lowered to it. Never throws.
 */
export function decodeAttempts(value: unknown): Attempts {
  const { failures, lastAt } =
    typeof value === 'object' && value !== null ? (value as Attempts) : NO_ATTEMPTS;
  if (!Number.isSafeInteger(failures) || failures < 0 || !Number.isSafeInteger(lastAt) || lastAt < 0) {
    return NO_ATTEMPTS;
  }
  return { failures: Math.min(failures, MAX_FAILURES), lastAt };
}
