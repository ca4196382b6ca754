import { expect, it } from 'vitest';
import { createPatience } from './patience.ts';

it('rests after a failure, and no longer than it must', () => {
  let now = 1_000;
  const patience = createPatience(500, () => now);
  expect(patience.isResting()).toBe(false);
  patience.note(false);
  expect(patience.isResting()).toBe(true);
  now += 500;
  expect(patience.isResting()).toBe(false);
  patience.note(false);
  patience.note(true);
  expect(patience.isResting()).toBe(false);
});
