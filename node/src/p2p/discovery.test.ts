import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { genesisBlock } from '@cairn/protocol';
import { DEVNET } from '@cairn/chain/test-support';
import { NAMES, statusOfBlocks } from './hostile-peer-test-support.ts';
import { encodeStatus } from './status-exchange.ts';
import { encodeAddresses, type PeerAddress } from './addresses.ts';
import { FRAME_LENGTH } from './wire.ts';
import { lpStream } from '@libp2p/utils';
import {
  afterStatuses,
  connectHostile,
  countPeers,
  expectSoon,
  heightOf,
  logged,
  openHostilePeer,
  openTestNode,
  type TestNode,
} from './test-support.ts';

const portOf = ({ address }: Pick<TestNode, 'address'>): number => Number(address.split('/')[4]);
const proven = ({ network }: TestNode): number => network.addressCounts().proven;

/** An address without the peer ID, as an operator would configure it. */
const bareAddress = ({ address }: Pick<TestNode, 'address'>): string => address.split('/p2p/')[0]!;

/** True if the two are connected. */
function areConnected(one: TestNode, other: TestNode): boolean {
  const calls = (from: TestNode, to: TestNode): boolean =>
    from.network.state().peers.some(({ inbound, port }) => !inbound && port === portOf(to));
  return calls(one, other) || calls(other, one);
}

/** A peer that answers each request with these addresses. */
async function openLister(addresses: () => readonly PeerAddress[]) {
  const peer = await openHostilePeer({ answerAddresses: () => encodeAddresses(addresses()) });
  return { peer, address: peer.host.getMultiaddrs()[0]!.toString() };
}

describe('a node that knows one bootstrap peer', () => {
  it('finds a third node and its chain, and finds it again after a restart without the bootstrap peer', async () => {
    const seed = await openTestNode({ discovery: { bootstrap: [] } });
    const bootstrap = [bareAddress(seed)];
    const third = await openTestNode({ blocks: 3, discovery: { bootstrap } });
    const node = await openTestNode({ discovery: { bootstrap } });
    await expectSoon('they are connected', () => areConnected(node, third));
    await expectSoon('it has the chain', () => heightOf(node) === 3);
    await expectSoon('it has reached the third itself', () => proven(node) === 2);

    await node.leave();
    await seed.leave();
    expect(await readFile(node.addressFile, 'utf8')).toContain(`"port":${portOf(third)}`);
    await expectSoon('the third is alone', () => countPeers(third) === 0);
    await node.rejoin();
    await expectSoon('it is back with the third', () => countPeers(third) === 1);
  });
});

