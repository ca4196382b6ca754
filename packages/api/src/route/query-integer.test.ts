import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_INTEGER_LENGTH, parseQueryInteger } from './query-integer.ts';

/** Every row was measured on pydantic 2.13 (`TypeAdapter(int).validate_python`). */
const ACCEPTED: readonly (readonly [string, bigint])[] = [
  ['5', 5n],
  ['05', 5n],
  ['0000000000000000000000000000005', 5n],
  ['+5', 5n],
  ['+05', 5n],
  ['-5', -5n],
  ['-05', -5n],
  ['-0', 0n],
  ['+0', 0n],
  ['00', 0n],
  [' 1 ', 1n],
  ['\t5\n', 5n],
  ['\u000b5\u000c', 5n],
  ['\u00a05', 5n],
  ['\u00855', 5n],
  ['\u2003 5', 5n],
  ['1_0', 10n],
  ['1_0_0', 100n],
  ['-1_0', -10n],
  ['0_5', 5n],
  ['000_1', 1n],
  ['0_0', 0n],
  ['5.0', 5n],
  ['5.00', 5n],
  ['5.000', 5n],
  ['0.0', 0n],
  ['-0.0', 0n],
  ['-1.0', -1n],
  ['+00005.00', 5n],
  ['5_0.0', 50n],
  ['5.0 ', 5n],
  [`5.${'0'.repeat(5000)}`, 5n],
  [`${'0'.repeat(5000)}5`, 5n],
  [`-${'0'.repeat(4300)}`, 0n],
  // Oddities of pydantic that are reproduced.
  ['0__5', 5n],
  ['-0__5', -5n],
  ['0-5', -5n],
  ['0_-5', -5n],
  ['+0-5', -5n],
  ['0-_5', -5n],
];

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'text that is not a decimal integer': [
    '',
    ' ',
    'abc',
    '1.5',
    '1e1',
    '1.0e1',
    '5e0',
    '0x5',
    '0b1',
    '0o7',
    '5n',
    'true',
    'null',
    'nan',
    'inf',
  ],
  'a fraction that is not zeros after digits': [
    '5.',
    '0.',
    '.0',
    '+.0',
    '5..0',
    '5.0.0',
    '5 .0',
    '3. 0',
    '5.0_0',
    '5._0',
    '5_.0',
    '1.0_',
    '0_.0',
  ],
  'misplaced underscores': ['_1', '1_', '1__0', '_', '0_', '0__', '+_5', '-_5', '1_0_', '-1__0', '0_1__0'],
  'misplaced signs': [
    '+',
    '-',
    '+ 5',
    '- 5',
    '--5',
    '++5',
    '+-5',
    '-+5',
    '0--5',
    '-0-5',
    '0-05',
    '1-5',
    '0+5',
  ],
  'other characters within or around the digits': [
    '1 0',
    '1,000',
    '\u200b5',
    '\ufeff5',
    '\u180e5',
    '\u001f5',
    '\u00005',
    '5\u0000',
  ],
  'digits outside of ASCII': ['５', '٥', '1٠', '²', '\u{1d7d8}'],
};

const ONE = '1';

describe('parseQueryInteger', () => {
  it.each(ACCEPTED)('reads %j as FastAPI does', (text, value) => {
    expect(parseQueryInteger(text)).toBe(value);
  });

  it.each(Object.entries(REFUSED))('refuses %s as FastAPI does', (_, texts) => {
    for (const text of texts) expect([text, parseQueryInteger(text)]).toEqual([text, 'int_parsing']);
  });

  it('reads up to 4,300 characters exactly', () => {
    expect(parseQueryInteger(ONE.repeat(4300))).toBe(BigInt(ONE.repeat(4300)));
    expect(parseQueryInteger(`-${ONE.repeat(4299)}`)).toBe(-BigInt(ONE.repeat(4299)));
    expect(parseQueryInteger(Array<string>(4300).fill(ONE).join('_'))).toBe(BigInt(ONE.repeat(4300)));
    expect(parseQueryInteger(`  ${ONE.repeat(4300)}.0`)).toBe(BigInt(ONE.repeat(4300)));
  });

  it.each([
    ['4,301 digits', ONE.repeat(4301)],
    ['a minus and 4,300 digits', `-${ONE.repeat(4300)}`],
    ['4,301 digits and a fraction', `${ONE.repeat(4301)}.0`],
    ['4,301 digits and junk', `${ONE.repeat(4301)}x`],
    ['4,301 digits and a space', `${ONE.repeat(4301)} `],
  ])('calls %s too long', (_, text) => {
    expect(parseQueryInteger(text)).toBe('int_parsing_size');
  });

  it.each([
    ['a space before', ` ${ONE.repeat(4301)}`],
    ['a plus before', `+${ONE.repeat(4301)}`],
    ['a zero before', `0${ONE.repeat(4301)}`],
    ['underscores between', Array<string>(4301).fill(ONE).join('_')],
    ['no digit at all', 'x'.repeat(5000)],
  ])('refuses 4,301 digits with %s as not an integer', (_, text) => {
    expect(parseQueryInteger(text)).toBe('int_parsing');
  });

  it('handles long white space in linear time', () => {
    const started = performance.now();
    expect(parseQueryInteger(`1${' '.repeat(1_000_000)}x`)).toBe('int_parsing');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('parses every integer in every accepted form', () => {
    const space = fc.stringMatching(/^[ \t\n\u00a0\u2003]{0,3}$/);
    const dress = fc.record({
      value: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
      before: space,
      after: space,
      zeros: fc.integer({ min: 0, max: 5 }),
      fraction: fc.constantFrom('', '.0', '.000'),
      plus: fc.boolean(),
      grouped: fc.boolean(),
    });
    fc.assert(
      fc.property(dress, ({ value, before, after, zeros, fraction, plus, grouped }) => {
        const sign = value < 0n ? '-' : plus ? '+' : '';
        const digits = String(value < 0n ? -value : value);
        const body = grouped ? digits.split('').join('_') : digits;
        const text = `${before}${sign}${'0'.repeat(zeros)}${body}${fraction}${after}`;
        expect(parseQueryInteger(text)).toBe(value);
      }),
    );
  });

  it('returns an integer or an error code for any text, and an integer only if it has a digit', () => {
    const near = fc.array(fc.constantFrom('0', '1', '9', '_', '-', '+', '.', ' ', 'e', 'x', '٥'), {
      maxLength: 8,
    });
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      near.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (input) => {
        const result = parseQueryInteger(input);
        if (typeof result === 'bigint')
          expect(input).toMatch(/^[\s\u0085]*[-+]?[0-9][-0-9_]*(\.0+)?[\s\u0085]*$/);
        else expect(result).toBe(input.length > MAX_INTEGER_LENGTH ? result : 'int_parsing');
      }),
      { numRuns: 2_000 },
    );
  });
});
