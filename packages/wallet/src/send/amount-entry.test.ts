import { formatCoins, MAX_U64 } from '@cairn/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmountEntry, MAX_FEE, parseAmountEntry } from './amount-entry.ts';

const amount = fc.bigInt({ min: 1n, max: MAX_U64 });

describe('amount entry', () => {
  test('reads back exactly every amount that can be shown', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 8 }), (pebbles, minimumFractionDigits) => {
        const text = formatCoins(pebbles, { minimumFractionDigits });
        expect(parseAmountEntry(text)).toEqual({ ok: true, pebbles });
        expect(parseAmountEntry(`  ${text} CRN `)).toEqual({ ok: true, pebbles });
      }),
    );
  });

  test('agrees with integer arithmetic digit by digit, where floating point would not', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 184_467_440_736n), fc.integer({ min: 0, max: 99_999_999 }), (whole, part) => {
        const entry = parseAmountEntry(`${whole}.${String(part).padStart(8, '0')}`);
        const pebbles = whole * 100_000_000n + BigInt(part);
        expect(entry).toEqual(pebbles === 0n ? { ok: false, problem: 'zero' } : { ok: true, pebbles });
      }),
    );
  });

  test('never throws, and accepts a text only as the amount that it spells', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9.,eE +-]{0,12}$/)),
        (text) => {
          const spelled = /^(?:\d+\.?\d*|\.\d+)\s*(?:CRN)?$/i.test(text.trim());
          expect(spelled || !parseAmountEntry(text).ok).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['CRN', 'empty'],
    ['.', 'not_a_number'],
    ['1.2.3', 'not_a_number'],
    ['12 5', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['١٢', 'not_a_number'],
    ['Infinity', 'not_a_number'],
    ['1,5', 'not_a_number'],
    ['1,000.50', 'not_a_number'],
    ['1e8', 'not_a_number'],
    ['1.5E-3', 'not_a_number'],
    ['-1', 'zero'],
    ['−1', 'zero'],
    ['0', 'zero'],
    ['0.00000000', 'zero'],
    ['0.000000001', 'too_many_decimals'],
    ['184467440737.09551616', 'too_large'],
    ['99999999999999999999999999999999999999', 'too_large'],
  ])('names the problem of %j: %s', (text, problem) => {
    expect(parseAmountEntry(text)).toEqual({ ok: false, problem });
  });

  test('accepts the largest amounts of a transaction and not one pebble more', () => {
    expect(parseAmountEntry('184467440737.09551615')).toEqual({ ok: true, pebbles: MAX_U64 });
    expect(parseAmountEntry('42.94967295', { maximum: MAX_FEE })).toEqual({ ok: true, pebbles: MAX_FEE });
    expect(parseAmountEntry('42.94967296', { maximum: MAX_FEE })).toEqual({
      ok: false,
      problem: 'too_large',
    });
  });
});

describe('amount entry in pebbles', () => {
  const unit = 'pebbles' as const;

  test('reads back exactly every amount, and nothing but whole numbers', () => {
    fc.assert(
      fc.property(amount, (pebbles) => {
        expect(parseAmountEntry(String(pebbles), { unit })).toEqual({ ok: true, pebbles });
        expect(parseAmountEntry(` ${pebbles} pebbles `, { unit })).toEqual({ ok: true, pebbles });
        expect(parseAmountEntry(`${pebbles}.5`, { unit })).toEqual({
          ok: false,
          problem: 'too_many_decimals',
        });
      }),
    );
  });

  test('never throws, and accepts a text only as the amount that it spells', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9.,e +-]{0,9}$/)),
        (text) => {
          const spelled = /^\d+\s*(?:pebbles?)?$/i.test(text.trim());
          expect(spelled || !parseAmountEntry(text, { unit }).ok).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['', 'empty'],
    ['.', 'not_a_number'],
    ['5 CRN', 'not_a_number'],
    ['0.5', 'too_many_decimals'],
    ['5.', 'too_many_decimals'],
    ['1,000', 'not_a_number'],
    ['1e8', 'not_a_number'],
    ['-1', 'zero'],
    ['0', 'zero'],
    ['18446744073709551616', 'too_large'],
  ])('names the problem of %j: %s', (text, problem) => {
    expect(parseAmountEntry(text, { unit })).toEqual({ ok: false, problem });
  });
});

describe('changing the unit', () => {
  test('keeps the exact amount in both directions', () => {
    fc.assert(
      fc.property(amount, (pebbles) => {
        const inCoins = formatAmountEntry(pebbles, 'crn');
        expect(parseAmountEntry(inCoins)).toEqual({ ok: true, pebbles });
        const inPebbles = formatAmountEntry(pebbles, 'pebbles');
        expect(parseAmountEntry(inPebbles, { unit: 'pebbles' })).toEqual({ ok: true, pebbles });
      }),
    );
  });
});
