import {
  COINBASE_SENDER,
  decodeTransaction,
  getNetwork,
  transactionId,
  type AccountState,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PendingTransaction } from './mempool-types.ts';
import { MEMPOOL_POLICY, type MempoolPolicy } from './policy.ts';
import type { PoolChange } from './pending-pool.ts';
import { PolicyPool } from './policy-pool.ts';
import { ACCOUNTS, DEVNET, numberedAccount, pendingTransfer, signedTransfer } from './test-support.ts';

const CRN = 100_000_000n;
const sender = ACCOUNTS[0]!;
let confirmed: Map<string, AccountState>;

function createPool(policy: Partial<MempoolPolicy> = {}): PolicyPool {
  return new PolicyPool({
    network: DEVNET,
    policy: { ...MEMPOOL_POLICY, ...policy },
    account: (address) => confirmed.get(address),
  });
}

function pendingOf(raw: Uint8Array, receivedAt = 0): PendingTransaction {
  return { id: transactionId(raw), raw, transaction: decodeTransaction(raw), receivedAt };
}

/** `admitted`, or the reason of the rejection. */
function submit(pool: PolicyPool, raw: Uint8Array): string {
  const admission = pool.admit(pendingOf(raw));
  return admission.status === 'rejected' ? admission.reason : admission.status;
}

/** Checks every sender against the confirmed state. */
function refreshAll(pool: PolicyPool): PoolChange[] {
  pool.addDisconnected([]);
  return [...pool.refreshAll(0)].filter((change) => change !== undefined);
}

const noncesOf = (pool: PolicyPool, address = sender.address): number[] =>
  pool.pending.sequenceOf(address).map(({ transaction }) => transaction.nonce);

beforeEach(() => {
  confirmed = new Map(ACCOUNTS.map(({ address }) => [address, { balance: CRN, nonce: 0 }]));
});

describe('reasons of a rejection', () => {
  const spoiled = (offset: number): Uint8Array => {
    const raw = signedTransfer(sender);
    raw[offset]! ^= 1;
    return raw;
  };
  const testnet = developmentAccounts(getNetwork('testnet'))[1]!.address;

  it.each([
    ['wrong_chain', () => signedTransfer(sender, { chain: 2 })],
    ['bad_address', () => signedTransfer(sender, { toAddress: testnet })],
    ['bad_address', () => signedTransfer(sender, { toAddress: COINBASE_SENDER })],
    ['bad_address', () => signedTransfer(sender, { fromAddress: COINBASE_SENDER })],
    ['bad_address', () => signedTransfer(sender, { toAddress: `${sender.address.slice(0, 33)}0` })],
    ['zero_value', () => signedTransfer(sender, { value: 0n })],
    ['fee_too_low', () => signedTransfer(sender, { fee: 0n })],
    ['bad_signature', () => spoiled(85)],
    ['bad_signature', () => spoiled(212)],
    ['bad_signature', () => spoiled(8)],
    ['bad_signature', () => signedTransfer(ACCOUNTS[1]!, { fromAddress: sender.address })],
    ['nonce_too_low', () => signedTransfer(sender, { nonce: 0 })],
    ['nonce_gap', () => signedTransfer(sender, { nonce: 2 })],
    ['nonce_gap', () => signedTransfer(sender, { nonce: 2 ** 32 - 1 })],
    ['insufficient_balance', () => signedTransfer(sender, { value: CRN })],
    ['insufficient_balance', () => signedTransfer(sender, { value: 2n ** 64n - 1n, fee: 2n ** 32n - 1n })],
    ['insufficient_balance', () => signedTransfer(numberedAccount(7))],
  ])('%s', (reason, make) => {
    const pool = createPool();
    expect(submit(pool, make())).toBe(reason);
    expect(pool.pending.size).toBe(0);
  });

  it('nonce_too_low for a confirmed nonce', () => {
    confirmed.set(sender.address, { balance: CRN, nonce: 5 });
    const pool = createPool();
    expect(submit(pool, signedTransfer(sender, { nonce: 5 }))).toBe('nonce_too_low');
    expect(submit(pool, signedTransfer(sender, { nonce: 6 }))).toBe('admitted');
  });

  it('sender_limit for the 65th of a sender, and for no other sender', () => {
    const pool = createPool();
    for (let nonce = 1; nonce <= 64; nonce += 1) {
      expect(submit(pool, signedTransfer(sender, { nonce }))).toBe('admitted');
    }
    expect(submit(pool, signedTransfer(sender, { nonce: 65 }))).toBe('sender_limit');
    expect(submit(pool, signedTransfer(ACCOUNTS[1]!))).toBe('admitted');
  });

  it('a broken rule further ahead in the documented order names the reason', () => {
    const everythingWrong = signedTransfer(sender, {
      chain: 1,
      toAddress: testnet,
      value: 0n,
      fee: 0n,
      nonce: 9,
    });
    expect(submit(createPool(), everythingWrong)).toBe('wrong_chain');
    expect(submit(createPool(), signedTransfer(sender, { value: 2n * CRN, nonce: 9 }))).toBe('nonce_gap');
  });
});

