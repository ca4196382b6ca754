import { readFileSync } from 'node:fs';
import {
  type AccountRecord,
  type AccountState,
  ConsensusError,
  decodeTransaction,
  EMPTY_HISTORY,
  formatPebbles,
  hexToBytes,
  transactionId,
  verifyTransactionSignature,
} from '@cairn/protocol';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChainEvent } from '../chain/chain-types.ts';
import { memoryPlace } from '../memory/memory-home.ts';
import { ACCOUNTS, DEVNET, mineBranch, runtime, SILENT, stepBack } from '../test-support.ts';
import { Mempool, type MempoolOptions } from './mempool.ts';
import { MEMPOOL_POLICY, spendableAfter } from './policy.ts';
import { numberedAccount, signedTransfer, type TestAccount, TestMempool } from './test-support.ts';

const [, alice, bob, carol] = ACCOUNTS as readonly TestAccount[] as [
  TestAccount,
  TestAccount,
  TestAccount,
  TestAccount,
];
const forkVectors = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/fork-choice.json', import.meta.url), 'utf8'),
) as {
  blocks: Record<string, { id: string; raw: string }>;
  cases: {
    name: string;
    steps: { arrives: string; tip: string; pending_again?: string[] }[];
    accounts: Record<string, { balance: string; nonce: number }>;
  }[];
};

let test: TestMempool;
beforeEach(async () => void (test = await TestMempool.create()));
afterEach(() => test[Symbol.asyncDispose]());

async function limited(pendingInAll: number, pendingPerSender = 64): Promise<void> {
  await test[Symbol.asyncDispose]();
  test = await TestMempool.create({ pendingInAll, pendingPerSender });
}

describe('a submission', () => {
  it('makes the transaction pending, and is repeated with the same receipt', async () => {
    const { mempool, now } = test;
    const raw = signedTransfer(alice);
    const id = transactionId(raw);
    const sent = Uint8Array.from(raw);
    const first = await mempool.submit(sent);
    sent.fill(0); // it keeps a copy
    expect(first).toMatchObject({ status: 'accepted', alreadyPending: false, pending: { id, raw } });
    expect(mempool.get(id)?.receivedAt).toBe(Math.floor(now / 1_000));
    test.now += 60_000;
    expect(await mempool.submit(raw)).toEqual({ ...first, alreadyPending: true });
    expect([test.nonces(alice), mempool.size()]).toEqual([[1], 1]);
  });

  it('with another signature, or of another size, is refused', async () => {
    const raw = signedTransfer(alice);
    for (const at of [8, 85, 212])
      expect(await test.submit(raw.with(at, raw[at]! ^ 1))).toBe('bad_signature');
    // A peer's signature costs its time last.
    const worthless = signedTransfer(numberedAccount(7), { fromAddress: numberedAccount(8).address });
    expect(await test.submit(worthless)).toBe('bad_signature');
    expect(await test.mempool.submit(worthless, 'peer')).toMatchObject({ reason: 'insufficient_balance' });
    await expect(test.submit(raw.subarray(1))).rejects.toMatchObject({ code: 'invalid_transaction' });
    expect(test.mempool.size()).toBe(0);
  });

  it('of a confirmed transaction is already_confirmed, whatever is pending', async () => {
    const raw = signedTransfer(alice);
    await test.submit(raw);
    await test.mine(raw);
    expect(await test.submit(raw)).toBe('already_confirmed');
    await test.submit(signedTransfer(alice, { nonce: 2 }));
    expect(await test.submit(raw)).toBe('already_confirmed');
    const [, genesisTransfer] = test.chain.view.transactions(0, { offset: 0, limit: 2 })!;
    expect(await test.submit(genesisTransfer!.raw)).toBe('already_confirmed');
  });

  it('among hundreds at once is admitted in its order, and stored', async () => {
    const raws = Array.from({ length: 60 }, (_, index) =>
      [alice, bob, carol].map((sender) => signedTransfer(sender, { nonce: index + 1 })),
    ).flat();
    const statuses = await Promise.all(raws.map((raw) => test.submit(raw)));
    expect(new Set(statuses)).toEqual(new Set(['accepted']));
    await test.reopen();
    expect(test.mempool.size()).toBe(180);
  });

  it('is told to listeners once, and again when its block is disconnected', async () => {
    const told: unknown[] = [];
    const stop = test.mempool.subscribe(({ id }, origin) => void told.push([id, origin]));
    const raw = signedTransfer(alice);
    for (const each of [raw, raw, signedTransfer(alice, { nonce: 5 })]) await test.submit(each);
    await test.mine(raw);
    await stepBack(test.chain);
    await expect.poll(() => told.length).toBe(2);
    stop();
    await test.submit(signedTransfer(bob));
    expect(told).toEqual([
      [transactionId(raw), 'client'],
      [transactionId(raw), 'returned'],
    ]);
  });
});

