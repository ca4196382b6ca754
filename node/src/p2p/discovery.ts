import type { Connection, Stream } from '@libp2p/interface';
import { tryGetNetConfig } from '@libp2p/utils';
import { multiaddr, type Multiaddr } from '@multiformats/multiaddr';
import type { Logger } from 'pino';
import { isViolation } from './frames.ts';
import { canonicalHost, networkOf, scopeOf } from './ip-networks.ts';
import {
  type KnownAddress,
  KnownAddresses,
  mayShare,
  multiaddrOf,
  type PeerAddress,
} from './known-addresses.ts';
import type { PeerHost } from './libp2p-host.ts';
import type { PeerLimits } from './limits.ts';
import { answerAddresses, MAX_ADDRESSES, requestAddresses } from './peer-exchange.ts';
import type { Peer, Peers } from './peers.ts';

/** How a node finds peers beyond the configured ones. */
export interface PeerDiscovery {
  /** Multiaddrs to dial while the known addresses lead to too few peers. */
  readonly bootstrap: readonly string[];
  /** `<data-dir>/peers.json` */
  readonly file: string;
  /** Whether loopback and private addresses are kept, and shared with peers in the same kind of network. */
  readonly keepsLocal: boolean;
}

interface DiscoveryOptions {
  readonly host: PeerHost;
  /** Multiaddrs of peers to stay connected to. */
  readonly configured: readonly string[];
  /** `undefined` for configured, local and inbound peers only. */
  readonly discovery: PeerDiscovery | undefined;
  readonly peers: Peers;
  readonly limits: PeerLimits;
  /** Name of the peers protocol. */
  readonly protocol: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** A configured or bootstrap address, dialed again after growing pauses. */
interface FixedAddress {
  readonly address: string;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  pauseMs: number;
  /** Next attempt, Unix milliseconds. */
  dueAt: number;
  /** The peer that last answered there. */
  peerId: string | undefined;
}

const DIALS_AT_ONCE = 4;
const DIAL_TIMEOUT_MS = 8_000;
/** A reached address is checked again after this time, so that the addresses sent to peers are current. */
const STALE_MS = 86_400_000;
const SAVE_MS = 60_000;

/**
 * Opens connections: always to the configured peers; and, with discovery, to known addresses until there are `outboundWanted`, no
 * two in the same public network, and to the bootstrap list while the known addresses lead to too few. It asks outbound peers for
 * addresses, and answers such requests.
 */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #known: KnownAddresses | undefined;
  readonly #configured: readonly FixedAddress[];
  readonly #bootstrap: readonly FixedAddress[];
  /** Networks of the known addresses being dialed, by address; `undefined` for others. */
  readonly #dialing = new Map<string, string | undefined>();
  /** The peer that answered at each known address, so that a connected one is not dialed. */
  readonly #idsAt = new Map<string, string>();
  #probedAt = 0;
  #askedAt = 0;
  #savedAt: number;
  #isClosed = false;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    const { configured, discovery, limits, clock, logger } = options;
    const fixed = (firstPauseMs: number, longestPauseMs: number) => (address: string) => {
      const pauses = { firstPauseMs, longestPauseMs, pauseMs: firstPauseMs };
      return { address, ...pauses, dueAt: 0, peerId: undefined };
    };
    this.#configured = configured.map(fixed(1_000, 60_000));
    this.#bootstrap = (discovery?.bootstrap ?? []).map(fixed(5_000, 5 * 60_000));
    this.#known =
      discovery && new KnownAddresses({ ...discovery, clock, pauseMs: limits.addressPauseMs, logger });
    this.#savedAt = clock();
  }

  /** Reads the known addresses. */
  async load(): Promise<void> {
    await this.#known?.load();
  }

  /** True if there is an address to dial. */
  hasAddresses(): boolean {
    return this.#configured.length + this.#bootstrap.length + (this.#known?.size ?? 0) > 0;
  }

  /** Number of known addresses, and how many of them this node has reached itself. */
  counts(): { readonly known: number; readonly proven: number } {
    return { known: this.#known?.size ?? 0, proven: this.#known?.reachedCount() ?? 0 };
  }

  /** Dials, asks for addresses and saves them when due; a timer calls it. */
  tick(): void {
    if (this.#isClosed) return;
    const now = this.#options.clock();
    for (const target of this.#configured) if (this.#isDue(target, now)) void this.#dialFixed(target);
    if (this.#known === undefined) return;
    this.#openConnections(this.#known, now);
    this.#probe(this.#known, now);
    this.#askSomePeer(now);
    if (now - this.#savedAt < SAVE_MS && now >= this.#savedAt) return;
    this.#savedAt = now;
    void this.#known.save();
  }

  /** Dials a node that was discovered on the local network. */
  found(addresses: readonly Multiaddr[]): void {
    const { host, limits, logger } = this.#options;
    if (addresses.length === 0 || this.#outbound().length >= limits.maximumOutbound) return;
    host.dial([...addresses]).catch((error: unknown) => {
      logger.debug(`A peer on the local network cannot be reached: ${reasonOf(error)}`);
    });
  }

  /** Call when a peer's handshake is complete. */
  handshakeDone(peer: Peer): void {
    if (this.#known === undefined || peer.connection.direction !== 'outbound') return;
    const { host, port } = peer;
    this.#known.markReached({ host, port });
    this.#idsAt.set(multiaddrOf({ host, port }), peer.id);
    void this.#ask(peer);
  }

  /** Answers a request for addresses, and learns the address where the peer itself listens. @throws ProtocolViolation */
  answer(stream: Stream, peer: Peer): Promise<void> {
    return answerAddresses(stream, this.#options.limits.handshakeTimeoutMs, (port) => {
      if (port > 0) this.#known?.add({ host: peer.host, port });
      const addresses = this.#known?.sample(MAX_ADDRESSES, peer.host) ?? [];
      return addresses.filter((address) => address.host !== peer.host || address.port !== port);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#known?.save();
  }

  #outbound(): Connection[] {
    return this.#options.host
      .getConnections()
      .filter(({ direction, status }) => direction === 'outbound' && status === 'open');
  }

  #isConnected(peerId: string | undefined): boolean {
    return this.#options.host.getConnections().some(({ remotePeer }) => remotePeer.toString() === peerId);
  }

  #isDue({ address, dueAt, peerId }: FixedAddress, now: number): boolean {
    if (now < dueAt || this.#dialing.has(address) || this.#isConnected(peerId)) return false;
    return peerId === undefined || !this.#options.peers.isBanned(peerId);
  }

  async #dialFixed(target: FixedAddress): Promise<void> {
    const { clock, logger } = this.#options;
    const { address, firstPauseMs, longestPauseMs, pauseMs } = target;
    try {
      const connection = await this.#dial(address, undefined);
      target.peerId = connection.remotePeer.toString();
      target.pauseMs = firstPauseMs;
    } catch (error) {
      const level = pauseMs === firstPauseMs ? 'info' : 'debug';
      logger[level](`Peer ${address} cannot be reached (${reasonOf(error)}); this node keeps trying`);
      target.pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
    target.dueAt = clock() + target.pauseMs;
  }

  #openConnections(known: KnownAddresses, now: number): void {
    const { outboundWanted, maximumOutbound } = this.#options.limits;
    const wanted = Math.min(outboundWanted, maximumOutbound);
    const open = new Set(this.#outbound().map(({ remotePeer }) => remotePeer.toString())).size;
    let missing = wanted - open - this.#dialing.size;
    while (missing > 0 && this.#dialing.size < DIALS_AT_ONCE) {
      const target = this.#pickPeer(known);
      if (target === undefined) break;
      void this.#dialKnown(known, target, { keeps: true });
      missing -= 1;
    }
    if (open > 0 && (missing <= 0 || known.reachedCount() >= wanted)) return;
    for (const target of this.#bootstrap) {
      if (this.#dialing.size < DIALS_AT_ONCE && this.#isDue(target, now)) void this.#dialFixed(target);
    }
  }

  /** Picks an address to connect to: with equal chance a reached one or another, so that neither kind dominates. */
  #pickPeer(known: KnownAddresses): KnownAddress | undefined {
    const { outboundPerLocalNetwork } = this.#options.limits;
    const networks = [
      ...this.#outbound().flatMap(({ remoteAddr }) => networkOf(tryGetNetConfig(remoteAddr)?.host ?? '')),
      ...this.#dialing.values(),
    ];
    const isFree = (address: KnownAddress): boolean => {
      const limit = scopeOf(address.host) === 'public' ? 1 : outboundPerLocalNetwork;
      const network = networkOf(address.host);
      return this.#isDialable(address) && networks.filter((one) => one === network).length < limit;
    };
    const reached = known.pick((address) => address.reachedAt > 0 && isFree(address));
    const other = known.pick((address) => address.reachedAt === 0 && isFree(address));
    return Math.random() < 1 / 2 ? (reached ?? other) : (other ?? reached);
  }

  /** True for an address that is not banned, and to which no connection is open or opening. */
  #isDialable(address: KnownAddress): boolean {
    const { host, peers } = this.#options;
    const text = multiaddrOf(address);
    const isOpen = host
      .getConnections()
      .some(({ remoteAddr }) => remoteAddr.toString().startsWith(`${text}/`));
    const isKnownPeer = this.#isConnected(this.#idsAt.get(text));
    return !isOpen && !isKnownPeer && !this.#dialing.has(text) && !peers.isBannedHost(address.host);
  }

  /** Dials one address that was not reached for a day, to check that a peer answers there. */
  #probe(known: KnownAddresses, now: number): void {
    if (now - this.#probedAt < this.#options.limits.probeIntervalMs || this.#dialing.size >= DIALS_AT_ONCE)
      return;
    const target = known.pick((address) => now - address.reachedAt >= STALE_MS && this.#isDialable(address));
    if (target === undefined) return;
    this.#probedAt = now;
    void this.#dialKnown(known, target, { keeps: false });
  }

  async #dialKnown(known: KnownAddresses, target: PeerAddress, { keeps }: { keeps: boolean }): Promise<void> {
    const { peers, logger } = this.#options;
    const address = multiaddrOf(target);
    try {
      const connection = await this.#dial(address, keeps ? networkOf(target.host) : undefined);
      const id = connection.remotePeer.toString();
      await this.#untilReady(connection);
      known.markReached(target);
      this.#idsAt.set(address, id);
      if (!keeps || peers.get(id)?.connection !== connection) await connection.close();
    } catch (error) {
      logger.debug(`Address ${address} leads to no peer: ${reasonOf(error)}`);
      // Without any peer, this node itself may be offline.
      known.markFailed(target, peers.ready().length > 0);
    }
  }

  async #dial(address: string, network: string | undefined): Promise<Connection> {
    this.#dialing.set(address, network);
    try {
      return await this.#options.host.dial(multiaddr(address), {
        signal: AbortSignal.timeout(DIAL_TIMEOUT_MS),
      });
    } finally {
      this.#dialing.delete(address);
    }
  }

  /** Resolves when the peer's handshake is complete. @throws Error if the connection closes or it takes too long */
  async #untilReady(connection: Connection): Promise<void> {
    const { peers, limits } = this.#options;
    const id = connection.remotePeer.toString();
    const end = performance.now() + limits.handshakeTimeoutMs;
    while (peers.get(id)?.status === undefined) {
      if (connection.status !== 'open' || performance.now() > end) throw new Error('no handshake');
      await new Promise((resolve) => setTimeout(resolve, 50).unref());
    }
  }

  #askSomePeer(now: number): void {
    if (now - this.#askedAt < this.#options.limits.addressIntervalMs) return;
    this.#askedAt = now;
    const outbound = this.#options.peers
      .ready()
      .filter(({ connection }) => connection.direction === 'outbound');
    const peer = outbound[Math.floor(Math.random() * outbound.length)];
    if (peer !== undefined) void this.#ask(peer);
  }

  /** Sends an outbound peer the port on which this node listens, and asks it for addresses. */
  async #ask(peer: Peer): Promise<void> {
    const { protocol, limits, peers, logger } = this.#options;
    try {
      const addresses = await requestAddresses(
        peer,
        protocol,
        this.#portFor(peer),
        limits.handshakeTimeoutMs,
      );
      for (const address of addresses) if (mayShare(address, peer.host)) this.#known?.add(address);
    } catch (error) {
      const { message } = error as Error;
      if (!peers.has(peer) || !peer.isOpen) return;
      if (isViolation(error)) return peers.penalize(peer, 'invalid', message);
      // A node without discovery, as on devnet, does not support the protocol.
      logger.debug(`Peer ${peer.name} sent no addresses: ${message}`);
    }
  }

  /** The port on which the peer can reach this node; 0 if this node listens only on loopback and the peer is elsewhere. */
  #portFor(peer: Peer): number {
    const own = this.#options.host.getMultiaddrs().flatMap((address) => tryGetNetConfig(address) ?? []);
    const isReachable = ({ host }: { host: string }): boolean =>
      scopeOf(canonicalHost(host)) !== 'loopback' || scopeOf(peer.host) === 'loopback';
    return own.find(isReachable)?.port ?? 0;
  }
}

/** Reason for a failed dial: the first error if several addresses were tried. */
function reasonOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  const [first] = errors ?? [];
  return first instanceof Error ? first.message : message;
}
