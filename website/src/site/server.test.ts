import { expect, it } from 'vitest';
import { createOutageMemory } from './server.ts';

it('skips the API after a time-out, until the pause ends or a request succeeds', () => {
  let now = 1_000;
  const outage = createOutageMemory(500, () => now);
  expect(outage.isPaused()).toBe(false);
  outage.record(false);
  expect(outage.isPaused()).toBe(true);
  now += 500;
  expect(outage.isPaused()).toBe(false);
  outage.record(false);
  outage.record(true);
  expect(outage.isPaused()).toBe(false);
});
