import { expect, it } from 'vitest';
import fc from 'fast-check';
import { markDifference } from './verdict.tsx';

it('marks the differing part of two texts', () => {
  const [one, other] = markDifference('12345678', '12945678');
  expect(one).toEqual({ before: '12', differs: '3', after: '45678' });
  expect(other).toEqual({ before: '12', differs: '9', after: '45678' });
  expect(markDifference('10', '100')).toEqual([
    { before: '10', differs: '', after: '' },
    { before: '10', differs: '0', after: '' },
  ]);
});

it('keeps every character', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const joined = markDifference(a, b).map(({ before, differs, after }) => before + differs + after);
      expect(joined).toEqual([a, b]);
    }),
  );
});
