import { readFileSync, rmSync } from 'node:fs';
import { ConsensusError, decodeTransaction, hexToBytes, transactionId } from '@cairn/protocol';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buildTestBlock,
  mineTestBlock,
  openTestChain,
  stepBack,
  type TestChain,
} from '../chain/test-support.ts';
import { Mempool } from './mempool.ts';
import { ACCOUNTS, numberedAccount, signedTransfer, type TestAccount } from './test-support.ts';

const [, alice, bob, carol] = ACCOUNTS as [TestAccount, TestAccount, TestAccount, TestAccount];
const forkVectors = JSON.parse(
  readFileSync(new URL('../../../test/vectors/fork-choice.json', import.meta.url), 'utf8'),
) as {
  blocks: Record<string, { raw: string }>;
  cases: { name: string; steps: { arrives: string; pending_again?: string[] }[] }[];
};
const logged: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
let test: TestChain;
let mempool: Mempool;
let now: number;

const open = () =>
  Mempool.open({
    chain: test.chain,
    directory: test.dataDirectory.mempool,
    clock: () => now,
    logger,
  });

async function reopen(): Promise<void> {
  await mempool.close();
  mempool = await open();
}

async function submit(raw: Uint8Array): Promise<string> {
  const admission = await mempool.submit(raw);
  return admission.status === 'rejected' ? admission.reason : admission.status;
}

const noncesOf = ({ address }: TestAccount): number[] =>
  mempool.pendingOutgoing(address).map(({ transaction }) => transaction.nonce);
const mine = (...raws: Uint8Array[]) => mineTestBlock(test.chain, raws.map(decodeTransaction));

beforeEach(async () => {
  logged.length = 0;
  now = Date.now();
  test = await openTestChain();
  mempool = await open();
});

afterEach(async () => {
  await mempool.close();
  await test.remove();
});

describe('submission', () => {
  it('makes the transaction pending, found by ID and sender', async () => {
    const raw = signedTransfer(alice);
    const admission = await mempool.submit(raw);
    const id = transactionId(raw);
    expect(admission).toMatchObject({ status: 'accepted', alreadyPending: false, pending: { id, raw } });
    expect(mempool.get(id)?.receivedAt).toBe(Math.floor(now / 1_000));
    expect(noncesOf(alice)).toEqual([1]);
    expect(mempool.size()).toBe(1);
  });

  it('can be repeated, with the same receipt', async () => {
    const raw = signedTransfer(alice);
    const first = await mempool.submit(raw);
    now += 60_000;
    const again = await mempool.submit(Uint8Array.from(raw));
    expect(again).toEqual({ ...first, alreadyPending: true });
    expect(mempool.size()).toBe(1);
  });

  it('of a confirmed transaction is already_confirmed, whatever is pending', async () => {
    const raw = signedTransfer(alice);
    await submit(raw);
    await mine(raw);
    expect(await submit(raw)).toBe('already_confirmed');
    await submit(signedTransfer(alice, { nonce: 2 }));
    expect(await submit(raw)).toBe('already_confirmed');
    const [, genesisTransfer] = test.chain.view.transactions(0, { offset: 0, limit: 2 })!;
    expect(await submit(genesisTransfer!.raw)).toBe('already_confirmed');
  });

  it('throws for malformed bytes', async () => {
    await expect(mempool.submit(new Uint8Array(212))).rejects.toMatchObject({ code: 'invalid_transaction' });
  });

  it('keeps no reference to the submitted bytes', async () => {
    const raw = signedTransfer(alice);
    const id = transactionId(raw);
    await mempool.submit(raw);
    raw.fill(0);
    expect(transactionId(mempool.get(id)!.raw)).toBe(id);
  });

  it('admits hundreds at once in order', async () => {
    const raws = Array.from({ length: 60 }, (_, index) =>
      [alice, bob, carol].map((sender) => signedTransfer(sender, { nonce: index + 1 })),
    ).flat();
    const statuses = await Promise.all(raws.map(submit));
    expect(new Set(statuses)).toEqual(new Set(['accepted']));
    await reopen();
    expect(mempool.size()).toBe(180);
  });

  it('notifies its listeners of transactions of a disconnected block', async () => {
    const raw = signedTransfer(alice);
    await mine(raw);
    const received: unknown[] = [];
    const notified = Promise.withResolvers<void>();
    mempool.subscribe(({ id }, origin) => {
      received.push([id, origin]);
      notified.resolve();
    });
    await stepBack(test.chain);
    await notified.promise;
    expect(received).toEqual([[transactionId(raw), 'returned']]);
  });

  it('notifies its listeners of each new transaction once', async () => {
    const received: string[] = [];
    const stop = mempool.subscribe(({ id }) => void received.push(id));
    const raw = signedTransfer(alice);
    await submit(raw);
    await submit(raw);
    await submit(signedTransfer(alice, { nonce: 5 }));
    stop();
    await submit(signedTransfer(bob));
    expect(received).toEqual([transactionId(raw)]);
  });
});

