/** For tests only: nodes with real chains, mempools and peer networks over loopback in one process, and hostile peers. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blockId, genesisBlock, HEADER_SIZE, type TreeLimits } from '@cairn/protocol';
import type { Connection, Stream } from '@libp2p/interface';
import { pino, type Logger } from 'pino';
import { expect, onTestFinished } from 'vitest';
import type { Chain } from '@cairn/chain';
import { DEVNET, dumpIndex, mineBranch, mineTestBlock, openTestChain } from '@cairn/chain/test-support';
import { Mempool, type PendingTransaction } from '@cairn/chain/mempool';
import { temporaryFolder } from '../home/folder-test-support.ts';
import {
  NAMES,
  sendBlocks,
  startHostilePeer,
  type HostileOptions,
  type HostilePeer,
} from './hostile-peer-test-support.ts';
import { protocolNames } from './wire.ts';
import { PEER_LIMITS, type PeerLimits } from './settings.ts';
import { PeerNetwork } from './peer-network.ts';
import { type PeerContext, Peers } from './peers.ts';
import { runtime } from '../home/runtime.ts';

/**
 * Short intervals, so that tests do not wait for the clock. A response may take longer than a test waits, so that an honest peer is
 * not late on a busy machine, and no second attempt hides a fault. Tests of a timeout set it themselves.
 */
const QUICK_LIMITS: Partial<PeerLimits> = {
  tickMs: 50,
  dialPauseMs: 50,
  handshakeTimeoutMs: 120_000,
  statusIntervalMs: 100,
  headersTimeoutMs: 120_000,
  blocksTimeoutMs: 120_000,
  banMs: 60_000,
  addressIntervalMs: 300,
  requestRate: { perSecond: 1_000, burst: 10_000 },
};

export interface TestNode {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly network: PeerNetwork;
  /** One of its addresses, with its peer ID. */
  readonly address: string;
  /** Its address book on disk. */
  readonly addressFile: string;
  /** Logged messages of level info and above. */
  readonly lines: string[];
  /** Leaves the network; chain and mempool stay open. */
  leave(): Promise<void>;
  /** Rejoins on the same port. */
  rejoin(): Promise<void>;
}

export interface TestNodeOptions {
  /** Blocks to mine before it joins. */
  readonly blocks?: number;
  /** Addresses to connect to. */
  readonly peers?: readonly string[];
  readonly limits?: Partial<PeerLimits>;
  /** Unix milliseconds. */
  readonly clock?: () => number;
  /** Another miner, so that its chain differs from that of the other nodes. */
  readonly miner?: number;
  readonly treeLimits?: TreeLimits;
  /** How it discovers peers; by default it does not. */
  readonly discovery?: { readonly bootstrap: readonly string[]; readonly keepsLocal?: boolean };
  /** Where it listens; 127.0.0.1 by default. */
  readonly host?: string;
  /** Runs before it joins. */
  readonly prepare?: (node: { chain: Chain; mempool: Mempool; addressFile: string }) => Promise<unknown>;
}

/** A logger that keeps the messages. */
export function keepLines(lines: string[]): Logger {
  return pino({ level: 'info', base: null }, { write: (line) => void lines.push(JSON.parse(line).msg) });
}

