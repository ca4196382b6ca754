import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countAttempt,
  decodeAttempts,
  adjustToClock,
  MAX_WAIT_MS,
  NO_ATTEMPTS,
  remainingWait,
  waitAfter,
} from './password-attempts.ts';

describe('wrong passwords', () => {
  test('three attempts need no wait; after the third, each wait is twice the last, up to five minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 10, 11, 1_000].map(waitAfter)).toEqual([
      0, 0, 0, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000,
    ]);
  });

  test('the wait begins at the last attempt and ends', () => {
    let attempts = NO_ATTEMPTS;
    for (let count = 0; count < 4; count++) attempts = countAttempt(attempts, 1_000);
    expect([1_000, 2_000, 4_999, 5_000, 9_000].map((now) => remainingWait(attempts, now))).toEqual([
      4_000, 3_000, 1, 0, 0,
    ]);
  });

  test('no stored count and no clock makes a wait longer than five minutes', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer(), (stored, now) => {
        const wait = remainingWait(decodeAttempts(stored), now);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(MAX_WAIT_MS);
      }),
    );
    expect(remainingWait({ failures: 5, lastAt: 9e15 }, 0)).toBe(8_000);
  });

  test('a clock that was set back restarts the wait, which still ends', () => {
    const counted = { failures: 5, lastAt: 9e12 };
    const followed = adjustToClock(counted, 1_000);
    expect(followed).toEqual({ failures: 5, lastAt: 1_000 });
    expect([1_000, 5_000, 9_000].map((now) => remainingWait(adjustToClock(followed, now), now))).toEqual([
      8_000, 4_000, 0,
    ]);
  });

  test.each([
    { failures: -5, lastAt: 0 },
    { failures: 2.5, lastAt: 0 },
    { failures: '9', lastAt: 0 },
    { failures: 9, lastAt: -1 },
    { failures: 9 },
  ])('an invalid count counts as no attempts: %j', (stored) =>
    expect(decodeAttempts(stored)).toEqual(NO_ATTEMPTS),
  );

  test('a count is read as it was stored', () => {
    const kept = countAttempt(countAttempt(NO_ATTEMPTS, 5), 6);
    expect(decodeAttempts(structuredClone(kept))).toEqual({ failures: 2, lastAt: 6 });
  });
});
