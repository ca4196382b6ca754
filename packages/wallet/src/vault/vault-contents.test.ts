import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addNextAccount,
  createVaultContents,
  decodeVaultContents,
  encodeVaultContents,
  selectAccount,
} from './vault-contents.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe('vault contents', () => {
  test('any set of accounts is read back as it was written', () => {
    const indices = fc.uniqueArray(fc.nat(2 ** 31 - 1), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(indices, fc.nat(), (list, pick) => {
        const accounts = list.sort((a, b) => a - b).map((index) => ({ index }));
        const contents = { mnemonic: MNEMONIC, accounts, selected: list[pick % list.length]! };
        expect(decodeVaultContents(encodeVaultContents(contents))).toEqual(contents);
      }),
    );
  });

  test('the next account is the lowest one that is not listed, and is selected', () => {
    const two = addNextAccount(createVaultContents(MNEMONIC));
    expect(two).toMatchObject({ accounts: [{ index: 0 }, { index: 1 }], selected: 1 });
    expect(addNextAccount({ ...two, accounts: [{ index: 0 }, { index: 2 }] })).toMatchObject({
      accounts: [{ index: 0 }, { index: 1 }, { index: 2 }],
      selected: 1,
    });
  });

  test('only a listed account can be selected', () => {
    const contents = createVaultContents(MNEMONIC, 3);
    expect(selectAccount(contents, 2).selected).toBe(2);
    expect(() => selectAccount(contents, 3)).toThrow(
      expect.objectContaining({ code: 'invalid_account_index' }),
    );
  });

  test.each<[string, unknown]>([
    ['no object', 1],
    ['an invalid phrase', { mnemonic: 'test', accounts: [{ index: 0 }], selected: 0 }],
    ['no accounts', { mnemonic: MNEMONIC, accounts: [], selected: 0 }],
    ['an account twice', { mnemonic: MNEMONIC, accounts: [{ index: 0 }, { index: 0 }], selected: 0 }],
    ['a negative account', { mnemonic: MNEMONIC, accounts: [{ index: -1 }], selected: -1 }],
    ['a selection that is not listed', { mnemonic: MNEMONIC, accounts: [{ index: 0 }], selected: 1 }],
  ])('%s is damage', (_case, value) => {
    expect(() => decodeVaultContents(encode(value))).toThrow(
      expect.objectContaining({ code: 'vault_damaged' }),
    );
  });

  test('bytes that are no JSON are damage', () => {
    expect(() => decodeVaultContents(Uint8Array.of(0xff, 0xfe))).toThrow(
      expect.objectContaining({ code: 'vault_damaged' }),
    );
  });
});
