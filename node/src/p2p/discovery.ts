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
  networkOf,
  scopeOf,
} from './ip-addresses.ts';
import { type KnownAddress, KnownAddresses, type Target } from './known-addresses.ts';
import type { PeerHost } from './libp2p-host.ts';
import type { PeerConfig, PeerServices } from './peer-config.ts';
import type { Peer, PeerContext } from './peers.ts';
import { answer, ask, isViolation, ProtocolViolation } from './wire.ts';

const PORT_SIZE = 2;
const DIALS_AT_ONCE = 4;
const DIAL_TIMEOUT_MS = 8_000;
/** Pause before a configured or bootstrap address is dialed again, doubled after each failure. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** The longest pause of a learned address. */
const LONGEST_KNOWN_PAUSE_MS = 2 * 3_600_000;
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
  readonly #configured: readonly Target[];
  readonly #bootstrap: readonly Target[];
  readonly #dialing = new Set<Target>();
  #askedAt = 0;
  #savedAt: number;

  constructor(
    context: PeerContext,
    host: PeerHost,
    { peers, bootstrap, localPeers: keepsLocal, addressFile: file }: PeerConfig & PeerServices,
  ) {
    const { clock, logger } = context;
    const target = (address: string): Target => ({ address, failures: 0, dueAt: 0, peerId: undefined });
    this.#context = context;
    this.#host = host;
    this.#configured = peers.map(target);
    this.#bootstrap = (bootstrap ?? []).map(target);
    this.#known = bootstrap && new KnownAddresses({ file, keepsLocal, clock, logger });
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
    const { clock, limits } = this.#context;
    const now = clock();
    for (const target of this.#configured) if (this.#isDue(target)) void this.#dial(target);
    if (this.#known === undefined) return;
    this.#openConnections(this.#known);
    const outbound = this.#context.peers.ready().filter(({ isOutbound }) => isOutbound);
    if (now - this.#askedAt >= limits.addressIntervalMs) {
      this.#askedAt = now;
      const peer = outbound[Math.floor(Math.random() * outbound.length)];
      if (peer !== undefined) void this.#ask(peer);
    }
    if (Math.abs(now - this.#savedAt) < SAVE_MS) return;
    this.#savedAt = now;
    for (const peer of outbound) this.#reached(peer);
    void this.#known.save();
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
    if (this.#known === undefined || !peer.isOutbound) return;
    this.#reached(peer);
    void this.#ask(peer);
  }

  /** Answers a request for addresses, and learns the address where the peer itself listens. @throws ProtocolViolation */
  answer(stream: Stream, peer: Peer): Promise<void> {
    const { limits, clock } = this.#context;
    const exchange = { maximum: PORT_SIZE, milliseconds: limits.handshakeTimeoutMs };
    return answer(stream, exchange, async (frames, signal) => {
      const request = await frames.read(signal);
      if (request.length !== PORT_SIZE) throw new ProtocolViolation('it requested addresses without a port');
      const port = request[0]! * 256 + request[1]!;
      const { host } = peer;
      if (port > 0) this.#known?.add({ host, port }, { announcedAt: clock() });
      const addresses = this.#known?.sample(MAX_ADDRESSES, host) ?? [];
      const others = addresses.filter((address) => address.host !== host || address.port !== port);
      await frames.write(encodeAddresses(others), signal);
    });
  }

  async close(): Promise<void> {
    await this.#known?.save();
  }

  #outbound(): Connection[] {
    return this.#host
      .getConnections()
      .filter(({ direction, status }) => direction === 'outbound' && status === 'open');
  }

  #reached({ host, port, id }: Peer): void {
    this.#known?.add({ host, port }, { reachedAt: this.#context.clock(), failures: 0, dueAt: 0, peerId: id });
  }

  /** True if it may be dialed now, and leads to no peer that is connected or banned, as far as is known. */
  #isDue(target: Target): boolean {
    const { peers, clock } = this.#context;
    if (clock() < target.dueAt || this.#dialing.has(target)) return false;
    const { address, peerId } = target;
    const isConnected = this.#host
      .getConnections()
      .some(
        ({ remotePeer, remoteAddr }) =>
          remotePeer.toString() === peerId || remoteAddr.toString().startsWith(`${address}/`),
      );
    return !isConnected && !(peerId !== undefined && peers.isBanned(peerId));
  }

  #openConnections(known: KnownAddresses): void {
    const open = new Set(this.#outbound().map(({ remotePeer }) => remotePeer.toString())).size;
    let missing = this.#context.limits.outboundWanted - open - this.#dialing.size;
    for (; missing > 0 && this.#dialing.size < DIALS_AT_ONCE; missing -= 1) {
      const target = this.#pick(known);
      if (target === undefined) break;
      void this.#dial(target, target);
    }
    if (open > 0 && missing <= 0) return;
    for (const target of this.#bootstrap)
      if (this.#dialing.size < DIALS_AT_ONCE && this.#isDue(target)) void this.#dial(target);
  }

  /** Picks an address in a network of its own: with equal chance a reached one or another, so that neither kind dominates. */
  #pick(known: KnownAddresses): KnownAddress | undefined {
    const { peers, limits } = this.#context;
    const used = [
      ...this.#outbound().map(({ remoteAddr }) => remoteAddr),
      ...[...this.#dialing].map(({ address }) => multiaddr(address)),
    ].map((address) => networkOf(hostOf(address)));
    const free = known.all().filter((target) => {
      const limit = scopeOf(target.host) === 'public' ? 1 : limits.outboundPerLocalNetwork;
      const network = networkOf(target.host);
      const isNetworkFull = used.filter((one) => one === network).length >= limit;
      return !isNetworkFull && this.#isDue(target) && !peers.isBannedHost(target.host);
    });
    const isReachedWanted = Math.random() < 1 / 2;
    return free.find(({ reachedAt }) => reachedAt > 0 === isReachedWanted) ?? free[0];
  }

  /** @param known the target, if it is a learned address: it counts as reached only after the handshake */
  async #dial(target: Target, known?: KnownAddress): Promise<void> {
    const { peers, clock, logger, limits } = this.#context;
    this.#dialing.add(target);
    target.failures += 1;
    const [pause, longest] = known
      ? [limits.addressPauseMs / 2, LONGEST_KNOWN_PAUSE_MS]
      : [PAUSE_MS, LONGEST_PAUSE_MS];
    try {
      const signal = AbortSignal.timeout(DIAL_TIMEOUT_MS);
      const connection = await this.#host.dial(multiaddr(target.address), { signal });
      target.peerId = connection.remotePeer.toString();
      if (known === undefined) target.failures = 0;
      const peer = peers.get(target.peerId);
      if (known && peer?.status !== undefined) {
        // It leads to a peer that was connected already.
        Object.assign(known, { reachedAt: clock(), failures: 0 });
        if (peer.connection !== connection) await connection.close();
      }
    } catch (error) {
      const level = known || target.failures > 1 ? 'debug' : 'info';
      logger[level](`Peer ${target.address} cannot be reached (${reasonOf(error)}); this node keeps trying`);
      // Without any peer, this node itself may be offline.
      if (known?.reachedAt === 0 && peers.ready().length > 0) this.#known?.forget(known);
    }
    target.dueAt = clock() + Math.min(pause * 2 ** target.failures, longest);
    this.#dialing.delete(target);
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

/** Reason for a failed dial: the first error if several addresses were tried. */
function reasonOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  const [first] = errors ?? [];
  return first instanceof Error ? first.message : message;
}
