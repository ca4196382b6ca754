import { expect, it } from 'vitest';
import { amountDigits } from './amounts.ts';

it.each([
  [123_456_000_000_000n, 'crn', 'en', '1,234,560', '.00'],
  [123_456_000_000_001n, 'crn', 'de', '1.234.560', ',00000001'],
  [1_234_567n, 'pebbles', 'de', '1.234.567', undefined],
  [1_234_567n, 'pebbles', 'en', '1,234,567', undefined],
] as const)('writes %s as %s in %s', (pebbles, unit, locale, whole, fraction) => {
  expect(amountDigits(pebbles, unit, locale)).toEqual({ whole, fraction });
});
