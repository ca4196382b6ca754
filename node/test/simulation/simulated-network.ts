import { createHash } from 'node:crypto';
import type { Message } from '@libp2p/gossipsub';
import { TopicValidatorResult } from '@libp2p/gossipsub';
import type { AbortOptions, Connection, PeerId, Stream } from '@libp2p/interface';
import { defaultLogger } from '@libp2p/logger';
import { AbstractStream } from '@libp2p/utils';
import { multiaddr, type Multiaddr } from '@multiformats/multiaddr';
import type { HostOptions, PeerHost } from '../../src/p2p/libp2p-host.ts';
import type { Random } from '../random.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Quality of the network's links. */
interface LinkQuality {
  /** Shortest delay one way, in milliseconds. */
  readonly latency: number;
  /** Longest random addition to each delay, in milliseconds, so that streams and gossip overtake each other. */
  readonly jitter: number;
  /** Fraction of gossiped messages that are lost, 0–1. */
  readonly loss: number;
}

/** gossipsub forgets a message after this time. */
const SEEN_MS = 25_000;

/**
 * The network between the simulated nodes: connections with delays, and partitions. It replaces libp2p; everything
 * above libp2p is the node's own.
 */
export class SimulatedNetwork {
  readonly time: SimulatedTime;
  readonly random: Random;
  readonly quality: LinkQuality;
  readonly #hosts = new Map<string, SimulatedHost>();
  /** Group of each host by its name; hosts of different groups cannot reach each other. */
  #groups: ReadonlyMap<string, number> = new Map();
  /** Requests and gossiped messages in progress. */
  #working = 0;

  constructor(time: SimulatedTime, random: Random, quality: LinkQuality) {
    this.time = time;
    this.random = random;
    this.quality = quality;
  }

  /** True while a node processes a message: the clock has to wait. */
  get isBusy(): boolean {
    return this.#working > 0;
  }

  /** The transport of a node, for `PeerNetwork`. */
  createHost(name: string, address: string): (options: HostOptions) => Promise<PeerHost> {
    return async (options) => new SimulatedHost(this, name, address, options) as unknown as PeerHost;
  }

  /** Partitions the hosts: those of different groups lose their connections; one without a group reaches all. */
  partition(groups: ReadonlyMap<string, number>): void {
    this.#groups = groups;
    for (const host of this.#hosts.values()) {
      for (const connection of host.getConnections()) {
        if (!this.canReach(host.name, connection.remoteName))
          connection.abort(new Error('the network is cut'));
      }
    }
  }

