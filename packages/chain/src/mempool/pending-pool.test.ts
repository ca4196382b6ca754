import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PendingPool } from './pending-pool.ts';
import type { PendingTransaction } from './policy.ts';
import { numberedAccount, pendingTransfer } from './test-support.ts';

const addresses = Array.from({ length: 4 }, (_, index) => numberedAccount(index + 1).address);
const anyTransfer = fc.record({ fee: fc.bigInt(1n, 12n), receivedAt: fc.nat(3) });
const anySequences = fc
  .array(fc.array(anyTransfer, { minLength: 1, maxLength: 8 }), { maxLength: addresses.length })
  .map((senders) =>
    senders.map((transfers, index) =>
      transfers.map((fields, at) => pendingTransfer(addresses[index]!, { ...fields, nonce: at + 1 })),
    ),
  );

/** A pool of these sequences, and what its listener knows of it. */
function poolOf(sequences: readonly PendingTransaction[][]) {
  const known = new Map<string, PendingTransaction>();
  const pool = new PendingPool((id, pending) => {
    if (pending === undefined) known.delete(id);
    else known.set(id, pending);
  });
  for (const own of sequences) pool.setSequence(own[0]!.transaction.fromAddress, own);
  return { pool, known };
}

/** True if a block takes `a` no later than `b`: by fee, then by the time it has waited. */
const isFirst = (a: PendingTransaction, b: PendingTransaction): boolean =>
  a.transaction.fee > b.transaction.fee ||
  (a.transaction.fee === b.transaction.fee && a.receivedAt <= b.receivedAt);

it('a block takes the best of the senders’ next transfers', () => {
  fc.assert(
    fc.property(anySequences, (sequences) => {
      const left = new Map(sequences.map((own) => [own[0]!.transaction.fromAddress, [...own]]));
      const order = poolOf(sequences).pool.inBlockOrder();
      expect(poolOf(sequences.toReversed()).pool.inBlockOrder()).toEqual(order);
      for (const pending of order) {
        const heads = [...left.values()].flatMap(([head]) => head ?? []);
        expect(heads.every((head) => isFirst(pending, head))).toBe(true);
        expect(left.get(pending.transaction.fromAddress)!.shift()).toBe(pending);
      }
      expect([...left.values()].flat()).toEqual([]);
    }),
  );
});

it('the cheapest is the one that waits shortest for the lowest fee, except of the spared sender', () => {
  fc.assert(
    fc.property(anySequences, fc.constantFrom(undefined, ...addresses), (sequences, spared) => {
      const { pool } = poolOf(sequences);
      const others = sequences.flat().filter(({ transaction }) => transaction.fromAddress !== spared);
      const cheapest = pool.cheapest(spared);
      expect(cheapest === undefined).toBe(others.length === 0);
      if (cheapest === undefined) return;
      expect(others).toContain(cheapest);
      expect(others.every((other) => isFirst(other, cheapest))).toBe(true);
    }),
  );
});

it('a pool that is trimmed keeps what a block takes first, and tells its listener of each change', () => {
  fc.assert(
    fc.property(anySequences, fc.nat(20), (sequences, limit) => {
      const { pool, known } = poolOf(sequences);
      const kept = pool.inBlockOrder().slice(0, limit);
      pool.trim(limit);
      expect(pool.inBlockOrder()).toEqual(kept);
      expect(new Set(pool.all())).toEqual(new Set(kept));
      expect(new Set(known.values())).toEqual(new Set(kept));
      expect(kept.every((pending) => pool.get(pending.id) === pending)).toBe(true);
      expect(pool.size).toBe(kept.length);
    }),
  );
});
