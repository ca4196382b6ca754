import { encodeAddress, getNetwork } from '@cairn/protocol';
import { type LabelRecord, readLabelsFile, writeLabelsFile } from '@cairn/wallet/labels-file';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeLabels, saveRecord, readLabels, MOST_WATCHED } from '../../site/labels.ts';
import { onStored } from '@cairn/ui';
import { LABELS_KEY } from '../../site/settings.ts';
import { importLabels } from './import-labels.ts';

// @vitest-environment happy-dom

const ALICE = 'dTNtBDspuyAem62N1QLYBaoCL4YKU5AFeC';
const ID = 'ab'.repeat(32);
const XPUB = '{ "type": "xpub", "ref": "x", "label": "Key" }';
const rent: LabelRecord = { type: 'tx', ref: ID, label: 'Rent', watched: false };
const bakery: LabelRecord = { type: 'addr', ref: ALICE, label: 'Bakery', watched: true };

const text = () => localStorage.getItem(LABELS_KEY);
const store = (text: string) => localStorage.setItem(LABELS_KEY, text);

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('labels', () => {
  it('are stored by identifier, and announced to the page', () => {
    const told = vi.fn<() => void>();
    const end = onStored(told);
    expect(saveRecord(rent)).toBeUndefined();
    expect(saveRecord(bakery)).toBeUndefined();
    end();
    expect(told).toHaveBeenCalledTimes(2);
    expect(readLabels().names).toEqual(
      new Map([
        [ID, 'Rent'],
        [ALICE, 'Bakery'],
      ]),
    );
    expect(readLabels().byRef.get(ALICE)).toEqual(bakery);
  });

  it('are removed without a label and watch flag, together with the storage item', () => {
    saveRecord(bakery);
    saveRecord({ ...bakery, label: '' });
    expect(readLabels().names.size).toBe(0);
    expect(readLabels().byRef.get(ALICE)?.watched).toBe(true);
    saveRecord({ ...bakery, label: '', watched: false });
    expect(text()).toBeNull();
  });

  it('of another tab are not overwritten', () => {
    saveRecord(rent);
    store(`${text()}{"type":"addr","ref":"${ALICE}","label":"Other tab"}\n`);
    saveRecord({ ...rent, label: 'Rent May' });
    expect([...readLabels().names.values()].toSorted()).toEqual(['Other tab', 'Rent May']);
  });

  it('keep the lines of the stored text that are not labels', () => {
    store(`{"type":"tx","ref":"${ID}","label":"Rent"}\nbroken\n${XPUB}\n`);
    saveRecord(bakery);
    expect(text()).toContain('broken\n');
    expect(text()).toContain(XPUB);
    expect(readLabels().names.size).toBe(2);
  });

  describe('with more watched addresses than allowed', () => {
    const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    const many = (count: number): LabelRecord[] =>
      Array.from(letters.slice(0, count), (letter) => ({
        type: 'addr',
        ref: letter.repeat(34),
        label: '',
        watched: true,
      }));

    it('accept no other address, but still labels', () => {
      store(writeLabelsFile(many(MOST_WATCHED)));
      const before = text();
      expect(saveRecord(bakery)).toBe('watched');
      expect(text()).toBe(before);
      expect(saveRecord({ ...bakery, watched: false })).toBeUndefined();
    });

    it('allow removing addresses one by one', () => {
      const all = many(MOST_WATCHED + 2);
      store(writeLabelsFile(all));
      expect(saveRecord({ ...all[0]!, watched: false })).toBeUndefined();
      expect(readLabels().file.records).toHaveLength(MOST_WATCHED + 1);
      expect(saveRecord(bakery)).toBe('watched');
    });
  });

  it('that storage refuses, or that are more than a file can hold, are reported', () => {
    const fail = () => {
      throw new DOMException('SecurityError', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: fail });
    expect(saveRecord(rent)).toBe('forbidden');
    vi.unstubAllGlobals();
    const many = Array.from({ length: 7_501 }, (_, at) => ({ ...rent, ref: `${at}`.padStart(64, '0') }));
    expect(changeLabels(() => many)).toBe('full');
    expect(text()).toBeNull();
  });
});

describe('an import', () => {
  const read = (...records: object[]) => {
    const reading = readLabelsFile(records.map((record) => JSON.stringify(record)).join('\n'));
    if (!reading.ok) throw new Error(reading.problem);
    return reading.file;
  };

  it('adds what is new, and replaces a label only if asked to', () => {
    saveRecord(rent);
    saveRecord({ ...bakery, label: '' });
    const file = read(
      { type: 'tx', ref: ID, label: 'Rent May' },
      { type: 'addr', ref: ALICE, label: 'Bakery' },
      { type: 'addr', ref: `${ALICE.slice(0, -1)}D`, label: 'Typo' },
      { type: 'block', ref: 'cd'.repeat(32), label: 'First' },
      JSON.parse(XPUB) as object,
    );
    expect(importLabels(file, false)).toEqual({
      added: 2,
      different: 1,
      refused: 1,
      unwatched: 0,
      problem: undefined,
    });
    expect(readLabels().names.get(ID)).toBe('Rent');
    expect(readLabels().names.get(ALICE)).toBe('Bakery');
    expect(readLabels().byRef.get(ALICE)?.watched).toBe(true);
    expect(readLabels().file.others).toHaveLength(1);
    importLabels(file, true);
    expect(readLabels().names.get(ID)).toBe('Rent May');
    expect(readLabels().file.others).toHaveLength(1);
    expect(importLabels(file, true)).toMatchObject({ added: 0, different: 0 });
  });

  it('watches as many addresses as allowed, imports only the labels of the others, and reports it', () => {
    const network = getNetwork('devnet');
    const addresses = Array.from({ length: MOST_WATCHED + 2 }, (_, at) =>
      encodeAddress(new Uint8Array(20).fill(at + 1), network),
    );
    saveRecord(bakery);
    const file = read(
      ...addresses.map((ref, at) => ({
        type: 'addr',
        ref,
        label: at % 2 ? `Account ${at}` : '',
        watched: true,
      })),
      bakery,
    );
    expect(importLabels(file, false)).toMatchObject({ refused: 0, unwatched: 3, problem: undefined });
    const stored = [...readLabels().byRef.values()];
    expect(stored.filter(({ watched }) => watched)).toHaveLength(MOST_WATCHED);
    expect(stored.filter(({ watched }) => !watched).map(({ label }) => label)).toEqual([
      'Account 49',
      'Account 51',
    ]);
  });
});
