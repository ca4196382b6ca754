import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPoller, type Poller, type Visibility } from './poller.ts';

let visible: boolean;
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

let rounds: number;
let poller: Poller;
beforeEach(() => {
  vi.useFakeTimers();
  [visible, rounds] = [true, 0];
  poller = startPoller(async () => void rounds++, 1_000, visibility);
});
afterEach(() => {
  poller.stop();
  vi.useRealTimers();
});

/** Runs the clock for some time. @returns all rounds so far */
async function after(milliseconds: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return rounds;
}

test('it runs at once and then after each interval; on request, and then after a whole interval', async () => {
  expect([await after(0), await after(3_000), await after(900)]).toEqual([1, 4, 4]);
  await poller.now();
  expect([rounds, await after(900)]).toEqual([5, 5]);
});

test('it pauses while the page is hidden, and runs at once when it is shown again', async () => {
  await after(0);
  setVisible(false);
  expect(await after(60_000)).toBe(1);
  setVisible(true);
  expect(await after(0)).toBe(2);
});

test('it waits for a page that was opened in the background', async () => {
  poller.stop();
  [visible, rounds] = [false, 0];
  poller = startPoller(async () => void rounds++, 1_000, visibility);
  expect(await after(60_000)).toBe(0);
  setVisible(true);
  expect(await after(0)).toBe(1);
});

test('it never runs again after it was stopped', async () => {
  await after(0);
  poller.stop();
  setVisible(true);
  await poller.now();
  expect([await after(10_000), listeners.size]).toEqual([1, 0]);
});
