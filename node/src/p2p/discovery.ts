import type { Stream } from '@libp2p/interface';
import { tryGetNetConfig } from '@libp2p/utils';
import { multiaddr, type Multiaddr } from '@multiformats/multiaddr';
import {
  decodeAddresses,
  encodeAddresses,
  hostOf,
  MAX_ADDRESSES,
  MAX_ADDRESSES_SIZE,
  mayShare,
  networkOf,
  scopeOf,
} from './addresses.ts';
import { type KnownAddress, KnownAddresses, type Target, targetOf } from './known-addresses.ts';
import type { PeerHost } from './libp2p-host.ts';
import type { PeerConfig } from './settings.ts';
import type { Peer, PeerContext } from './peers.ts';
import { isViolation, ProtocolViolation, request, respond } from './wire.ts';

const PORT_SIZE = 2;
/** The longest pause before a configured or bootstrap address is dialed again. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Opens connections: always to the configured peers; and, with discovery, to known addresses until there are `outboundWanted`, no
 * two in the same public network, and to the bootstrap list while the known addresses lead to too few. It asks outbound peers for
 * addresses, and responds to such requests.
 *
 * Peers protocol: the request is the port on which the sender listens, two bytes, since a node can announce only the IP address that
 * it connects from; 0 announces nothing. The response has up to 64 addresses of 18 bytes.
 */
export class Discovery {
  readonly #context: PeerContext;
  readonly #host: PeerHost;
  /** Absent without discovery. */
  readonly known: KnownAddresses | undefined;
  readonly #configured: readonly Target[];
  readonly #bootstrap: readonly Target[];
  readonly #dialing = new Set<Target>();
  #askedAt = 0;

  /** @param file of the known addresses */
  constructor(
    context: PeerContext,
    host: PeerHost,
    { peers, bootstrap, localPeers: keepsLocal }: PeerConfig,
    file: string,
  ) {
    const { clock, logger } = context;
    const target = (address: string): Target => targetOf(address, LONGEST_PAUSE_MS);
    this.#context = context;
    this.#host = host;
    this.#configured = peers.map(target);
    this.#bootstrap = (bootstrap ?? []).map(target);
    this.known = bootstrap && new KnownAddresses({ file, keepsLocal, clock, logger });
  }

  /** True if there is an address to dial. */
  hasAddresses(): boolean {
    return this.#configured.length + this.#bootstrap.length + (this.known?.counts().known ?? 0) > 0;
  }

  /** Dials, and asks for addresses and saves them when due; a timer calls it. */
  tick(): void {
    const { clock, limits, peers } = this.#context;
    for (const target of this.#configured) if (this.#isDue(target)) void this.#dial(target);
    if (this.known === undefined) return;
    this.#openConnections(this.known);
    if (clock() - this.#askedAt < limits.addressIntervalMs) return;
    this.#askedAt = clock();
    const outbound = peers.outbound().filter(({ status }) => status !== undefined);
    const chosen = outbound[Math.floor(Math.random() * outbound.length)];
    if (chosen !== undefined) void this.#ask(chosen, this.known);
    for (const peer of outbound) this.known.reached(peer, peer.id);
    this.known.save();
  }

  /** Dials a node that was discovered on the local network. */
  found(addresses: readonly Multiaddr[]): void {
    const { limits, peers, logger } = this.#context;
    if (addresses.length === 0 || peers.outbound().length >= limits.outboundWanted) return;
    this.#host.dial([...addresses]).catch((error: unknown) => {
      logger.debug(`A peer on the local network cannot be reached: ${reasonOf(error)}`);
    });
  }

