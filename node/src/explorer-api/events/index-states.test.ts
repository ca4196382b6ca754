import { expect, it } from 'vitest';
import { startTestExplorer } from '../test-support.ts';
import { EVENT_LIMITS } from './event-hub.ts';
import { openTestStream } from './test-support.ts';

it('reports each of its states, however short § API index event', async () => {
  let tell: () => void = () => undefined;
  let isFollowed = false;
  const telling = await startTestExplorer(
    () => ({
      onIndexChange: (listener) => {
        tell = listener;
        isFollowed = true;
        return () => (isFollowed = false);
      },
    }),
    {},
    { ...EVENT_LIMITS, indexCheckMilliseconds: 60_000 },
  );
  const stream = await openTestStream(telling.url);
  await expect.poll(() => stream.text()).toContain('id: 0');
  for (const state of ['error', 'building', 'building', 'ready'] as const) {
    telling.projection.status = { state, indexedHeight: 0, targetHeight: 0, progress: 0 };
    tell();
  }
  await expect
    .poll(() => stream.events().map(({ data }) => data['state']))
    .toEqual(['error', 'building', 'ready']);
  stream.leave();
  await telling.close();
  expect(isFollowed).toBe(false);
});
