import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { blockId, bytesToHex, encodeTransaction, getNetwork, HEADER_SIZE, hexToBytes } from '@cairn/protocol';
import type { NodeState } from '../chain/node-state.ts';
import type { Stream } from '@libp2p/interface';
import { multiaddr } from '@multiformats/multiaddr';
import { describe, expect, it } from 'vitest';
import { buildTestBlock, transfer } from '../chain/test-support.ts';
import { framesOf } from './wire.ts';
import { NAMES, sendBlocks, type HostileOptions } from './hostile-peer-test-support.ts';
import { encodeStatus } from './status-exchange.ts';
import { protocolNames } from './wire.ts';
import type { PeerLimits } from './settings.ts';
import { expectSoon, heightOf, openHostilePeer, openTestNode, type TestNode } from './test-support.ts';

const HEIGHT = 12;
/** Milliseconds for an answer of blocks: long enough for an honest peer on a busy machine. */
const PATIENCE = 1_500;
const UNKNOWN_ID = 'ab'.repeat(32);

async function blocksOf({ chain }: TestNode): Promise<Uint8Array[]> {
  const heights = Array.from({ length: chain.tip().height + 1 }, (_, height) => height);
  return Promise.all(heights.map(async (height) => (await chain.view.rawBlock(height))!));
}

/** A length-prefixed request for one block. */
const requestFor = (block: Uint8Array): Uint8Array =>
  Uint8Array.of(0, 0, 0, 36, 0, 0, 255, 255, ...hexToBytes(blockId(block.subarray(0, HEADER_SIZE))));
