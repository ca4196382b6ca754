import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchForSleep } from './page-lifecycle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reports a wake-up if the clock jumps between two ticks, but not after a slow tick', () => {
  let slept = 0;
  let wakes = 0;
  const end = watchForSleep(
    () => Date.now() + slept,
    () => (wakes += 1),
  );
  vi.advanceTimersByTime(60_000);
  slept = 10_000;
  vi.advanceTimersByTime(60_000);
  expect(wakes).toBe(0);
  slept += 600_000;
  vi.advanceTimersByTime(5_000);
  expect(wakes).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(wakes).toBe(1);
  end();
  slept += 600_000;
  vi.advanceTimersByTime(60_000);
  expect(wakes).toBe(1);
});
