import { afterEach, expect, it, vi } from 'vitest';
import { forEachIndexYielding, forEachYielding } from './scheduling.ts';

afterEach(() => void vi.restoreAllMocks());

/** Steps in each turn of the event loop, if every step takes a millisecond of the process's clock. */
async function stepsPerTurn(run: (step: () => void) => Promise<void>): Promise<number[]> {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const turns = [0];
  let isRunning = true;
  const turn = (): void => {
    turns.push(0);
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  await run(() => {
    now += 1;
    turns[turns.length - 1]! += 1;
  });
  isRunning = false;
  return turns.filter((steps) => steps > 0);
}

it('a turn of visited items lasts 10 ms', async () => {
  const items = Array.from({ length: 95 }, (_, index) => index);
  const seen: number[] = [];
  const turns = await stepsPerTurn((step) =>
    forEachYielding(items, (item) => {
      step();
      seen.push(item);
    }),
  );
  expect(seen).toEqual(items);
  expect(turns).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 5]);
});

it('the visits end when a visitor returns false', async () => {
  const turns = await stepsPerTurn((step) =>
    forEachYielding([1, 2, 3, 4], (item) => {
      step();
      return item < 3;
    }),
  );
  expect(turns).toEqual([3]);
});

it('a turn of counted steps lasts 10 ms, up to the next clock read', async () => {
  let last = -1;
  const turns = await stepsPerTurn((step) =>
    forEachIndexYielding(1_000, (index) => {
      step();
      expect(index).toBe(last + 1);
      last = index;
    }),
  );
  expect(last).toBe(999);
  expect(Math.max(...turns)).toBeLessThanOrEqual(10 + 32);
});
