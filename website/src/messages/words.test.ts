import { expect, it } from 'vitest';
import { wordsFor } from './words.ts';

it('says of a small share that it is small, not that it is nothing', () => {
  const { percent } = wordsFor('en');
  expect([0, 0.000_000_3, 0.000_1, 0.5].map((share) => percent(share))).toEqual([
    '0%',
    '< 0.01%',
    '0.01%',
    '50%',
  ]);
  expect(percent(0.000_002, 3)).toBe('< 0.001%');
  expect(wordsFor('de').percent(0.000_000_3)).toBe('< 0,01\u00a0%');
});
