import { decodeTransaction, transactionId } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock } from '@cairn/chain/test-support';
import { signedTransfer } from '@cairn/chain/mempool/test-support';
import { admit, expectSoon, openTestContext, openTestNode } from './test-support.ts';
import { TransactionRelay } from './transaction-relay.ts';

const [, alice, bob] = ACCOUNTS;

describe('a pending transaction of this node', () => {
  it('is not relayed without peers, and is offered to the first that connects, with those of an earlier run', async () => {
    const node = await openTestNode({
      prepare: ({ mempool }) => admit({ mempool }, signedTransfer(bob!)),
    });
    const pending = await admit(node, signedTransfer(alice!));
    expect(await node.network.publishTransaction(pending)).toBe(0);
    const peer = await openTestNode({ peers: [node.address] });
    await expectSoon('the peer has both', () => peer.mempool.size() === 2);
  });

  it('is sent again after 30 s, doubling to 30 min, until it leaves the mempool', async () => {
    let now = 1_800_000_000_000;
    const context = await openTestContext({}, () => now);
    const sent: Uint8Array[] = [];
    const relay = new TransactionRelay(context, {
      listeners: () => ['peer'],
      sendTransaction: (raw) => Promise.resolve(sent.push(raw) && 1),
    });
    const pending = await admit(context, signedTransfer(alice!));
    expect(await relay.publish(pending)).toBe(1);
    for (const [index, seconds] of [30, 60, 120, 240, 480, 960, 1_800, 1_800].entries()) {
      now += seconds * 1_000 - 1;
      relay.tick();
      expect(sent).toHaveLength(index + 1);
      now += 1;
      relay.tick();
      expect(sent).toHaveLength(index + 2);
    }
    await mineTestBlock(context.chain, [decodeTransaction(pending.raw)]);
    await context.mempool.maintain();
    now += 1_800_000;
    relay.tick();
    expect([sent.length, relay.unrelayedCount()]).toEqual([9, 0]);
  });

  it('from an earlier run is sent in its turn, ten a tick', async () => {
    const context = await openTestContext();
    for (const sender of ACCOUNTS.slice(1))
      for (const nonce of [1, 2, 3]) await context.mempool.submit(signedTransfer(sender, { nonce }));
    const sent = new Set<string>();
    const relay = new TransactionRelay(context, {
      listeners: () => ['peer'],
      sendTransaction: (raw) => Promise.resolve(sent.add(transactionId(raw)) && 1),
    });
    const waiting = context.mempool.size();
    expect(waiting).toBeGreaterThan(20);
    relay.tick();
    expect(sent.size).toBe(10);
    for (let tick = 0; tick < 3; tick += 1) relay.tick();
    expect(sent.size).toBe(waiting);
  });

  it('is offered again if its block was disconnected', async () => {
    let now = Date.now();
    const pending = signedTransfer(alice!);
    const node = await openTestNode({
      clock: () => now,
      prepare: ({ chain }) => mineTestBlock(chain, [decodeTransaction(pending)]),
    });
    const peer = await openTestNode({ blocks: 2, miner: 4, peers: [node.address] });
    const id = transactionId(pending);
    // It is offered at once if gossip flows already, otherwise when it is due.
    const isOffered = (): boolean => peer.mempool.get(id) !== undefined;
    await expectSoon('it waits for its relay', () => node.network.unrelayedCount() === 1 || isOffered());
    expect(node.mempool.get(id)?.id).toBe(id);
    expect(node.chain.tip()).toEqual(peer.chain.tip());
    now += 30_000;
    node.network.tick();
    await expectSoon('the peer has it', isOffered);
    await expectSoon('it is relayed', () => node.network.unrelayedCount() === 0);
  });
});
