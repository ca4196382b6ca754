import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { buildTestBlock, mineTestBlock, transfer } from '../chain/test-support.ts';
import type { NodeState } from '../chain/node-state.ts';
import { statusOfBlocks, type HostilePeer } from './hostile-peer-test-support.ts';
import { expectSoon, heightOf, openHostilePeer, openTestNode, type TestNode } from './test-support.ts';

/** Adds blocks to the peer's chain, which its next status advertises. */
async function mine(peer: HostilePeer, count: number): Promise<void> {
  const source = await openTestNode({ blocks: count });
  for (let height = 1; height <= count; height += 1) {
    peer.blocks.push((await source.chain.readRawBlock(height))!);
  }
  peer.setStatus(statusOfBlocks(peer.blocks));
}

/** Checks a node's state at every turn of the event loop, and records each one that a client would see as not ready. */
function watch({ network }: TestNode) {
  const unready: NodeState[] = [];
  const end = new AbortController();
  const ended = (async () => {
    while (!end.signal.aborted) {
      const state = network.state();
      if (!state.ready || state.syncing) unready.push(state);
      await turn();
    }
  })();
  return {
    unready,
    end: async (): Promise<void> => {
      end.abort();
      await ended;
    },
  };
}

describe('a node that keeps up', () => {
  it('stays ready and never syncs, however many single blocks arrive, even large ones', async () => {
    // Statuses wait: on a busy machine they could overtake a block.
    const limits = { advertiseAfterMs: 600_000, statusIntervalMs: 600_000 };
    const miner = await openTestNode({ limits });
    const follower = await openTestNode({ peers: [miner.address], limits });
    const third = await openTestNode({ peers: [follower.address], limits });
    await expectSoon('all are connected', () => follower.network.state().peers.length === 2);
    await mineTestBlock(miner.chain);
    await expectSoon('gossip flows', () => heightOf(third) === 1);
    const watches = [watch(follower), watch(third)];
    for (let height = 2; height <= 6; height += 1) {
      const transfers = Array.from({ length: height === 4 ? 300 : 0 }, (_, index) =>
        transfer({ from: 1, to: 2, nonce: index + 1 }),
      );
      await miner.chain.appendBlock(buildTestBlock(miner.chain, transfers));
      await expectSoon('both have it', () => heightOf(follower) === height && heightOf(third) === height);
    }
    for (const one of watches) await one.end();
    expect(watches.map(({ unready }) => unready)).toEqual([[], []]);
  });
});

describe('a peer that claims more work than the node has', () => {
  it('by one block that does not arrive in time makes the node not ready', async () => {
    const node = await openTestNode();
    const peer = await openHostilePeer({ serve: () => sleep(30_000, undefined, { ref: false }) });
    await peer.call(node);
    await expectSoon('they are connected', () => node.network.state().peers.length === 1);
    expect(node.network.state()).toMatchObject({ ready: true, bestPeerHeight: 0 });
    await mine(peer, 1);
    await expectSoon('it was requested', () => peer.asked.length > 0);
    expect(node.network.state()).toMatchObject({ ready: false, syncing: true, bestPeerHeight: 1 });
  });

  it('when it connects makes the node not ready at once, even by a single block', async () => {
    const node = await openTestNode();
    const peer = await openHostilePeer({
      serve: () => sleep(30_000, undefined, { ref: false }),
    });
    await mine(peer, 1);
    await peer.call(node);
    await expectSoon('it counts', () => !node.network.state().ready);
    expect(node.network.state()).toMatchObject({ ready: false, syncing: true, bestPeerHeight: 1 });
  });
});
