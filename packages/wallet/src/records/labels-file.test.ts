import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { LABEL_TYPES, LABELS_FILE_LIMITS, readLabelsFile, writeLabelsFile } from './labels-file.ts';

const [alice, bob] = ADDRESSES as [string, string];
const ID = 'ab'.repeat(32);

const read = (text: string) => readLabelsFile(text)!;
const line = (fields: object): string => `${JSON.stringify(fields)}\n`;

describe('a file of labels', () => {
  test('is read as it was written, with any label', () => {
    const record = fc
      .record({
        type: fc.constantFrom(...LABEL_TYPES),
        hex: fc.stringMatching(/^[0-9a-f]{64}$/),
        address: fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{34}$/),
        label: fc.string({ unit: 'grapheme', maxLength: 200 }),
        watched: fc.boolean(),
      })
      .map(({ type, hex, address, label, watched }) => ({
        type,
        ref: type === 'addr' ? address : hex,
        label,
        ...(type === 'addr' && { watched }),
      }));
    fc.assert(
      fc.property(fc.array(record), (written) => {
        const once = read(written.map(line).join(''));
        expect(read(writeLabelsFile(once.records)).records).toEqual(once.records);
      }),
    );
  });

  test('has notes of contacts only', () => {
    const text = line({ type: 'addr', ref: alice, label: 'Bakery', note: 'Open until six' });
    expect(read(text).records).toMatchObject([{ note: 'Open until six' }]);
    expect(writeLabelsFile(read(text).records)).toBe(text);
    const [long] = read(line({ type: 'addr', ref: bob, label: 'B', note: 'x'.repeat(281) })).records;
    expect(long!.note).toBe('x'.repeat(280));
    for (const fields of [
      { type: 'addr', ref: alice, note: 7 },
      { type: 'tx', ref: ID, note: 'x' },
    ])
      expect(read(line({ ...fields, label: 'x' })).records[0]).not.toHaveProperty('note');
  });

  test('may come from elsewhere: BOM, CRLF, blank lines, upper case, further fields, no last line end', () => {
    const text = `\uFEFF{"type":"tx","ref":"${ID.toUpperCase()}","label":"Rent","height":7,"origin":"wpkh()"}\r\n\r\n  \n${line({ type: 'addr', ref: alice, label: 'A' }).trim()}`;
    expect(read(text).records).toEqual([
      { type: 'tx', ref: ID, label: 'Rent', watched: false },
      { type: 'addr', ref: alice, label: 'A', watched: false },
    ]);
  });

  test('cuts long labels; of several for one object the last one wins', () => {
    const file = read(
      line({ type: 'tx', ref: ID, label: 'first' }) + line({ type: 'tx', ref: ID, label: 'x'.repeat(121) }),
    );
    expect(file).toMatchObject({ records: [{ label: 'x'.repeat(120) }] });
  });

  test.each([
    ['not json'],
    ['\0\u{fffd}'],
    ['[]'],
    ['null'],
    ['7'],
    ['{}'],
    [`{"type":"tx","ref":"${ID}","label":`],
    [`{"type":"tx","ref":7,"label":"x"}`],
    [`{"type":"tx","ref":"${ID}","label":{"toString":1}}`],
    [`{"type":"tx","ref":"${ID.slice(2)}","label":"x"}`],
    [`{"type":"addr","ref":"__proto__","label":"x"}`],
    [`{"__proto__":{"type":"tx","ref":"${ID}","label":"x"}}`],
    [`{"type":"addr","ref":"${alice}<script>","label":"x"}`],
    ['{ "type": "xpub", "ref": "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1", "label": "Key" }'],
    [`{"type":"tx","ref":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    [`{"type":${'{"a":'.repeat(200_000)}`],
  ])('counts a line that is no record, and continues: %.60s', (bad) => {
    const { records, skipped } = read(`${bad}\n${line({ type: 'tx', ref: ID, label: 'Rent' })}`);
    expect([records.length, skipped]).toEqual([1, 1]);
  });

  test('is refused if it is too large or has too many records', () => {
    const records = Array.from({ length: LABELS_FILE_LIMITS.records + 1 }, (_, index) =>
      line({ type: 'tx', ref: index.toString(16).padStart(64, '0'), label: 'x' }),
    );
    expect(readLabelsFile(' '.repeat(LABELS_FILE_LIMITS.length + 1))).toBeUndefined();
    expect(readLabelsFile(records.join(''))).toBeUndefined();
    expect(read(records.slice(1).join('')).records).toHaveLength(LABELS_FILE_LIMITS.records);
  });
});
