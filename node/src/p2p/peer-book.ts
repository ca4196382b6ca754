import type { BlockId } from '@cairn/protocol';
import type { Connection } from '@libp2p/interface';
import { tryGetNetConfig } from '@libp2p/utils';
import type { Multiaddr } from '@multiformats/multiaddr';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { PeerState } from '../chain/node-state.ts';
import { hostOf, kindOf, refusalKeyOf } from './address-group.ts';
import { DROP_POINTS, POINTS_FORGIVEN_PER_SECOND, OFFENCES, type PeerLimits } from './peer-limits.ts';
import { TokenBucket } from './token-bucket.ts';

/** Genesis block, tip and work of a node's chain as the node states them. A peer's status is only a claim. */
export interface ChainStatus {
  /** 64 lowercase hex characters. */
  readonly genesisId: BlockId;
  readonly height: number;
  /** 64 lowercase hex characters. */
  readonly tipId: BlockId;
  /** Work of the chain up to its tip, including the genesis block (PROTOCOL.md section 8); below 2^256. */
  readonly work: bigint;
}

/** A peer's rate limits. */
export interface Buckets {
  readonly status: TokenBucket;
  readonly headers: TokenBucket;
  readonly ranges: TokenBucket;
  /** Bytes of headers and blocks that this node sends to the peer. */
  readonly served: TokenBucket;
  /** Messages with offers; the transactions in them count separately. */
  readonly offers: TokenBucket;
  readonly blocks: TokenBucket;
  readonly transactions: TokenBucket;
  readonly gossip: TokenBucket;
  readonly useless: TokenBucket;
  readonly addresses: TokenBucket;
}

/** @param clock Unix milliseconds */
export function createBuckets(limits: PeerLimits, clock: () => number): Buckets {
  return {
    status: new TokenBucket(limits.statusRate, clock),
    headers: new TokenBucket(limits.headerRate, clock),
    ranges: new TokenBucket(limits.rangeRate, clock),
    served: new TokenBucket(limits.servedRate, clock),
    offers: new TokenBucket(limits.offerRate, clock),
    blocks: new TokenBucket(limits.blockRate, clock),
    transactions: new TokenBucket(limits.transactionRate, clock),
    gossip: new TokenBucket(limits.gossipRate, clock),
    useless: new TokenBucket(limits.uselessRate, clock),
    addresses: new TokenBucket(limits.addressRate, clock),
  };
}

/** A connected peer: its newest status, when it last sent something, and its penalty points. */
export class Peer {
  /** libp2p's peer ID as text. */
  readonly id: string;
  readonly connection: Connection;
  readonly host: string;
  readonly port: number;
  readonly buckets: Buckets;
  /** Newest accepted status of the peer; `undefined` until the handshake is complete. */
  status: ChainStatus | undefined;
  /** When it last sent a new block or transaction, Unix milliseconds. */
  usefulAt: number | undefined;
  /** Until when its offers are refused without validation, Unix milliseconds. */
  offersRefusedUntil = 0;
  /** A newer status with more work than this node has, until headers prove it. */
  claim: ChainStatus | undefined;
  /** ID of the newest known block of its branch: the last header that it sent, or its tip if known. */
  newestKnownId: BlockId | undefined;
  /** True if it lacks blocks above `newestKnownId` that its work suggests it has. */
  isOnOtherBranch = false;
  readonly #clock: () => number;
  #lastSeen: number;
  #points = 0;
  #pointsAt: number;

  constructor(connection: Connection, buckets: Buckets, clock: () => number) {
    this.id = connection.remotePeer.toString();
    this.connection = connection;
    const address = tryGetNetConfig(connection.remoteAddr);
    this.host = address?.host ?? 'unknown';
    this.port = address?.port ?? 0;
    this.buckets = buckets;
    this.#clock = clock;
    this.#lastSeen = clock();
    this.#pointsAt = clock();
  }

  /** Host, port and the end of the ID, for the log. */
  get name(): string {
    const host = this.host.includes(':') ? `[${this.host}]` : this.host;
    return `${host}:${this.port} (${this.id.slice(-8)})`;
  }

