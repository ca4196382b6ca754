import { expect, it } from 'vitest';
import { startTestExplorer } from '../test-support.ts';
import { EVENT_LIMITS } from './event-hub.ts';
import { openTestStream } from './test-support.ts';

it('an event reports each state of the index, however short', async () => {
  let notify: () => void = () => undefined;
  let isFollowed = false;
  const explorer = await startTestExplorer(
    () => ({
      onIndexChange: (listener) => {
        notify = listener;
        isFollowed = true;
        return () => (isFollowed = false);
      },
    }),
    {},
    { ...EVENT_LIMITS, indexCheckMs: 60_000 },
  );
  const stream = await openTestStream(explorer.url);
  await expect.poll(() => stream.text()).toContain('id: 0');
  for (const state of ['error', 'building', 'building', 'ready'] as const) {
    explorer.projection.status = { state, indexedHeight: 0, targetHeight: 0, progress: 0 };
    notify();
  }
  await expect
    .poll(() => stream.events().map(({ data }) => data['state']))
    .toEqual(['error', 'building', 'ready']);
  stream.leave();
  await explorer.close();
  expect(isFollowed).toBe(false);
});
