import { describe, expect, it } from 'vitest';
import { MempoolUnavailableError } from '../mempool/mempool.ts';
import { ACCOUNTS, pendingTransfer } from '../mempool/test-support.ts';
import { readPendingView, spendableBalance } from './pending-view.ts';

const { address } = ACCOUNTS[1]!;

function viewOf(nonces: readonly number[], confirmedNonce: number): number[] {
  const pending = nonces.map((nonce) => pendingTransfer(address, { nonce }));
  const view = readPendingView({ pendingOutgoing: () => pending }, address, confirmedNonce);
  expect(view.available).toBe(true);
  return view.outgoing.map(({ transaction }) => transaction.nonce);
}

describe('the pending view', () => {
  it('starts right after the confirmed nonce', () => {
    expect(viewOf([3, 4, 5], 2)).toEqual([3, 4, 5]);
    expect(viewOf([3, 4, 5], 1)).toEqual([]);
    expect(viewOf([], 0)).toEqual([]);
  });

  it('leaves out transactions confirmed by a newer block', () => {
    expect(viewOf([3, 4, 5], 3)).toEqual([4, 5]);
    expect(viewOf([3, 4, 5], 9)).toEqual([]);
  });

  it('ends at a gap', () => {
    expect(viewOf([3, 4, 6, 7], 2)).toEqual([3, 4]);
  });

  it('is empty and unavailable if the store cannot be read', () => {
    const pendingOutgoing = (): never => {
      throw new MempoolUnavailableError('locked');
    };
    expect(readPendingView({ pendingOutgoing }, address, 0)).toEqual({ available: false, outgoing: [] });
  });
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