/** Opens a node on a free port, with its chain in memory; it is closed when the test ends. */
export async function openTestNode(options: TestNodeOptions = {}): Promise<TestNode> {
  const { blocks = 0, peers = [], limits, miner, clock = Date.now, treeLimits } = options;
  const folder = temporaryFolder();
  const test = await openTestChain(treeLimits && { treeLimits });
  const { chain } = test;
  const lines: string[] = [];
  const logger = keepLines(lines);
  const mempool = await Mempool.open({ chain, place: test.home.mempool, clock, runtime, logger });
  for (let height = 0; height < blocks; height += 1) {
    await mineTestBlock(chain, [], miner === undefined ? {} : { miner });
  }
  const addressFile = join(folder, 'peers.json');
  await options.prepare?.({ chain, mempool, addressFile });
  const openNetwork = (port: number): PeerNetwork =>
    new PeerNetwork({
      config: {
        host: options.host ?? '127.0.0.1',
        port,
        peers,
        bootstrap: options.discovery?.bootstrap,
        localPeers: options.discovery?.keepsLocal ?? true,
        mdns: false,
      },
      chain,
      mempool,
      keyFile: join(folder, 'peer.key'),
      addressFile,
      metrics: undefined,
      clock,
      logger,
      limits: { ...QUICK_LIMITS, ...limits },
    });
  const network = openNetwork(0);
  const networks = [network];
  onTestFinished(async () => {
    for (const open of networks) await open.close();
    await mempool.close();
    await test.close();
  });
  await network.start();
  const address = network.addresses()[0]!;
  const rejoin = async (): Promise<void> => {
    const next = openNetwork(Number(address.split('/')[4]));
    networks.push(next);
    await next.start();
  };
  return { chain, mempool, network, address, addressFile, lines, leave: () => network.close(), rejoin };
}

/** What the parts of a peer network share, without a network; it is closed when the test ends. */
export async function openTestContext(
  limits: Partial<PeerLimits> = {},
  clock: () => number = Date.now,
): Promise<PeerContext> {
  const test = await openTestChain();
  const { chain } = test;
  const logger = pino({ enabled: false });
  const mempool = await Mempool.open({ chain, place: test.home.mempool, clock, runtime, logger });
  onTestFinished(async () => {
    await mempool.close();
    await test.close();
  });
  const shared = { limits: { ...PEER_LIMITS, ...limits }, clock, logger };
  const peers = new Peers(shared);
  const names = protocolNames(chain.network);
  const closing = new AbortController().signal;
  return { ...shared, chain, mempool, peers, names, closing, track: () => undefined, wake: () => undefined };
}

/** Waits until a condition is true. @param what describes it in the error */
export async function expectSoon(
  what: string,
  condition: () => boolean,
  milliseconds = 60_000,
): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await sleep(10);
  }
}

export const heightOf = ({ chain }: TestNode): number => chain.tip().height;
export const sharesTip = (one: TestNode, other: TestNode): boolean =>
  one.chain.tip().id === other.chain.tip().id;
export const countPeers = ({ network }: TestNode): number => network.state().peers.length;
export const logged = ({ lines }: TestNode, pattern: RegExp): boolean =>
  lines.some((line) => pattern.test(line));
export const idOf = (block: Uint8Array): string => blockId(block.subarray(0, HEADER_SIZE));

/** Lines about peers that were dropped or disconnected. */
export const complaintsOf = (...nodes: readonly TestNode[]): string[] =>
  nodes.flatMap(({ lines }) => lines.filter((line) => /dropped|Disconnecting/.test(line)));

/** A chain from the genesis block on, mined by one account. */
export async function branchOf(miner: number, count: number): Promise<Uint8Array[]> {
  return [genesisBlock(DEVNET), ...(await mineBranch(Array<number>(count).fill(miner)))];
}

export async function expectEqualStores(...nodes: readonly TestNode[]): Promise<void> {
  for (const { chain } of nodes) await chain.idle();
  const [first, ...others] = await Promise.all(nodes.map(({ chain }) => dumpIndex(chain)));
  for (const other of others) expect(other).toEqual(first);
}

/** Waits until the first peer of a node has sent something a few times: statuses, if nothing else happens. */
export async function afterStatuses({ network }: TestNode, count = 2): Promise<void> {
  const lastSeen = (): number => network.state().peers[0]?.lastSeen ?? 0;
  for (let times = 0; times < count; times += 1) {
    const before = lastSeen();
    await expectSoon('its peer is seen again', () => lastSeen() > before);
  }
}

/** What a client and the miner would see of a node, each millisecond until `end`. */
export function watch({ network }: TestNode) {
  const samples: { ready: boolean; syncing: boolean; isBehind: boolean }[] = [];
  const timer = setInterval(() => {
    const { ready, syncing } = network.state();
    samples.push({ ready, syncing, isBehind: network.isBehind() });
  }, 1);
  return { samples, end: (): void => clearInterval(timer) };
}

