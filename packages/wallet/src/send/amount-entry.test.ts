import { MAX_U64 } from '@cairn/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmountEntry, MAX_FEE, parseAmountEntry } from './amount-entry.ts';

const amount = fc.bigInt({ min: 1n, max: MAX_U64 });

describe.each([
  ['crn', 'CRN', /^(?:\d+\.?\d*|\.\d+)\s*(?:CRN)?$/i],
  ['pebbles', 'pebbles', /^\d+\s*(?:pebbles?)?$/i],
] as const)('an amount in %s', (unit, name, spelling) => {
  test('is read back exactly, with its unit and white space too', () => {
    fc.assert(
      fc.property(amount, (pebbles) => {
        const text = formatAmountEntry(pebbles, unit);
        expect(parseAmountEntry(text, { unit })).toEqual({ ok: true, pebbles });
        expect(parseAmountEntry(`  ${text} ${name} `, { unit })).toEqual({ ok: true, pebbles });
      }),
    );
  });

  test('is only what the text spells, whatever the text', () => {
    const character = fc.nat(0x10_ff_ff).map((point) => String.fromCodePoint(point));
    const texts = fc.oneof(fc.string({ unit: character }), fc.stringMatching(/^[0-9.,eE +-]{0,12}$/));
    fc.assert(
      fc.property(texts, (text) => {
        const isAmount = parseAmountEntry(text, { unit }).ok;
        expect(isAmount && !spelling.test(text.trim())).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

test('coins are counted digit by digit, where floating point would be wrong', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 184_467_440_736n), fc.integer({ min: 1, max: 99_999_999 }), (whole, part) => {
      const entry = parseAmountEntry(`${whole}.${String(part).padStart(8, '0')}`);
      expect(entry).toEqual({ ok: true, pebbles: whole * 100_000_000n + BigInt(part) });
    }),
  );
});

test.each([
  ['   ', 'empty'],
  ['CRN', 'empty'],
  ['.', 'not_a_number'],
  ['12 5', 'not_a_number'],
  ['1,5', 'not_a_number'],
  ['1e8', 'not_a_number'],
  ['١٢', 'not_a_number'],
  ['-1', 'zero'],
  ['−1', 'zero'],
  ['0.00000000', 'zero'],
  ['0.000000001', 'too_many_decimals'],
  ['184467440737.09551616', 'too_large'],
])('%j coins: %s', (text, problem) => {
  expect(parseAmountEntry(text)).toEqual({ ok: false, problem });
});

test.each([
  ['', 'empty'],
  ['5 CRN', 'not_a_number'],
  ['1,000', 'not_a_number'],
  ['0.5', 'too_many_decimals'],
  ['5.', 'too_many_decimals'],
  ['-1', 'zero'],
  ['18446744073709551616', 'too_large'],
])('%j pebbles: %s', (text, problem) => {
  expect(parseAmountEntry(text, { unit: 'pebbles' })).toEqual({ ok: false, problem });
});

test('a fee may be the largest of a transaction, and not one pebble more', () => {
  const maximum = MAX_FEE;
  expect(parseAmountEntry('42.94967295', { maximum })).toEqual({ ok: true, pebbles: MAX_FEE });
  expect(parseAmountEntry('42.94967296', { maximum })).toEqual({ ok: false, problem: 'too_large' });
});
