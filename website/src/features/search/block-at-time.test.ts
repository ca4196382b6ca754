import type { BlockList } from '@cairn/api/explorer';
import { medianTime } from '@cairn/protocol';
import { expect, it } from 'vitest';
import fc from 'fast-check';
import { blockAt } from '../../../test/live-support.ts';
import { findBlockAtTime } from './block-at-time.ts';

const START = 1_767_225_600;
const { signal } = new AbortController();

/** Timestamps that the consensus rules allow: each above the median of the eleven before it, some far ahead. */
const chains = fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 200 }).map((steps) => {
  const times = [START];
  for (const step of steps) times.push(medianTime(times.slice(-11)) + step);
  return times;
});

function apiOf(times: readonly number[]) {
  let asked = 0;
  return {
    asked: () => asked,
    listBlocks: async ({ limit = 10, before_height = times.length } = {}) => {
      asked += 1;
      const top = Math.min(times.length, before_height) - 1;
      const items = Array.from({ length: Math.max(0, Math.min(limit, top + 1)) }, (_, index) =>
        blockAt(top - index, { timestamp: times[top - index]! }),
      );
      return { network: 'devnet', items } as unknown as BlockList;
    },
  };
}

/** The result of `findBlockAtTime`, found by reading the whole chain. */
function expected(times: readonly number[], seconds: number): number {
  const median = (height: number) => medianTime(times.slice(Math.max(0, height - 10), height + 1));
  const found = times.findIndex((_, height) => median(height) >= seconds);
  const height = found < 0 ? times.length - 1 : found;
  const first = Math.max(0, height - 10);
  const own = times.slice(first, height + 1).findIndex((time) => time >= seconds);
  return own < 0 ? height : first + own;
}

it('finds the first block at or after a time, although timestamps can decrease', async () => {
  await fc.assert(
    fc.asyncProperty(chains, fc.integer({ min: -5_000, max: 900_000 }), async (times, offset) => {
      const api = apiOf(times);
      expect(await findBlockAtTime(api, START + offset, signal)).toBe(expected(times, START + offset));
      expect(api.asked()).toBeLessThan(30);
    }),
  );
});

it('handles times before the first block and after the last, and a chain without blocks', async () => {
  const times = Array.from({ length: 300 }, (_, height) => START + 60 * height);
  expect(await findBlockAtTime(apiOf(times), 0, signal)).toBe(0);
  expect(await findBlockAtTime(apiOf(times), START + 60 * 120, signal)).toBe(120);
  expect(await findBlockAtTime(apiOf(times), START + 1e6, signal)).toBe(299);
  expect(await findBlockAtTime(apiOf([]), START, signal)).toBeUndefined();
});
