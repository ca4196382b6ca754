import { expect, it } from 'vitest';
import { translationsFor } from './translations.ts';

it('does not show a small share as zero', () => {
  const { percent } = translationsFor('en');
  expect([0, 0.000_000_3, 0.000_1, 0.5].map((share) => percent(share))).toEqual([
    '0%',
    '< 0.01%',
    '0.01%',
    '50%',
  ]);
  expect(percent(0.000_002, 3)).toBe('< 0.001%');
  expect(translationsFor('de').percent(0.000_000_3)).toBe('< 0,01\u00a0%');
});

it('shortens a long reference to its first and last characters, and groups the digits of a height', () => {
  const { shortReference } = translationsFor('en');
  expect(shortReference('1234')).toBe('1,234');
  expect(shortReference('xyz')).toBe('xyz');
  expect(translationsFor('de').shortReference('ab'.repeat(32))).toBe('ababab…ababab');
});
