import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BackfillPace } from './backfill-pace.ts';

describe('the pace of a backfill', () => {
  it('does not pause while the main thread is idle', async () => {
    const pace = new BackfillPace();
    pace.begin();
    await sleep(100);
    expect(pace.rest()).toBe(0);
  });

  it('pauses longer than a batch took while the main thread is busy', async () => {
    const pace = new BackfillPace();
    await sleep(50); // what was before a batch does not count
    pace.begin();
    const end = performance.now() + 100;
    while (performance.now() < end);
    expect(pace.rest()).toBeGreaterThan(140);
  });
});
