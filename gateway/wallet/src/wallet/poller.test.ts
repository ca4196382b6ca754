import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPoller, type Poller, type Visibility } from './poller.ts';

let visible = true;
const listeners = new Set<() => void>();
const visibility: Visibility = {
  isVisible: () => visible,
  onChange(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
const setVisible = (value: boolean): void => {
  visible = value;
  for (const listener of listeners) listener();
};

describe('poller', () => {
  let rounds = 0;
  let poller: Poller;
  beforeEach(() => {
    vi.useFakeTimers();
    visible = true;
    rounds = 0;
    poller = startPoller(
      async () => {
        rounds++;
      },
      1_000,
      visibility,
    );
  });
  afterEach(() => {
    poller.stop();
    vi.useRealTimers();
  });

  test('runs at once and then after each interval', async () => {
    await vi.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(rounds).toBe(4);
  });

  test('pauses while the page is hidden, and runs at once when it is shown again', async () => {
    await vi.advanceTimersByTimeAsync(0);
    setVisible(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rounds).toBe(1);
    setVisible(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(2);
  });

  test('runs at once on request, and then waits for a whole interval', async () => {
    await vi.advanceTimersByTimeAsync(900);
    await poller.now();
    expect(rounds).toBe(2);
    await vi.advanceTimersByTimeAsync(900);
    expect(rounds).toBe(2);
  });

  test('never runs again after it was stopped', async () => {
    await vi.advanceTimersByTimeAsync(0);
    poller.stop();
    setVisible(true);
    await poller.now();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rounds).toBe(1);
    expect(listeners.size).toBe(0);
  });
});
