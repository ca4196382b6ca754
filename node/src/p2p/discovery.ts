import type { Connection, Stream } from '@libp2p/interface';
import { tryGetNetConfig } from '@libp2p/utils';
import { multiaddr, type Multiaddr } from '@multiformats/multiaddr';
import {
  canonicalHost,
  decodeAddresses,
  encodeAddresses,
  hostOf,
  MAX_ADDRESSES,
  MAX_ADDRESSES_SIZE,
  mayShare,
  multiaddrOf,
  networkOf,
  type PeerAddress,
  scopeOf,
} from './ip-addresses.ts';
import { type KnownAddress, KnownAddresses } from './known-addresses.ts';
import type { PeerHost } from './libp2p-host.ts';
import type { PeerContext, PeerNetworkOptions } from './peer-options.ts';
import type { Peer } from './peers.ts';
import { answer, ask, isViolation, ProtocolViolation } from './wire.ts';

/** A configured or bootstrap address. */
interface FixedAddress {
  readonly address: string;
  /** Failed attempts since the last success. */
  failures: number;
  /** Next attempt, Unix milliseconds. */
  dueAt: number;
  /** The peer that last answered there. */
  peerId: string | undefined;
}

const PORT_SIZE = 2;
const DIALS_AT_ONCE = 4;
const DIAL_TIMEOUT_MS = 8_000;
/** Pause before a fixed address is dialed again, doubled after each failure. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const SAVE_MS = 60_000;

/**
 * Opens connections: always to the configured peers; and, with discovery, to known addresses until there are `outboundWanted`, no
 * two in the same public network, and to the bootstrap list while the known addresses lead to too few. It asks outbound peers for
 * addresses, and answers such requests.
 *
 * Peers protocol: the request is the port on which the sender listens, two bytes (0 for a node that accepts no connections), since a
 * node can announce only the IP address that it connects from. The answer has up to 64 addresses of 18 bytes.
 */
export class Discovery {
  readonly #context: PeerContext;
  readonly #host: PeerHost;
  readonly #known: KnownAddresses | undefined;
  readonly #configured: readonly FixedAddress[];
  readonly #bootstrap: readonly FixedAddress[];
  /** Multiaddrs being dialed. */
  readonly #dialing = new Set<string>();
  #askedAt = 0;
  #savedAt: number;
  #isClosed = false;

