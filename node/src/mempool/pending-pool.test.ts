import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PendingPool } from './pending-pool.ts';
import { numberedAccount, pendingTransfer } from './test-support.ts';

const addresses = Array.from({ length: 4 }, (_, index) => numberedAccount(index + 1).address);
const sequence = (address: string, fees: bigint[], receivedAt = 0) =>
  fees.map((fee, index) => pendingTransfer(address, { nonce: index + 1, fee, receivedAt }));

type Sequences = ReturnType<typeof sequence>[];
function inBlockOrder(sequences: Sequences) {
  const pool = new PendingPool(() => undefined);
  for (const own of sequences) pool.setSequence(own[0]!.transaction.fromAddress, own);
  return pool.inBlockOrder();
}

describe('the order of a block', () => {
  it('takes the highest fee first and no nonce before its predecessor', () => {
    const sequences = [sequence(addresses[0]!, [5n, 100n]), sequence(addresses[1]!, [10n, 7n])];
    const fees = inBlockOrder(sequences).map(({ transaction }) => transaction.fee);
    expect(fees).toEqual([10n, 7n, 5n, 100n]);
  });

  it('lets the one that waited longer go first among equal fees', () => {
    const sequences = [sequence(addresses[0]!, [5n], 20), sequence(addresses[1]!, [5n], 10)];
    expect(inBlockOrder(sequences)[0]?.transaction.fromAddress).toBe(addresses[1]);
  });

  it('always respects the nonces, and always takes the best head', () => {
    const feesOfSenders = fc.array(fc.array(fc.bigInt(1n, 50n), { minLength: 1, maxLength: 8 }), {
      maxLength: addresses.length,
    });
    fc.assert(
      fc.property(feesOfSenders, (senders) => {
        const sequences = senders.map((fees, index) => sequence(addresses[index]!, fees));
        const heads = new Map(sequences.map((own) => [own[0]!.transaction.fromAddress, [...own]]));
        for (const { transaction } of inBlockOrder(sequences)) {
          const best = [...heads.values()].map(([head]) => head?.transaction.fee ?? 0n);
          const own = heads.get(transaction.fromAddress)!;
          expect(own.shift()?.transaction.nonce).toBe(transaction.nonce);
          expect(best.every((fee) => fee <= transaction.fee)).toBe(true);
        }
        expect([...heads.values()].flat()).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
