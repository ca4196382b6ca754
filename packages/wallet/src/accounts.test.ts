import { describe, expect, test } from 'vitest';
import {
  addAccounts,
  addNextAccount,
  addWatchOnly,
  discoverAccounts,
  GAP_LIMIT,
  isInUse,
  removeAccount,
  renameAccount,
  selectAccount,
} from './accounts.ts';
import { accountState, ADDRESSES, keyring } from './test-support.ts';
import { createVaultContents } from './vault/vault-contents.ts';

const CONTENTS = createVaultContents('test test test test test test test test test test test junk');
const [watched] = ADDRESSES as [string];
const indicesOf = (contents: typeof CONTENTS) => contents.accounts.map(({ index }) => index);
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('the list of accounts', () => {
  test('the next account is the lowest one that is not listed, and is selected', () => {
    const two = addNextAccount(CONTENTS);
    expect(two).toMatchObject({ accounts: [{ index: 0 }, { index: 1, name: '' }], selected: 1 });
    const gap = removeAccount(addNextAccount(two), 1);
    expect(addNextAccount(gap)).toMatchObject({ selected: 1 });
  });

  test('found accounts are added once and in order; existing ones keep their names', () => {
    const named = renameAccount(CONTENTS, 0, 'Mine');
    const found = addAccounts(named, [4, 0, 2, 4]);
    expect(indicesOf(found)).toEqual([0, 2, 4]);
    expect(found).toMatchObject({ selected: 0, accounts: [{ name: 'Mine' }, { name: '' }, { name: '' }] });
  });

  test('only a listed account can be selected, named or removed', () => {
    for (const change of [selectAccount, removeAccount]) {
      expect(() => change(CONTENTS, 3)).toThrow(code('invalid_account_index'));
      expect(() => change(CONTENTS, watched)).toThrow(code('invalid_account_index'));
    }
    expect(() => renameAccount(CONTENTS, 3, 'x')).toThrow(code('invalid_account_index'));
  });

  test('an address is watched once, and only one of this network', () => {
    const watching = addWatchOnly(CONTENTS, 'devnet', { address: ` ${watched} `, name: 'Cold' });
    expect(watching).toMatchObject({ watchOnly: [{ address: watched, name: 'Cold' }], selected: watched });
    expect(() => addWatchOnly(watching, 'devnet', { address: watched, name: '' })).toThrow(
      code('account_listed'),
    );
    expect(() => addWatchOnly(CONTENTS, 'testnet', { address: watched, name: '' })).toThrow(
      code('invalid_watch_address'),
    );
  });

  test('the last account of the phrase stays; a removed selection falls back to the first', () => {
    const watching = addWatchOnly(CONTENTS, 'devnet', { address: watched, name: '' });
    expect(() => removeAccount(watching, 0)).toThrow(code('last_account'));
    expect(removeAccount(watching, watched)).toEqual(CONTENTS);
  });

  test('a name is stored as one line without invisible characters, cut to its limit', () => {
    const name = `  My\n\u202esavings\u200b ${'x'.repeat(48)}😀`;
    const kept = `My savings ${'x'.repeat(48)}`;
    const { watchOnly } = addWatchOnly(CONTENTS, 'devnet', { address: watched, name });
    expect(watchOnly).toEqual([{ address: watched, name: kept }]);
    const three = addWatchOnly(addNextAccount(CONTENTS), 'devnet', { address: watched, name: '' });
    const names = [0, 1, watched].map((ref) => {
      const renamed = renameAccount(three, ref, name);
      return [...renamed.accounts, ...renamed.watchOnly].map((entry) => entry.name);
    });
    expect(names).toEqual([
      [kept, '', ''],
      ['', kept, ''],
      ['', '', kept],
    ]);
  });
});

const UNUSED = { balance: '0', spendable_balance: '0', nonce: 0, next_nonce: 1 };
const addressOf = (index: number) => keyring.account(index).address;

/** A node that knows only these accounts. */
function nodeWith(used: readonly number[]) {
  const asked: string[] = [];
  const addresses = new Set(used.map(addressOf));
  const readAccount = async (address: string) => {
    asked.push(address);
    return accountState({ address, ...UNUSED, ...(addresses.has(address) && { balance: '1' }) });
  };
  return { asked, readAccount };
}

describe('looking for accounts in use', () => {
  test('stops after twenty unused ones in a row', async () => {
    const { asked, readAccount } = nodeWith([]);
    expect(await discoverAccounts({ keyring, readAccount })).toEqual({ checked: GAP_LIMIT, found: [] });
    expect(asked).toHaveLength(GAP_LIMIT);
    expect(asked.slice(0, 10)).toEqual(ADDRESSES);
  });

  test('finds accounts behind shorter gaps', async () => {
    const { readAccount } = nodeWith([0, 3, 3 + GAP_LIMIT]);
    expect(await discoverAccounts({ keyring, readAccount })).toEqual({
      checked: 4 + 2 * GAP_LIMIT,
      found: [0, 3, 3 + GAP_LIMIT],
    });
  });

  test('ends at the wallet’s maximum if the node calls every account used', async () => {
    const account = () => ({ index: 0, path: '', address: ADDRESSES[0]! });
    const readAccount = async () => accountState();
    const { checked } = await discoverAccounts({ keyring: { account }, readAccount });
    expect(checked).toBe(1_000);
  });

  test('ends when a query fails, and when its owner cancels it', async () => {
    const fails = async () => Promise.reject(new Error('down'));
    await expect(discoverAccounts({ keyring, readAccount: fails })).rejects.toThrow('down');
    const { asked, readAccount } = nodeWith([]);
    const controller = new AbortController();
    const readOne = (address: string) => {
      controller.abort();
      return readAccount(address);
    };
    const stopped = discoverAccounts({ keyring, readAccount: readOne, signal: controller.signal });
    await expect(stopped).rejects.toThrow(/abort/);
    expect(asked).toHaveLength(1);
  });

  test.each([{ balance: '1' }, { spendable_balance: '1' }, { nonce: 4, next_nonce: 5 }, { next_nonce: 2 }])(
    '%j is in use',
    (change) => {
      expect(isInUse(accountState({ ...UNUSED, ...change }))).toBe(true);
      expect(isInUse(accountState(UNUSED))).toBe(false);
    },
  );
});