describe('the balance', () => {
  it('must cover the whole pending sequence', () => {
    const pool = createPool();
    expect(submit(pool, signedTransfer(sender, { nonce: 1, value: CRN / 2n }))).toBe('admitted');
    expect(submit(pool, signedTransfer(sender, { nonce: 2, value: CRN / 2n }))).toBe('insufficient_balance');
    expect(submit(pool, signedTransfer(sender, { nonce: 2, value: CRN / 2n - 2_000n }))).toBe('admitted');
    expect(submit(pool, signedTransfer(sender, { nonce: 3 }))).toBe('insufficient_balance');
  });

  it('does not count payments to the sender that are only pending', () => {
    const pool = createPool();
    const receiver = numberedAccount(8);
    submit(pool, signedTransfer(sender, { value: CRN / 2n, toAddress: receiver.address }));
    expect(submit(pool, signedTransfer(receiver))).toBe('insufficient_balance');
  });
});

describe('replacement', () => {
  const first = (fee: bigint) => signedTransfer(sender, { fee });

  it('needs a fee at least 10 % higher, and keeps the position', () => {
    const pool = createPool();
    submit(pool, first(1_000n));
    submit(pool, signedTransfer(sender, { nonce: 2 }));
    expect(submit(pool, first(1_099n))).toBe('replacement_fee_too_low');
    const admission = pool.admit(pendingOf(first(1_100n)));
    expect(admission).toMatchObject({ status: 'admitted', replaced: transactionId(first(1_000n)) });
    expect(noncesOf(pool)).toEqual([1, 2]);
    expect(pool.pending.get(transactionId(first(1_000n)))).toBeUndefined();
  });

  it('needs at least one pebble more', () => {
    const pool = createPool();
    submit(pool, first(1n));
    expect(submit(pool, signedTransfer(sender, { fee: 1n, value: 2n }))).toBe('replacement_fee_too_low');
    expect(submit(pool, first(2n))).toBe('admitted');
  });

  it('is rejected if a later transaction would become unaffordable', () => {
    const pool = createPool();
    submit(pool, signedTransfer(sender, { value: 1n }));
    submit(pool, signedTransfer(sender, { nonce: 2, value: CRN / 2n }));
    const greedy = signedTransfer(sender, { value: CRN / 2n, fee: 2_000n });
    expect(submit(pool, greedy)).toBe('insufficient_balance');
    expect(pool.pending.sequenceOf(sender.address)[0]?.transaction.value).toBe(1n);
  });

  it('works for a sender at its limit and in a full pool', () => {
    const pool = createPool({ pendingPerSender: 2, pendingInAll: 2 });
    submit(pool, signedTransfer(sender, { nonce: 1 }));
    submit(pool, signedTransfer(sender, { nonce: 2 }));
    expect(submit(pool, signedTransfer(sender, { nonce: 1, fee: 2_000n }))).toBe('admitted');
    expect(pool.pending.size).toBe(2);
  });
});

describe('a confirmed state that is ahead of its event', () => {
  const transfers = [1, 2, 3].map((nonce) => signedTransfer(sender, { nonce, fee: 1_000n * BigInt(nonce) }));

  it('replaces no transaction by that of another nonce', () => {
    const pool = createPool();
    expect(transfers.slice(0, 2).map((raw) => submit(pool, raw))).toEqual(['admitted', 'admitted']);
    // A block is committed, but the pool is not notified yet.
    confirmed.set(sender.address, { balance: CRN, nonce: 1 });
    expect(submit(pool, transfers[2]!)).toBe('admitted');
    expect(noncesOf(pool)).toEqual([2, 3]);
    refreshAll(pool);
    expect(noncesOf(pool)).toEqual([2, 3]);
  });
});

