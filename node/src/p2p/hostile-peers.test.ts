import { connect } from 'node:net';
import { blockId, bytesToHex, encodeTransaction, getNetwork, HEADER_SIZE, hexToBytes } from '@cairn/protocol';
import { multiaddr } from '@multiformats/multiaddr';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildTestBlock, mineBranch, transfer } from '@cairn/chain/test-support';
import { NAMES, sendBlocks, statusOfBlocks, type HostileOptions } from './hostile-peer-test-support.ts';
import type { PeerLimits } from './settings.ts';
import { encodeStatus } from './status-exchange.ts';
import {
  branchOf,
  connectHostile,
  countPeers,
  expectSoon,
  heightOf,
  joinGossip,
  logged,
  openHostilePeer,
  openRelay,
  openTestNode,
  serveOf,
  stall,
} from './test-support.ts';
import { framesOf, protocolNames } from './wire.ts';

const HEIGHT = 12;
const UNKNOWN_ID = 'ab'.repeat(32);
const junk = new Uint8Array(300).fill(0xfe);

/** The chain that hostile peers have. */
let blocks: Uint8Array[];
/** Genesis and two blocks, which have more than 65,536 bytes together. */
let large: Uint8Array[];
beforeAll(async () => {
  blocks = await branchOf(3, HEIGHT);
  const transfers = Array.from({ length: 310 }, (_, index) => transfer({ from: 1, to: 2, nonce: index + 1 }));
  large = [blocks[0]!, ...(await mineBranch([transfers.slice(0, 155), transfers.slice(155)]))];
});

/** Calls a new node as a peer that has the headers of twelve blocks, and answers as the test chooses. */
async function besiege(options: HostileOptions, limits: Partial<PeerLimits> = {}) {
  const node = await openTestNode({ limits: { blocksPerRequest: 4, retryMs: 10, ...limits } });
  const peer = await openHostilePeer({ blocks, ...options });
  await peer.call(node);
  return { node, peer };
}

describe('a peer', () => {
  it.each<[string, RegExp, () => HostileOptions, Partial<PeerLimits>?]>([
    [
      'stalls',
      /Disconnecting peer 127\.0\.0\.1:\d+ \(\w{8}\): blocks from 1: .*timeout/,
      () => ({ serve: stall }),
      { blocksTimeoutMs: 100 },
    ],
    [
      'breaks off',
      /Disconnecting.*blocks from 1: Unexpected EOF/,
      () => ({ serve: () => Promise.resolve() }),
    ],
    [
      'sends junk bytes',
      /dropped.*blocks from 1: /,
      () => ({ serve: async (stream) => void stream.send(new Uint8Array(4_096).fill(0xff)) }),
    ],
    [
      'announces a message of 1 GiB',
      /dropped.*blocks from 1: .*too long/,
      () => ({ serve: async (stream) => void stream.send(Uint8Array.of(0x40, 0, 0, 0)) }),
    ],
    [
      'reorders the blocks',
      /dropped.*other blocks than those requested/,
      () => ({
        serve: (stream, from, count) => sendBlocks(stream, blocks.slice(from, from + count).toReversed()),
      }),
    ],
    [
      'alters a block',
      /dropped.*it sent an invalid block: /,
      () => {
        const at = HEADER_SIZE + 20;
        return { serve: serveOf(blocks.with(2, blocks[2]!.with(at, blocks[2]![at]! ^ 1))) };
      },
    ],
    [
      'sends more than was requested',
      /dropped.*more blocks than requested/,
      () => ({ serve: (stream, from) => sendBlocks(stream, blocks.slice(from)) }),
    ],
    [
      'sends more bytes than were requested',
      /dropped.*more blocks than requested/,
      () => ({ blocks: large, serve: serveOf(large) }),
      { bytesPerRequest: 65_536 },
    ],
    [
      'sends a header of another difficulty',
      /dropped.*it sent an invalid header/,
      () => {
        const at = HEADER_SIZE - 5;
        const bad = blocks.with(4, blocks[4]!.with(at, blocks[4]![at]! ^ 1));
        return { blocks: bad.slice(0, 5), status: statusOfBlocks(blocks.slice(0, 6)) };
      },
    ],
    [
      'claims another height for a tip that is known',
      /dropped|Disconnecting/,
      () => ({ blocks: blocks.slice(0, 1), status: { height: 4_000_000_000 } }),
    ],
    [
      'has the protocols of another network',
      /dropped.*does not support the protocols of this network/,
      () => ({ names: protocolNames(getNetwork('testnet')) }),
    ],
    [
      'has another genesis block',
      /dropped.*another genesis block \((ab){8}…\)/,
      () => ({ status: { genesisId: UNKNOWN_ID, height: 9 } }),
    ],
    [
      'says nothing',
      /Disconnecting.*no handshake: .*timeout/,
      () => ({ answerStatus: stall }),
      { handshakeTimeoutMs: 300 },
    ],
  ])('that %s is dropped, and the node is ready', async (_, reason, options, limits) => {
    const { node } = await besiege(options(), limits);
    await expectSoon('it is dropped', () => logged(node, reason) && countPeers(node) === 0);
    await expectSoon('the node is ready', () => node.network.state().ready);
    expect(node.network.state()).toMatchObject({ peers: [], bestPeerHeight: 0 });
  });

  it('that stalls delays nothing while others deliver', async () => {
    const { node, peer } = await besiege({ serve: stall }, { lateAfterMs: 100 });
    await expectSoon('it was asked for blocks', () => peer.asked.length > 0);
    expect(node.network.state()).toMatchObject({ syncing: true, ready: false });
    const helper = await connectHostile(node, { blocks, serve: serveOf(blocks) });
    await expectSoon('the node has the chain', () => heightOf(node) === HEIGHT && node.network.state().ready);
    expect(helper.connection.status).toBe('open');
  });
});

