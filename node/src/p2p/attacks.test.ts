/** Attacks on mining, submissions, syncs and the main thread, each of which once succeeded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hexToBytes } from '@cairn/protocol';
import type { Connection, Stream } from '@libp2p/interface';
import { lpStream } from '@libp2p/utils';
import { describe, expect, it } from 'vitest';
import { mineTestBlock, transfer } from '@cairn/chain/test-support';
import { NAMES, sendBlocks, statusOfBlocks } from './hostile-peer-test-support.ts';
import {
  afterStatuses,
  branchOf,
  complaintsOf,
  connectHostile,
  countPeers,
  expectSoon,
  heightOf,
  openHostilePeer,
  openTestNode,
  stall,
  watch,
} from './test-support.ts';
import { PEER_LIMITS } from './settings.ts';
import { FRAME_LENGTH } from './wire.ts';

describe('headers without blocks, and an answer that never ends', () => {
  const deadline = PEER_LIMITS.syncDeadlineMs;
  /** Sends the beginning of a block of 8 MiB, then a few bytes now and then. */
  const serve = async (stream: Stream): Promise<void> => {
    stream.send(Uint8Array.of(0, 0x7f, 0xff, 0xff));
    while (stream.status === 'open') {
      stream.send(new Uint8Array(1_000));
      await sleep(50, undefined, { ref: false });
    }
  };

  it('stop no miner that has synced before, submissions for one deadline in all, and end when our chain is as heavy', async () => {
    let later = 0;
    const node = await openTestNode({ blocks: 2, clock: () => Date.now() + later });
    await openTestNode({ blocks: 2, peers: [node.address] });
    await expectSoon('it has synced', () => countPeers(node) === 1 && !node.network.isBehind());
    const blocks = await branchOf(4, 3);
    const first = await openHostilePeer({ blocks, serve });
    const watching = watch(node);
    await first.call(node);
    await expectSoon('it was asked', () => first.asked.length > 0 && !node.network.state().ready);
    later = deadline;
    expect(node.network.state().ready).toBe(true);
    const after = watching.samples.length;
    await connectHostile(node, { blocks, serve });
    await afterStatuses(node);
    watching.end();
    expect(watching.samples.some(({ isBehind }) => isBehind)).toBe(false);
    expect(watching.samples.slice(after).every(({ ready }) => ready)).toBe(true);
    const downloads = (): number =>
      first.host
        .getConnections()
        .flatMap(({ streams }) => streams)
        .filter(({ protocol }) => protocol === NAMES.blocks).length;
    expect(downloads()).toBeGreaterThan(0);
    for (const _ of [1, 2]) await mineTestBlock(node.chain);
    await expectSoon('the download is aborted', () => downloads() === 0);
  });

  it('end a first sync with its deadline: the node mines, also when another peer sends them', async () => {
    const blocks = await branchOf(3, 3);
    const peer = await openHostilePeer({ blocks, serve: stall });
    let later = 0;
    const node = await openTestNode({
      peers: [peer.host.getMultiaddrs()[0]!.toString()],
      clock: () => Date.now() + later,
    });
    expect(node.network.isBehind()).toBe(true);
    await expectSoon('it was asked', () => peer.asked.length > 0);
    expect(node.network.isBehind()).toBe(true);
    later = deadline;
    expect(node.network.isBehind()).toBe(false);
    const watching = watch(node);
    await connectHostile(node, { blocks, serve: stall });
    await afterStatuses(node);
    watching.end();
    expect(watching.samples.some(({ isBehind }) => isBehind)).toBe(false);
  });
});

it.each([
  [1, 8_000_000],
  [0, 1_000],
])(
  'of readers that stop in all slots, %i makes room where %i B/s are the least',
  async (count, minimumReadRate) => {
    const transfers = Array.from({ length: 200 }, (_, index) =>
      transfer({ from: 1, to: 2, nonce: index + 1 }),
    );
    const node = await openTestNode({
      // They are sent 1 MB before they stop reading.
      limits: { maximumBlockResponses: 2, readRateAfterMs: 200, minimumReadRate },
      prepare: ({ chain }) => mineTestBlock(chain, transfers),
    });
    // The block 300 times: 13 MB, more than the receive window of a stream grows to until its reader stops.
    const ids = Buffer.concat(Array<Uint8Array>(300).fill(hexToBytes(node.chain.tip().id)));
    const request = Buffer.concat([Uint8Array.of(0, 0, 0x25, 0x84, 0, 255, 255, 255), ids]);
    const streams: Stream[] = [];
    for (const _ of [1, 2]) {
      const { connection } = await connectHostile(node);
      const stream = await connection.newStream(NAMES.blocks);
      stream.pause();
      stream.send(request);
      streams.push(stream);
    }
    const open = (): number => streams.filter(({ status }) => status === 'open').length;
    expect(open()).toBe(2);
    const honest = await openTestNode({ peers: [node.address] });
    await expectSoon('the honest node has the chain', () => heightOf(honest) === count);
    await afterStatuses(honest, 5);
    expect([heightOf(honest), open(), complaintsOf(honest)]).toEqual([count, 2 - count, []]);
  },
);

/** Sends a request. @returns the first frame of the response */
async function request(connection: Connection, protocol: string, message: Uint8Array): Promise<Uint8Array> {
  const frames = lpStream(await connection.newStream(protocol), FRAME_LENGTH);
  await frames.write(message);
  return (await frames.read()).subarray();
}

it('requests for headers are answered with the stored bytes, at a rate for all peers together', async () => {
  const node = await openTestNode({
    blocks: 50,
    limits: { headersServedRate: { perSecond: 200, burst: 50 } },
  });
  const genesis = hexToBytes(node.chain.view.block(0)!.id);
  const ask = (connection: Connection) => request(connection, NAMES.headers, genesis);
  const callers = [await connectHostile(node), await connectHostile(node)];
  const began = Date.now();
  expect(Buffer.compare(await ask(callers[0]!.connection), await node.chain.view.headers(1, 50))).toBe(0);
  for (const { connection } of callers) await ask(connection);
  expect(Date.now() - began).toBeGreaterThan(240);
});

it.each(['headers', 'blocks'] as const)('a peer that has many %s waits for the next', async (kind) => {
  // A debt of a quarter of a second at most.
  const servedRate = { perSecond: 4_000, burst: 1_000 };
  const node = await openTestNode({ blocks: 50, limits: { servedRate } });
  const genesis = hexToBytes(node.chain.view.block(0)!.id);
  const message = kind === 'headers' ? genesis : Uint8Array.of(0, 255, 255, 255, ...genesis);
  const { connection } = await connectHostile(node);
  const began = Date.now();
  await request(connection, NAMES[kind], message);
  await request(connection, NAMES.headers, genesis);
  expect(Date.now() - began).toBeGreaterThan(240);
});

it('a taller, lighter branch beside the chain costs its peer nothing, and keeps the node ready', async () => {
  const blocks = await branchOf(5, 4);
  const node = await openTestNode({ blocks: 6 });
  const status = { ...statusOfBlocks(blocks), height: 4_000_000_000, tipId: 'cd'.repeat(32) };
  const peer = await openHostilePeer({ blocks, status, serve: (stream) => sendBlocks(stream, []) });
  const watching = watch(node);
  await peer.call(node);
  await afterStatuses(node);
  watching.end();
  expect(watching.samples.every(({ ready, isBehind }) => ready && !isBehind)).toBe(true);
  expect(node.network.state().bestPeerHeight).toBe(4_000_000_000);
  expect([peer.asked, peer.headersAsked, countPeers(node)]).toEqual([[], 0, 1]);
});