describe('across restarts', () => {
  it('keeps its transactions with their times of admission', async () => {
    const raws = [1, 2, 3].map((nonce) => signedTransfer(alice, { nonce, fee: BigInt(nonce) }));
    for (const raw of raws) await submit(raw);
    const before = mempool.pendingOutgoing(alice.address);
    now += 3_600_000;
    await reopen();
    expect(mempool.pendingOutgoing(alice.address)).toEqual(before);
  });

  it('keeps a replacement and not the replaced transaction', async () => {
    await submit(signedTransfer(alice));
    await submit(signedTransfer(alice, { fee: 5_000n }));
    await reopen();
    expect(mempool.pendingOutgoing(alice.address).map(({ transaction }) => transaction.fee)).toEqual([
      5_000n,
    ]);
  });

  it('drops transactions that were confirmed or made invalid in between', async () => {
    const first = signedTransfer(alice, { nonce: 1 });
    await submit(first);
    await submit(signedTransfer(alice, { nonce: 2 }));
    await submit(signedTransfer(bob, { nonce: 1 }));
    await mempool.close();
    await mine(first, signedTransfer(bob, { nonce: 1, value: 7n }));
    mempool = await open();
    expect(noncesOf(alice)).toEqual([2]);
    expect(noncesOf(bob)).toEqual([]);
    await reopen();
    expect(mempool.size()).toBe(1);
  });

  it('drops expired transactions', async () => {
    await submit(signedTransfer(alice));
    now += 72 * 3_600_000;
    await reopen();
    expect(mempool.size()).toBe(0);
  });
});

