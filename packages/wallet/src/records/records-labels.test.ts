import { expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { type LabelsFile, readLabelsFile, writeLabelsFile } from './labels-file.ts';
import { encodeRecordsFile, type Records } from './records-file.ts';
import { isLabelsFile, labelsOfRecords, recordsOfLabels } from './records-labels.ts';

const [alice, bob, own] = ADDRESSES as [string, string, string];
const ID = 'ab'.repeat(32);
const mine: Records = {
  contacts: [{ address: alice, name: 'Ann', note: 'owes me a cake' }],
  labels: { [ID]: 'rent', [bob]: 'bakery' },
};

function read(text: string): LabelsFile {
  const reading = readLabelsFile(text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.file;
}

test('contacts, labels and account names leave as labels, one for each address; notes stay', () => {
  const written = writeLabelsFile(labelsOfRecords(mine, [{ address: own, name: 'Savings' }]));
  expect(
    written
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([
    { type: 'tx', ref: ID, label: 'rent' },
    { type: 'addr', ref: bob, label: 'bakery' },
    { type: 'addr', ref: own, label: 'Savings', watched: true },
    { type: 'addr', ref: alice, label: 'Ann' },
  ]);
  const both = labelsOfRecords(mine, [{ address: alice, name: 'Account 1' }]);
  expect(both.filter(({ ref }) => ref === alice)).toMatchObject([{ label: 'Ann', watched: true }]);
});

test('labels come in as contacts and labels: notes and own accounts stay as they are', () => {
  const file = read(
    [
      { type: 'addr', ref: alice, label: 'Annette' },
      { type: 'addr', ref: bob, label: 'b'.repeat(100) },
      { type: 'addr', ref: own, label: 'Not mine to name' },
      { type: 'tx', ref: ID, label: 'rent May' },
      { type: 'block', ref: 'cd'.repeat(32), label: 'The first' },
    ]
      .map((record) => JSON.stringify(record))
      .join('\n'),
  );
  expect(recordsOfLabels(file, mine, new Set([own]))).toEqual({
    ok: true,
    records: {
      contacts: [
        { address: alice, name: 'Annette', note: 'owes me a cake' },
        { address: bob, name: 'b'.repeat(60), note: '' },
      ],
      labels: { [ID]: 'rent May' },
    },
  });
});

test('more names than the address book holds are refused', () => {
  const address = (index: number) => `d${index.toString().replaceAll('0', 'z').padStart(33, 'y')}`;
  const lines = Array.from({ length: 1_001 }, (_, index) =>
    JSON.stringify({ type: 'addr', ref: address(index), label: `${index}` }),
  );
  expect(recordsOfLabels(read(lines.join('\n')), mine, new Set())).toEqual({
    ok: false,
    problem: 'too_many',
  });
});

test('a file of labels is told from one of the wallet’s records', () => {
  expect(isLabelsFile(writeLabelsFile(labelsOfRecords(mine)))).toBe(true);
  expect(isLabelsFile(`\uFEFF\n{"type":"xpub","ref":"x"}\n`)).toBe(true);
  const others = ['', '{}', '[]', 'type', encodeRecordsFile('devnet', mine), '{"type":7,"ref":8}'];
  expect(others.filter(isLabelsFile)).toEqual([]);
});
