import { describe, expect, it } from 'vitest';
import { MempoolUnavailableError } from '../mempool/mempool.ts';
import { ACCOUNTS, pendingTransfer } from '../mempool/test-support.ts';
import { readPendingView, spendableBalance } from './pending-view.ts';

const { address } = ACCOUNTS[1]!;

it('the pending view is empty and unavailable if the store cannot be read', () => {
  const pendingOutgoing = (): never => {
    throw new MempoolUnavailableError('locked');
  };
  expect(readPendingView({ pendingOutgoing }, address)).toEqual({ available: false, outgoing: [] });
});

describe('the spendable balance', () => {
  it('is the balance left after the whole sequence, or zero', () => {
    const sequence = [1, 2].map((nonce) => pendingTransfer(address, { nonce, value: 40n, fee: 5n }));
    expect(spendableBalance(100n, [])).toBe(100n);
    expect(spendableBalance(100n, sequence)).toBe(10n);
    expect(spendableBalance(90n, sequence)).toBe(0n);
    expect(spendableBalance(89n, sequence)).toBe(0n);
  });
});
