import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactText, hashRateText } from './formats.ts';
import { translationsFor } from './translations.ts';

it.each([
  [0, '0 H/s'],
  [999.4, '999 H/s'],
  [999.5, '1 kH/s'],
  [1e3, '1 kH/s'],
  [1e6, '1 MH/s'],
  [1.234e9, '1.23 GH/s'],
  [1e12, '1 TH/s'],
  [1e15, '1 PH/s'],
  [1e18, '1 EH/s'],
  [1e21, '1,000 EH/s'],
])('a hash rate of %d is %s', (rate, text) => {
  expect(hashRateText(translationsFor('en'), rate)).toBe(text);
});

it.each([
  ['en', '1.23M'],
  ['de', '1,23\u00A0Mio.'],
] as const)('a short number has three digits unless asked for more, in %s', (locale, text) => {
  expect(compactText(translationsFor(locale), 1_234_500)).toBe(text);
});

describe.each(['en', 'de'] as const)('short numbers in %s', (locale) => {
  it.each([1, 3, 5])('are those of Intl: with %i digits', (digits) => {
    const format = new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumSignificantDigits: digits,
      useGrouping: 'always',
    });
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999, max: 999_999 }),
        fc.integer({ min: -5, max: 11 }),
        (digit, power) => {
          // No ties, which would be rounded by their last bit.
          const value = (digit + 0.000_3) * 10 ** power;
          expect(compactText(translationsFor(locale), value, digits)).toBe(format.format(value));
        },
      ),
    );
  });
});
