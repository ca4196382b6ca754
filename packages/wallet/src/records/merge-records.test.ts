import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { CONTENTS_LIMITS } from '../vault/vault-contents.ts';
import { labelOf, setLabel } from './labels.ts';
import { applyMerge, previewMerge } from './merge-records.ts';
import {
  decodeRecordsFile,
  encodeRecordsFile,
  MAX_RECORDS_FILE_LENGTH,
  type Records,
} from './records-file.ts';

const [alice, bob, carol] = ADDRESSES as [string, string, string];
const ID = 'ab'.repeat(32);
const mine: Records = {
  contacts: [
    { address: alice, name: 'Ann', note: '' },
    { address: bob, name: 'Ben', note: '' },
  ],
  labels: { [ID]: 'rent' },
};

describe('the records file', () => {
  test('is read back as it was written', () => {
    expect(decodeRecordsFile(encodeRecordsFile('devnet', mine), 'devnet')).toEqual({
      ok: true,
      records: mine,
    });
  });

  const file = (change: object): string =>
    JSON.stringify({ ...(JSON.parse(encodeRecordsFile('devnet', mine)) as object), ...change });

  test.each([
    ['', 'not_json'],
    ['{"a":', 'not_json'],
    ['[]', 'not_records'],
    ['{}', 'not_records'],
    [file({ format: 'cairn-vault' }), 'not_records'],
    [file({ version: 2 }), 'newer_version'],
    [file({ network: 'testnet' }), 'other_network'],
    [file({ contacts: {} }), 'not_records'],
    [file({ contacts: [{ name: 'x' }] }), 'not_records'],
    [file({ contacts: [null] }), 'not_records'],
    [file({ labels: [] }), 'not_records'],
    [file({ labels: { [ID]: 7 } }), 'not_records'],
    [file({ contacts: Array.from({ length: 1_001 }, () => mine.contacts[0]) }), 'too_many'],
    [' '.repeat(MAX_RECORDS_FILE_LENGTH + 1), 'too_large'],
  ])('%.40s is refused (%s) § records imported file', (text, problem) =>
    expect(decodeRecordsFile(text, 'devnet')).toEqual({ ok: false, problem }),
  );
});

describe('a merge', () => {
  const theirs: Records = {
    contacts: [
      { address: alice, name: 'Ann', note: '' },
      { address: bob, name: 'Benjamin', note: '' },
      { address: carol, name: 'Carol', note: 'new' },
      { address: ADDRESSES[3]!, name: 'carol', note: '' },
      { address: `${carol.slice(0, -1)}1`, name: 'Broken', note: '' },
    ],
    labels: { [ID]: 'rent May', [alice]: 'bakery', __proto__x: 'junk' },
  };
  const preview = previewMerge(mine, theirs, 'devnet');

  test('is looked at before anything changes § records import preview', () => {
    expect(preview).toMatchObject({
      added: [{ name: 'Carol' }],
      changed: [{ from: { name: 'Ben' }, to: { name: 'Benjamin' } }],
      unchanged: 1,
      refused: [
        { contact: { name: 'carol' }, problem: { field: 'name', problem: 'taken' } },
        { contact: { name: 'Broken' }, problem: { field: 'address', problem: 'invalid' } },
      ],
      newLabels: { [alice]: 'bakery' },
      changedLabels: { [ID]: 'rent May' },
    });
    expect(preview.newLabels).not.toHaveProperty('__proto__x');
  });

  test('keeps what is known unless it is told to replace it § records import merge', () => {
    const kept = applyMerge(mine, preview, false);
    expect(kept.contacts.map(({ name }) => name)).toEqual(['Ann', 'Ben', 'Carol']);
    expect(kept.labels).toEqual({ [ID]: 'rent', [alice]: 'bakery' });
    const replaced = applyMerge(mine, preview, true);
    expect(replaced.contacts.map(({ name }) => name)).toEqual(['Ann', 'Benjamin', 'Carol']);
    expect(replaced.labels).toEqual({ [ID]: 'rent May', [alice]: 'bakery' });
  });

  test('a label that differs by what cannot be seen is no other one', () => {
    const { newLabels, changedLabels } = previewMerge(
      mine,
      { contacts: [], labels: { [ID]: ' re\u202Ent\u200B', [alice]: '\u200B' } },
      'devnet',
    );
    expect([newLabels, changedLabels]).toEqual([{}, {}]);
  });

  test('of what was exported changes nothing', () => {
    expect(previewMerge(mine, mine, 'devnet')).toMatchObject({
      added: [],
      changed: [],
      unchanged: 2,
      refused: [],
    });
  });
});

test('a label is cleaned, cut, and removed by an empty text', () => {
  const labels = setLabel({}, ID, ` re\u202Ent ${'x'.repeat(500)}`);
  expect(labelOf(labels, ID)).toMatch(/^rent x{115}$/);
  expect(setLabel(labels, ID, '  ')).toEqual({});
  expect(labelOf({}, 'constructor')).toBeUndefined();
});

test('labels have an end; one that is there already can still be changed', () => {
  const keys = Array.from({ length: CONTENTS_LIMITS.labels }, (_, index) =>
    index.toString(16).padStart(64, '0'),
  );
  const full = Object.fromEntries(keys.map((key) => [key, 'x']));
  expect(setLabel(full, ID, 'one more')).toBe(full);
  expect(setLabel(full, keys[7]!, 'y')).toEqual({ ...full, [keys[7]!]: 'y' });
});
