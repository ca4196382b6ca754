import { setTimeout as sleep } from 'node:timers/promises';
import {
  createCoinbase,
  decodeBlockHeader,
  genesisBlock,
  HEADER_SIZE,
  subsidyAt,
  type Transaction,
} from '@cairn/protocol';
import type { Stream } from '@libp2p/interface';
import { describe, expect, it, vi } from 'vitest';
import type { Chain } from '@cairn/chain';
import {
  ACCOUNTS,
  buildTestBlock,
  DEVNET,
  mineTestBlock,
  openTestChain,
  transfer,
} from '@cairn/chain/test-support';
import { sendBlocks, sendHeaders, statusOfBlocks, NAMES } from './hostile-peer-test-support.ts';
import {
  afterStatuses,
  branchOf,
  complaintsOf,
  countPeers,
  expectEqualStores,
  expectSoon,
  heightOf,
  idOf,
  joinGossip,
  logged,
  openHostilePeer,
  openTestNode,
  serveOf,
  sharesTip,
} from './test-support.ts';

/** A block on top of a parent that need not be in a chain. */
function childOf(chain: Chain, parent: Uint8Array, transactions: readonly Transaction[] = []): Uint8Array {
  const { height, timestamp } = decodeBlockHeader(parent.subarray(0, HEADER_SIZE));
  const next = { height: height + 1, timestamp: timestamp + 60 };
  const value = subsidyAt(next.height) + transactions.reduce((sum, { fee }) => sum + fee, 0n);
  const coinbase = createCoinbase({ network: DEVNET, ...next, value, miner: ACCOUNTS[7]!.address });
  return buildTestBlock(chain, [], {
    alter: ({ header }) => ({
      header: { ...header, ...next, miner: ACCOUNTS[7]!.address, previousBlockId: idOf(parent) },
      transactions: [coinbase, ...transactions],
    }),
  });
}

describe('nodes on different branches', () => {
  it('of equal work stay connected, and agree at the next block', async () => {
    const node = await openTestNode({ blocks: 3 });
    const other = await openTestNode({ blocks: 3, miner: 4, peers: [node.address] });
    await expectSoon('they are connected', () => countPeers(node) === 1 && countPeers(other) === 1);
    await afterStatuses(node);
    expect(sharesTip(node, other)).toBe(false);
    expect([node, other].map(({ network }) => network.state().ready)).toEqual([true, true]);
    await mineTestBlock(other.chain, [], { miner: 4 });
    await expectSoon('they agree', () => sharesTip(node, other));
    expect(node.chain.tip().height).toBe(4);
    await expectEqualStores(node, other);
    expect(complaintsOf(node, other)).toEqual([]);
  });

  it('reunite after both sides of a partition mined, with a third node behind one of them', async () => {
    const left = await openTestNode({ blocks: 4 });
    const right = await openTestNode({ peers: [left.address] });
    const third = await openTestNode({ peers: [right.address] });
    await expectSoon('all have the chain', () => sharesTip(left, third) && sharesTip(left, right));
    await left.leave();
    await expectSoon('they have parted', () => countPeers(right) === 1);
    for (let count = 0; count < 6; count += 1) await mineTestBlock(left.chain, [], { miner: 1 });
    for (let count = 0; count < 9; count += 1) await mineTestBlock(right.chain, [], { miner: 2 });
    const tip = right.chain.tip();
    await expectSoon('the third follows', () => sharesTip(right, third));
    await left.rejoin();
    await expectSoon('all agree', () => sharesTip(left, right) && sharesTip(left, third));
    expect(left.chain.tip()).toEqual(tip);
    await expectEqualStores(left, right, third);
    expect(complaintsOf(left, right, third)).toEqual([]);
  });
});

it('headers are fetched in windows, and blocks in parts from several peers', async () => {
  // One status has to do: the later ones of a peer that has more headers would not count.
  const limits = {
    headersPerResponse: 20,
    headersAhead: 25,
    blocksPerRequest: 3,
    statusIntervalMs: 600_000,
  };
  const sources = [await openTestNode({ blocks: 50, limits }), await openTestNode({ blocks: 50, limits })];
  const node = await openTestNode({ peers: sources.map(({ address }) => address), limits });
  await expectSoon('it has the chain', () => heightOf(node) === 50 && node.network.state().ready);
  await expectEqualStores(node, ...sources);
  expect(complaintsOf(node, ...sources)).toEqual([]);
});

