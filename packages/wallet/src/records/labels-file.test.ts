import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import {
  LABEL_TYPES,
  LABELS_FILE_LIMITS,
  type LabelsFile,
  readLabelsFile,
  writeLabelsFile,
} from './labels-file.ts';

const [alice, bob] = ADDRESSES as [string, string];
const ID = 'ab'.repeat(32);
const XPUB = '{ "type": "xpub", "ref": "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1", "label": "Key" }';

function read(text: string): LabelsFile {
  const reading = readLabelsFile(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.file;
}

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

  test('keeps other programs’ records as they are', () => {
    const { records, others, damaged } = read(
      `${XPUB}\n${line({ type: 'output', ref: `${ID}:0`, spendable: false })}`,
    );
    expect([records, damaged]).toEqual([[], []]);
    expect(writeLabelsFile(records, others)).toBe(
      `${XPUB}\n{"type":"output","ref":"${ID}:0","spendable":false}\n`,
    );
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
    [`{"type":"xpub","ref":"x","label":"${'x'.repeat(2_000)}"}`],
  ])('reports a line that is not a record, and continues: %s', (bad) => {
    const file = read(`${line({ type: 'tx', ref: ID, label: 'Rent' })}${bad}\n${XPUB}\n`);
    expect(file.damaged).toEqual([{ line: 2, text: bad }]);
    expect(file.records).toHaveLength(1);
    expect(file.others).toEqual([XPUB]);
  });

  test('is refused if it is too large or has too many records', () => {
    const ids = (count: number, type: string) =>
      Array.from({ length: count }, (_, index) =>
        line({ type, ref: index.toString(16).padStart(64, '0'), label: 'x' }),
      ).join('');
    expect(readLabelsFile(' '.repeat(LABELS_FILE_LIMITS.length + 1))).toEqual({
      ok: false,
      problem: 'too_large',
    });
    expect(readLabelsFile(ids(LABELS_FILE_LIMITS.records + 1, 'tx'))).toEqual({
      ok: false,
      problem: 'too_many',
    });
    expect(readLabelsFile(ids(LABELS_FILE_LIMITS.otherRecords + 1, 'output'))).toEqual({
      ok: false,
      problem: 'too_many',
    });
    expect(readLabelsFile(ids(LABELS_FILE_LIMITS.records, 'tx')).ok).toBe(true);
  });
});