describe('a full pool', () => {
  it('requires a new sender to pay more than its cheapest transaction', () => {
    const pool = createPool({ pendingInAll: 2 });
    submit(pool, signedTransfer(ACCOUNTS[1]!, { fee: 30n }));
    expect(pool.minimumFee()).toBe(1n);
    submit(pool, signedTransfer(ACCOUNTS[2]!, { fee: 20n }));
    expect(pool.minimumFee()).toBe(21n);
    expect(submit(pool, signedTransfer(sender, { fee: 20n }))).toBe('mempool_full');
    expect(submit(pool, signedTransfer(sender, { fee: 21n }))).toBe('admitted');
  });

  it('evicts the tail of the sender with the lowest fee for a better transaction, and rejects one that is no better', () => {
    const pool = createPool({ pendingInAll: 3 });
    submit(pool, signedTransfer(ACCOUNTS[1]!, { nonce: 1, fee: 5n }));
    submit(pool, signedTransfer(ACCOUNTS[1]!, { nonce: 2, fee: 90n }));
    submit(pool, signedTransfer(ACCOUNTS[2]!, { nonce: 1, fee: 20n }));
    expect(submit(pool, signedTransfer(sender, { fee: 5n }))).toBe('mempool_full');
    expect(submit(pool, signedTransfer(sender, { fee: 6n }))).toBe('admitted');
    // The transfer that pays 90 can only be confirmed after the one that pays 5. It is the tail, so it is evicted
    // first, and the one that pays 5 by the next transaction.
    expect(noncesOf(pool, ACCOUNTS[1]!.address)).toEqual([1]);
    expect(submit(pool, signedTransfer(ACCOUNTS[3]!, { fee: 6n }))).toBe('admitted');
    expect(noncesOf(pool, ACCOUNTS[1]!.address)).toEqual([]);
    expect(noncesOf(pool, ACCOUNTS[2]!.address)).toEqual([1]);
    expect(pool.pending.size).toBe(3);
  });

  it('makes no room for a successor of a transaction that pays no more', () => {
    const pool = createPool({ pendingInAll: 2 });
    submit(pool, signedTransfer(sender, { nonce: 1, fee: 10n }));
    submit(pool, signedTransfer(ACCOUNTS[1]!, { fee: 10n }));
    expect(submit(pool, signedTransfer(sender, { nonce: 2, fee: 50n }))).toBe('mempool_full');
    expect(submit(pool, signedTransfer(sender, { nonce: 1, fee: 11n }))).toBe('admitted');
    expect(submit(pool, signedTransfer(sender, { nonce: 2, fee: 50n }))).toBe('admitted');
    expect(noncesOf(pool, ACCOUNTS[1]!.address)).toEqual([]);
  });

  it('never evicts the predecessor of the transaction that needs room', () => {
    const pool = createPool({ pendingInAll: 2 });
    submit(pool, signedTransfer(sender, { nonce: 1, fee: 20n }));
    submit(pool, signedTransfer(ACCOUNTS[1]!, { fee: 10n }));
    expect(submit(pool, signedTransfer(sender, { nonce: 2, fee: 50n }))).toBe('admitted');
    expect(noncesOf(pool)).toEqual([1, 2]);
    expect(submit(pool, signedTransfer(sender, { nonce: 3, fee: 50n }))).toBe('mempool_full');
  });

  it('evicts the newest of equal fees', () => {
    const pool = createPool({ pendingInAll: 2 });
    pool.admit(pendingOf(signedTransfer(ACCOUNTS[1]!, { fee: 5n }), 100));
    pool.admit(pendingOf(signedTransfer(ACCOUNTS[2]!, { fee: 5n }), 200));
    submit(pool, signedTransfer(sender, { fee: 6n }));
    expect(noncesOf(pool, ACCOUNTS[2]!.address)).toEqual([]);
    expect(noncesOf(pool, ACCOUNTS[1]!.address)).toEqual([1]);
  });

  it('reports added and removed transactions', () => {
    const pool = createPool({ pendingInAll: 1 });
    const cheap = signedTransfer(ACCOUNTS[1]!, { fee: 5n });
    const dear = signedTransfer(sender, { fee: 6n });
    submit(pool, cheap);
    const admission = pool.admit(pendingOf(dear));
    const changes = admission.status === 'admitted' ? admission.changes : [];
    expect(changes.flatMap(({ removed }) => removed.map(({ id }) => id))).toEqual([transactionId(cheap)]);
    expect(changes.flatMap(({ added }) => added.map(({ id }) => id))).toEqual([transactionId(dear)]);
  });
});

