import { setLanguage } from '@cairn/ui/messages.js';
import { parseAmountEntry } from '@cairn/wallet';
import { afterEach, expect, test } from 'vitest';
import { normalizeAmount, localizeAmount, formatAmount } from './amount.tsx';

afterEach(() => setLanguage('en'));

test('an amount in a sentence is formatted for the language', () => {
  expect(formatAmount(123_456_000_000n, 'crn')).toBe('1,234.56\u00a0CRN');
  expect(formatAmount(1_000n, 'pebbles')).toBe('1,000\u00a0pebbles');
  setLanguage('de');
  expect(formatAmount(123_456_000_000n, 'crn')).toBe('1.234,56\u00a0CRN');
  expect(formatAmount(1_000n, 'pebbles')).toBe('1.000\u00a0Pebbles');
});

test.each([
  ['1,5', 150_000_000n],
  ['0,00001', 1_000n],
  ['1,234', 123_400_000n],
  ['1.5', 150_000_000n],
  ['0.001', 100_000n],
  ['1234.567', 123_456_700_000n],
  ['2,5 CRN', 250_000_000n],
])('in German %s is an amount', (typed, pebbles) => {
  expect(parseAmountEntry(normalizeAmount(typed, 'de'))).toEqual({ ok: true, pebbles });
});

test.each(['1.234', '12.345', '1.234,50', '1,234.50', '1.234.567', '1,2,3'])(
  'in German %s is refused: its point may separate thousands',
  (typed) => {
    expect(parseAmountEntry(normalizeAmount(typed, 'de')).ok).toBe(false);
    expect(localizeAmount(normalizeAmount(typed, 'de'), 'de')).toBe(typed);
  },
);

test('a German field shows a comma at once, and further input keeps its meaning', () => {
  let amount = '';
  for (const key of '1.234') amount = normalizeAmount(localizeAmount(amount, 'de') + key, 'de');
  expect(localizeAmount(amount, 'de')).toBe('1,234');
  expect(parseAmountEntry(amount)).toEqual({ ok: true, pebbles: 123_400_000n });
});

test('in English nothing is changed', () => {
  for (const typed of ['1.5', '1,5', '1,234.5', 'x']) {
    expect(normalizeAmount(typed, 'en')).toBe(typed);
    expect(localizeAmount(typed, 'en')).toBe(typed);
  }
});