/** A length-prefixed request for one block. */
const requestFor = (block: Uint8Array): Uint8Array =>
  Uint8Array.of(0, 0, 0, 36, 0, 0, 255, 255, ...hexToBytes(blockId(block.subarray(0, HEADER_SIZE))));
describe('a peer that breaks the protocol', () => {
  it('in a status or a request, with junk or a message of a wrong length, is dropped', async () => {
    const node = await openTestNode();
    for (const protocol of [NAMES.status, NAMES.headers, NAMES.blocks])
      for (const bytes of [junk, Uint8Array.of(0, 0, 0, 3, 1, 2, 3)]) {
        const { connection } = await connectHostile(node);
        (await connection.newStream(protocol)).send(bytes);
        await expectSoon('it is dropped', () => countPeers(node) === 0);
      }
    expect(node.lines.filter((line) => /dropped and refused/.test(line))).toHaveLength(6);
  });

  it('by sending more than its request is dropped: what waits to be read is bounded by the request', async () => {
    const node = await openTestNode();
    const { connection } = await connectHostile(node);
    const stream = await connection.newStream(NAMES.status);
    const { id: tipId, height } = node.chain.tip();
    const status = encodeStatus({ genesisId: tipId, height, tipId, work: node.chain.view.tip.work });
    stream.send(Buffer.concat([Uint8Array.of(0, 0, 0, status.length), status, new Uint8Array(60_000)]));
    await expectSoon(
      'it is dropped',
      () => logged(node, /dropped.*buffer overflow/) && countPeers(node) === 0,
    );
  });

  it('on one of two connections is dropped on both', async () => {
    const node = await openTestNode();
    const { peer, connection: first } = await connectHostile(node);
    const second = await peer.host.dial(multiaddr(node.address), { force: true });
    expect([first, second].map(({ status }) => status)).toEqual(['open', 'open']);
    const stream = await first.newStream(NAMES.status);
    stream.send(junk);
    await expectSoon('it is dropped', () => logged(node, /dropped and refused/) && countPeers(node) === 0);
    await expectSoon('both are disconnected', () => [first, second].every(({ status }) => status !== 'open'));
  });

  it('in gossip is dropped, and nothing is forwarded', async () => {
    const node = await openTestNode({ blocks: 1 });
    const behind = await openTestNode({ blocks: 1, peers: [node.address] });
    await expectSoon('the neighbour is connected', () => countPeers(behind) === 1);
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
      const gossip = await joinGossip(node);
      await gossip.send(messages, topic);
      await expectSoon('it is dropped', () => countPeers(node) === 1);
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
    const { connection } = await connectHostile(node);
    const flood = async (): Promise<void> => {
      while (connection.status === 'open') {
        const stream = await connection.newStream(NAMES.status);
        stream.abort(new Error('next'));
      }
    };
    const flooding = flood().catch(() => undefined);
    const late = await openTestNode({ peers: [node.address], limits: { statusIntervalMs: 15_000 } });
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
    // Connections a second are limited for one address.
    const late = await openTestNode({ peers: [await openRelay(node, '127.0.7.1')] });
    await expectSoon('a peer has the chain', () => heightOf(late) === 2);
    for (const socket of sockets) socket.destroy();
  });
});

it('an honest message split into single bytes is accepted', async () => {
  const node = await openTestNode({ blocks: 1 });
  const { connection } = await connectHostile(node);
  const stream = await connection.newStream(NAMES.blocks);
  for (const byte of requestFor((await node.chain.view.rawBlock(1))!)) stream.send(Uint8Array.of(byte));
  const answer = await framesOf(stream, { maximum: 2 ** 20 }, AbortSignal.timeout(60_000)).read();
  expect(bytesToHex(answer)).toBe(bytesToHex((await node.chain.view.rawBlock(1))!));
});