  /** Records that the peer sent something. */
  markSeen(): void {
    this.#lastSeen = this.#clock();
  }

  /** Records that the peer sent a new block or transaction, which protects its inbound slot. */
  markUseful(): void {
    this.usefulAt = this.#clock();
  }

  /** Penalty points that have not expired. */
  get points(): number {
    const seconds = Math.max(0, this.#clock() - this.#pointsAt) / 1_000;
    return Math.max(0, this.#points - seconds * POINTS_FORGIVEN_PER_SECOND);
  }

  addPoints(points: number): void {
    this.#points = this.points + points;
    this.#pointsAt = this.#clock();
  }

  /** The peer as the RPC shows it; `undefined` until its handshake is complete. */
  state(): PeerState | undefined {
    if (this.status === undefined) return undefined;
    const { host, port, status, connection } = this;
    const inbound = connection.direction === 'inbound';
    return { host, port, inbound, height: status.height, lastSeen: this.#lastSeen / 1_000 };
  }
}

export interface PeerBookOptions {
  readonly limits: PeerLimits;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Every connection to a peer, which may have opened more than the one in the book. */
  readonly connectionsTo: (peerId: string) => readonly Connection[];
}

const REMEMBERED_REFUSALS = 10_000;
const REMEMBERED_POINTS = 1_000;
const REMEMBERED_BUCKETS = 4_096;

/** The connected peers, their penalty points, and the peers that are refused for a while. */
export class PeerBook {
  readonly #options: PeerBookOptions;
  readonly #peers = new Map<string, Peer>();
  /** Until when a dropped peer's ID and address are refused, Unix milliseconds. */
  readonly #refusedUntil = new LRUCache<string, number>({ max: REMEMBERED_REFUSALS });
  /** Points of disconnected peers, so that a peer cannot clear them by reconnecting. */
  readonly #pointsOfDisconnected = new LRUCache<string, number>({ max: REMEMBERED_POINTS });
  /** Rate limits of disconnected peers, by ID and by address, so that reconnecting gives no new burst. */
  readonly #bucketsOfDisconnected = new LRUCache<string, Buckets>({ max: REMEMBERED_BUCKETS });
  /** Useless transactions that all peers together may send, in addition to each peer's own rate. */
  readonly #useless: TokenBucket;

  constructor(options: PeerBookOptions) {
    this.#options = options;
    this.#useless = new TokenBucket(options.limits.uselessRateTotal, options.clock);
  }

  /** Adds the peer of a new connection; a second connection changes nothing while the first is open. */
  add(connection: Connection): Peer {
    const id = connection.remotePeer.toString();
    const known = this.#peers.get(id);
    if (known !== undefined && known.connection.status === 'open') return known;
    const buckets = known?.buckets ?? this.#takeBuckets(connection);
    const peer = new Peer(connection, buckets, this.#options.clock);
    peer.status = known?.status;
    peer.usefulAt = known?.usefulAt;
    peer.newestKnownId = known?.newestKnownId;
    peer.addPoints(known?.points ?? this.#pointsOfDisconnected.get(id) ?? 0);
    this.#pointsOfDisconnected.delete(id);
    this.#peers.set(id, peer);
    return peer;
  }

  remove(id: string): void {
    const peer = this.#peers.get(id);
    if (peer === undefined) return;
    this.#forget(peer);
    if (peer.points > 0) this.#pointsOfDisconnected.set(id, peer.points);
    if (peer.status !== undefined) this.#options.logger.info(`Peer ${peer.name} disconnected`);
  }

  get(id: string): Peer | undefined {
    return this.#peers.get(id);
  }

  /** The connected peers whose handshake is complete. */
  ready(): Peer[] {
    return [...this.#peers.values()].filter(
      ({ status, connection }) => status !== undefined && connection.status === 'open',
    );
  }

  /** @returns true if this is the peer's first status, which completes its handshake */
  acceptStatus(peer: Peer, status: ChainStatus): boolean {
    const first = peer.status === undefined;
    peer.markSeen();
    peer.status = status;
    peer.claim = undefined;
    if (first) {
      const { direction } = peer.connection;
      this.#options.logger.info(`Peer ${peer.name} connected (${direction}): height ${status.height}`);
    }
    return first;
  }

  /** Adds penalty points to a peer, and drops it if it has too many. */
  penalize(peer: Peer, offence: keyof typeof OFFENCES, reason: string): void {
    peer.addPoints(OFFENCES[offence]);
    const { points } = peer;
    // Points begin to expire at once: four offences of 25 add up to slightly less than 100.
    if (points > DROP_POINTS - 1) return this.drop(peer, reason);
    this.#options.logger.debug({ peer: peer.id, points, reason }, `Peer ${peer.name}: ${reason}`);
  }

  /** Penalizes a peer and closes its connections; it may reconnect unless it has too many points. */
  disconnect(peer: Peer, offence: keyof typeof OFFENCES, reason: string): void {
    this.penalize(peer, offence, reason);
    if (this.#peers.get(peer.id) !== peer) return; // dropped
    this.#options.logger.info(`Disconnecting peer ${peer.name}: ${reason}`);
    this.#abortConnections(peer, reason);
  }

  /** Closes a peer's connections, logs one line, and refuses the peer for a while. */
  drop(peer: Peer, reason: string): void {
    if (this.isRefused(peer.id)) return;
    const { limits, clock, logger } = this.#options;
    this.#refusedUntil.set(peer.id, clock() + limits.refusalMs);
    const address = this.#ownAddress(peer.host);
    if (address !== undefined) this.#refusedUntil.set(address, clock() + limits.refusalMs);
    this.#forget(peer);
    const minutes = Math.max(1, Math.round(limits.refusalMs / 60_000));
    logger.warn(`Peer ${peer.name} dropped and refused for ${minutes} min: ${reason}`);
    this.#abortConnections(peer, reason);
  }

  /** @returns false if both the peer's rate of useless transactions and the common one of all peers are exceeded */
  allowsUseless(peer: Peer): boolean {
    return peer.buckets.useless.take() || this.#useless.take();
  }

  #forget(peer: Peer): void {
    this.#peers.delete(peer.id);
    this.#bucketsOfDisconnected.set(peer.id, peer.buckets);
    const address = this.#ownAddress(peer.host);
    if (address !== undefined) this.#bucketsOfDisconnected.set(address, peer.buckets);
  }

  #takeBuckets({ remotePeer, remoteAddr }: Connection): Buckets {
    const { limits, clock } = this.#options;
    for (const key of [remotePeer.toString(), this.#ownAddress(hostOf(remoteAddr))]) {
      const kept = key === undefined ? undefined : this.#bucketsOfDisconnected.get(key);
      if (kept === undefined) continue;
      this.#bucketsOfDisconnected.delete(key!);
      return kept;
    }
    return createBuckets(limits, clock);
  }

  /**
   * Key under which an address is refused; `undefined` for loopback and private ones, which several nodes share, unless
   * `refusesLocalAddresses`.
   */
  #ownAddress(host: string): string | undefined {
    const isOwn = this.#options.limits.refusesLocalAddresses || kindOf(host) === 'public';
    return isOwn ? refusalKeyOf(host) : undefined;
  }

  #abortConnections({ id, connection }: Peer, reason: string): void {
    const all = new Set([connection, ...this.#options.connectionsTo(id)]);
    for (const one of all) one.abort(new Error(reason));
  }

  isRefused(id: string): boolean {
    return this.#options.clock() < (this.#refusedUntil.get(id) ?? 0);
  }

  /** True for the address of a dropped peer, which may not connect under another ID either. */
  isRefusedAddress(address: Multiaddr): boolean {
    return this.isRefusedHost(hostOf(address));
  }

  /** @param host an IP address */
  isRefusedHost(host: string): boolean {
    return this.isRefused(refusalKeyOf(host));
  }
}
