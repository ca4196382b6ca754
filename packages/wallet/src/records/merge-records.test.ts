import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { CONTENTS_LIMITS } from '../vault/vault-contents.ts';
import { importRecords } from './contacts.ts';
import type { Records } from './records.ts';

const [alice, bob, carol] = ADDRESSES as [string, string, string];
const [ID, OTHER_ID] = ['ab'.repeat(32), 'cd'.repeat(32)] as const;
const mine: Records = {
  contacts: [
    { address: alice, name: 'Ann', note: '' },
    { address: bob, name: 'Ben', note: 'tall' },
  ],
  labels: { [ID]: 'rent' },
};
const run = (imported: Records, current = mine) =>
  importRecords(current, imported, { network: 'devnet', own: [] });

describe('an import', () => {
  const theirs: Records = {
    contacts: [
      { address: alice, name: 'Ann', note: '' },
      { address: bob, name: 'Benjamin', note: '' },
      { address: carol, name: 'Carol', note: 'new' },
      { address: ADDRESSES[3]!, name: 'carol', note: '' },
      { address: `${carol.slice(0, -1)}1`, name: 'Broken', note: '' },
    ],
    labels: { [ID]: 'rent May', [OTHER_ID]: 'bakery' },
  };

  test('adds what is new, keeps its own where they differ, and names what it leaves out', () => {
    const { records, ...counts } = run(theirs);
    expect(counts).toEqual({ added: 2, refused: ['Benjamin', 'carol', 'Broken', 'rent May'] });
    expect(records.contacts.map(({ name }) => name)).toEqual(['Ann', 'Ben', 'Carol']);
    expect(records.labels).toEqual({ [ID]: 'rent', [OTHER_ID]: 'bakery' });
  });

  test('of another program, which keeps no notes, leaves those of the wallet', () => {
    const contacts = [{ address: bob, name: 'Ben', note: '' }];
    expect(run({ contacts, labels: {} })).toEqual({ records: mine, added: 0, refused: [] });
  });

  test('adds no more contacts than a wallet holds', () => {
    const contacts = Array.from({ length: CONTENTS_LIMITS.contacts }, (_, index) => {
      return { address: `d${index}`, name: `Friend ${index}`, note: '' };
    });
    const full = run(
      { contacts: [{ address: carol, name: 'Carol', note: '' }], labels: {} },
      { contacts, labels: {} },
    );
    expect(full).toMatchObject({ added: 0, refused: ['Carol'] });
  });

  test('a label that differs only in invisible characters is the same', () => {
    const labels = { [ID]: ' re\u202Ent\u200B', [OTHER_ID]: '\u200B' };
    expect(run({ contacts: [], labels })).toEqual({ records: mine, added: 0, refused: [] });
  });

  test('reports the new labels for which the wallet has no room, and imports the others', () => {
    const idOf = (number: number): string => number.toString(16).padStart(64, '0');
    const labelsFrom = (first: number, count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [idOf(first + index), 'rent']));
    const current = { contacts: [], labels: labelsFrom(0, CONTENTS_LIMITS.labels - 1) };
    const labels = { ...labelsFrom(10_000, 3), [idOf(0)]: 'rope' };
    const full = run({ contacts: [], labels }, current);
    expect(full).toMatchObject({ added: 1, refused: ['rent', 'rent', 'rope'] });
    expect(Object.keys(full.records.labels)).toHaveLength(CONTENTS_LIMITS.labels);
    expect(full.records.labels).toMatchObject({ [idOf(10_000)]: 'rent', [idOf(0)]: 'rent' });
  });
});
