/** Attacks on mining, submissions, syncs and the main thread, each of which once succeeded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { blockId, encodeBlockHeader, HEADER_SIZE, hexToBytes } from '@cairn/protocol';
import type { Connection, Stream } from '@libp2p/interface';
import { lpStream } from '@libp2p/utils';
import { describe, expect, it } from 'vitest';
import { buildTestBlock, mineTestBlock, openTestChain, transfer } from '../chain/test-support.ts';
import type { PeerLimits } from './settings.ts';
import { FRAME_LENGTH } from './wire.ts';
import { NAMES, sendBlocks, statusOfBlocks } from './hostile-peer-test-support.ts';
import { expectSoon, heightOf, openHostilePeer, openTestNode, type TestNode } from './test-support.ts';

const countPeers = ({ network }: TestNode): number => network.state().peers.length;

async function blocksOf({ chain }: TestNode): Promise<Uint8Array[]> {
  const heights = Array.from({ length: chain.tip().height + 1 }, (_, height) => height);
  return Promise.all(heights.map(async (height) => (await chain.view.rawBlock(height))!));
}

const requestFor = (block: Uint8Array, size = 2 ** 24): Uint8Array =>
  Uint8Array.of(
    0,
    0,
    0,
    36,
    (size >>> 24) & 255,
    (size >>> 16) & 255,
    255,
    255,
    ...hexToBytes(blockId(block.subarray(0, HEADER_SIZE))),
  );

/** Samples a node's state and whether it mines every 10 ms until `end`. */
function watch({ network }: TestNode) {
  const samples: { ready: boolean; isBehind: boolean }[] = [];
  const timer = setInterval(
    () => samples.push({ ready: network.state().ready, isBehind: network.isBehind() }),
    10,
  );
  return {
    samples,
    end: (): void => clearInterval(timer),
  };
}

describe('headers without blocks, and an answer that never ends', () => {
  /** Sends the beginning of a block of 8 MiB, then a few bytes now and then. */
  const trickle = async (stream: Stream): Promise<void> => {
    stream.send(Uint8Array.of(0, 0x7f, 0xff, 0xff));
    while (stream.status === 'open') {
      stream.send(new Uint8Array(1_000));
      await sleep(50, undefined, { ref: false });
    }
  };

  it('stop neither a miner that has synced before, nor submissions for longer than the deadline', async () => {
    const node = await openTestNode({
      blocks: 2,
      limits: { syncDeadlineMs: 1_000, blocksTimeoutMs: 120_000 },
    });
    const source = await openTestNode({ blocks: 3, miner: 4 });
    const friend = await openTestNode({ blocks: 2, peers: [node.address] });
    await expectSoon(
      'it has synced',
      () => countPeers(node) === 1 && countPeers(friend) === 1 && !node.network.isBehind(),
    );
    const peer = await openHostilePeer({ blocks: await blocksOf(source), serve: trickle });
    const watching = watch(node);
    await peer.call(node);
    await expectSoon('it was asked', () => peer.asked.length > 0 && !node.network.state().ready);
    await expectSoon('the deadline is over', () => node.network.state().ready);
    const after = watching.samples.length;
    await sleep(500);
    watching.end();
    expect(watching.samples.some(({ isBehind }) => isBehind)).toBe(false);
    expect(watching.samples.slice(after).every(({ ready }) => ready)).toBe(true);
  });

  it('give no new deadline to another peer with the same headers, and end when our chain is as heavy', async () => {
    const node = await openTestNode({ blocks: 2, limits: { syncDeadlineMs: 500, blocksTimeoutMs: 120_000 } });
    const source = await openTestNode({ blocks: 3, miner: 4 });
    const blocks = await blocksOf(source);
    const [first, second] = [
      await openHostilePeer({ blocks, serve: trickle }),
      await openHostilePeer({ blocks, serve: trickle }),
    ];
    await first.call(node);
    await expectSoon('it is not ready', () => !node.network.state().ready);
    await expectSoon('the deadline is over', () => node.network.state().ready);
    await second.call(node);
    await expectSoon('both are connected', () => countPeers(node) === 2);
    await sleep(500);
    expect(node.network.state()).toMatchObject({ ready: true, syncing: false });
    let aborted = 0;
    for (const connection of first.host.getConnections())
      for (const stream of connection.streams) if (stream.protocol === NAMES.blocks) aborted -= 1;
    await mineTestBlock(node.chain);
    await mineTestBlock(node.chain);
    const isOver = (): boolean =>
      first.host
        .getConnections()
        .every(({ streams }) => streams.every(({ protocol }) => protocol !== NAMES.blocks));
    await expectSoon('the download is aborted', isOver);
    expect(aborted).toBeLessThan(0);
  });
});