const sendNothing = (stream: Stream): Promise<void> => sendBlocks(stream, []);
const logged = ({ lines }: TestNode, pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
const hasPeers = ({ network }: TestNode, count: number): boolean => network.state().peers.length === count;

/**
 * A node whose only peer is hostile: it has the headers of the honest node's twelve blocks, and answers as the test
 * chooses.
 */
async function besiege(options: (blocks: Uint8Array[]) => HostileOptions, limits: Partial<PeerLimits> = {}) {
  const honest = await openTestNode({ blocks: HEIGHT });
  const node = await openTestNode({
    limits: { blocksPerRequest: 4, blocksTimeoutMs: PATIENCE, retryMs: 100, ...limits },
  });
  const blocks = await blocksOf(honest);
  const chosen = options(blocks);
  const states: NodeState[] = [];
  const hostile = await openHostilePeer({
    blocks,
    ...chosen,
    serve: async (...request) => {
      states.push(node.network.state());
      await (chosen.serve ?? sendNothing)(...request);
    },
  });
  await hostile.call(node);
  await expectSoon('the hostile peer was asked for blocks', () => states.length > 0);
  expect(states[0]).toMatchObject({ syncing: true, ready: false });
  return { node, honest, hostile };
}

describe('a peer that cannot prove its status', () => {
  it.each<[string, (blocks: Uint8Array[]) => HostileOptions, RegExp]>([
    [
      'stalls',
      () => ({ serve: () => sleep(30_000, undefined, { ref: false }) }),
      /Disconnecting.*blocks from 1: .*timeout/,
    ],
    [
      'breaks off',
      () => ({ serve: () => Promise.resolve() }),
      /Disconnecting.*blocks from 1: Unexpected EOF/,
    ],
    [
      'sends junk bytes',
      () => ({
        serve: async (stream) => void stream.send(new Uint8Array(4_096).fill(0xff)),
      }),
      /dropped.*blocks from 1: /,
    ],
    [
      'announces a message of 1 GiB',
      () => ({
        serve: async (stream) => void stream.send(Uint8Array.of(0x40, 0, 0, 0)),
      }),
      /dropped.*blocks from 1: .*too long/,
    ],
    [
      'reorders the blocks',
      (blocks) => ({
        serve: (stream, from, count) => sendBlocks(stream, blocks.slice(from, from + count).toReversed()),
      }),
      /dropped.*other blocks than those requested/,
    ],
    [
      'alters a block',
      (blocks) => ({
        serve: (stream, from, count) =>
          sendBlocks(
            stream,
            blocks.slice(from, from + count).map((block, index) => {
              const altered = Uint8Array.from(block);
              if (index === 1) altered[HEADER_SIZE + 20]! ^= 1;
              return altered;
            }),
          ),
      }),
      /dropped.*it sent an invalid block: /,
    ],
    [
      'sends more than was requested',
      (blocks) => ({ serve: (stream, from) => sendBlocks(stream, blocks.slice(from)) }),
      /dropped.*more blocks than requested/,
    ],
  ])('that %s is dropped; the chain comes from another', async (_, options, reason) => {
    const { node, honest } = await besiege(options);
    await expectSoon('it is dropped', () => logged(node, reason) && hasPeers(node, 0));
    await expectSoon('the node is ready', () => node.network.state().ready);
    const helper = await openTestNode({ blocks: HEIGHT, peers: [node.address] });
    await expectSoon('the node has the chain', () => heightOf(node) === HEIGHT && node.network.state().ready);
    expect(node.chain.tip()).toEqual(honest.chain.tip());
    expect(hasPeers(helper, 1)).toBe(true);
  });

  it('delays nothing while others deliver', async () => {
    const stall = () => ({ serve: () => sleep(60_000, undefined, { ref: false }) });
    const { node, honest } = await besiege(stall, {
      blocksTimeoutMs: 60_000,
      lateAfterMs: 500,
    });
    const helper = await openTestNode({ blocks: HEIGHT, peers: [node.address] });
    await expectSoon('the node has the chain', () => heightOf(node) === HEIGHT);
    expect(node.chain.tip()).toEqual(honest.chain.tip());
    await expectSoon('the node is ready', () => node.network.state().ready);
    expect(hasPeers(helper, 1)).toBe(true);
  });
});

it('a peer that stalls gains nothing by reconnecting', async () => {
  const source = await openTestNode({ blocks: HEIGHT });
  const node = await openTestNode({ limits: { blocksTimeoutMs: 500, retryMs: 100 } });
  const hostile = await openHostilePeer({
    blocks: await blocksOf(source),
    serve: () => sleep(30_000, undefined, { ref: false }),
  });
  const connection = await hostile.call(node);
  await expectSoon('it was asked twice', () => hostile.asked.length === 2);
  await connection.close();
  await expectSoon('it is disconnected', () => hasPeers(node, 0));
  await hostile.call(node);
  await expectSoon('it is disconnected', () => logged(node, /Disconnecting.*blocks from 1: /));
  expect(hostile.asked.length).toBeLessThanOrEqual(3);
});

describe('a peer of another chain', () => {
  it('that supports the protocols of another network is dropped', async () => {
    const node = await openTestNode();
    const stranger = await openHostilePeer({ names: protocolNames(getNetwork('testnet')) });
    await stranger.call(node);
    await expectSoon('it is dropped', () =>
      logged(node, /dropped.*does not support the protocols of this network/),
    );
    expect(node.network.state()).toMatchObject({ peers: [], ready: true });
  });

  it('with another genesis block is dropped', async () => {
    const node = await openTestNode();
    const stranger = await openHostilePeer({ status: { genesisId: UNKNOWN_ID, height: 9 } });
    await stranger.call(node);
    await expectSoon('it is dropped', () => logged(node, /dropped.*another genesis block \(abababab/));
    expect(node.network.state()).toMatchObject({ peers: [], ready: true });
  });
});

describe('a peer that breaks the protocol', () => {
  it.each([
    ['status', NAMES.status],
    ['header request', NAMES.headers],
    ['block request', NAMES.blocks],
  ])('in a %s, with junk or a message of a wrong length, is dropped', async (_, protocol) => {
    for (const bytes of [new Uint8Array(300).fill(0xfe), Uint8Array.of(0, 0, 0, 3, 1, 2, 3)]) {
      const node = await openTestNode();
      const connection = await (await openHostilePeer()).call(node);
      await expectSoon('the handshake is complete', () => hasPeers(node, 1));
      const stream = await connection.newStream(protocol);
      stream.send(bytes);
      await expectSoon('it is dropped', () => logged(node, /dropped and refused/) && hasPeers(node, 0));
    }
  });

  it('by sending nothing is disconnected after the time for the handshake', async () => {
    const node = await openTestNode({ limits: { handshakeTimeoutMs: 300 } });
    const silent = await openHostilePeer({
      answerStatus: () => sleep(30_000, undefined, { ref: false }),
    });
    await silent.call(node);
    await expectSoon('it is disconnected', () => logged(node, /Disconnecting.*no handshake: .*timeout/));
    await expectSoon('it has noticed', () => silent.host.getConnections().length === 0);
    expect(node.network.state()).toMatchObject({ peers: [], ready: true });
  });

  it('by sending more than its request is dropped: what waits to be read is bounded by the request', async () => {
    const node = await openTestNode();
    const connection = await (await openHostilePeer()).call(node);
    await expectSoon('the handshake is complete', () => hasPeers(node, 1));
    const stream = await connection.newStream(NAMES.status);
    const { id: tipId, height } = node.chain.tip();
    const status = encodeStatus({ genesisId: tipId, height, tipId, work: node.chain.view.tip.work });
    stream.send(Buffer.concat([Uint8Array.of(0, 0, 0, status.length), status, new Uint8Array(60_000)]));
    await expectSoon('it is dropped', () => logged(node, /dropped.*buffer overflow/) && hasPeers(node, 0));
  });

  it('on one of two connections is dropped on both', async () => {
    const node = await openTestNode();
    const hostile = await openHostilePeer();
    const first = await hostile.call(node);
    await expectSoon('the handshake is complete', () => hasPeers(node, 1));
    const second = await hostile.host.dial(multiaddr(node.address), { force: true });
    expect([first, second].map(({ status }) => status)).toEqual(['open', 'open']);
    const stream = await first.newStream(NAMES.status);
    stream.send(new Uint8Array(300).fill(0xfe));
    await expectSoon('it is dropped', () => logged(node, /dropped and refused/) && hasPeers(node, 0));
    await expectSoon('both are disconnected', () => [first, second].every(({ status }) => status !== 'open'));
  });

  it('in gossip is dropped, and nothing is forwarded', async () => {
    const node = await openTestNode({ blocks: 1 });
    const behind = await openTestNode({ blocks: 1, peers: [node.address] });
    await expectSoon('the neighbour is connected', () => hasPeers(behind, 1));
    const invalid = buildTestBlock(node.chain, [], {
      alter: ({ header, transactions: [coinbase] }) => ({
        header,
        transactions: [{ ...coinbase!, value: coinbase!.value + 1n }],
      }),
    });
    const signed = transfer({ from: 1, to: 2, nonce: 1 });
    const forged = [1n, 2n, 3n, 4n, 5n].map((value) => encodeTransaction({ ...signed, value }));
    for (const [topic, messages] of [
      [NAMES.blockTopic, [invalid]],
      [NAMES.blockTopic, [Uint8Array.of(1)]],
      [NAMES.transactionTopic, [Uint8Array.of(1)]],
      [NAMES.transactionTopic, forged],
    ] as const) {
      const hostile = await openHostilePeer();
      await hostile.call(node);
      await expectSoon('the handshake is complete', () => hasPeers(node, 2));
      await expectSoon('gossip flows', () => hostile.host.services.gossip.getSubscribers(topic).length > 0);
      for (const message of messages) await hostile.host.services.gossip.publish(topic, message);
      await expectSoon('it is dropped', () => hasPeers(node, 1));
    }
    expect([node.mempool.size(), behind.mempool.size()]).toEqual([0, 0]);
    expect(behind.lines.some((line) => line.includes('dropped'))).toBe(false);
    expect([heightOf(node), heightOf(behind)]).toEqual([1, 1]);
  });
});

describe('a flood', () => {
  it('of requests ends with the peer dropped, while others are served', async () => {
    const node = await openTestNode({
      blocks: 5,
      limits: { requestRate: { perSecond: 1, burst: 20 } },
    });
    const connection = await (await openHostilePeer()).call(node);
    await expectSoon('the handshake is complete', () => hasPeers(node, 1));
    const flood = async (): Promise<void> => {
      while (connection.status === 'open') {
        const stream = await connection.newStream(NAMES.status);
        stream.abort(new Error('next'));
      }
    };
    const flooding = flood().catch(() => undefined);
    const late = await openTestNode({ peers: [node.address] });
    await expectSoon('the other one has the chain', () => heightOf(late) === 5);
    await expectSoon('the flooder is dropped', () => logged(node, /dropped.*too many requests/));
    await flooding;
  });

  it('of bytes on the bare port does no harm', async () => {
    const node = await openTestNode({ blocks: 2 });
    const port = Number(node.address.split('/')[4]);
    const sockets = Array.from({ length: 30 }, (_, index) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      if (index % 2 === 0) socket.write(new Uint8Array(65_536).fill(index));
      return socket;
    });
    await sleep(1_100); // connections a second are limited for one address
    const late = await openTestNode({ peers: [node.address] });
    await expectSoon('a peer has the chain', () => heightOf(late) === 2);
    for (const socket of sockets) socket.destroy();
  });

  it('of blocks without a parent costs points', async () => {
    const node = await openTestNode({ limits: { gossipRate: { perSecond: 0.1, burst: 20 } } });
    const source = await openTestNode({ blocks: 60 });
    const hostile = await openHostilePeer();
    await hostile.call(node);
    const { gossip } = hostile.host.services;
    await expectSoon(
      'gossip flows',
      () => gossip.getSubscribers(NAMES.blockTopic).length > 0 && hasPeers(node, 1),
    );
    for (const block of (await blocksOf(source)).slice(3)) await gossip.publish(NAMES.blockTopic, block);
    await expectSoon('it is dropped', () => logged(node, /dropped.*too many gossip messages/));
  });
});

it('an honest message split into single bytes is accepted', async () => {
  const node = await openTestNode({ blocks: 1 });
  const connection = await (await openHostilePeer()).call(node);
  await expectSoon('the handshake is complete', () => hasPeers(node, 1));
  const stream = await connection.newStream(NAMES.blocks);
  for (const byte of requestFor((await node.chain.view.rawBlock(1))!)) stream.send(Uint8Array.of(byte));
  const answer = await framesOf(stream, { maximum: 2 ** 20 }, AbortSignal.timeout(60_000)).read();
  expect(bytesToHex(answer)).toBe(bytesToHex((await node.chain.view.rawBlock(1))!));
});
