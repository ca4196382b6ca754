import { describe, expect, it } from 'vitest';
import { validateAdmission, longestValidSequence, MEMPOOL_POLICY, spendableAfter } from './policy.ts';
import { ACCOUNTS, DEVNET, pendingTransfer } from './test-support.ts';

const sender = ACCOUNTS[0]!.address;
const transfer = (nonce: number, fields: Parameters<typeof pendingTransfer>[1] = {}) =>
  pendingTransfer(sender, { nonce, ...fields });
const valid = (
  candidates: ReturnType<typeof transfer>[],
  account = { balance: 1_000_000n, nonce: 0 },
  now = 0,
): number[] =>
  longestValidSequence(candidates, account, MEMPOOL_POLICY, now).map(({ transaction }) => transaction.nonce);

describe('the signature', () => {
  const { transaction } = transfer(1);
  const validate = (signature: 'first' | 'last', balance: bigint) => {
    let verified = 0;
    const isSigned = (): boolean => {
      verified += 1;
      return false;
    };
    const account = { balance, nonce: 0 };
    const context = {
      network: DEVNET,
      policy: MEMPOOL_POLICY,
      account,
      sequence: [],
      isSigned,
      signature,
    };
    return [validateAdmission(transaction, context), verified];
  };

  it('of a sender without funds is not verified if it is checked last', () => {
    expect(validate('last', 0n)).toEqual([{ status: 'rejected', reason: 'insufficient_balance' }, 0]);
    expect(validate('last', 10_000n)).toEqual([{ status: 'rejected', reason: 'bad_signature' }, 1]);
    expect(validate('first', 0n)).toEqual([{ status: 'rejected', reason: 'bad_signature' }, 1]);
  });
});

describe('spendableAfter', () => {
  it('subtracts value and fee, in order', () => {
    const { transaction } = transfer(1, { value: 300n, fee: 50n });
    expect(spendableAfter(1_000n, [{ transaction }, { transaction }])).toBe(300n);
    expect(spendableAfter(700n, [{ transaction }, { transaction }])).toBe(0n);
    expect(spendableAfter(699n, [{ transaction }, { transaction }])).toBeUndefined();
  });

  it('counts a transfer to oneself as its fee, but needs its value', () => {
    const { transaction } = transfer(1, { value: 900n, fee: 50n, toAddress: sender });
    expect(spendableAfter(1_000n, [{ transaction }, { transaction }])).toBe(900n);
    expect(spendableAfter(949n, [{ transaction }])).toBeUndefined();
  });

  it('is exact at the ends of the range', () => {
    const { transaction } = transfer(1, { value: 2n ** 64n - 2n, fee: 1n });
    expect(spendableAfter(2n ** 64n - 1n, [{ transaction }])).toBe(0n);
  });
});

describe('longestValidSequence', () => {
  it('begins after the confirmed nonce and ends at the first gap', () => {
    const candidates = [5, 3, 2, 1, 7].map((nonce) => transfer(nonce));
    expect(valid(candidates, { balance: 1_000_000n, nonce: 1 })).toEqual([2, 3]);
  });

  it('is empty for an unknown address', () => {
    expect(longestValidSequence([transfer(1)], undefined, MEMPOOL_POLICY, 0)).toEqual([]);
  });

  it('ends when the balance is spent', () => {
    const candidates = [1, 2, 3].map((nonce) => transfer(nonce, { value: 400_000n }));
    expect(valid(candidates)).toEqual([1, 2]);
  });

  it('ends at an expired transaction, even if later ones are younger', () => {
    const stay = 72 * 3_600;
    const candidates = [transfer(1), transfer(2, { receivedAt: 0 }), transfer(3, { receivedAt: 10 })];
    expect(valid(candidates, undefined, stay - 1)).toEqual([1, 2, 3]);
    expect(valid([transfer(1, { receivedAt: 5 }), ...candidates.slice(1)], undefined, stay)).toEqual([1]);
  });

  it('has 64 transactions at most', () => {
    expect(valid(Array.from({ length: 70 }, (_, index) => transfer(index + 1)))).toHaveLength(64);
  });

  it('prefers the higher fee if two have the same nonce', () => {
    const candidates = [transfer(1, { fee: 5n }), transfer(1, { fee: 9n }), transfer(2)];
    const chosen = longestValidSequence(candidates, { balance: 10_000n, nonce: 0 }, MEMPOOL_POLICY, 0);
    expect(chosen.map(({ transaction }) => transaction.fee)).toEqual([9n, 1_000n]);
  });

  it('excludes transactions below the minimum fee, and their successors', () => {
    expect(valid([transfer(1), transfer(2, { fee: 0n }), transfer(3)])).toEqual([1]);
  });
});
