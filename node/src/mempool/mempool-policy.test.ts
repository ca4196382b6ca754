import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountRecord,
  type AccountState,
  COINBASE_SENDER,
  EMPTY_HISTORY,
  getNetwork,
  transactionId,
  verifyTransactionSignature,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChainEvent } from '../chain/chain-types.ts';
import { Mempool, type MempoolOptions } from './mempool.ts';
import { MEMPOOL_POLICY, type MempoolPolicy } from './policy.ts';
import { ACCOUNTS, DEVNET, numberedAccount, pendingTransfer, signedTransfer } from './test-support.ts';

const CRN = 100_000_000n;
const sender = ACCOUNTS[0]!;
let confirmed: Map<string, AccountRecord>;

let folder: string;
let follow: (event: ChainEvent) => void;
let now: number;
let pool: Mempool;

/** A chain whose accounts a test sets. */
const chain: MempoolOptions['chain'] = {
  network: DEVNET,
  view: { account: (address) => confirmed.get(address), locateTransaction: () => undefined },
  verifyTransfer: (raw) => verifyTransactionSignature(raw, DEVNET),
  staleBlocks: () => [],
  readBlockById: async () => undefined,
  subscribe: (listener) => {
    follow = listener;
    return () => undefined;
  },
};

async function openPool(policy: Partial<MempoolPolicy> = {}): Promise<Mempool> {
  await pool?.close();
  pool = await Mempool.open({
    chain,
    directory: mkdtempSync(join(folder, 'mempool-')),
    clock: () => now * 1_000,
    logger: pino({ level: 'silent' }),
    policy: { ...MEMPOOL_POLICY, ...policy },
  });
  return pool;
}

/** `accepted`, or the reason of the rejection. */
async function submit(raw: Uint8Array): Promise<string> {
  const admission = await pool.submit(raw);
  return admission.status === 'rejected' ? admission.reason : admission.status;
}

function recordOf(address: string, state: AccountState): AccountRecord {
  return { address, count: 1, history: EMPTY_HISTORY, ...state };
}

/** The chain has other accounts now. */
function setConfirmed(address: string, state: AccountState): void {
  const record = recordOf(address, state);
  confirmed.set(address, record);
  const tip = { height: 1, id: '00'.repeat(32) };
  const change = { oldTip: tip, newTip: tip, commonHeight: 0, disconnected: [], connected: [], left: [] };
  follow({ ...change, accounts: new Map([[address, record]]), returned: [] });
}

const noncesOf = (address = sender.address): number[] =>
  pool.pendingOutgoing(address).map(({ transaction }) => transaction.nonce);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-policy-'));
});
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  now = 1_000;
  confirmed = new Map(
    ACCOUNTS.map(({ address }) => [address, recordOf(address, { balance: CRN, nonce: 0 })]),
  );
  await openPool();
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
  ])('%s', async (reason, make) => {
    expect(await submit(make())).toBe(reason);
    expect(pool.size()).toBe(0);
  });

  it('nonce_too_low for a confirmed nonce', async () => {
    setConfirmed(sender.address, { balance: CRN, nonce: 5 });
    expect(await submit(signedTransfer(sender, { nonce: 5 }))).toBe('nonce_too_low');
    expect(await submit(signedTransfer(sender, { nonce: 6 }))).toBe('accepted');
  });

  it('sender_limit for the 65th of a sender, and for no other sender', async () => {
    for (let nonce = 1; nonce <= 64; nonce += 1) {
      expect(await submit(signedTransfer(sender, { nonce }))).toBe('accepted');
    }
    expect(await submit(signedTransfer(sender, { nonce: 65 }))).toBe('sender_limit');
    expect(await submit(signedTransfer(ACCOUNTS[1]!))).toBe('accepted');
  });

  it('a broken rule further ahead in the documented order names the reason', async () => {
    const everythingWrong = signedTransfer(sender, {
      chain: 1,
      toAddress: testnet,
      value: 0n,
      fee: 0n,
      nonce: 9,
    });
    expect(await submit(everythingWrong)).toBe('wrong_chain');
    expect(await submit(signedTransfer(sender, { value: 2n * CRN, nonce: 9 }))).toBe('nonce_gap');
  });
});

