import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { CONTENTS_LIMITS } from '../vault/vault-contents.ts';
import { labelOf, setLabel } from './records.ts';
import {
  MAX_RECORDS_FILE_BYTES,
  readRecords,
  writeRecords,
  type RecordsFileResult,
  type Records,
} from './records.ts';

const [alice, bob, own] = ADDRESSES as [string, string, string];
const ID = 'ab'.repeat(32);
const mine: Records = {
  contacts: [{ address: alice, name: 'Ann', note: 'owes me a cake' }],
  labels: { [ID]: 'rent', [bob]: 'bakery' },
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

function read(text: string, accounts: readonly string[] = []): RecordsFileResult & { ok: true } {
  const reading = readRecords(bytesOf(text), new Set(accounts));
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
}

describe('a file of contacts and labels', () => {
  test('is BIP-329: contacts with their notes, labels and account names, one for each address', () => {
    const written = writeRecords(mine, [{ address: own, name: 'Savings' }]);
    expect(
      written
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      { type: 'tx', ref: ID, label: 'rent' },
      { type: 'addr', ref: bob, label: 'bakery' },
      { type: 'addr', ref: own, label: 'Savings', watched: true },
      { type: 'addr', ref: alice, label: 'Ann', note: 'owes me a cake' },
    ]);
    const both = writeRecords(mine, [{ address: alice, name: 'Account 1' }]);
    expect(both).toContain('"label":"Ann","watched":true,"note"');
  });

  test('restores everything in a new wallet, even a contact for an own account', () => {
    const contacts = [{ address: own, name: 'Miner', note: '' }, ...mine.contacts];
    const records = { contacts, labels: { [ID]: 'rent' } };
    const file = writeRecords(records, [
      { address: own, name: 'Account 0' },
      { address: bob, name: 'Account 1' },
    ]);
    expect(read(file, [own, bob])).toEqual({
      ok: true,
      records,
      skipped: 0,
    });
  });

  test('of another program has no notes, and keeps the account names of this wallet', () => {
    const file = lines(
      { type: 'addr', ref: alice, label: 'Annette' },
      { type: 'addr', ref: own, label: 'Not mine to name' },
      { type: 'tx', ref: ID, label: 'rent May' },
      { type: 'block', ref: 'cd'.repeat(32), label: 'The first' },
      { type: 'xpub', ref: 'x' },
    );
    expect(read(file, [own])).toMatchObject({
      records: {
        contacts: [{ address: alice, name: 'Annette', note: '' }],
        labels: { [ID]: 'rent May' },
      },
      skipped: 2,
    });
  });

  test.each([
    ['', 'no_records'],
    ['{}', 'no_records'],
    ['[]', 'no_records'],
    [lines({ type: 'xpub', ref: 'x' }), 'no_records'],
    [JSON.stringify({ format: 'cairn-vault', version: 1 }, undefined, 2), 'no_records'],
    ['\0'.repeat(1_000), 'no_records'],
  ])('%.40j is refused (%s)', (text, problem) => {
    expect(readRecords(bytesOf(text), new Set())).toEqual({ ok: false, problem });
  });
});

describe('a hostile file', () => {
  const good = lines({ type: 'tx', ref: ID, label: 'rent' });

  test('of 10 MB is refused without being parsed', () => {
    const huge = new Uint8Array(10_000_000).fill(0x20);
    huge.set(bytesOf(good));
    expect(huge.length).toBeGreaterThan(MAX_RECORDS_FILE_BYTES);
    expect(readRecords(huge, new Set())).toEqual({ ok: false, problem: 'too_many' });
    // Within the limit of bytes, above that of characters.
    expect(readRecords(huge.subarray(0, 3_000_000), new Set())).toEqual({
      ok: false,
      problem: 'too_many',
    });
  });

  test('with one line of deeply nested JSON loses only that line', () => {
    const deep = `{"type":"tx","ref":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const open = `{"type":${'{"a":'.repeat(200_000)}`;
    expect(read(`${deep}\n${good}${open}\n`)).toMatchObject({
      skipped: 2,
      records: { labels: { [ID]: 'rent' } },
    });
  });

  test.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('that is not UTF-8 is refused: %s', (_name, bytes) => {
    const file = new Uint8Array([...bytesOf(good), ...bytes]);
    expect(readRecords(file, new Set())).toEqual({ ok: false, problem: 'no_records' });
  });
});

test('a label is cleaned, cut, and removed by an empty text', () => {
  const labels = setLabel({}, ID, ` re\u202Ent ${'x'.repeat(500)}`);
  expect(labelOf(labels, ID)).toMatch(/^rent x{115}$/);
  expect(setLabel(labels, ID, '  ')).toEqual({});
  expect(labelOf({}, 'constructor')).toBeUndefined();
});

test('labels are limited; existing ones can still be changed', () => {
  const keys = Array.from({ length: CONTENTS_LIMITS.labels }, (_, index) =>
    index.toString(16).padStart(64, '0'),
  );
  const full = Object.fromEntries(keys.map((key) => [key, 'x']));
  expect(setLabel(full, ID, 'one more')).toBe(full);
  expect(setLabel(full, keys[7]!, 'y')).toEqual({ ...full, [keys[7]!]: 'y' });
});