it('headers that still arrive are not forgotten', async () => {
  const blocks = await branchOf(3, 5);
  const { promise: pruned, resolve } = Promise.withResolvers<void>();
  const node = await openTestNode({
    prepare: async ({ chain }) => vi.spyOn(chain, 'pruneHeaders').mockReturnValueOnce(pruned),
  });
  const peer = await openHostilePeer({ blocks, serve: serveOf(blocks) });
  await peer.call(node);
  await expectSoon('the headers are here', () => node.chain.tree.bestHeader.height === 5);
  node.network.tick();
  await node.chain.idle();
  expect(node.chain.tree.bestHeader.height).toBe(5);
  resolve();
  await expectSoon('it has the chain', () => heightOf(node) === 5);
});

it('no more blocks are requested than the window takes while their validation lasts', async () => {
  const blocks = await branchOf(3, 40);
  const validation = Promise.withResolvers<void>();
  const node = await openTestNode({
    limits: { blocksPerRequest: 4, windowBytes: 1 },
    prepare: async ({ chain }) => {
      const offerBlock = chain.offerBlock.bind(chain);
      vi.spyOn(chain, 'offerBlock').mockImplementation(async (block) => {
        await validation.promise;
        return offerBlock(block);
      });
    },
  });
  const peer = await openHostilePeer({ blocks, serve: serveOf(blocks) });
  await peer.call(node);
  await expectSoon('the first blocks are requested', () => peer.asked.length > 0);
  await afterStatuses(node);
  expect(peer.asked).toEqual([1]);
  validation.resolve();
  await expectSoon('it has the chain', () => heightOf(node) === 40);
});

describe('branches that fork deep below the tip', () => {
  /** A node whose tree keeps branches from 20 blocks below the tip on, and the headers of blocks 1 to `fork` in common with others. */
  async function openFork(
    common: readonly Uint8Array[],
    blocks: number,
    miner: number,
    peers: string[] = [],
  ) {
    return openTestNode({
      peers,
      treeLimits: { depth: 20, sideBlocks: 1_000, sideBytes: 10_000_000 },
      prepare: async ({ chain }) => {
        for (const block of common.slice(1)) await chain.appendBlock(block);
        for (let count = 0; count < blocks; count += 1) await mineTestBlock(chain, [], { miner });
      },
    });
  }

  it('by less than the pruning depth heal, also between two steps of the locator', async () => {
    const common = await branchOf(7, 24);
    const node = await openFork(common, 18, 1); // the locator has blocks 16 and 32 below the tip, and the base 20 below
    const other = await openFork(common, 19, 2, [node.address]);
    const tip = other.chain.tip();
    await expectSoon('they agree', () => sharesTip(node, other));
    expect(node.chain.tip()).toEqual(tip);
    await expectEqualStores(node, other);
    expect(complaintsOf(node, other)).toEqual([]);
  });

  it('by more are not followed: nobody is dropped, both are ready, and the log names the height', async () => {
    const common = await branchOf(7, 15);
    const node = await openFork(common, 30, 1);
    const other = await openFork(common, 31, 2, [node.address]);
    const warning = /follows a chain that leaves ours above height 15, .*an operator must decide/;
    await expectSoon('the log says so', () => logged(node, warning));
    await afterStatuses(node);
    expect([node, other].map(({ network }) => network.state().ready)).toEqual([true, true]);
    expect([countPeers(node), countPeers(other)]).toEqual([1, 1]);
    expect(node.lines.filter((line) => warning.test(line))).toHaveLength(1);
    expect(complaintsOf(node, other)).toEqual([]);
  });
});

