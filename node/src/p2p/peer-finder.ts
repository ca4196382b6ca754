import type { Connection, Stream } from '@libp2p/interface';
import { tryGetNetConfig } from '@libp2p/utils';
import { multiaddr } from '@multiformats/multiaddr';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  ADDRESS_LIMITS,
  AddressBook,
  isProven,
  mayShare,
  multiaddrOf,
  type AddressEntry,
  type PeerAddress,
} from './address-book.ts';
import { readAddressFile, writeAddressFile } from './address-file.ts';
import { canonicalHost, groupOf, hostOf, kindOf } from './address-group.ts';
import { reasonOf } from './dialer.ts';
import { isMalformed } from './frames.ts';
import type { PeerHost } from './libp2p-host.ts';
import type { Peer, PeerBook } from './peer-book.ts';
import { answerAddresses, MAX_ADDRESSES, requestAddresses } from './peer-exchange.ts';
import type { PeerLimits } from './peer-limits.ts';

/** How a node finds peers. */
export interface PeerDiscovery {
  /** Multiaddrs to dial while the address book leads to too few peers. */
  readonly bootstrap: readonly string[];
  /** `<data-dir>/peers.json` */
  readonly file: string;
  /** Whether loopback and private addresses are kept, and shared with peers in the same kind of network. */
  readonly keepsLocal: boolean;
}

export interface PeerFinderOptions extends PeerDiscovery {
  readonly peers: PeerBook;
  readonly limits: PeerLimits;
  /** Name of the peers protocol. */
  readonly protocol: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

const DIALS_AT_ONCE = 4;
const DIAL_TIMEOUT_MS = 8_000;
/** A proven address is probed again after this time, so that the addresses sent to peers are current. */
const STALE_MS = 86_400_000;
/** Pauses after a failed dial of a bootstrap address. */
const FIRST_BOOTSTRAP_PAUSE_MS = 5_000;
const LONGEST_BOOTSTRAP_PAUSE_MS = 5 * 60_000;
/** How often a changed book is written; it is also written on close. */
const SAVE_MS = 60_000;

/** Why an address is dialed: to keep the connection, or to check that a peer answers there. */
type Purpose = 'peer' | 'probe';

interface Bootstrap {
  readonly address: string;
  /** The node that last answered there. */
  peerId: string | undefined;
  /** Next attempt, Unix milliseconds. */
  dueAt: number;
  pauseMs: number;
}

/**
 * Finds peers: in the address book, in the bootstrap list while the book leads to too few, and by requesting addresses from
 * outbound peers. It keeps `outboundWanted` connections, no two of them to the same public network.
 */
export class PeerFinder {
  readonly #options: PeerFinderOptions;
  readonly #bootstrap: readonly Bootstrap[];
  #book: AddressBook;
  #host: PeerHost | undefined;
  /** Addresses being dialed. */
  readonly #dials = new Map<string, { readonly group: string; readonly purpose: Purpose }>();
  /** ID of the node that answered at each address, so that a node that is already connected is not dialed. */
  readonly #ids = new LRUCache<string, string>({ max: ADDRESS_LIMITS.total });
  /** Called when the handshake of the peer with this ID is complete. */
  readonly #handshakes = new Map<string, () => void>();
  #probedAt = 0;
  #requestedAt = 0;
  #savedAt: number;
  #savedChanges = 0;
  #saving = Promise.resolve();
  #isClosed = false;

