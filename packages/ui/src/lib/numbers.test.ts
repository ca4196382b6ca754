import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText } from './numbers.ts';

describe.each(['en', 'de'])('numbers in %s', (locale) => {
  it('are formatted as by Intl: whole ones of any size', () => {
    const format = new Intl.NumberFormat(locale);
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.bigInt()), (value) => {
        expect(numberText(value, locale)).toBe(format.format(value));
      }),
    );
  });

  it.each([
    [1, 0],
    [1, 1],
    [2, 0],
    [2, 2],
  ])('are written as Intl writes them: with %i decimals at most, %i at least', (digits, least) => {
    const format = new Intl.NumberFormat(locale, {
      maximumFractionDigits: digits,
      minimumFractionDigits: least,
    });
    // No ties, which would be rounded by their last bit.
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (step) => {
        const value = step / 1_000 + 0.000_3;
        expect(numberText(value, locale, digits, least)).toBe(
          format.format(value).replace(/^-(?=[0.,]*$)/, ''),
        );
      }),
    );
  });

  it.each([NaN, Infinity, 1e300])('%s is formatted by Intl', (value) => {
    expect(numberText(value, locale)).toBe(new Intl.NumberFormat(locale).format(value));
  });
});
