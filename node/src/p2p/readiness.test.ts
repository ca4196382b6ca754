import { HEADER_SIZE } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { blocksOf, buildTestBlock, mineTestBlock, transfer } from '@cairn/chain/test-support';
import { statusOfBlocks } from './hostile-peer-test-support.ts';
import {
  branchOf,
  countPeers,
  expectSoon,
  heightOf,
  mineUntilGossiped,
  openHostilePeer,
  openTestNode,
  stall,
  watch,
} from './test-support.ts';

describe('a node that keeps up', () => {
  it('stays ready and never syncs, however many single blocks arrive, even large ones', async () => {
    // Statuses wait: on a busy machine they could overtake a block.
    const limits = { advertiseAfterMs: 600_000, statusIntervalMs: 600_000 };
    const miner = await openTestNode({ limits });
    const follower = await openTestNode({ peers: [miner.address], limits });
    const third = await openTestNode({ peers: [follower.address], limits });
    await expectSoon('all are connected', () => countPeers(follower) === 2);
    await mineUntilGossiped(miner, follower, third);
    const begun = heightOf(miner);
    const watches = [watch(follower), watch(third)];
    for (let height = begun + 1; height <= begun + 5; height += 1) {
      const transfers = Array.from({ length: height === begun + 3 ? 120 : 0 }, (_, index) =>
        transfer({ from: 1, to: 2, nonce: index + 1 }),
      );
      await miner.chain.appendBlock(buildTestBlock(miner.chain, transfers));
      await expectSoon('both have it', () => heightOf(follower) === height && heightOf(third) === height);
    }
    for (const { samples, end } of watches) {
      end();
      expect(samples.length).toBeGreaterThan(10);
      expect(samples.filter(({ ready, syncing }) => !ready || syncing)).toEqual([]);
    }
  });
});

describe('a heavier branch whose blocks are here', () => {
  it('makes a node not ready while it is not the chain, without a deadline', async () => {
    let now = Date.now();
    const node = await openTestNode({ blocks: 1, clock: () => now });
    const { tree } = node.chain;
    // As if the switch to it had failed.
    const blocks = (await branchOf(4, 2)).slice(1);
    const ids = blocks.map((raw) => tree.receive(raw.subarray(0, HEADER_SIZE))!.id);
    for (const id of ids) tree.addBody(id, 500);
    for (const later of [0, 120_000]) {
      now += later;
      node.network.tick();
      expect(node.network.state()).toMatchObject({ ready: false, syncing: true });
    }
    tree.invalidate(ids[0]!);
    expect(node.network.state()).toMatchObject({ ready: true, syncing: false });
  });
});

describe('peers that withhold the blocks of a heavier branch', () => {
  it('make a node not ready for one deadline in all, however often they come back', async () => {
    let now = Date.now();
    const node = await openTestNode({ blocks: 1, clock: () => now });
    const source = await openTestNode({ blocks: 3, miner: 4 });
    const peer = await openHostilePeer({ blocks: await blocksOf(source), serve: stall });
    const waits: boolean[] = [];
    for (const seconds of [20, 20]) {
      const connection = await peer.call(node);
      const asked = peer.asked.length;
      await expectSoon('it was asked', () => peer.asked.length > asked);
      waits.push(node.network.state().ready);
      now += seconds * 1_000;
      waits.push(node.network.state().ready);
      await connection.close();
      await expectSoon('it has left', () => countPeers(node) === 0);
      await expectSoon('its headers are forgotten', () => node.chain.tree.sideBlocks === 0);
      await mineTestBlock(node.chain); // beside that branch
      await mineTestBlock(source.chain, [], { miner: 4 });
      peer.blocks.push((await source.chain.view.rawBlock(source.chain.tip().height))!);
      peer.setStatus(statusOfBlocks(peer.blocks));
    }
    expect(waits).toEqual([false, false, false, true]);
    // Whole blocks renew it.
    const honest = await openTestNode({ peers: [node.address, source.address] });
    await expectSoon('it has the branch', () => heightOf(node) === heightOf(source) && heightOf(honest) > 0);
    expect(node.network.state().ready).toBe(true);
  });
});