describe('a claim without work', () => {
  const claim = { height: 1_000_000, tipId: 'ab'.repeat(32), work: 2n ** 200n };
  const trickle = async (stream: Stream): Promise<void> => {
    stream.send(Uint8Array.of(0, 0, 118 * 8, 0)); // a length, then the bytes of one header at a time
    while (stream.status === 'open') {
      stream.send(new Uint8Array(118));
      await sleep(200, undefined, { ref: false });
    }
  };

  it.each([
    ['slowly', 120_000],
    ['too late', 500],
  ])(
    'of height 1,000,000 whose headers arrive %s stops neither the node nor its sync from others',
    async (_, headersTimeoutMs) => {
      const began = Date.now();
      const node = await openTestNode({ blocks: 2, limits: { headersTimeoutMs, lateAfterMs: 300 } });
      const peer = await openHostilePeer({ status: claim, serveHeaders: trickle, serve: trickle });
      await peer.call(node);
      await expectSoon('it was asked for headers', () => peer.headersAsked === 1);
      expect(node.network.state()).toMatchObject({ ready: true, syncing: false });
      expect(node.network.isBehind()).toBe(false);
      const honest = await openTestNode({ blocks: 12, peers: [node.address] });
      await expectSoon('the chain came from another', () => heightOf(node) === 12);
      expect(sharesTip(node, honest)).toBe(true);
      await expectSoon('the node is ready', () => node.network.state().ready);
      // After a response that was late, it is asked again only every 15 s.
      expect(peer.headersAsked).toBeLessThanOrEqual(1 + (Date.now() - began) / 15_000);
      expect([peer.asked, complaintsOf(node)]).toEqual([[], []]);
    },
  );

  it('disconnects a peer that has fewer headers, and none of its blocks is requested', async () => {
    const node = await openTestNode({ blocks: 30 });
    const light = await branchOf(5, 25);
    const peer = await openHostilePeer({ blocks: light, status: { ...claim, height: 2 ** 32 - 1 } });
    await peer.call(node);
    const reason = /Disconnecting.*it claims height 4294967295 and work .* and its headers do not prove that/;
    await expectSoon('it is disconnected', () => logged(node, reason));
    await expectSoon('it has noticed', () => peer.host.getConnections().length === 0);
    await peer.call(node);
    await expectSoon('it is dropped', () => logged(node, /dropped and refused/));
    expect(peer.asked).toEqual([]);
    expect(node.network.state()).toMatchObject({ ready: true, syncing: false });
    expect(node.chain.tree.sideBlocks).toBe(25);
  });

  it('is no lie of a peer that has left that chain meanwhile for one whose headers are known', async () => {
    const node = await openTestNode({ blocks: 2 });
    const [before, after] = [await branchOf(5, 4), await branchOf(6, 6)];
    for (const block of after.slice(1)) node.chain.receiveHeader(block.subarray(0, HEADER_SIZE));
    const peer = await openHostilePeer({
      blocks: before,
      serveHeaders: async (stream, locator) => {
        peer.blocks.splice(0, Infinity, ...after);
        peer.setStatus(statusOfBlocks(after));
        await sendHeaders(stream, after, locator);
      },
      serve: (stream, from, count) => sendBlocks(stream, after.slice(from, from + count)),
    });
    await peer.call(node);
    await expectSoon('the node is on its chain', () => heightOf(node) === 6);
    expect([complaintsOf(node), countPeers(node)]).toEqual([[], 1]);
  });
});