describe('in step with the chain', () => {
  it('removes what a block confirms and keeps the rest of the sequence', async () => {
    const raws = [1, 2, 3].map((nonce) => signedTransfer(alice, { nonce }));
    for (const raw of raws) await submit(raw);
    await mine(raws[0]!, raws[1]!);
    expect(noncesOf(alice)).toEqual([3]);
    expect(mempool.get(transactionId(raws[0]!))).toBeUndefined();
  });

  it('removes transactions that conflict with a block, and those that it makes unaffordable', async () => {
    const { balance } = test.chain.view.account(alice.address)!;
    await submit(signedTransfer(alice, { nonce: 1 }));
    await submit(signedTransfer(alice, { nonce: 2, value: balance / 2n }));
    await submit(signedTransfer(alice, { nonce: 3 }));
    await mine(signedTransfer(alice, { nonce: 1, value: (balance / 4n) * 3n }));
    expect(noncesOf(alice)).toEqual([]);
  });

  it('adds the transactions of a disconnected block again, before later ones', async () => {
    const raws = [1, 2, 3].map((nonce) => signedTransfer(alice, { nonce }));
    await mine(raws[0]!, raws[1]!);
    await submit(raws[2]!);
    await stepBack(test.chain);
    expect(noncesOf(alice)).toEqual([1, 2, 3]);
    await reopen();
    expect(noncesOf(alice)).toEqual([1, 2, 3]);
  });

  it('adds the transactions of a disconnected block up to the limit of their senders', async () => {
    const senders = ACCOUNTS.slice(7);
    const transfers = senders.flatMap((sender) =>
      Array.from({ length: 70 }, (_, step) => signedTransfer(sender, { nonce: step + 1, value: 1n })),
    );
    await mine(...transfers);
    const later = senders.map((sender) => signedTransfer(sender, { nonce: 71 }));
    for (const raw of later) await submit(raw);
    await stepBack(test.chain);
    expect(mempool.size()).toBe(senders.length * 64);
    const first = Array.from({ length: 64 }, (_, step) => step + 1);
    for (const sender of senders) expect(noncesOf(sender)).toEqual(first);
    await reopen();
    expect(mempool.size()).toBe(senders.length * 64);
  });

  it('removes transactions funded by a payment that was disconnected', async () => {
    const poor = numberedAccount(77);
    await mine(signedTransfer(alice, { toAddress: poor.address, value: 10_000n }));
    expect(await submit(signedTransfer(poor, { value: 5_000n }))).toBe('accepted');
    await stepBack(test.chain);
    expect(noncesOf(poor)).toEqual([]);
    expect(noncesOf(alice)).toEqual([1]);
  });

  it.each(forkVectors.cases)(
    'adds the transactions again that a reorganization disconnected: $name',
    async ({ steps }) => {
      const waiting: Uint8Array[] = [];
      for (const { arrives, pending_again } of steps) {
        waiting.push(hexToBytes(forkVectors.blocks[arrives]!.raw));
        for (let isMoving = true; isMoving;) {
          isMoving = false;
          for (const raw of waiting.splice(0)) {
            const arrival = await test.chain.offerBlock(raw).catch((error: unknown) => {
              if (error instanceof ConsensusError) return { outcome: 'invalid' };
              throw error;
            });
            if (arrival.outcome === 'orphan') waiting.push(raw);
            else isMoving = true;
          }
        }
        await test.chain.idle();
        if (pending_again === undefined) continue;
        const pending = mempool.inBlockOrder().map(({ id }) => id);
        expect([arrives, pending.sort()]).toEqual([arrives, pending_again.toSorted()]);
      }
    },
  );

  it('adds at its start the transactions of an earlier reorganization', async () => {
    await mempool.close();
    const [first, second] = [1, 2].map((nonce) => signedTransfer(alice, { nonce }));
    await mine(first!);
    await mine(second!);
    const twin = await openTestChain();
    const theirs: Uint8Array[] = [];
    for (const transfers of [[decodeTransaction(first!)], [], []]) {
      theirs.push(buildTestBlock(twin.chain, transfers, { miner: 3 }));
      await twin.chain.appendBlock(theirs.at(-1)!);
    }
    await twin.remove();
    for (const raw of theirs) await test.chain.offerBlock(raw);
    expect(test.chain.tip().height).toBe(3);
    const mined = test.chain.staleBlocks(1)[0]!.header.timestamp;
    now = (mined + 72 * 3_600) * 1_000 - 1;
    mempool = await open();
    expect(noncesOf(alice)).toEqual([2]);
    expect(mempool.get(transactionId(second!))?.receivedAt).toBe(mined);
    const other = signedTransfer(alice, { nonce: 2, fee: 1_100n });
    await submit(other);
    await reopen();
    expect(
      mempool
        .inBlockOrder()
        .slice(0, 2)
        .map(({ id }) => id),
    ).toEqual([transactionId(other)]);
    await mempool.close();
    rmSync(test.dataDirectory.mempool, { recursive: true });
    now += 1;
    mempool = await open();
    expect(noncesOf(alice)).toEqual([]);
  });

  it('keeps transactions funded by a payment in both branches', async () => {
    const poor = numberedAccount(77);
    const payment = signedTransfer(alice, { toAddress: poor.address, value: 10_000n });
    const twin = await openTestChain();
    const theirs: Uint8Array[] = [];
    for (const transfers of [[decodeTransaction(payment)], []]) {
      theirs.push(buildTestBlock(twin.chain, transfers, { miner: 3 }));
      await twin.chain.appendBlock(theirs.at(-1)!);
    }
    await twin.remove();
    await mine(payment);
    expect(await submit(signedTransfer(poor, { value: 5_000n }))).toBe('accepted');
    for (const raw of theirs) await test.chain.offerBlock(raw);
    expect(test.chain.tip().height).toBe(2);
    expect([noncesOf(poor), noncesOf(alice)]).toEqual([[1], []]);
  });

  it('has removed the transactions of a block before later listeners hear of it', async () => {
    const senders = Array.from({ length: 40 }, (_, index) => numberedAccount(index + 1));
    const funding = senders.map(({ address }, index) =>
      signedTransfer(alice, { nonce: index + 1, value: 1_000_000n, toAddress: address }),
    );
    await mineTestBlock(test.chain, funding.map(decodeTransaction));
    const transfers = senders.map((sender) => signedTransfer(sender, { value: 1_000n }));
    expect(await Promise.all(transfers.map(submit))).toEqual(transfers.map(() => 'accepted'));
    const ids = transfers.map(transactionId);
    let seen = -1;
    const unsubscribe = test.chain.subscribe(() => {
      seen = mempool.size() + ids.filter((id) => mempool.get(id) !== undefined).length;
    });
    await mine(...transfers);
    unsubscribe();
    expect(seen).toBe(0);
  });

  it('removes expired transactions and their successors', async () => {
    await submit(signedTransfer(alice, { nonce: 1 }));
    now += 71 * 3_600_000;
    await submit(signedTransfer(alice, { nonce: 2 }));
    await submit(signedTransfer(bob));
    now += 3_600_000;
    await mempool.maintain();
    expect([noncesOf(alice), noncesOf(bob)]).toEqual([[], [1]]);
  });
});
