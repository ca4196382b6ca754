import { expect, it } from 'vitest';
import fc from 'fast-check';
import { markDifference } from './verdict.tsx';

it('marks the differing part of a text', () => {
  expect(markDifference('12345678', '12945678')).toEqual(['12', '3', '45678']);
  expect(markDifference('100', '10')).toEqual(['10', '0', '']);
});

it('keeps every character', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      expect(markDifference(text, other).join('')).toBe(text);
    }),
  );
});
