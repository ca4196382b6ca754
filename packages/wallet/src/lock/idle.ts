/** If the clock was set back by more than this, the idle time is unknown. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Whether an open wallet was idle for too long, by the wall clock, which also runs while the machine sleeps. If the last
 * activity lies further ahead of the clock than the tolerance, the wallet counts as idle.
 * @param lastSign Unix milliseconds of the owner's last activity in any tab
 */
export function isIdleTooLong(input: { lastSign: number; now: number; minutes: number }): boolean {
  const { lastSign, now, minutes } = input;
  const idle = now - lastSign;
  return idle >= minutes * 60_000 || idle < -CLOCK_TOLERANCE_MS;
}
