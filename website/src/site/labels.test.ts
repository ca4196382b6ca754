import { type LabelRecord, writeLabelsFile } from '@cairn/wallet/labels-file';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeLabels, saveRecord, readLabels, MOST_WATCHED } from './labels.ts';
import { onStored } from '@cairn/ui';
import { LABELS_KEY } from './settings.ts';

// @vitest-environment happy-dom

const ALICE = 'dTNtBDspuyAem62N1QLYBaoCL4YKU5AFeC';
const ID = 'ab'.repeat(32);
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
      expect(readLabels().records).toHaveLength(MOST_WATCHED + 1);
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