describe('a full pool', () => {
  const senders = { a: alice, b: bob, c: carol };
  const letters = Object.keys(senders) as (keyof typeof senders)[];
  /** Submits transfers with their senders' next nonces. @param transfers each a sender and a fee, like `a5` */
  const submitAll = async (transfers: string): Promise<string> => {
    const outcomes: string[] = [];
    for (const [letter, ...fee] of transfers.split(' ')) {
      const sender = senders[letter as keyof typeof senders];
      const nonce = test.nonces(sender).length + 1;
      test.now += 1_000;
      outcomes.push(await test.submit(signedTransfer(sender, { nonce, fee: BigInt(fee.join('')) })));
    }
    return outcomes.join(' ');
  };
  const pending = (): string =>
    letters
      .flatMap((letter) =>
        test.mempool
          .pendingOutgoing(senders[letter].address)
          .map(({ transaction }) => `${letter}${transaction.fee}`),
      )
      .join(' ');

  it.each([
    // What pays 90 can only be confirmed after what pays 5: it is the tail, and goes first.
    ['evicts the tail of the sender with the lowest fee', 'a5 a90 b20', 'c6', 'accepted', 'a5 b20 c6'],
    ['makes no room for one that pays no more', 'a5 b20', 'c5', 'mempool_full', 'a5 b20'],
    ['makes no room for a successor of one that pays no more', 'a10 b10', 'a50', 'mempool_full', 'a10 b10'],
    ['never evicts the predecessor', 'a10 b20', 'a50', 'mempool_full', 'a10 b20'],
    ['evicts another than the predecessor', 'a20 b10', 'a50', 'accepted', 'a20 a50'],
    ['evicts nothing of one sender alone', 'a20 a30', 'a50', 'mempool_full', 'a20 a30'],
    ['evicts the newest of equal fees', 'a5 b5', 'c6', 'accepted', 'a5 c6'],
  ])('%s', async (_, before, next, outcome, after) => {
    await limited(before.split(' ').length);
    await submitAll(before);
    expect([await submitAll(next), pending()]).toEqual([outcome, after]);
  });

  it('says what a new sender has to pay, and takes a replacement', async () => {
    await limited(2, 2);
    await submitAll('a30');
    expect(test.mempool.minimumFee()).toBe(1n);
    await submitAll('a20');
    expect(test.mempool.minimumFee()).toBe(21n);
    expect(await test.submit(signedTransfer(alice, { fee: 33n }))).toBe('accepted');
    expect([await submitAll('b20 b21'), pending()]).toEqual(['mempool_full accepted', 'a33 b21']);
  });
});

describe('across restarts', () => {
  it('keeps its transactions with their times, and a replacement instead of what it replaced', async () => {
    for (const nonce of [1, 2, 3]) await test.submit(signedTransfer(alice, { nonce, fee: BigInt(nonce) }));
    await test.submit(signedTransfer(alice, { nonce: 2, fee: 5_000n }));
    const before = test.mempool.pendingOutgoing(alice.address);
    test.now += 3_600_000;
    await test.reopen();
    expect(test.mempool.pendingOutgoing(alice.address)).toEqual(before);
    expect(before.map(({ transaction }) => transaction.fee)).toEqual([1n, 5_000n, 3n]);
  });

  it('drops what was confirmed, made invalid or expired in between', async () => {
    const first = signedTransfer(alice, { nonce: 1 });
    await test.submit(first);
    await test.submit(signedTransfer(alice, { nonce: 2 }));
    await test.submit(signedTransfer(bob));
    await test.reopen(() => test.mine(first, signedTransfer(bob, { value: 7n })));
    expect([test.nonces(alice), test.nonces(bob)]).toEqual([[2], []]);
    expect(test.lines.at(-1)).toContain('2 no longer valid');
    await test.reopen();
    expect(test.mempool.size()).toBe(1);
    expect(test.lines.at(-1)).not.toContain('no longer valid');
    test.now += 72 * 3_600_000;
    await test.reopen();
    expect(test.mempool.size()).toBe(0);
  });

  it('has the transfers of an earlier reorganization that are still valid', async () => {
    await limited(64, 1);
    const [first, second] = [1, 2].map((nonce) => signedTransfer(alice, { nonce })) as [
      Uint8Array,
      Uint8Array,
    ];
    let mined = 0;
    await test.reopen(async () => {
      await test.mine(first);
      await test.mine(second);
      for (const raw of await mineBranch([[decodeTransaction(first)], [], []]))
        await test.chain.offerBlock(raw);
      expect(test.chain.tip().height).toBe(3);
      mined = test.chain.staleBlocks(1)[0]!.header.timestamp;
      test.now = (mined + 72 * 3_600) * 1_000 - 1;
    });
    expect(test.nonces(alice)).toEqual([2]);
    expect(test.mempool.get(transactionId(second))?.receivedAt).toBe(mined);
    // What was acknowledged takes precedence.
    const other = signedTransfer(alice, { nonce: 2, fee: 1_100n });
    await test.submit(other);
    await test.reopen();
    expect(test.mempool.inBlockOrder().map(({ id }) => id)).toEqual([transactionId(other)]);
    await test.reopen(async () => {
      await test.place.remove();
      test.now += 1;
    });
    expect(test.nonces(alice)).toEqual([]);
  });
});