  /** Call when a peer's handshake is complete. */
  handshakeDone(peer: Peer): void {
    for (const target of [...this.#configured, ...this.#bootstrap])
      if (target.peerId === peer.id) target.failures = 0;
    if (this.known === undefined || !peer.isOutbound) return;
    this.known.reached(peer, peer.id);
    void this.#ask(peer, this.known);
  }

  /** Responds to a request for addresses, and learns the address where the peer itself listens. @throws ProtocolViolation */
  respond(stream: Stream, { host }: Peer): Promise<void> {
    const { limits, clock } = this.#context;
    const exchange = { maximum: PORT_SIZE, milliseconds: limits.handshakeTimeoutMs };
    return respond(stream, exchange, async (frames) => {
      const asked = await frames.read();
      if (asked.length !== PORT_SIZE) throw new ProtocolViolation('it requested addresses without a port');
      const port = asked[0]! * 256 + asked[1]!;
      if (port > 0) this.known?.add({ host, port }, clock());
      const addresses = this.known?.sample(MAX_ADDRESSES, host) ?? [];
      const others = addresses.filter((address) => address.host !== host || address.port !== port);
      await frames.write(encodeAddresses(others));
    });
  }

  /** True if it may be dialed now, and leads to no peer that is connected or banned, as far as is known. */
  #isDue(target: Target): boolean {
    const { peers, clock } = this.#context;
    if (clock() < target.dueAt || this.#dialing.has(target)) return false;
    const { peerId } = target;
    return !(peerId && (peers.get(peerId) !== undefined || peers.isBanned(peerId)));
  }

  #openConnections(known: KnownAddresses): void {
    const open = this.#context.peers.outbound().length;
    let missing = this.#context.limits.outboundWanted - open - this.#dialing.size;
    for (; missing > 0; missing -= 1) {
      const target = this.#pick(known);
      if (target === undefined) break;
      void this.#dial(target);
    }
    if (open > 0 && missing <= 0) return;
    for (const target of this.#bootstrap) if (this.#isDue(target)) void this.#dial(target);
  }

  /** Picks an address in a public network of its own: one that this node has reached before, or else another one. */
  #pick(known: KnownAddresses): KnownAddress | undefined {
    const { peers, limits } = this.#context;
    const dialing = [...this.#dialing].map(({ address }) => hostOf(multiaddr(address)));
    const open = peers.outbound().map(({ host }) => host);
    const used = new Set([...dialing, ...open].map(networkOf));
    const isFree = ({ host, network }: KnownAddress): boolean =>
      !used.has(network) || (scopeOf(host) === 'local' && !limits.treatsLocalAsPublic);
    return known
      .all()
      .find((target) => isFree(target) && this.#isDue(target) && !peers.isBanned(target.host));
  }

  async #dial(target: Target | KnownAddress): Promise<void> {
    const { peers, clock, limits, logger } = this.#context;
    this.#dialing.add(target);
    target.failures += 1; // until the handshake
    try {
      const connection = await this.#host.dial(multiaddr(target.address));
      target.peerId = connection.remotePeer.toString();
      const peer = peers.get(target.peerId);
      if (peer?.status !== undefined) {
        target.failures = 0; // it leads to a peer that is connected already
        if ('host' in target) this.known?.reached(target, peer.id);
        if (peer.connection !== connection) await connection.close();
      }
    } catch (error) {
      const level = target.failures === 1 && this.#configured.includes(target) ? 'info' : 'debug';
      logger[level](`Peer ${target.address} cannot be reached (${reasonOf(error)}); this node keeps trying`);
      // Without any peer, this node itself may be offline.
      if (peers.ready().length > 0) this.known?.forget(target);
    }
    target.dueAt = clock() + Math.min(limits.dialPauseMs * 2 ** target.failures, target.longestPauseMs);
    this.#dialing.delete(target);
  }

  /** Sends an outbound peer the port on which this node listens, and asks it for addresses. */
  async #ask(peer: Peer, known: KnownAddresses): Promise<void> {
    const { names, limits, peers, logger } = this.#context;
    const [own] = this.#host.getMultiaddrs();
    const port = (own && tryGetNetConfig(own)?.port) ?? 0;
    const exchange = { maximum: MAX_ADDRESSES_SIZE, milliseconds: limits.handshakeTimeoutMs };
    try {
      const addresses = await request(peer, names.peers, exchange, async (frames) => {
        await frames.write(Uint8Array.of(port >>> 8, port & 255));
        return decodeAddresses(await frames.read());
      });
      for (const address of addresses) if (mayShare(address, peer.host)) known.add(address);
    } catch (error) {
      const { message } = error as Error;
      if (isViolation(error)) peers.penalize(peer, 'invalid', message);
      // A node without discovery, as on devnet, does not support the protocol.
      else logger.debug(`Peer ${peer.name} sent no addresses: ${message}`);
    }
  }
}

/** Reason for a failed dial: the first error if several addresses were tried. */
function reasonOf(error: unknown): string {
  const { message, errors } = error as AggregateError;
  const [first] = errors ?? [];
  return first instanceof Error ? first.message : message;
}