  canReach(one: string, other: string): boolean {
    const [group, otherGroup] = [this.#groups.get(one), this.#groups.get(other)];
    return group === undefined || otherGroup === undefined || group === otherGroup;
  }

  add(host: SimulatedHost): void {
    this.#hosts.set(host.address, host);
  }

  remove(host: SimulatedHost): void {
    if (this.#hosts.get(host.address) === host) this.#hosts.delete(host.address);
  }

  at(address: string): SimulatedHost | undefined {
    return this.#hosts.get(address);
  }

  /** Milliseconds that a message takes. */
  delay(): number {
    return this.quality.latency + this.random.integer(0, this.quality.jitter + 1);
  }

  async work<Result>(job: () => Promise<Result>): Promise<Result> {
    this.#working += 1;
    try {
      return await job();
    } finally {
      this.#working -= 1;
    }
  }
}

type Handler = (stream: Stream, connection: Connection) => unknown;
type Validator = (from: PeerId, message: Message) => Promise<TopicValidatorResult> | TopicValidatorResult;

/** One node's transport. */
class SimulatedHost extends EventTarget {
  readonly network: SimulatedNetwork;
  readonly name: string;
  readonly address: string;
  readonly handlers = new Map<string, Handler>();
  readonly services: { readonly gossip: SimulatedGossip };
  readonly #options: HostOptions;
  #connections: SimulatedConnection[] = [];

  constructor(network: SimulatedNetwork, name: string, address: string, options: HostOptions) {
    super();
    this.network = network;
    this.name = name;
    this.address = address;
    this.#options = options;
    this.services = { gossip: new SimulatedGossip(this) };
  }

  async start(): Promise<void> {
    this.network.add(this);
  }

  async stop(): Promise<void> {
    this.network.remove(this);
    for (const connection of this.getConnections()) connection.abort(new Error('the node stops'));
  }

  getMultiaddrs(): Multiaddr[] {
    return [multiaddr(this.address)];
  }

  getConnections(peer?: { toString(): string }): SimulatedConnection[] {
    return peer === undefined
      ? [...this.#connections]
      : this.#connections.filter(({ remoteName }) => remoteName === peer.toString());
  }

  async handle(protocol: string, handler: Handler): Promise<void> {
    this.handlers.set(protocol, handler);
  }

  async dial(address: Multiaddr): Promise<SimulatedConnection> {
    const { network } = this;
    await new Promise<void>((resolve) => void network.time.after(3 * network.delay(), resolve));
    const other = network.at(address.toString());
    const isReachable = other !== undefined && network.canReach(this.name, other.name);
    if (!isReachable || network.at(this.address) !== this) throw new Error('no answer');
    if (this.refuses(other.name) || other.refuses(this.name)) throw new Error('refused');
    const [existing] = this.getConnections({ toString: () => other.name });
    if (existing !== undefined) return existing;
    const ours = new SimulatedConnection(this, other, 'outbound');
    const theirs = new SimulatedConnection(other, this, 'inbound');
    ours.twin = theirs;
    theirs.twin = ours;
    other.#open(theirs);
    this.#open(ours);
    return ours;
  }

  refuses(name: string): boolean {
    return this.#options.isRefused(name);
  }

  #open(connection: SimulatedConnection): void {
    this.#connections.push(connection);
    this.dispatchEvent(new CustomEvent('connection:open', { detail: connection }));
  }

  closed(connection: SimulatedConnection): void {
    this.#connections = this.#connections.filter((other) => other !== connection);
    this.dispatchEvent(new CustomEvent('connection:close', { detail: connection }));
  }
}

/** One side of a connection between two hosts. */
class SimulatedConnection {
  readonly remotePeer: PeerId;
  readonly remoteName: string;
  readonly remoteAddr: Multiaddr;
  readonly direction: 'inbound' | 'outbound';
  readonly timeline: { readonly open: number };
  status: 'open' | 'closed' = 'open';
  twin!: SimulatedConnection;
  readonly streams = new Set<SimulatedStream>();
  readonly #host: SimulatedHost;
  /** Arrival time of the newest message. */
  #arrivesAt = 0;

  constructor(host: SimulatedHost, remote: SimulatedHost, direction: 'inbound' | 'outbound') {
    this.#host = host;
    this.remoteName = remote.name;
    this.remotePeer = { toString: () => remote.name } as PeerId;
    this.remoteAddr = multiaddr(remote.address);
    this.direction = direction;
    this.timeline = { open: host.network.time.now() };
  }

  async newStream(protocol: string, { signal }: AbortOptions = {}): Promise<Stream> {
    signal?.throwIfAborted();
    if (this.status !== 'open') throw new Error('the connection is closed');
    const { network } = this.#host;
    const ours = new SimulatedStream(network, this, 'outbound');
    const theirs = new SimulatedStream(network, this.twin, 'inbound');
    ours.twin = theirs;
    theirs.twin = ours;
    network.time.after(network.delay(), () => this.twin.#accept(protocol, theirs));
    return ours;
  }

  /** Delivers a message after a delay; messages arrive in the order of the calls. */
  deliver(arrived: () => void): void {
    const { time } = this.#host.network;
    this.#arrivesAt = Math.max(this.#arrivesAt, time.now() + this.#host.network.delay());
    time.after(this.#arrivesAt - time.now(), () => {
      if (this.status === 'open') arrived();
    });
  }

  #accept(protocol: string, stream: SimulatedStream): void {
    const handler = this.#host.handlers.get(protocol);
    if (this.status !== 'open' || handler === undefined) return stream.abort(new Error('unknown protocol'));
    const { network } = this.#host;
    stream.handle = () => void network.work(async () => handler(stream, this as unknown as Connection));
    stream.receive();
  }

  /** Closes both sides at once. */
  abort(reason: Error): void {
    for (const side of [this, this.twin]) side.#close(reason);
  }

  #close(reason: Error): void {
    if (this.status === 'closed') return;
    this.status = 'closed';
    for (const stream of this.streams) stream.onTransportClosed(reason);
    this.#host.closed(this);
  }

  async close(): Promise<void> {
    this.abort(new Error('closed'));
  }
}

let streams = 0;