describe('the pool at its real size', () => {
  it('has 20,000 transactions at most, without the cheapest tails', () => {
    const senders = Array.from({ length: 320 }, (_, index) => numberedAccount(index + 1).address);
    const candidates = senders.flatMap((address, index) =>
      Array.from({ length: 64 }, (_, position) =>
        pendingTransfer(address, { nonce: position + 1, fee: BigInt(index + 1) }),
      ),
    );
    for (const address of senders) confirmed.set(address, { balance: CRN, nonce: 0 });
    const pool = createPool();
    expect([...pool.load(candidates, 0)].length).toBeGreaterThan(0);
    expect(pool.pending.size).toBe(20_000);
    // 480 too many: those of the seven cheapest senders with 64 each, and half of the eighth's.
    expect(senders.slice(0, 9).map((address) => noncesOf(pool, address).length)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 32, 64,
    ]);
    expect(submit(pool, signedTransfer(sender, { fee: 8n }))).toBe('mempool_full');
    expect(submit(pool, signedTransfer(sender, { fee: 9n }))).toBe('admitted');
    expect(noncesOf(pool, senders[7]).length).toBe(31);
    expect(pool.pending.size).toBe(20_000);
  });
});

describe('the pool under any sequence of events', () => {
  const people = ACCOUNTS.slice(0, 4);
  const bounds = { pendingPerSender: 4, pendingInAll: 10 };
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('submit' as const),
      who: fc.nat(people.length - 1),
      nonce: fc.integer({ min: 0, max: 8 }),
      fee: fc.bigInt(0n, 40n),
      value: fc.bigInt(0n, CRN / 2n),
    }),
    fc.record({
      kind: fc.constant('confirmed state' as const),
      who: fc.nat(people.length - 1),
      nonce: fc.integer({ min: 0, max: 6 }),
      balance: fc.bigInt(0n, CRN),
    }),
    fc.record({ kind: fc.constant('expire' as const), now: fc.integer({ min: 0, max: 400_000 }) }),
  );

  function check(pool: PolicyPool): void {
    let total = 0;
    for (const { address } of people) {
      const sequence = pool.pending.sequenceOf(address);
      const { nonce, balance } = confirmed.get(address)!;
      expect(sequence.map(({ transaction }) => transaction.nonce)).toEqual(
        sequence.map((_, index) => nonce + 1 + index),
      );
      const spent = sequence.reduce((sum, { transaction: { value, fee } }) => sum + value + fee, 0n);
      expect(spent <= balance).toBe(true);
      expect(sequence.length).toBeLessThanOrEqual(bounds.pendingPerSender);
      for (const pending of sequence) expect(pool.pending.get(pending.id)).toBe(pending);
      total += sequence.length;
    }
    expect(pool.pending.size).toBe(total);
    expect(total).toBeLessThanOrEqual(bounds.pendingInAll);
  }

  it('has contiguous, affordable sequences within its limits, consistent with the reported changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        confirmed = new Map(people.map(({ address }) => [address, { balance: CRN, nonce: 0 }]));
        const pool = createPool(bounds);
        const stored = new Set<string>();
        const follow = (
          changes: readonly { added: readonly { id: string }[]; removed: readonly { id: string }[] }[],
        ) => {
          for (const { added, removed } of changes) {
            for (const { id } of removed) expect(stored.delete(id)).toBe(true);
            for (const { id } of added) stored.add(id);
          }
        };
        for (const event of steps) {
          if (event.kind === 'submit') {
            const { who, nonce, fee, value } = event;
            const raw = signedTransfer(people[who]!, { nonce, fee, value });
            if (pool.pending.get(transactionId(raw)) !== undefined) continue;
            const admission = pool.admit(pendingOf(raw));
            if (admission.status === 'admitted') follow(admission.changes);
          } else if (event.kind === 'confirmed state') {
            confirmed.set(people[event.who]!.address, { balance: event.balance, nonce: event.nonce });
            follow(refreshAll(pool));
          } else {
            follow([...pool.expire(event.now)].filter((change) => change !== undefined));
          }
          check(pool);
          expect(stored).toEqual(new Set(pool.pending.all().map(({ id }) => id)));
        }
      }),
      { numRuns: 60 },
    );
  });
});
