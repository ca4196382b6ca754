import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows, type CsvField } from './csv.ts';

/** An independent parser of RFC 4180. */
function readLine(line: string): string[] {
  const fields: string[] = [];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  for (const [, text = '', end] of line.matchAll(field)) {
    fields.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end === '\r\n') break;
  }
  return fields;
}

const fieldOf = (field: CsvField) => csvRows([[field]]).slice(0, -2);

test('a row is parsed back to the same fields, whatever they contain', () => {
  const unit = fc.nat(0x10_ff_ff).map((point) => String.fromCodePoint(point));
  const plain = fc.string({ unit }).map((text) => text.replaceAll(/[=+\-@＝＋－＠\t\r]/gu, ''));
  fc.assert(
    fc.property(fc.array(plain, { minLength: 1 }), (fields) => {
      expect(readLine(csvRows([fields]))).toEqual(fields);
    }),
  );
});

test.each([',', ';', '\t', '"', '\r', '\n'])('a text with %j is one field, for every reader', (separator) => {
  const text = `rent${separator}May`;
  expect(fieldOf(text)).toBe(`"${text.replace('"', '""')}"`);
});

describe('formulas', () => {
  test.each([
    '=HYPERLINK("http://x")',
    '+49',
    '-A1',
    '-1+1',
    '-5',
    '@SUM(A1)',
    '\t=1',
    '\rx',
    '＝1',
    '＋1',
    '－1',
    '＠A',
  ])('%j is made harmless', (text) => expect(readLine(csvRows([[text]]))[0]).toMatch(/^'/));
  test.each([' =1', '\u0000=1', '\n=1', ';=1+1', 'rent;=HYPERLINK("x")', 'a; "@x', 'a\n-b', 'x\t+1'])(
    '%j is harmless too if another separator splits it into fields',
    (text) => {
      const parts = fieldOf(text)
        .split(/[;\t\n]/)
        .map((part) => part.replaceAll(/[\s\p{Cc}"]/gu, ''));
      expect(parts.filter((part) => /^[=+\-@]/.test(part))).toEqual([]);
    },
  );
  test.each([-5, -12.5, 7, -9_007_199_254_740_993n])('the number %s stays as it is', (number) =>
    expect(fieldOf(number)).toBe(String(number)),
  );
  test.each(['0.00001', '184467440737.09551615', 'rent', 'a=b'])('%j stays as it is', (text) =>
    expect(fieldOf(text)).toBe(text),
  );
  test('no text ever starts like a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(/^"?\s*[=+\-@＝＋－＠]/u.test(fieldOf(text))).toBe(false);
      }),
    );
  });
});
