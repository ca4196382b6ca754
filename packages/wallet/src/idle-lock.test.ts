import { describe, expect, test } from 'vitest';
import { isIdleTooLong } from './idle-lock.ts';

describe('auto-lock', () => {
  const idle = (milliseconds: number) =>
    isIdleTooLong({ lastActivity: 1e12, now: 1e12 + milliseconds, minutes: 5 });

  test('locks after the minutes, also after a night of sleep § lock idle', () => {
    expect([0, 299_999, 300_000, 8 * 3_600_000].map(idle)).toEqual([false, false, true, true]);
  });

  test('locks if the clock was set back far, not if it was only adjusted', () => {
    expect([-1_000, -60_001, -3_600_000].map(idle)).toEqual([false, true, true]);
  });
});