it('a first sync ends with its deadline if nothing whole arrives, and the node mines', async () => {
  const source = await openTestNode({ blocks: 3 });
  const peer = await openHostilePeer({
    blocks: await blocksOf(source),
    serve: () => sleep(30_000, undefined, { ref: false }),
  });
  const address = peer.host.getMultiaddrs()[0]!.toString();
  const node = await openTestNode({
    peers: [address],
    limits: { syncDeadlineMs: 800, blocksTimeoutMs: 120_000 },
  });
  expect(node.network.isBehind()).toBe(true);
  await expectSoon('it was asked', () => peer.asked.length > 0);
  expect(node.network.isBehind()).toBe(true);
  await expectSoon('it mines', () => !node.network.isBehind());
});

describe('slow readers', () => {
  /** More than the 256 KiB of a stream's first window, which these readers never extend. */
  const transfers = Array.from({ length: 2_000 }, (_, index) =>
    transfer({ from: 1, to: 2, nonce: index + 1 }),
  );
  const openServer = (limits: Partial<PeerLimits>): Promise<TestNode> =>
    openTestNode({ limits, prepare: ({ chain }) => mineTestBlock(chain, transfers) });

  /** Requests the block of a server without reading it. */
  async function ask(connection: Connection, { chain }: TestNode): Promise<void> {
    const stream = await connection.newStream(NAMES.blocks);
    Object.assign(stream, { sendWindowUpdate: () => undefined }); // it never extends its receive window
    stream.send(requestFor((await chain.view.rawBlock(1))!));
  }

  it('in all slots do not keep a new node from its sync', async () => {
    const node = await openServer({ maximumBlockResponses: 2, blocksTimeoutMs: 120_000 });
    for (let count = 0; count < 4; count += 1) {
      const connection = await (await openHostilePeer()).call(node);
      await expectSoon('it is connected', () => countPeers(node) === count + 1);
      await ask(connection, node);
    }
    const honest = await openTestNode({ peers: [node.address] });
    await expectSoon('the honest node has the chain', () => heightOf(honest) === 1);
    expect(honest.lines.filter((line) => /dropped|Disconnecting/.test(line))).toEqual([]);
  });
});

describe('requests for headers', () => {
  it('are answered with the stored bytes, at a rate for all peers together', async () => {
    const node = await openTestNode({
      blocks: 50,
      limits: { headersServedRate: { perSecond: 50, burst: 50 } },
    });
    const genesis = node.chain.view.block(0)!.id;
    const ask = async (connection: Connection): Promise<Uint8Array> => {
      const frames = lpStream(await connection.newStream(NAMES.headers), FRAME_LENGTH);
      await frames.write(hexToBytes(genesis));
      return (await frames.read()).subarray();
    };
    const callers = [await openHostilePeer(), await openHostilePeer()];
    const connections = [await callers[0]!.call(node), await callers[1]!.call(node)];
    await expectSoon('both are connected', () => countPeers(node) === 2);
    const began = Date.now();
    const first = await ask(connections[0]!);
    const headers = Array.from({ length: 50 }, (_, index) =>
      encodeBlockHeader(node.chain.view.block(index + 1)!.header),
    );
    expect(Buffer.from(first).equals(Buffer.concat(headers))).toBe(true);
    await ask(connections[0]!);
    await ask(connections[1]!);
    expect(Date.now() - began).toBeGreaterThan(900);
  });
});

it('a lighter branch beside the chain costs its peer nothing and keeps the node ready', async () => {
  const other = await openTestChain();
  const blocks = [(await other.chain.view.rawBlock(0))!];
  for (let height = 1; height <= 4; height += 1) {
    blocks.push(buildTestBlock(other.chain, [], { miner: 5 }));
    await other.chain.appendBlock(blocks[height]!);
  }
  await other.remove();
  const node = await openTestNode({ blocks: 6 });
  const light = { ...statusOfBlocks(blocks), height: 40 };
  const peer = await openHostilePeer({
    blocks,
    status: { ...light, tipId: 'cd'.repeat(32) },
    serve: (stream) => sendBlocks(stream, []),
  });
  const watching = watch(node);
  await peer.call(node);
  await expectSoon('it is connected', () => countPeers(node) === 1);
  await sleep(1_200); // two more statuses
  watching.end();
  expect(watching.samples.every(({ ready, isBehind }) => ready && !isBehind)).toBe(true);
  expect(node.network.state().bestPeerHeight).toBe(40);
  expect([peer.asked, peer.headersAsked, countPeers(node)]).toEqual([[], 0, 1]);
});
