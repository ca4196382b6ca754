// @vitest-environment happy-dom
import { encodeAddress, getNetwork } from '@cairn/protocol';
import { writeLabelsFile } from '@cairn/wallet/labels-file';
import { beforeEach, expect, it } from 'vitest';
import { MOST_WATCHED, readLabels, saveRecord } from '../../site/labels.ts';
import { importLabels } from './labels-file.tsx';

const ALICE = 'dTNtBDspuyAem62N1QLYBaoCL4YKU5AFeC';
const ID = 'ab'.repeat(32);
const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n');

beforeEach(() => localStorage.clear());

it('an import takes the labels of the file, keeps those it has not, and watches no address less', () => {
  saveRecord({ type: 'tx', ref: ID, label: 'Rent', watched: false });
  saveRecord({ type: 'addr', ref: ALICE, label: 'Bakery', watched: true });
  const file = lines(
    { type: 'tx', ref: ID, label: 'Rent May' },
    { type: 'addr', ref: ALICE, note: 'Open until six', watched: true },
    { type: 'addr', ref: `${ALICE.slice(0, -1)}D`, label: 'Typo' },
    { type: 'block', ref: 'cd'.repeat(32), label: 'First' },
  );
  expect(importLabels(`${file}\nbroken\n`)).toEqual({ count: 3, leftOut: 2 });
  expect(Object.fromEntries(readLabels().names)).toEqual({
    [ID]: 'Rent May',
    [ALICE]: 'Bakery',
    ['cd'.repeat(32)]: 'First',
  });
  expect(readLabels().byRef.get(ALICE)).toMatchObject({ watched: true, note: 'Open until six' });
});

it('an import of nothing, or of too much, changes nothing and says so', () => {
  expect(importLabels('')).toBe('none');
  expect(importLabels(' '.repeat(2_000_001))).toBe('large');
  const network = getNetwork('devnet');
  const many = Array.from({ length: MOST_WATCHED + 1 }, (_, at) => ({
    type: 'addr' as const,
    ref: encodeAddress(new Uint8Array(20).fill(at), network),
    label: '',
    watched: true,
  }));
  expect(importLabels(writeLabelsFile(many))).toBe('watched');
  expect(readLabels().text).toBe('');
});