it('a configured peer that cannot be reached is called after pauses that double up to a minute, and logged once', async () => {
  let now = 1_800_000_000_000;
  const calls: number[] = [];
  const server = createServer((socket) => {
    calls.push(now);
    socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const node = await openTestNode({
    peers: [`/ip4/127.0.0.1/tcp/${(server.address() as AddressInfo).port}`],
    clock: () => now,
    limits: { dialPauseMs: 1_000 },
  });
  while (calls.length < 8) {
    now += 1_000;
    node.network.tick();
    await sleep(1);
  }
  const pauses = calls.slice(1).map((call, index) => call - calls[index]!);
  for (const [index, seconds] of [2, 4, 8, 16, 32, 60, 60].entries())
    expect(pauses[index]).toBeGreaterThanOrEqual(seconds * 1_000);
  expect(pauses.at(-1)).toBeLessThan(120_000);
  expect(node.lines.filter((line) => line.includes('cannot be reached'))).toHaveLength(1);
});

it('a configured peer that leaves is called again after the shortest pause, however often it has left', async () => {
  let now = 1_800_000_000_000;
  const { host } = await openHostilePeer({
    answerStatus: async (stream) => {
      const frames = lpStream(stream, FRAME_LENGTH);
      await frames.read();
      await sleep(50); // the call itself is over by then
      await frames.write(encodeStatus(statusOfBlocks([genesisBlock(DEVNET)])));
    },
  });
  const peers = [host.getMultiaddrs()[0]!.toString()];
  const node = await openTestNode({ peers, clock: () => now, limits: { dialPauseMs: 1_000 } });
  for (let times = 0; times < 4; times += 1) {
    await expectSoon('it is connected', () => countPeers(node) === 1);
    await host.getConnections()[0]!.close();
    await expectSoon('it has left', () => countPeers(node) === 0);
    now += 2_000;
    node.network.tick();
  }
});

describe('outbound connections', () => {
  it('go to one address of each network', async () => {
    const limits = { treatsLocalAsPublic: true };
    const hosts = ['127.0.21.1', '127.0.21.2', '127.0.22.1'];
    const others = await Promise.all(hosts.map((host) => openTestNode({ host })));
    const lister = await openLister(() =>
      others.map((other, index) => ({ host: hosts[index]!, port: portOf(other) })),
    );
    const node = await openTestNode({ discovery: { bootstrap: [lister.address] }, limits });
    await expectSoon('one of each network is reached', () => countPeers(node) === 3);
    await afterStatuses(node);
    expect(countPeers(node)).toBe(3);
    const called = node.network.state().peers.map(({ host }) => host);
    expect(called.filter((host) => host.startsWith('127.0.21.'))).toHaveLength(1);
    expect(called).toContain('127.0.22.1');
  });
});

describe('peers that send addresses', () => {
  it('are dropped for an invalid list', async () => {
    const peer = await openHostilePeer({ answerAddresses: () => new Uint8Array(19) });
    const node = await openTestNode({ discovery: { bootstrap: [peer.host.getMultiaddrs()[0]!.toString()] } });
    await expectSoon('it is dropped', () => logged(node, /invalid list of addresses/));
  });

  it('are trusted with local addresses only if that is enabled', async () => {
    const good = await openTestNode();
    const lister = await openLister(() => [{ host: '127.0.0.1', port: portOf(good) }]);
    const discovery = { bootstrap: [lister.address], keepsLocal: false };
    const node = await openTestNode({ discovery, limits: { addressIntervalMs: 0 } });
    await expectSoon('it has asked', () => lister.peer.addressesAsked > 0);
    node.network.tick();
    await expectSoon('it has asked again', () => lister.peer.addressesAsked > 1);
    expect(node.network.addressCounts()).toEqual({ known: 0, proven: 0 });
  });

  it('get no answer if they ask too often, and are dropped for a request without a port', async () => {
    const node = await openTestNode({
      discovery: { bootstrap: [] },
      limits: { requestRate: { perSecond: 0.01, burst: 210 } },
    });
    const { connection } = await connectHostile(node);
    const ask = async (request: Uint8Array): Promise<number> => {
      const stream = await connection.newStream(NAMES.peers);
      const frames = lpStream(stream, FRAME_LENGTH);
      await frames.write(request);
      return (await frames.read()).byteLength;
    };
    // It gets the addresses of others only.
    expect(await ask(Uint8Array.of(0x27, 0x10))).toBe(0);
    expect(await ask(Uint8Array.of(0x27, 0x10))).toBe(0);
    await expect(ask(Uint8Array.of(0x27, 0x10))).rejects.toThrow(/stream|reset|ended|eof/i);
    const other = await connectHostile(node);
    const stream = await other.connection.newStream(NAMES.peers);
    await lpStream(stream, FRAME_LENGTH).write(Uint8Array.of(1));
    await expectSoon('it is dropped', () => logged(node, /it requested addresses without a port/));
  });
});

it('a damaged file of addresses is logged in one line, and the node finds its peers again', async () => {
  const seed = await openTestNode({ discovery: { bootstrap: [] } });
  const node = await openTestNode({
    discovery: { bootstrap: [bareAddress(seed)] },
    prepare: ({ addressFile }) => writeFile(addressFile, '{"addresses": [{}]}'),
  });
  expect(node.lines.filter((line) => line.includes(node.addressFile))).toHaveLength(1);
  await expectSoon('it has its peer', () => countPeers(node) === 1);
  await node.leave();
  expect(await readFile(node.addressFile, 'utf8')).toContain(String(portOf(seed)));
});
