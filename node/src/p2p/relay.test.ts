import { setTimeout as sleep } from 'node:timers/promises';
import { decodeTransaction, transactionId } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { ACCOUNTS, signedTransfer } from '../mempool/test-support.ts';
import { mineTestBlock } from '../chain/test-support.ts';
import { expectSoon, openHostilePeer, openTestNode, type TestNode } from './test-support.ts';

const [, alice, bob] = ACCOUNTS;

async function admit({ mempool }: TestNode, raw = signedTransfer(alice!)) {
  const admission = await mempool.submit(raw);
  if (admission.status !== 'accepted') throw new Error(admission.reason);
  return admission.pending;
}

/** A peer that answers every offer with this byte, and counts the offered transactions. */
async function openCounter(answer: 0 | 1 | 2) {
  const counter = { offered: 0 };
  const peer = await openHostilePeer({
    answerOffers: (count) => {
      counter.offered += count;
      return new Uint8Array(count).fill(answer);
    },
  });
  return { peer, counter };
}

describe('a pending transaction that no peer has taken', () => {
  it('is not relayed without peers, and is offered to the first that connects', async () => {
    const node = await openTestNode();
    const pending = await admit(node);
    expect(await node.network.publishTransaction(pending)).toBe(0);
    const peer = await openTestNode({ peers: [node.address] });
    await expectSoon('the peer has it', () => peer.mempool.get(pending.id) !== undefined);
  });

  it('from an earlier run is offered to the first peer after a restart', async () => {
    const node = await openTestNode({
      prepare: async ({ mempool }) => {
        for (const sender of [alice!, bob!]) {
          for (const nonce of [1, 2, 3]) await mempool.submit(signedTransfer(sender, { nonce }));
        }
      },
    });
    const peer = await openTestNode({ peers: [node.address] });
    await expectSoon('the peer has all of them', () => peer.mempool.size() === 6);
  });

  it('is offered again after 30 s, doubling to 30 min, until one takes it', async () => {
    let now = 1_800_000_000_000;
    const node = await openTestNode({ clock: () => now });
    const { peer, counter } = await openCounter(0);
    await peer.call(node);
    await expectSoon('they are connected', () => node.network.state().peers.length === 1);
    expect(await node.network.publishTransaction(await admit(node))).toBe(0);
    expect(counter.offered).toBe(1);
    for (const [index, seconds] of [30, 60, 120, 240, 480, 960, 1_800, 1_800].entries()) {
      now += seconds * 1_000 - 1;
      node.network.tick();
      await sleep(20);
      expect(counter.offered).toBe(index + 1);
      now += 1;
      node.network.tick();
      await expectSoon(`it was offered again after ${seconds} s`, () => counter.offered === index + 2);
    }
  });

  it.each([
    ['takes it', 1],
    ['has it already', 2],
  ] as const)('is not offered again once a peer %s', async (_, answer) => {
    let now = 1_800_000_000_000;
    const node = await openTestNode({ clock: () => now });
    const { peer, counter } = await openCounter(answer);
    const pending = await admit(node);
    await peer.call(node);
    await expectSoon('it was offered', () => counter.offered === 1);
    await sleep(500); // the peer's answer is on its way
    now += 40_000;
    node.network.tick();
    const second = await openCounter(1);
    await second.peer.call(node);
    await expectSoon('both are connected', () => node.network.state().peers.length === 2);
    expect([counter.offered, second.counter.offered]).toEqual([1, 0]);
    expect(await node.network.publishTransaction(pending)).toBe(2);
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
    await expectSoon('it waits for its relay', () => node.network.unrelayedCount() === 1);
    expect(node.mempool.get(id)?.id).toBe(id);
    expect(node.chain.tip()).toEqual(peer.chain.tip());
    expect(peer.mempool.get(id)).toBeUndefined();
    now += 30_000;
    node.network.tick();
    await expectSoon('the peer has it', () => peer.mempool.get(id) !== undefined);
    await expectSoon('it is relayed', () => node.network.unrelayedCount() === 0);
  });

  it('is forgotten when it leaves the mempool', async () => {
    let now = 1_800_000_000_000;
    const node = await openTestNode({ clock: () => now });
    const pending = await admit(node);
    await mineTestBlock(node.chain, [decodeTransaction(pending.raw)]);
    const { peer, counter } = await openCounter(0);
    await peer.call(node);
    await expectSoon('they are connected', () => node.network.state().peers.length === 1);
    now += 60_000;
    node.network.tick();
    expect(counter.offered).toBe(0);
  });
});

describe('relay_count', () => {
  it('counts neither a refusal nor a peer that does not answer in time', async () => {
    const node = await openTestNode({ limits: { offerTimeoutMs: 2_000 } });
    const taker = await openCounter(1);
    const refuser = await openCounter(0);
    const silent = await openHostilePeer({ answerOffers: () => new Uint8Array(0) });
    for (const peer of [taker.peer, refuser.peer, silent]) await peer.call(node);
    await expectSoon('all are connected', () => node.network.state().peers.length === 3);
    expect(await node.network.publishTransaction(await admit(node))).toBe(1);
  });

  it('shares one message with others submitted at the same time', async () => {
    const node = await openTestNode();
    const peer = await openTestNode({ peers: [node.address] });
    await expectSoon('they are connected', () => peer.network.state().peers.length === 1);
    const nonces = Array.from({ length: 60 }, (_, index) => index + 1);
    const counts = await Promise.all(
      nonces.map(async (nonce) => {
        const pending = await admit(node, signedTransfer(alice!, { nonce }));
        return node.network.publishTransaction(pending);
      }),
    );
    expect(counts.every((count) => count === 1)).toBe(true);
    expect(peer.mempool.size()).toBe(60);
  });
});
