import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { coalesced } from './coalesced.ts';

it('many calls cause one run, also those during a run, and none after the end', async () => {
  const work = vi.fn<() => void>();
  const wake = coalesced(work, 10);
  const wakeOften = (): void => Array.from({ length: 1_000 }).forEach(wake);
  work.mockImplementationOnce(wakeOften);
  wakeOften();
  expect(work).not.toHaveBeenCalled();
  await vi.waitUntil(() => work.mock.calls.length === 2);
  wake();
  wake.cancel();
  await sleep(30);
  expect(work).toHaveBeenCalledTimes(2);
});
