import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeVaultContents, encodeVaultContents } from './vault-contents.ts';
import { CONTENTS_LIMITS, createVaultContents, type VaultContents } from './vault-contents.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const VALID = createVaultContents(PHRASE);
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength: Math.floor(maxLength / 20) });

/** Addresses and transaction IDs are never the name of an object's prototype, which no record has. */
const keys = fc.string({ maxLength: 64 }).filter((key) => key !== '__proto__');

const contents: fc.Arbitrary<VaultContents> = fc
  .record({
    indices: fc.uniqueArray(fc.nat(2 ** 31 - 1), { minLength: 1, maxLength: 20 }),
    watchOnly: fc.uniqueArray(fc.record({ address: fc.string(), name: text(60) }), {
      maxLength: 5,
      selector: ({ address }) => address,
    }),
    contacts: fc.array(fc.record({ address: fc.string(), name: text(60), note: text(280) }), {
      maxLength: 5,
    }),
    labels: fc.dictionary(keys, text(120)),
    backedUp: fc.boolean(),
    searched: fc.boolean(),
    pick: fc.nat(),
  })
  .map(({ indices, pick, ...rest }) => {
    const accounts = indices.sort((a, b) => a - b).map((index) => ({ index, name: `n${index}` }));
    const refs = [...indices, ...rest.watchOnly.map(({ address }) => address)];
    return { phrase: PHRASE, accounts, selected: refs[pick % refs.length]!, ...rest };
  });

/** One entry more than a list may have. */
const many = (limit: number) =>
  Array.from({ length: limit + 1 }, (_, index) => ({ index, address: `a${index}`, name: '', note: '' }));

describe('vault contents', () => {
  test('any contents are read back as they were written', () => {
    fc.assert(
      fc.property(contents, (value) => {
        const plain = { ...value, labels: { ...value.labels } };
        expect(decodeVaultContents(encodeVaultContents(value))).toEqual(plain);
      }),
    );
  });

  test.each<[string, unknown]>([
    ['no object', 1],
    ['a phrase as a list', { ...VALID, phrase: PHRASE.replaceAll(' ', ', ') }],
    ['an invalid phrase', { ...VALID, phrase: 'test' }],
    ['no accounts', { ...VALID, accounts: [] }],
    ['an account twice', { ...VALID, accounts: [0, 0].map((index) => ({ index, name: '' })) }],
    ['a negative account', { ...VALID, accounts: [{ index: -1, name: '' }], selected: -1 }],
    ['an account without a name', { ...VALID, accounts: [{ index: 0 }] }],
    ['a selection that is not listed', { ...VALID, selected: 1 }],
    ['a watched address twice', { ...VALID, watchOnly: [1, 2].map(() => ({ address: 'a', name: '' })) }],
    ['too long a name', { ...VALID, accounts: [{ index: 0, name: 'x'.repeat(CONTENTS_LIMITS.name + 1) }] }],
    ...(['accounts', 'watchOnly', 'contacts'] as const).map((list): [string, unknown] => [
      `too many ${list}`,
      { ...VALID, [list]: many(CONTENTS_LIMITS[list]) },
    ]),
    [
      'too many labels',
      {
        ...VALID,
        labels: Object.fromEntries(many(CONTENTS_LIMITS.labels).map(({ address }) => [address, 'x'])),
      },
    ],
    ['labels that are a list', { ...VALID, labels: [] }],
    ['a label that is no text', { ...VALID, labels: { id: 1 } }],
    ['no statement about the backup', { ...VALID, backedUp: undefined }],
  ])('%s is damage', (_case, value) => {
    expect(() => decodeVaultContents(encode(value))).toThrow(
      expect.objectContaining({ code: 'vault_unreadable' }),
    );
  });

  test.each(['accounts', 'watchOnly', 'contacts', 'labels'] as const)(
    'a full list of %s takes no more',
    (list) => {
      const entries = many(CONTENTS_LIMITS[list]);
      const withEntries = (count: number) => {
        const listed = entries.slice(0, count);
        const labels = Object.fromEntries(listed.map(({ address }) => [address, 'x']));
        return { ...VALID, [list]: list === 'labels' ? labels : listed };
      };
      expect(() => encodeVaultContents(withEntries(CONTENTS_LIMITS[list]))).not.toThrow();
      expect(() => encodeVaultContents(withEntries(entries.length))).toThrow(
        expect.objectContaining({ code: 'wallet_full' }),
      );
    },
  );

  test.each([
    ['no UTF-8', Uint8Array.of(0xff, 0xfe)],
    ['cut', encode(VALID).subarray(0, 60)],
    ['no JSON', new TextEncoder().encode('test test')],
  ])('bytes that are %s are damage, and the error does not quote them', (_what, plaintext) => {
    const found = { code: 'vault_unreadable', message: 'The stored vault cannot be read (json).' };
    expect(() => decodeVaultContents(plaintext)).toThrow(expect.objectContaining(found));
    expect(() => decodeVaultContents(plaintext)).toThrow(
      expect.not.objectContaining({ cause: expect.anything() as unknown }),
    );
  });
});