describe('a heavy branch', () => {
  it('of which only headers exist is forgotten with its peers, and the chain comes from others', async () => {
    const node = await openTestNode({ limits: { retryMs: 10 } });
    const stalled = Promise.withResolvers<void>();
    const peer = await openHostilePeer({ blocks: await branchOf(5, 20), serve: () => stalled.promise });
    await peer.call(node);
    await expectSoon('it was asked for blocks', () => peer.asked.length > 0);
    const honest = await openTestNode({ blocks: 12, peers: [node.address] });
    await expectSoon('the node has the lighter chain', () => heightOf(node) === 12);
    expect(sharesTip(node, honest)).toBe(true);
    stalled.resolve();
    await expectSoon(
      'the peer is disconnected',
      () => complaintsOf(node).length > 0 && countPeers(node) === 1,
    );
    await expectSoon('its headers are forgotten', () => node.chain.tree.sideBlocks === 0);
    await expectSoon('the node is ready', () => node.network.state().ready);
  });

  it('whose blocks are dated ahead of the clock is neither followed nor penalized', async () => {
    await using ahead = await openTestChain({ clock: () => Math.floor(Date.now() / 1_000) + 20_000 });
    const early = buildTestBlock(ahead.chain);
    await ahead.chain.appendBlock(early);
    const timestamp = Math.floor(Date.now() / 1_000) + 15_000;
    const late = buildTestBlock(ahead.chain, [], { timestamp });
    const node = await openTestNode();
    const blocks = [genesisBlock(DEVNET), early, late];
    const peer = await openHostilePeer({ blocks, serve: serveOf(blocks) });
    await peer.call(node);
    await expectSoon('it has the block that is due', () => node.chain.tip().id === idOf(early));
    await afterStatuses(node);
    expect(countPeers(node)).toBe(1);
    expect(node.network.state()).toMatchObject({ ready: true, syncing: false });
    expect(complaintsOf(node)).toEqual([]);
  });

  it('with an invalid block late in it is abandoned, and its peer dropped', async () => {
    const valid = await branchOf(7, 14);
    await using test = await openTestChain();
    const { chain } = test;
    const afterGap = transfer({ from: 1, to: 2, nonce: 5 }); // nonces 1 to 4 are missing
    valid.push(childOf(chain, valid.at(-1)!, [afterGap]));
    for (let count = 0; count < 5; count += 1) valid.push(childOf(chain, valid.at(-1)!));
    const node = await openTestNode({ blocks: 10 });
    const peer = await openHostilePeer({ blocks: valid, serve: serveOf(valid) });
    await peer.call(node);
    await expectSoon('the peer is dropped', () => logged(node, /dropped.*it sent an invalid block/));
    await expectSoon('the node is on the best branch that is left', () => heightOf(node) === 14);
    expect(node.chain.tip().id).toBe(idOf(valid[14]!));
    const honest = await openTestNode({ blocks: 17, peers: [node.address] });
    await expectSoon('it follows the honest one', () => sharesTip(node, honest));
    await expectEqualStores(node, honest);
    expect(complaintsOf(honest)).toEqual([]);
  });
});

describe('gossip', () => {
  it('of a block with missing parents keeps the block, and fetches the parents', async () => {
    const blocks = await branchOf(5, 6);
    const node = await openTestNode({ blocks: 2 });
    const peer = await openHostilePeer({
      blocks: blocks.slice(0, 6),
      serve: serveOf(blocks),
      status: statusOfBlocks(blocks.slice(0, 1)),
    });
    const gossip = await joinGossip(node, peer);
    peer.setStatus(statusOfBlocks(blocks.slice(0, 6)));
    await gossip.send(blocks.slice(6), NAMES.blockTopic);
    await expectSoon('it has all of them', () => heightOf(node) === 6);
    expect(node.chain.tip().id).toBe(idOf(blocks[6]!));
    expect(peer.asked.length).toBeGreaterThan(0);
  });

  it('of a block on a lighter branch is not forwarded, and not penalized', async () => {
    const blocks = await branchOf(5, 2);
    const node = await openTestNode({ blocks: 4 });
    const next = await openTestNode({ blocks: 4, peers: [node.address] });
    await expectSoon('they are connected', () => countPeers(node) === 1);
    const gossip = await joinGossip(node);
    await gossip.send(blocks.slice(1, 2), NAMES.blockTopic);
    await expectSoon(
      'it is kept beside the chain',
      () => node.chain.tree.get(idOf(blocks[1]!))?.hasBody === true,
    );
    // What is published later comes, though.
    await gossip.send([buildTestBlock(node.chain)], NAMES.blockTopic);
    await expectSoon('the next block is forwarded', () => heightOf(next) === 5);
    expect(next.chain.tree.get(idOf(blocks[1]!))).toBeUndefined();
    expect(complaintsOf(node, next)).toEqual([]);
  });
});

describe('a node with a configured peer', () => {
  it('counts as behind until the peer has answered', async () => {
    const source = await openTestNode({ blocks: 3 });
    const node = await openTestNode({ peers: [source.address] });
    expect(node.network.isBehind()).toBe(true);
    await expectSoon('it has the chain', () => heightOf(node) === 3 && !node.network.isBehind());
  });

  it('counts as behind for a few seconds if the peer does not answer', async () => {
    let now = Date.now();
    const node = await openTestNode({ peers: ['/ip4/127.0.0.1/tcp/1'], clock: () => now });
    expect(node.network.isBehind()).toBe(true);
    now += 5_000;
    expect(node.network.isBehind()).toBe(false);
  });
});
