import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { CONTENTS_LIMITS } from '../vault/vault-contents.ts';
import { applyMerge, previewMerge } from './contacts.ts';
import type { Records } from './records.ts';

const [alice, bob, carol] = ADDRESSES as [string, string, string];
const ID = 'ab'.repeat(32);
const mine: Records = {
  contacts: [
    { address: alice, name: 'Ann', note: '' },
    { address: bob, name: 'Ben', note: '' },
  ],
  labels: { [ID]: 'rent' },
};

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

  test('is previewed before anything changes', () => {
    expect(preview).toMatchObject({
      added: { contacts: [{ name: 'Carol' }], labels: { [alice]: 'bakery' } },
      changed: { contacts: [{ name: 'Benjamin' }], labels: { [ID]: 'rent May' } },
      refused: ['carol', 'Broken'],
    });
    expect(preview.added.labels).not.toHaveProperty('__proto__x');
  });

  test('keeps existing entries unless they are to be replaced', () => {
    const kept = applyMerge(mine, preview, false);
    expect(kept.contacts.map(({ name }) => name)).toEqual(['Ann', 'Ben', 'Carol']);
    expect(kept.labels).toEqual({ [ID]: 'rent', [alice]: 'bakery' });
    const replaced = applyMerge(mine, preview, true);
    expect(replaced.contacts.map(({ name }) => name)).toEqual(['Ann', 'Benjamin', 'Carol']);
    expect(replaced.labels).toEqual({ [ID]: 'rent May', [alice]: 'bakery' });
  });

  test('a label that differs only in invisible characters is the same', () => {
    const { added, changed } = previewMerge(
      mine,
      { contacts: [], labels: { [ID]: ' re\u202Ent\u200B', [alice]: '\u200B' } },
      'devnet',
    );
    expect([added.labels, changed.labels]).toEqual([{}, {}]);
  });

  test('reports the new labels for which the wallet has no room, and imports the others', () => {
    const idOf = (number: number): string => number.toString(16).padStart(64, '0');
    const labelsFrom = (first: number, count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [idOf(first + index), 'rent']));
    const current = { contacts: [], labels: labelsFrom(0, CONTENTS_LIMITS.labels - 1) };
    const imported = { contacts: [], labels: { ...labelsFrom(10_000, 3), [idOf(0)]: 'rope' } };
    const full = previewMerge(current, imported, 'devnet');
    expect(full).toMatchObject({
      added: { labels: { [idOf(10_000)]: 'rent' } },
      refused: ['rent', 'rent'],
      changed: { labels: { [idOf(0)]: 'rope' } },
    });
    const { labels } = applyMerge(current, full, true);
    expect(Object.keys(labels)).toHaveLength(CONTENTS_LIMITS.labels);
    expect(labels).toMatchObject({ ...full.added.labels, ...full.changed.labels });
  });

  test('of an exported file changes nothing', () => {
    const nothing = { contacts: [], labels: {} };
    expect(previewMerge(mine, mine, 'devnet')).toEqual({ added: nothing, changed: nothing, refused: [] });
  });
});