  constructor(options: PeerFinderOptions) {
    this.#options = options;
    this.#book = this.#openBook([]);
    this.#bootstrap = options.bootstrap.map((address) => ({
      address,
      peerId: undefined,
      dueAt: 0,
      pauseMs: FIRST_BOOTSTRAP_PAUSE_MS,
    }));
    this.#savedAt = options.clock();
  }

  /** Reads the address book. @param host not necessarily started yet */
  async open(host: PeerHost): Promise<void> {
    const { file, clock, logger } = this.#options;
    const entries = await readAddressFile(file, clock(), logger);
    this.#book = this.#openBook(entries);
    this.#savedChanges = this.#book.changes;
    this.#host = host;
  }

  #openBook(entries: readonly AddressEntry[]): AddressBook {
    const { keepsLocal, clock, limits } = this.#options;
    return new AddressBook({
      keepsLocal,
      clock,
      pauseMs: limits.addressPauseMs,
      entries,
    });
  }

  /** True if there is an address to dial. */
  hasAddresses(): boolean {
    return this.#bootstrap.length > 0 || this.#book.size > 0;
  }

  /** Number of addresses in the book, and how many of them this node has reached itself. */
  counts(): { readonly known: number; readonly proven: number } {
    return { known: this.#book.size, proven: this.#book.provenCount() };
  }

  /** Dials, requests addresses and saves the book when due; a timer calls it. */
  tick(): void {
    const host = this.#host;
    if (host === undefined || this.#isClosed) return;
    const now = this.#options.clock();
    this.#openConnections(host, now);
    this.#probe(host, now);
    this.#requestFromAnyPeer(now);
    if (now - this.#savedAt >= SAVE_MS || now < this.#savedAt) this.#save(now);
  }

  /** Call when a peer's handshake is complete. If it is outbound, records its address as proven and requests others from it. */
  handshakeDone(peer: Peer): void {
    this.#handshakes.get(peer.id)?.();
    if (peer.connection.direction !== 'outbound') return;
    const address = addressOf(peer.connection);
    if (address !== undefined) this.#prove(address, peer.id);
    void this.#requestFrom(peer);
  }

  /** Answers a request for addresses, and adds the address where the peer itself listens. @throws BadAddressesError */
  answer(stream: Stream, peer: Peer): Promise<void> {
    return answerAddresses(stream, this.#options.limits.handshakeTimeoutMs, (port) => {
      const host = canonicalHost(peer.host);
      if (port > 0) this.#book.learn({ host, port }, groupOf(host));
      return this.#book
        .sample(MAX_ADDRESSES, host)
        .filter((address) => address.host !== host || address.port !== port);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#save(this.#options.clock());
    await this.#saving;
  }

  /** Opens connections until there are enough. */
  #openConnections(host: PeerHost, now: number): void {
    const { maximumOutbound, outboundWanted } = this.#options.limits;
    const wanted = Math.min(maximumOutbound, outboundWanted);
    const open = new Set(outboundOf(host).map(({ remotePeer }) => remotePeer.toString()));
    const dials = [...this.#dials.values()];
    let missing = wanted - open.size - dials.filter(({ purpose }) => purpose === 'peer').length;
    while (missing > 0 && this.#dials.size < DIALS_AT_ONCE) {
      const target = this.#nextPeer(host);
      if (target === undefined) break;
      void this.#dial(host, target, 'peer');
      missing -= 1;
    }
    if (missing === wanted || (missing > 0 && this.#book.provenCount() < wanted))
      this.#dialBootstrap(host, now);
  }

  /** Picks an address to connect to: with equal chance a proven or an unproven one, so that neither kind dominates. */
  #nextPeer(host: PeerHost): AddressEntry | undefined {
    const groups = this.#takenGroups(host);
    const isDialable = this.#dialable(host);
    const isFree = (entry: AddressEntry): boolean => !groups.has(entry.group) && isDialable(entry);
    const proven = this.#book.pick((entry) => isProven(entry) && isFree(entry));
    const unproven = this.#book.pick((entry) => !isProven(entry) && isFree(entry));
    return Math.random() < 1 / 2 ? (proven ?? unproven) : (unproven ?? proven);
  }

  /** Networks with as many outbound connections, open or opening, as the limits allow. */
  #takenGroups(host: PeerHost): Set<string> {
    const { outboundPerLocalGroup } = this.#options.limits;
    const connected = outboundOf(host).flatMap((connection) => addressOf(connection)?.host ?? []);
    const dialing = [...this.#dials.values()].filter(({ purpose }) => purpose === 'peer');
    const hosts = [...connected.map(groupOf), ...dialing.map(({ group }) => group)];
    const isLocal = (group: string): boolean => kindOf(group.split('/')[0]!) !== 'public';
    const counts = Map.groupBy(hosts, (group) => group);
    return new Set(
      [...counts].flatMap(([group, all]) =>
        all.length >= (isLocal(group) ? outboundPerLocalGroup : 1) ? [group] : [],
      ),
    );
  }

  /** True for an address that is not refused, without a connection that is open or opening. */
  #dialable(host: PeerHost): (entry: AddressEntry) => boolean {
    const { peers } = this.#options;
    const connections = host.getConnections();
    const ids = new Set(connections.map(({ remotePeer }) => remotePeer.toString()));
    const taken = new Set([
      ...this.#dials.keys(),
      ...connections.map(({ remoteAddr }) => withoutPeerId(remoteAddr.toString())),
    ]);
    return (entry) => {
      const address = multiaddrOf(entry);
      return (
        !taken.has(address) && !ids.has(this.#ids.get(address) ?? '') && !peers.isRefusedHost(entry.host)
      );
    };
  }

  #dialBootstrap(host: PeerHost, now: number): void {
    for (const target of this.#bootstrap) {
      const isConnected = host
        .getConnections()
        .some(({ remotePeer }) => remotePeer.toString() === target.peerId);
      if (isConnected || this.#dials.has(target.address) || now < target.dueAt) continue;
      if (this.#dials.size >= DIALS_AT_ONCE) return;
      void this.#dialOneBootstrap(host, target);
    }
  }

  async #dialOneBootstrap(host: PeerHost, target: Bootstrap): Promise<void> {
    const { clock, logger } = this.#options;
    target.peerId = await this.#dial(host, target.address, 'peer');
    const isFirst = target.pauseMs === FIRST_BOOTSTRAP_PAUSE_MS;
    target.dueAt = clock() + target.pauseMs;
    target.pauseMs =
      target.peerId === undefined
        ? Math.min(2 * target.pauseMs, LONGEST_BOOTSTRAP_PAUSE_MS)
        : FIRST_BOOTSTRAP_PAUSE_MS;
    if (target.peerId === undefined && isFirst)
      logger.info(`Bootstrap peer ${target.address} cannot be reached; this node keeps trying`);
  }

  /** Dials one address that is unproven, or was proven long ago, to check that a peer answers there. */
  #probe(host: PeerHost, now: number): void {
    if (now - this.#probedAt < this.#options.limits.probeIntervalMs || this.#dials.size >= DIALS_AT_ONCE)
      return;
    const isDialable = this.#dialable(host);
    const entry = this.#book.pick(
      (candidate) => now - (candidate.provenAt ?? 0) >= STALE_MS && isDialable(candidate),
    );
    if (entry === undefined) return;
    this.#probedAt = now;
    void this.#dial(host, entry, 'probe');
  }

  /** @returns ID of the peer that answered; `undefined` if none did */
  async #dial(host: PeerHost, target: AddressEntry | string, purpose: Purpose): Promise<string | undefined> {
    const isFromBook = typeof target !== 'string';
    const address = isFromBook ? multiaddrOf(target) : target;
    const { logger, peers } = this.#options;
    this.#dials.set(address, {
      group: isFromBook ? target.group : groupOf(hostOf(multiaddr(address))),
      purpose,
    });
    try {
      const connection = await host.dial(multiaddr(address), {
        signal: AbortSignal.timeout(DIAL_TIMEOUT_MS),
      });
      await this.#handshake(connection);
      const id = connection.remotePeer.toString();
      if (isFromBook) this.#prove(target, id);
      const isSecond = peers.get(id)?.connection !== connection;
      if (purpose === 'probe' || isSecond) await connection.close();
      return id;
    } catch (error) {
      logger.debug(`Address ${address} leads to no peer: ${reasonOf(error)}`);
      // Without any peer, this node itself may be offline.
      if (isFromBook) this.#book.fail(target, peers.ready().length > 0);
      return undefined;
    } finally {
      this.#dials.delete(address);
    }
  }

  #prove(address: PeerAddress, peerId: string): void {
    this.#book.prove(address);
    this.#ids.set(multiaddrOf(address), peerId);
  }

  /** Resolves when the peer's handshake is complete. @throws Error if the connection closes, or it takes too long */
  async #handshake(connection: Connection): Promise<void> {
    const { peers, limits } = this.#options;
    const id = connection.remotePeer.toString();
    if (peers.get(id)?.status !== undefined) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const fail = (): void => reject(new Error('no handshake'));
    const timer = setTimeout(fail, limits.handshakeTimeoutMs).unref();
    this.#handshakes.set(id, resolve);
    connection.addEventListener('close', fail, { once: true });
    try {
      if (connection.status !== 'open') fail();
      await promise;
    } finally {
      clearTimeout(timer);
      connection.removeEventListener('close', fail);
      this.#handshakes.delete(id);
    }
  }

  #requestFromAnyPeer(now: number): void {
    if (now - this.#requestedAt < this.#options.limits.addressIntervalMs) return;
    this.#requestedAt = now;
    const outbound = this.#options.peers
      .ready()
      .filter(({ connection }) => connection.direction === 'outbound');
    const peer = outbound[Math.floor(Math.random() * outbound.length)];
    if (peer !== undefined) void this.#requestFrom(peer);
  }

  /** Sends an outbound peer the port on which this node listens, and requests addresses. */
  async #requestFrom(peer: Peer): Promise<void> {
    const { protocol, limits, peers, logger } = this.#options;
    if (peer.connection.direction !== 'outbound') return;
    try {
      const addresses = await requestAddresses(
        peer,
        protocol,
        this.#ownPort(peer),
        limits.handshakeTimeoutMs,
      );
      const source = canonicalHost(peer.host);
      for (const address of addresses) {
        if (mayShare(address, source)) this.#book.learn(address, groupOf(source));
      }
    } catch (error) {
      const { name, message } = error as Error;
      if (peers.get(peer.id) !== peer || peer.connection.status !== 'open') return;
      if (name === 'BadAddressesError' || isMalformed(error)) return peers.penalize(peer, 'invalid', message);
      // A node without peer discovery, as on devnet, does not support the protocol.
      logger.debug(`Peer ${peer.name} sent no addresses: ${message}`);
    }
  }

  /** The port on which the peer can reach this node; 0 if this node listens only on loopback and the peer is elsewhere. */
  #ownPort(peer: Peer): number {
    const own = this.#host?.getMultiaddrs().flatMap((address) => tryGetNetConfig(address) ?? []) ?? [];
    const reachable = own.find(({ host }) => kindOf(host) !== 'loopback' || kindOf(peer.host) === 'loopback');
    return reachable?.port ?? 0;
  }

  #save(now: number): void {
    if (this.#host === undefined || this.#book.changes === this.#savedChanges) return;
    const { file, logger } = this.#options;
    this.#savedAt = now;
    const { changes } = this.#book;
    const entries = this.#book.entries();
    this.#saving = this.#saving
      .then(() => writeAddressFile(file, entries))
      .then(
        () => void (this.#savedChanges = changes),
        (error: Error) => logger.warn(`Cannot write the address book ${file}: ${error.message}`),
      );
  }
}

function outboundOf(host: PeerHost): Connection[] {
  return host
    .getConnections()
    .filter(({ direction, status }) => direction === 'outbound' && status === 'open');
}

/** Remote address of an outbound connection. */
function addressOf({ remoteAddr }: Connection): PeerAddress | undefined {
  const config = tryGetNetConfig(remoteAddr);
  return config?.port === undefined ? undefined : { host: canonicalHost(config.host), port: config.port };
}

/** Host and port of a multiaddr, without the peer ID. */
function withoutPeerId(address: string): string {
  return address.split('/').slice(0, 5).join('/');
}