describe('the balance', () => {
  it('must cover the whole pending sequence', async () => {
    expect(await submit(signedTransfer(sender, { nonce: 1, value: CRN / 2n }))).toBe('accepted');
    expect(await submit(signedTransfer(sender, { nonce: 2, value: CRN / 2n }))).toBe('insufficient_balance');
    expect(await submit(signedTransfer(sender, { nonce: 2, value: CRN / 2n - 2_000n }))).toBe('accepted');
    expect(await submit(signedTransfer(sender, { nonce: 3 }))).toBe('insufficient_balance');
  });

  it('does not count payments to the sender that are only pending', async () => {
    const receiver = numberedAccount(8);
    await submit(signedTransfer(sender, { value: CRN / 2n, toAddress: receiver.address }));
    expect(await submit(signedTransfer(receiver))).toBe('insufficient_balance');
  });
});

describe('replacement', () => {
  const first = (fee: bigint) => signedTransfer(sender, { fee });

  it('needs a fee at least 10 % higher, and keeps the position', async () => {
    await submit(first(1_000n));
    await submit(signedTransfer(sender, { nonce: 2 }));
    expect(await submit(first(1_099n))).toBe('replacement_fee_too_low');
    expect(await submit(first(1_100n))).toBe('accepted');
    expect(noncesOf()).toEqual([1, 2]);
    expect(pool.get(transactionId(first(1_000n)))).toBeUndefined();
  });

  it('needs at least one pebble more', async () => {
    await submit(first(1n));
    expect(await submit(signedTransfer(sender, { fee: 1n, value: 2n }))).toBe('replacement_fee_too_low');
    expect(await submit(first(2n))).toBe('accepted');
  });

  it('is rejected if a later transaction would become unaffordable', async () => {
    await submit(signedTransfer(sender, { value: 1n }));
    await submit(signedTransfer(sender, { nonce: 2, value: CRN / 2n }));
    const greedy = signedTransfer(sender, { value: CRN / 2n, fee: 2_000n });
    expect(await submit(greedy)).toBe('insufficient_balance');
    expect(pool.pendingOutgoing(sender.address)[0]?.transaction.value).toBe(1n);
  });

  it('works for a sender at its limit and in a full pool', async () => {
    await openPool({ pendingPerSender: 2, pendingInAll: 2 });
    await submit(signedTransfer(sender, { nonce: 1 }));
    await submit(signedTransfer(sender, { nonce: 2 }));
    expect(await submit(signedTransfer(sender, { nonce: 1, fee: 2_000n }))).toBe('accepted');
    expect(pool.size()).toBe(2);
  });
});

describe('a full pool', () => {
  it('requires a new sender to pay more than its cheapest transaction', async () => {
    await openPool({ pendingInAll: 2 });
    await submit(signedTransfer(ACCOUNTS[1]!, { fee: 30n }));
    expect(pool.minimumFee()).toBe(1n);
    await submit(signedTransfer(ACCOUNTS[2]!, { fee: 20n }));
    expect(pool.minimumFee()).toBe(21n);
    expect(await submit(signedTransfer(sender, { fee: 20n }))).toBe('mempool_full');
    expect(await submit(signedTransfer(sender, { fee: 21n }))).toBe('accepted');
  });

  it('evicts the tail of the sender with the lowest fee for a better transaction, and rejects one that is no better', async () => {
    await openPool({ pendingInAll: 3 });
    await submit(signedTransfer(ACCOUNTS[1]!, { nonce: 1, fee: 5n }));
    await submit(signedTransfer(ACCOUNTS[1]!, { nonce: 2, fee: 90n }));
    await submit(signedTransfer(ACCOUNTS[2]!, { nonce: 1, fee: 20n }));
    expect(await submit(signedTransfer(sender, { fee: 5n }))).toBe('mempool_full');
    expect(await submit(signedTransfer(sender, { fee: 6n }))).toBe('accepted');
    // The transfer that pays 90 can only be confirmed after the one that pays 5. It is the tail, so it is evicted
    // first, and the one that pays 5 by the next transaction.
    expect(noncesOf(ACCOUNTS[1]!.address)).toEqual([1]);
    expect(await submit(signedTransfer(ACCOUNTS[3]!, { fee: 6n }))).toBe('accepted');
    expect(noncesOf(ACCOUNTS[1]!.address)).toEqual([]);
    expect(noncesOf(ACCOUNTS[2]!.address)).toEqual([1]);
    expect(pool.size()).toBe(3);
  });

  it('makes no room for a successor of a transaction that pays no more', async () => {
    await openPool({ pendingInAll: 2 });
    await submit(signedTransfer(sender, { nonce: 1, fee: 10n }));
    await submit(signedTransfer(ACCOUNTS[1]!, { fee: 10n }));
    expect(await submit(signedTransfer(sender, { nonce: 2, fee: 50n }))).toBe('mempool_full');
    expect(await submit(signedTransfer(sender, { nonce: 1, fee: 11n }))).toBe('accepted');
    expect(await submit(signedTransfer(sender, { nonce: 2, fee: 50n }))).toBe('accepted');
    expect(noncesOf(ACCOUNTS[1]!.address)).toEqual([]);
  });

  it('never evicts the predecessor of the transaction that needs room', async () => {
    await openPool({ pendingInAll: 2 });
    await submit(signedTransfer(sender, { nonce: 1, fee: 20n }));
    await submit(signedTransfer(ACCOUNTS[1]!, { fee: 10n }));
    expect(await submit(signedTransfer(sender, { nonce: 2, fee: 50n }))).toBe('accepted');
    expect(noncesOf()).toEqual([1, 2]);
    expect(await submit(signedTransfer(sender, { nonce: 3, fee: 50n }))).toBe('mempool_full');
  });

  it('evicts the newest of equal fees', async () => {
    await openPool({ pendingInAll: 2 });
    now = 100;
    await submit(signedTransfer(ACCOUNTS[1]!, { fee: 5n }));
    now = 200;
    await submit(signedTransfer(ACCOUNTS[2]!, { fee: 5n }));
    await submit(signedTransfer(sender, { fee: 6n }));
    expect(noncesOf(ACCOUNTS[2]!.address)).toEqual([]);
    expect(noncesOf(ACCOUNTS[1]!.address)).toEqual([1]);
  });
});

