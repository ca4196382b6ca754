/** Milliseconds that the clock may be set back before the idle time counts as unknown. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * True if an open wallet was idle for too long by the wall clock, which also runs while the machine sleeps. If the last
 * activity is more than a minute in the future, because the clock was set back, the wallet counts as idle too.
 * @param lastActivity Unix milliseconds of the owner's last activity in any tab
 */
export function isIdleTooLong(input: { lastActivity: number; now: number; minutes: number }): boolean {
  const { lastActivity, now, minutes } = input;
  const idle = now - lastActivity;
  return idle >= minutes * 60_000 || idle < -CLOCK_TOLERANCE_MS;
}
