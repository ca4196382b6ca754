import type { RpcAccount } from '@cairn/api/rpc';
import { describe, expect, test } from 'vitest';
import { readAccountAmounts } from './account-view.ts';
import { ADDRESSES } from './test-support.ts';

const account: RpcAccount = {
  network: 'devnet',
  address: ADDRESSES[0]!,
  balance: '1000',
  spendable_balance: '700',
  nonce: 9,
  next_nonce: 11,
  pending_outgoing_count: 1,
  mempool_available: true,
};

describe('an account’s amounts', () => {
  test('what cannot be spent is on its way out', () => {
    expect(readAccountAmounts(account)).toEqual({ confirmed: 1000n, spendable: 700n, pendingOutgoing: 300n });
  });

  test('are never negative, whatever a node says', () => {
    expect(readAccountAmounts({ ...account, spendable_balance: '1200' }).pendingOutgoing).toBe(0n);
  });
});
