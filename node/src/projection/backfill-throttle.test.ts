import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BackfillThrottle } from './backfill-throttle.ts';

describe('the throttle of a backfill', () => {
  it('does not pause while the main thread is idle', async () => {
    const throttle = new BackfillThrottle();
    throttle.beginBatch();
    await sleep(100);
    expect(throttle.pauseAfterBatch()).toBe(0);
  });

  it('pauses longer than a batch took while the main thread is busy', async () => {
    const throttle = new BackfillThrottle();
    await sleep(50); // idle time before a batch does not count
    throttle.beginBatch();
    const end = performance.now() + 100;
    while (performance.now() < end);
    expect(throttle.pauseAfterBatch()).toBeGreaterThan(140);
  });
});