/** Mines until a block comes to other nodes by gossip, as it does once their subscriptions are known, and they have the chain. */
export async function mineUntilGossiped(miner: TestNode, ...others: readonly TestNode[]): Promise<void> {
  const mine = async (): Promise<boolean> => {
    await mineTestBlock(miner.chain);
    return others.every((node) => heightOf(node) > 0);
  };
  await expect.poll(mine).toBe(true);
  await expectSoon('they have the chain', () => others.every((node) => sharesTip(node, miner)));
}

/** Starts a hostile peer that stops when the test ends. */
export async function openHostilePeer(options?: HostileOptions): Promise<HostilePeer> {
  const peer = await startHostilePeer(options);
  onTestFinished(() => peer.host.stop());
  return peer;
}

/** Connects a hostile peer to a node, and waits for their handshake. */
export async function connectHostile(
  node: TestNode,
  options?: HostileOptions,
): Promise<{ readonly peer: HostilePeer; readonly connection: Connection }> {
  const peer = await openHostilePeer(options);
  const before = countPeers(node);
  const connection = await peer.call(node);
  await expectSoon('the handshake is complete', () => countPeers(node) > before);
  return { peer, connection };
}

/** Connects a hostile peer to a node, and waits until it knows that the node takes its gossip. */
export async function joinGossip(node: TestNode, peer?: HostilePeer, through?: string) {
  const hostile = peer ?? (await openHostilePeer());
  const before = countPeers(node);
  const connection = await hostile.call(node, through);
  const { gossip } = hostile.host.services;
  const isHeard = (topic: string): boolean =>
    gossip.getSubscribers(topic).some((id) => id.equals(connection.remotePeer));
  await expectSoon(
    'gossip flows',
    () => countPeers(node) > before && isHeard(NAMES.transactionTopic) && isHeard(NAMES.blockTopic),
  );
  return {
    peer: hostile,
    connection,
    /** Publishes messages, also after it was dropped. */
    async send(messages: readonly Uint8Array[], topic = NAMES.transactionTopic): Promise<void> {
      for (const raw of messages) await gossip.publish(topic, raw).catch(() => undefined);
    },
  };
}

/** Submits a transfer to a node. */
export async function admit(
  { mempool }: Pick<TestNode, 'mempool'>,
  raw: Uint8Array,
): Promise<PendingTransaction> {
  const admission = await mempool.submit(raw);
  if (admission.status !== 'accepted') throw new Error(admission.reason);
  return admission.pending;
}

/** Answers nothing, and keeps the stream open. */
export const stall = (): Promise<void> => sleep(60_000, undefined, { ref: false });

/** Answers with blocks of a chain. */
export const serveOf =
  (blocks: readonly Uint8Array[]) =>
  (stream: Stream, from: number, count: number): Promise<void> =>
    sendBlocks(stream, blocks.slice(from, from + count));

/** A line of limited speed. */
export interface Line {
  bytesPerSecond: number;
  /** When it has sent what it was given, by `performance.now`. */
  freeAt?: number;
}

/**
 * Forwards connections to a node from another loopback address, so that they appear to come from another network.
 * @param from like 127.0.7.1
 * @param line to the caller, which may be shared by several relays; absent for no limit
 * @returns the multiaddr to dial instead of the node's
 */
export async function openRelay(
  node: { readonly address: string },
  from: string,
  line: Line = { bytesPerSecond: Infinity },
): Promise<string> {
  const [, , host, , port, , id] = node.address.split('/');
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const callee = connect({ host: host!, port: Number(port), localAddress: from });
    for (const socket of [caller, callee]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    caller.pipe(callee).on('close', () => caller.destroy());
    callee.on('data', (bytes) => {
      caller.write(bytes);
      const now = performance.now();
      line.freeAt = Math.max(now, line.freeAt ?? 0) + (bytes.length * 1_000) / line.bytesPerSecond;
      callee.pause();
      setTimeout(() => callee.resume(), line.freeAt - now);
    });
    callee.on('close', () => caller.destroy());
    caller.on('close', () => callee.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `/ip4/127.0.0.1/tcp/${(server.address() as AddressInfo).port}/p2p/${id}`;
}
