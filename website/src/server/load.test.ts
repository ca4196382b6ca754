import { expect, it } from 'vitest';
import { createOutageMemory } from './load.ts';

it('skips the API after a time-out, and no longer than it must', () => {
  let now = 1_000;
  const outage = createOutageMemory(500, () => now);
  expect(outage.isResting()).toBe(false);
  outage.note(false);
  expect(outage.isResting()).toBe(true);
  now += 500;
  expect(outage.isResting()).toBe(false);
  outage.note(false);
  outage.note(true);
  expect(outage.isResting()).toBe(false);
});