  constructor(
    context: PeerContext,
    host: PeerHost,
    { peers, bootstrap, localPeers, addressFile: file }: PeerNetworkOptions,
  ) {
    this.#context = context;
    this.#host = host;
    const { limits, clock, logger } = context;
    const fixed = (address: string): FixedAddress => ({ address, failures: 0, dueAt: 0, peerId: undefined });
    this.#configured = peers.map(fixed);
    this.#bootstrap = (bootstrap ?? []).map(fixed);
    const settings = { file, keepsLocal: localPeers, clock, pauseMs: limits.addressPauseMs, logger };
    this.#known = bootstrap && new KnownAddresses(settings);
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
    const { clock, limits } = this.#context;
    const now = clock();
    for (const target of this.#configured) if (this.#isDue(target, now)) void this.#dialFixed(target);
    if (this.#known === undefined) return;
    this.#openConnections(this.#known, now);
    if (now - this.#askedAt >= limits.addressIntervalMs) {
      this.#askedAt = now;
      const outbound = this.#outboundPeers();
      const peer = outbound[Math.floor(Math.random() * outbound.length)];
      if (peer !== undefined) void this.#ask(peer);
    }
    if (Math.abs(now - this.#savedAt) >= SAVE_MS) {
      this.#savedAt = now;
      for (const peer of this.#outboundPeers()) this.#known.reached(addressOf(peer), peer.id);
      void this.#known.save();
    }
  }

  /** Dials a node that was discovered on the local network. */
  found(addresses: readonly Multiaddr[]): void {
    const { limits, logger } = this.#context;
    if (addresses.length === 0 || this.#outbound().length >= limits.outboundWanted) return;
    this.#host.dial([...addresses]).catch((error: unknown) => {
      logger.debug(`A peer on the local network cannot be reached: ${reasonOf(error)}`);
    });
  }

  /** Call when a peer's handshake is complete. */
  handshakeDone(peer: Peer): void {
    if (this.#known === undefined || peer.connection.direction !== 'outbound') return;
    this.#known.reached(addressOf(peer), peer.id);
    void this.#ask(peer);
  }

  /** Answers a request for addresses, and learns the address where the peer itself listens. @throws ProtocolViolation */
  answer(stream: Stream, peer: Peer): Promise<void> {
    const exchange = { maximum: PORT_SIZE, milliseconds: this.#context.limits.handshakeTimeoutMs };
    return answer(stream, exchange, async (frames, signal) => {
      const request = await frames.read(signal);
      if (request.length !== PORT_SIZE) throw new ProtocolViolation('it requested addresses without a port');
      const port = request[0]! * 256 + request[1]!;
      const { host } = peer;
      if (port > 0) this.#known?.announced({ host, port });
      const addresses = this.#known?.sample(MAX_ADDRESSES, host) ?? [];
      const others = addresses.filter((address) => address.host !== host || address.port !== port);
      await frames.write(encodeAddresses(others), signal);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#known?.save();
  }

  #outbound(): Connection[] {
    return this.#host
      .getConnections()
      .filter(({ direction, status }) => direction === 'outbound' && status === 'open');
  }

  #outboundPeers(): Peer[] {
    return this.#context.peers.ready().filter(({ connection }) => connection.direction === 'outbound');
  }

  #isConnected(peerId: string | undefined): boolean {
    return this.#host.getConnections().some(({ remotePeer }) => remotePeer.toString() === peerId);
  }

  #isDue({ address, dueAt, peerId }: FixedAddress, now: number): boolean {
    if (now < dueAt || this.#dialing.has(address) || this.#isConnected(peerId)) return false;
    return peerId === undefined || !this.#context.peers.isBanned(peerId);
  }

  async #dialFixed(target: FixedAddress): Promise<void> {
    const { clock, logger } = this.#context;
    const { address } = target;
    try {
      const connection = await this.#dial(address);
      target.peerId = connection.remotePeer.toString();
      target.failures = 0;
    } catch (error) {
      const level = target.failures === 0 ? 'info' : 'debug';
      logger[level](`Peer ${address} cannot be reached (${reasonOf(error)}); this node keeps trying`);
      target.failures += 1;
    }
    target.dueAt = clock() + Math.min(PAUSE_MS * 2 ** target.failures, LONGEST_PAUSE_MS);
  }

  #openConnections(known: KnownAddresses, now: number): void {
    const open = new Set(this.#outbound().map(({ remotePeer }) => remotePeer.toString())).size;
    let missing = this.#context.limits.outboundWanted - open - this.#dialing.size;
    while (missing > 0 && this.#dialing.size < DIALS_AT_ONCE) {
      const target = this.#pick(known);
      if (target === undefined) break;
      void this.#dialKnown(known, target);
      missing -= 1;
    }
    if (open > 0 && missing <= 0) return;
    for (const target of this.#bootstrap) {
      if (this.#dialing.size < DIALS_AT_ONCE && this.#isDue(target, now)) void this.#dialFixed(target);
    }
  }

  /** Picks an address in a network of its own: with equal chance a reached one or another, so that neither kind dominates. */
  #pick(known: KnownAddresses): KnownAddress | undefined {
    const { outboundPerLocalNetwork } = this.#context.limits;
    const used = [
      ...this.#outbound().map(({ remoteAddr }) => remoteAddr),
      ...[...this.#dialing].map((address) => multiaddr(address)),
    ].map((address) => networkOf(hostOf(address)));
    const free = known.due().filter((address) => {
      const limit = scopeOf(address.host) === 'public' ? 1 : outboundPerLocalNetwork;
      const network = networkOf(address.host);
      return used.filter((one) => one === network).length < limit && this.#isDialable(address);
    });
    const isReachedWanted = Math.random() < 1 / 2;
    return free.find(({ reachedAt }) => reachedAt > 0 === isReachedWanted) ?? free[0];
  }

  /** True for an address that is not banned, and to which no connection is open or opening. */
  #isDialable(address: KnownAddress): boolean {
    const { peers } = this.#context;
    const text = multiaddrOf(address);
    if (this.#dialing.has(text) || this.#isConnected(address.peerId) || peers.isBannedHost(address.host))
      return false;
    return !this.#host
      .getConnections()
      .some(({ remoteAddr }) => remoteAddr.toString().startsWith(`${text}/`));
  }

  async #dialKnown(known: KnownAddresses, target: KnownAddress): Promise<void> {
    const { peers, logger } = this.#context;
    const address = multiaddrOf(target);
    known.tried(target);
    try {
      const connection = await this.#dial(address);
      // It may lead to a connected peer, whose handshake is complete: one connection is enough.
      const peer = peers.get(connection.remotePeer.toString());
      if (peer?.status === undefined) return;
      known.reached(target, peer.id);
      if (peer.connection !== connection) await connection.close();
    } catch (error) {
      logger.debug(`Address ${address} leads to no peer: ${reasonOf(error)}`);
      if (peers.ready().length > 0) known.failed(target); // without any peer, this node itself may be offline
    }
  }

  async #dial(address: string): Promise<Connection> {
    this.#dialing.add(address);
    try {
      return await this.#host.dial(multiaddr(address), {
        signal: AbortSignal.timeout(DIAL_TIMEOUT_MS),
      });
    } finally {
      this.#dialing.delete(address);
    }
  }

  /** Sends an outbound peer the port on which this node listens, and asks it for addresses. */
  async #ask(peer: Peer): Promise<void> {
    const { names, limits, peers, logger } = this.#context;
    const port = this.#portFor(peer);
    try {
      const exchange = { maximum: MAX_ADDRESSES_SIZE, milliseconds: limits.handshakeTimeoutMs };
      const addresses = await ask(peer, names.peers, exchange, async (frames, signal) => {
        await frames.write(Uint8Array.of(port >>> 8, port & 255), signal);
        return decodeAddresses(await frames.read(signal));
      });
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
    const own = this.#host.getMultiaddrs().flatMap((address) => tryGetNetConfig(address) ?? []);
    const isReachable = ({ host }: { host: string }): boolean =>
      scopeOf(canonicalHost(host)) !== 'loopback' || scopeOf(peer.host) === 'loopback';
    return own.find(isReachable)?.port ?? 0;
  }
}

function addressOf({ host, port }: Peer): PeerAddress {
  return { host, port };
}

/** Reason for a failed dial: the first error if several addresses were tried. */
function reasonOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  const [first] = errors ?? [];
  return first instanceof Error ? first.message : message;
}
