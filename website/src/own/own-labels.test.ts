// @vitest-environment happy-dom
import { encodeAddress, getNetwork } from '@cairn/protocol';
import { type LabelRecord, readLabelsFile, writeLabelsFile } from '@cairn/wallet/labels-file';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyImport, previewImport } from './import-labels.ts';
import { changeLabels, discardDamaged, keepRecord, keptLabels, MOST_WATCHED } from './own-labels.ts';
import { LABELS_STORAGE_KEY, onLabelsChanged } from './label-storage.ts';

const ALICE = 'dTNtBDspuyAem62N1QLYBaoCL4YKU5AFeC';
const ID = 'ab'.repeat(32);
const XPUB = '{ "type": "xpub", "ref": "x", "label": "Key" }';
const rent: LabelRecord = { type: 'tx', ref: ID, label: 'Rent', watched: false };
const bakery: LabelRecord = { type: 'addr', ref: ALICE, label: 'Bakery', watched: true };

const text = () => localStorage.getItem(LABELS_STORAGE_KEY);
const keep = (kept: string) => localStorage.setItem(LABELS_STORAGE_KEY, kept);

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('labels', () => {
  it('are stored by identifier, and announced to the page', () => {
    const told = vi.fn<() => void>();
    const end = onLabelsChanged(told);
    expect(keepRecord(rent)).toBeUndefined();
    expect(keepRecord(bakery)).toBeUndefined();
    end();
    expect(told).toHaveBeenCalledTimes(2);
    expect(keptLabels().names).toEqual(
      new Map([
        [ID, 'Rent'],
        [ALICE, 'Bakery'],
      ]),
    );
    expect(keptLabels().byRef.get(ALICE)).toEqual(bakery);
  });

  it('are removed without a label and watch flag, together with the storage item', () => {
    keepRecord(bakery);
    keepRecord({ ...bakery, label: '' });
    expect(keptLabels().names.size).toBe(0);
    expect(keptLabels().byRef.get(ALICE)?.watched).toBe(true);
    keepRecord({ ...bakery, label: '', watched: false });
    expect(text()).toBeNull();
  });

  it('of another tab are not overwritten', () => {
    keepRecord(rent);
    keep(`${text()}{"type":"addr","ref":"${ALICE}","label":"Other tab"}\n`);
    keepRecord({ ...rent, label: 'Rent May' });
    expect([...keptLabels().names.values()].toSorted()).toEqual(['Other tab', 'Rent May']);
  });

  it('survive damage: unreadable lines are reported, and kept until they are discarded', () => {
    keep(`{"type":"tx","ref":"${ID}","label":"Rent"}\nbroken\n${XPUB}\n`);
    expect(keptLabels().file.damaged).toEqual([{ line: 2, text: 'broken' }]);
    keepRecord(bakery);
    expect(text()).toContain('broken\n');
    expect(text()).toContain(XPUB);
    expect(discardDamaged()).toBeUndefined();
    expect(keptLabels().file).toMatchObject({ damaged: [], others: [XPUB] });
    expect(keptLabels().names.size).toBe(2);
  });

  it('beyond the limits of a file are not overwritten', () => {
    keep('x'.repeat(2_000_001));
    expect(keptLabels()).toMatchObject({ isUnreadable: true });
    expect(keepRecord(rent)).toBe('unreadable');
    expect(text()).toHaveLength(2_000_001);
    discardDamaged();
    expect(keepRecord(rent)).toBeUndefined();
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
      keep(writeLabelsFile(many(MOST_WATCHED)));
      const before = text();
      expect(keepRecord(bakery)).toBe('watched');
      expect(text()).toBe(before);
      expect(keepRecord({ ...bakery, watched: false })).toBeUndefined();
    });

    it('allow removing addresses one by one', () => {
      const all = many(MOST_WATCHED + 2);
      keep(writeLabelsFile(all));
      expect(keepRecord({ ...all[0]!, watched: false })).toBeUndefined();
      expect(keptLabels().file.records).toHaveLength(MOST_WATCHED + 1);
      expect(keepRecord(bakery)).toBe('watched');
    });
  });

  it('report that storage is forbidden or full', () => {
    const refuse = (name: string) =>
      vi.stubGlobal('localStorage', {
        getItem: () => null,
        setItem: () => {
          throw new DOMException(name, name);
        },
      });
    refuse('QuotaExceededError');
    expect(keepRecord(rent)).toBe('full');
    refuse('SecurityError');
    expect(keepRecord(rent)).toBe('forbidden');
    vi.unstubAllGlobals();
    const many = Array.from({ length: 7_501 }, (_, index) => ({
      ...rent,
      ref: `${index}`.padStart(64, '0'),
    }));
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

  it('has a preview, and replaces a label only if asked to', () => {
    keepRecord(rent);
    keepRecord({ ...bakery, label: '' });
    const file = read(
      { type: 'tx', ref: ID, label: 'Rent May' },
      { type: 'addr', ref: ALICE, label: 'Bakery' },
      { type: 'addr', ref: `${ALICE.slice(0, -1)}D`, label: 'Typo' },
      { type: 'block', ref: 'cd'.repeat(32), label: 'First' },
      JSON.parse(XPUB) as object,
    );
    const preview = previewImport(keptLabels(), file);
    expect(preview).toMatchObject({
      added: [{ label: 'Bakery', watched: true }, { label: 'First' }],
      changed: [{ label: 'Rent May' }],
      unchanged: 0,
      refused: 1,
    });
    applyImport(preview, false);
    expect(keptLabels().names.get(ID)).toBe('Rent');
    expect(keptLabels().names.get(ALICE)).toBe('Bakery');
    expect(keptLabels().byRef.get(ALICE)?.watched).toBe(true);
    expect(keptLabels().file.others).toHaveLength(1);
    applyImport(previewImport(keptLabels(), file), true);
    expect(keptLabels().names.get(ID)).toBe('Rent May');
    expect(keptLabels().file.others).toHaveLength(1);
    expect(previewImport(keptLabels(), file)).toMatchObject({ added: [], changed: [], unchanged: 3 });
  });

  it('watches as many addresses as allowed, imports only the labels of the others, and reports it', () => {
    const network = getNetwork('devnet');
    const addresses = Array.from({ length: MOST_WATCHED + 2 }, (_, at) =>
      encodeAddress(new Uint8Array(20).fill(at + 1), network),
    );
    keepRecord(bakery);
    const file = read(
      ...addresses.map((ref, at) => ({
        type: 'addr',
        ref,
        label: at % 2 ? `Account ${at}` : '',
        watched: true,
      })),
      bakery,
    );
    const preview = previewImport(keptLabels(), file);
    expect(preview.unwatched).toBe(3);
    expect(applyImport(preview, false)).toBeUndefined();
    const kept = [...keptLabels().byRef.values()];
    expect(kept.filter(({ watched }) => watched)).toHaveLength(MOST_WATCHED);
    expect(kept.filter(({ watched }) => !watched).map(({ label }) => label)).toEqual([
      'Account 49',
      'Account 51',
    ]);
  });
});
