import { describe, expect, test } from 'vitest';
import { accountState, ADDRESSES, keyring } from './test-support.ts';
import { discoverAccounts, GAP_LIMIT, isInUse } from './accounts.ts';

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