/** One side of a stream. Its data arrives after a delay, in order. */
class SimulatedStream extends AbstractStream {
  twin!: SimulatedStream;
  /** Passes the stream to the protocol's handler once its first message has arrived. */
  handle: (() => void) | undefined;
  readonly #network: SimulatedNetwork;
  readonly #connection: SimulatedConnection;
  readonly #arriving: ((stream: SimulatedStream) => void)[] = [];
  #arrivesAt = 0;

  constructor(network: SimulatedNetwork, connection: SimulatedConnection, direction: 'inbound' | 'outbound') {
    const id = String((streams += 1));
    super({ id, direction, log: defaultLogger().forComponent(`simulation:${id}`) });
    this.#network = network;
    this.#connection = connection;
    connection.streams.add(this);
    this.addEventListener('close', () => connection.streams.delete(this));
  }

  /** Processes arrived messages, once there is a handler for them. */
  receive(): void {
    const hasNoHandler = this.direction === 'inbound' && this.handle === undefined;
    if (hasNoHandler || this.#arriving.length === 0) return;
    for (const arrived of this.#arriving.splice(0)) arrived(this);
    this.handle?.();
    this.handle = () => undefined;
  }

  #transmit(arrived: (stream: SimulatedStream) => void): void {
    const { time } = this.#network;
    this.#arrivesAt = Math.max(this.#arrivesAt, time.now() + this.#network.delay());
    time.after(this.#arrivesAt - time.now(), () => {
      if (this.#connection.twin.status !== 'open') return;
      this.twin.#arriving.push(arrived);
      this.twin.receive();
    });
  }

  override sendData(data: { readonly byteLength: number; subarray(): Uint8Array }): {
    sentBytes: number;
    canSendMore: boolean;
  } {
    const bytes = data.subarray().slice();
    this.#transmit((stream) => stream.onData(bytes));
    return { sentBytes: bytes.length, canSendMore: true };
  }

  override sendReset(): void {
    this.#transmit((stream) => stream.onRemoteReset());
  }

  override async sendCloseWrite(): Promise<void> {
    this.#transmit((stream) => stream.onRemoteCloseWrite());
  }

  override async sendCloseRead(): Promise<void> {
    this.#transmit((stream) => stream.onRemoteCloseRead());
  }

  override sendPause(): void {}
  override sendResume(): void {}
}

/** Gossip by flooding: each node forwards each accepted message once, to all its peers. */
class SimulatedGossip {
  readonly topicValidators = new Map<string, Validator>();
  readonly #host: SimulatedHost;
  readonly #topics = new Set<string>();
  /** When each message was seen, by its hash; Unix milliseconds. */
  readonly #seen = new Map<string, number>();

  constructor(host: SimulatedHost) {
    this.#host = host;
  }

  subscribe(topic: string): void {
    this.#topics.add(topic);
  }

  async publish(topic: string, data: Uint8Array): Promise<{ recipients: PeerId[] }> {
    if (!this.#isNew(topic, data)) return { recipients: [] };
    this.#spread(topic, data);
    return { recipients: this.getSubscribers() };
  }

  getSubscribers(): PeerId[] {
    return this.#host.getConnections().map(({ remotePeer }) => remotePeer);
  }

  #isNew(topic: string, data: Uint8Array): boolean {
    const id = `${topic} ${createHash('sha256').update(data).digest('hex')}`;
    const now = this.#host.network.time.now();
    const isNew = now - (this.#seen.get(id) ?? -Infinity) > SEEN_MS;
    if (isNew) this.#seen.set(id, now);
    return isNew;
  }

  #spread(topic: string, data: Uint8Array, from?: string): void {
    const { network } = this.#host;
    for (const connection of this.#host.getConnections()) {
      if (connection.remoteName === from || network.random.chance(network.quality.loss)) continue;
      connection.deliver(() => {
        const other = network.at(connection.remoteAddr.toString());
        void other?.services.gossip.receive(topic, data, this.#host.name);
      });
    }
  }

  async receive(topic: string, data: Uint8Array, from: string): Promise<void> {
    if (!this.#topics.has(topic) || !this.#isNew(topic, data)) return;
    const validate = this.topicValidators.get(topic)!;
    const message = { type: 'unsigned', topic, data: data.slice() } as Message;
    const verdict = await this.#host.network.work(async () =>
      validate({ toString: () => from } as PeerId, message),
    );
    if (verdict === TopicValidatorResult.Accept) this.#spread(topic, data, from);
  }
}