describe('in step with the chain', () => {
  it('removes what a block confirms, contradicts or makes unaffordable, and keeps the rest', async () => {
    const { balance } = test.chain.view.account(alice.address)!;
    const own = [1, 2, 3].map((nonce) => signedTransfer(bob, { nonce }));
    for (const raw of own) await test.submit(raw);
    for (const [index, value] of [1n, balance / 2n, 1n].entries())
      await test.submit(signedTransfer(alice, { nonce: index + 1, value }));
    await test.mine(own[0]!, own[1]!, signedTransfer(alice, { value: (balance / 4n) * 3n }));
    expect([test.nonces(bob), test.nonces(alice)]).toEqual([[3], []]);
    expect(test.mempool.get(transactionId(own[0]!))).toBeUndefined();
  });

  it('has removed them before later listeners hear of the block', async () => {
    const raw = signedTransfer(alice);
    await test.submit(raw);
    const seen: unknown[] = [];
    const stop = test.chain.subscribe(() => seen.push(test.mempool.get(transactionId(raw))));
    await test.mine(raw);
    stop();
    expect(seen).toEqual([undefined]);
  });

  it('adds what a disconnected block had before later ones, up to the limit of each sender', async () => {
    const many = Array.from({ length: 70 }, (_, step) =>
      signedTransfer(alice, { nonce: step + 1, value: 1n }),
    );
    await test.mine(...many, signedTransfer(bob));
    await test.submit(signedTransfer(alice, { nonce: 71 }));
    await test.submit(signedTransfer(bob, { nonce: 2 }));
    await stepBack(test.chain);
    const first = Array.from({ length: 64 }, (_, step) => step + 1);
    expect([test.nonces(alice), test.nonces(bob)]).toEqual([first, [1, 2]]);
    await test.reopen();
    expect([test.nonces(alice), test.nonces(bob)]).toEqual([first, [1, 2]]);
  });

  it.each<[string, [inAll: number, perSender: number], again: number, left: number[]]>([
    ['that the new branch has too', [1, 64], 2, []],
    ['above the limit of its sender', [2, 1], 0, [1]],
  ])('fills the place of no other transfer with one %s', async (_, limits, again, left) => {
    await limited(...limits);
    const own = [1, 2].map((nonce) => signedTransfer(alice, { nonce }));
    await test.mine(...own, signedTransfer(bob));
    for (const raw of await mineBranch([own.slice(0, again).map(decodeTransaction), []]))
      await test.chain.offerBlock(raw);
    expect(test.chain.tip().height).toBe(2);
    expect([test.nonces(alice), test.nonces(bob)]).toEqual([left, [1]]);
  });

  it('removes what a payment funded that was disconnected, unless the new branch has it too', async () => {
    const poor = numberedAccount(77);
    const payment = signedTransfer(alice, { toAddress: poor.address, value: 10_000n });
    const theirs = await mineBranch([[decodeTransaction(payment)], []]);
    await test.mine(payment);
    const spending = signedTransfer(poor, { value: 5_000n });
    expect(await test.submit(spending)).toBe('accepted');
    for (const raw of theirs) await test.chain.offerBlock(raw);
    expect(test.chain.tip().height).toBe(2);
    expect([test.nonces(poor), test.nonces(alice)]).toEqual([[1], []]);
    await stepBack(test.chain, 2);
    expect([test.nonces(poor), test.nonces(alice)]).toEqual([[], [1]]);
  });

  it.each(forkVectors.cases)('moves with it through the vectors: $name', async ({ steps, accounts }) => {
    const { chain, mempool } = test;
    const waiting: Uint8Array[] = [];
    for (const { arrives, tip, pending_again } of steps) {
      waiting.push(hexToBytes(forkVectors.blocks[arrives]!.raw));
      for (let isMoving = true; isMoving;) {
        isMoving = false;
        for (const raw of waiting.splice(0)) {
          const arrival = await chain.offerBlock(raw).catch((error: unknown) => {
            if (error instanceof ConsensusError) return { outcome: 'invalid' };
            throw error;
          });
          if (arrival.outcome === 'orphan') waiting.push(raw);
          else isMoving = true;
        }
      }
      await chain.idle();
      expect([arrives, chain.tip().id]).toEqual([arrives, forkVectors.blocks[tip]!.id]);
      const pending = mempool.inBlockOrder().map(({ id }) => id);
      if (pending_again) expect([arrives, pending.sort()]).toEqual([arrives, pending_again.toSorted()]);
    }
    for (const [address, { balance, nonce }] of Object.entries(accounts)) {
      const account = chain.view.account(address)!;
      expect([formatPebbles(account.balance), account.nonce]).toEqual([balance, nonce]);
    }
  });

  it('removes expired transactions and their successors', async () => {
    await test.submit(signedTransfer(alice, { nonce: 1 }));
    test.now += 71 * 3_600_000;
    await test.submit(signedTransfer(alice, { nonce: 2 }));
    await test.submit(signedTransfer(bob));
    test.now += 3_600_000;
    await test.mempool.maintain();
    expect([test.nonces(alice), test.nonces(bob)]).toEqual([[], [1]]);
  });
});

