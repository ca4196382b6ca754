/** If the clock was set back by more than this, the idle time is unknown. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Whether an open wallet was left alone for too long, by the wall clock, which goes on while the machine sleeps. A last
 * sign that lies ahead of the clock counts as too long ago.
 * @param lastSign Unix milliseconds of the owner's last sign in any tab
 */
export function isIdleTooLong(input: { lastSign: number; now: number; minutes: number }): boolean {
  const { lastSign, now, minutes } = input;
  const idle = now - lastSign;
  return idle >= minutes * 60_000 || idle < -CLOCK_TOLERANCE_MS;
}