describe('the pool at its real size', () => {
  it('has 20,000 transactions at most, without the cheapest tails', async () => {
    const senders = Array.from({ length: 320 }, (_, index) => numberedAccount(index + 1).address);
    const candidates = senders.flatMap((address, index) =>
      Array.from({ length: 64 }, (_, position) =>
        pendingTransfer(address, { nonce: position + 1, fee: BigInt(index + 1), receivedAt: now }),
      ),
    );
    for (const address of senders) confirmed.set(address, recordOf(address, { balance: CRN, nonce: 0 }));
    await pool.restore(candidates);
    expect(pool.size()).toBe(20_000);
    // 480 too many: those of the seven cheapest senders with 64 each, and half of the eighth's.
    expect(senders.slice(0, 9).map((address) => noncesOf(address).length)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 32, 64,
    ]);
    expect(await submit(signedTransfer(sender, { fee: 8n }))).toBe('mempool_full');
    expect(await submit(signedTransfer(sender, { fee: 9n }))).toBe('accepted');
    expect(noncesOf(senders[7]).length).toBe(31);
    expect(pool.size()).toBe(20_000);
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

  /** @returns the problem, if any */
  function findProblem(): string | undefined {
    let total = 0;
    for (const { address } of people) {
      const sequence = pool.pendingOutgoing(address);
      const { nonce, balance } = confirmed.get(address)!;
      if (sequence.some(({ transaction }, index) => transaction.nonce !== nonce + 1 + index)) return 'a gap';
      const spent = sequence.reduce((sum, { transaction: { value, fee } }) => sum + value + fee, 0n);
      if (spent > balance) return 'not affordable';
      if (sequence.length > bounds.pendingPerSender) return 'too many of a sender';
      if (sequence.some((pending) => pool.get(pending.id) !== pending)) return 'not found by ID';
      total += sequence.length;
    }
    if (pool.size() !== total) return 'another size';
    return total > bounds.pendingInAll ? 'too many' : undefined;
  }

  it('has contiguous, affordable sequences within its limits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        now = 0;
        confirmed = new Map(
          people.map(({ address }) => [address, recordOf(address, { balance: CRN, nonce: 0 })]),
        );
        await openPool(bounds);
        for (const event of steps) {
          if (event.kind === 'submit') {
            const { who, nonce, fee, value } = event;
            await submit(signedTransfer(people[who]!, { nonce, fee, value }));
          } else if (event.kind === 'confirmed state') {
            setConfirmed(people[event.who]!.address, { balance: event.balance, nonce: event.nonce });
          } else {
            now = Math.max(now, event.now);
            await pool.maintain();
          }
          expect(findProblem()).toBeUndefined();
        }
      }),
      { numRuns: 30 },
    );
  });
});
