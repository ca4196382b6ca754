import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markDifference } from './mark.ts';

it('marks what differs between two texts, and nothing that both have around it', () => {
  const [one, other] = markDifference('12345678', '12945678');
  expect(one).toEqual({ before: '12', differs: '3', after: '45678' });
  expect(other).toEqual({ before: '12', differs: '9', after: '45678' });
  expect(markDifference('10', '100')).toEqual([
    { before: '10', differs: '', after: '' },
    { before: '10', differs: '0', after: '' },
  ]);
});

it('loses no character', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const joined = markDifference(a, b).map(({ before, differs, after }) => before + differs + after);
      expect(joined).toEqual([a, b]);
    }),
  );
});
