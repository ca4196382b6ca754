import type { BlockSummary } from '@cairn/api/explorer';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { Rhythm } from './rhythm.tsx';

/** @param times of the blocks, in seconds from now, the newest first */
const drawn = (times: readonly number[]) => {
  const now = Math.floor(Date.now() / 1_000);
  const blocks = times.map(
    (time, at) =>
      ({ height: times.length - at, timestamp: now + time, transaction_count: 1 }) as BlockSummary,
  );
  const html = renderToString(<Rhythm blocks={blocks} />);
  const xs = [...html.matchAll(/M([\d.-]+) /g)].map(([, x]) => Number(x));
  return { xs, text: html.replaceAll(/<[^>]+>/g, '') };
};

it('blocks stand between the oldest and now', () => {
  const { xs, text } = drawn([-5_000, -10_000]);
  expect(xs[1]).toBe(0);
  expect(xs[0]).toBeCloseTo(500, 0);
  expect(text).toMatch(/the newest 2 blocks within 83.3 min.*Now$/);
});

it('of a clock that is ahead, up to the newest; a block may be older than the one before it', () => {
  const { xs, text } = drawn([9_000, 10_000, 5_000, 6_000]);
  expect(xs).toEqual([800, 1_000, 0, 200]);
  expect(text).toContain('the newest 4 blocks within 83.3 min');
  expect(text).not.toMatch(/Now$/);
});