describe('under any sequence of events', () => {
  const people = ACCOUNTS.slice(0, 4);
  const CRN = 100_000_000n;
  const policy = { ...MEMPOOL_POLICY, pendingPerSender: 4, pendingInAll: 10 };
  const who = fc.constantFrom(...people);
  const anyEvent = fc.oneof(
    fc.record({
      kind: fc.constant('submit' as const),
      who,
      fields: fc.record({
        nonce: fc.integer({ min: 0, max: 8 }),
        fee: fc.bigInt(0n, 40n),
        value: fc.bigInt(0n, CRN / 2n),
      }),
    }),
    fc.record({
      kind: fc.constant('confirm' as const),
      who,
      state: fc.record({ nonce: fc.integer({ min: 0, max: 6 }), balance: fc.bigInt(0n, CRN) }),
    }),
    fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 100_000 }) }),
  );
  const tip = { height: 1, id: '00'.repeat(32) };
  const blocks = { disconnected: [], connected: [], left: [], returned: [] };
  const change = { oldTip: tip, newTip: tip, commonHeight: 0, ...blocks };
  const recordOf = (address: string, state: AccountState) => ({
    address,
    count: 1,
    history: EMPTY_HISTORY,
    ...state,
  });

  /** A mempool on a chain whose accounts a test sets. */
  async function openOnAccounts(confirmed: Map<string, AccountRecord>) {
    let follow: (event: ChainEvent) => void = () => undefined;
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
    const place = memoryPlace('mempool');
    const clock = () => test.now;
    const pool = await Mempool.open({
      chain,
      place,
      clock,
      runtime,
      logger: SILENT,
      policy,
    });
    const confirm = (record: AccountRecord): void => {
      confirmed.set(record.address, record);
      follow({ ...change, accounts: new Map([[record.address, record]]) });
    };
    return { pool, confirm };
  }

  it('each sender’s sequence is contiguous, affordable and within its limits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 60 }), async (events) => {
        const confirmed = new Map(
          people.map(({ address }) => [address, recordOf(address, { balance: CRN, nonce: 0 })]),
        );
        const { pool, confirm } = await openOnAccounts(confirmed);
        for (const event of events) {
          if (event.kind === 'submit') await pool.submit(signedTransfer(event.who, event.fields));
          else if (event.kind === 'confirm') confirm(recordOf(event.who.address, event.state));
          else {
            test.now += event.seconds * 1_000;
            await pool.maintain();
          }
          let size = 0;
          for (const { address, nonce, balance } of confirmed.values()) {
            const sequence = pool.pendingOutgoing(address);
            const nonces = sequence.map(({ transaction }) => transaction.nonce - nonce);
            expect(nonces).toEqual(sequence.map((_, at) => at + 1));
            expect(spendableAfter(balance, sequence)).toBeDefined();
            expect(sequence.length).toBeLessThanOrEqual(policy.pendingPerSender);
            expect(sequence.map(({ id }) => pool.get(id))).toEqual(sequence);
            size += sequence.length;
          }
          expect(pool.size()).toBe(size);
          expect(size).toBeLessThanOrEqual(policy.pendingInAll);
        }
        await pool.close();
      }),
      { numRuns: 30 },
    );
  });
});
