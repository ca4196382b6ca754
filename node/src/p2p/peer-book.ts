import type { BlockId } from '@cairn/protocol';
import type { Connection } from '@libp2p/interface';
import { tryGetNetConfig } from '@libp2p/utils';
import type { Multiaddr } from '@multiformats/multiaddr';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { PeerState } from '../chain/node-state.ts';
import { hostOf, kindOf, refusalKeyOf } from './address-group.ts';
import { DROP_POINTS, FORGIVEN_PER_SECOND, OFFENCES, TokenBucket, type PeerLimits } from './peer-limits.ts';

/** Genesis block, tip and work of a node's chain, as it states them; of a peer it is a claim. */
export interface ChainStatus {
  /** 64 lowercase hex characters. */
  readonly genesisId: BlockId;
  readonly height: number;
  /** 64 lowercase hex characters. */
  readonly tipId: BlockId;
  /** Of the chain up to its tip, genesis included (PROTOCOL.md section 8); below 2^256. */
  readonly work: bigint;
}

/** Remaining quota of a peer. */
export interface Buckets {
  readonly status: TokenBucket;
  readonly headers: TokenBucket;
  readonly ranges: TokenBucket;
  /** Bytes of headers and blocks that this node sends it. */
  readonly served: TokenBucket;
  /** Messages of offers; the transactions in them count by themselves. */
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

/** A connected peer: its newest status, when it was last heard, and how it behaves. */
export class Peer {
  /** libp2p's peer ID as text. */
  readonly id: string;
  readonly connection: Connection;
  readonly host: string;
  readonly port: number;
  /** Rate limits of its messages. */
  readonly buckets: Buckets;
  /** Its newest accepted status; `undefined` until the handshake is complete. */
  status: ChainStatus | undefined;
  /** When it last sent a new block or transaction, Unix milliseconds. */
  usefulAt: number | undefined;
  /** Until when its offers are refused unseen, Unix milliseconds. */
  offersRefusedUntil = 0;
  /** A newer status of more work than this node has, until headers prove it. */
  claim: ChainStatus | undefined;
  /** ID of the newest known block of its branch: the last header that it sent, or its tip if known. */
  known: BlockId | undefined;
  /** True if it lacks blocks above `known` that its work implies: it is on a different branch. */
  isApart = false;
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

  /** Host, port and the start of the ID, for the log. */
  get name(): string {
    const host = this.host.includes(':') ? `[${this.host}]` : this.host;
    return `${host}:${this.port} (${this.id.slice(-8)})`;
  }

  /** Notes that something came from it. */
  seen(): void {
    this.#lastSeen = this.#clock();
  }

  /** Notes that it gave a block or a transaction that was new here: its slot is the last to be given away. */
  wasUseful(): void {
    this.usefulAt = this.#clock();
  }

  /** Points of misbehaviour that are not forgiven yet. */
  get points(): number {
    const seconds = Math.max(0, this.#clock() - this.#pointsAt) / 1_000;
    return Math.max(0, this.#points - seconds * FORGIVEN_PER_SECOND);
  }

  addPoints(points: number): void {
    this.#points = this.points + points;
    this.#pointsAt = this.#clock();
  }

  /** As the RPC shows it; `undefined` until its handshake is through. */
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
  /** Every connection to a peer: it may have opened more than the one that the book knows. */
  readonly connectionsTo: (peerId: string) => readonly Connection[];
}

const REMEMBERED_REFUSALS = 10_000;
const REMEMBERED_POINTS = 1_000;
const REMEMBERED_BUCKETS = 4_096;

/** Every connected peer, how it behaves, and who is refused for a while. */
export class PeerBook {
  readonly #options: PeerBookOptions;
  readonly #peers = new Map<string, Peer>();
  /** Until when a dropped peer's ID, and its address, are refused, Unix milliseconds. */
  readonly #refusedUntil = new LRUCache<string, number>({ max: REMEMBERED_REFUSALS });
  /** Points of peers that are gone, so that a peer does not lose them by coming back. */
  readonly #pointsOfGone = new LRUCache<string, number>({ max: REMEMBERED_POINTS });

  /** Rates of peers that are gone, by ID and by address: a new connection does not begin with a full burst. */
  readonly #bucketsOfGone = new LRUCache<string, Buckets>({ max: REMEMBERED_BUCKETS });
  /** Useless transactions that all peers together may still send, beside the share of each. */
  readonly #useless: TokenBucket;

  constructor(options: PeerBookOptions) {
    this.#options = options;
    this.#useless = new TokenBucket(options.limits.uselessRateInAll, options.clock);
  }

  /** Notes a new connection; a second one to the same peer changes nothing. */
  add(connection: Connection): Peer {
    const id = connection.remotePeer.toString();
    const known = this.#peers.get(id);
    if (known !== undefined && known.connection.status === 'open') return known;
    const buckets = known?.buckets ?? this.#takeBuckets(connection);
    const peer = new Peer(connection, buckets, this.#options.clock);
    peer.status = known?.status;
    peer.usefulAt = known?.usefulAt;
    peer.known = known?.known;
    peer.addPoints(known?.points ?? this.#pointsOfGone.get(id) ?? 0);
    this.#pointsOfGone.delete(id);
    this.#peers.set(id, peer);
    return peer;
  }

  remove(id: string): void {
    const peer = this.#peers.get(id);
    if (peer === undefined) return;
    this.#forget(peer);
    if (peer.points > 0) this.#pointsOfGone.set(id, peer.points);
    if (peer.status !== undefined) this.#options.logger.info(`Peer ${peer.name} is gone`);
  }

  get(id: string): Peer | undefined {
    return this.#peers.get(id);
  }

  /** The peers whose handshake is through. */
  ready(): Peer[] {
    return [...this.#peers.values()].filter(
      ({ status, connection }) => status !== undefined && connection.status === 'open',
    );
  }

  /** @returns true when this is the peer's first status: its handshake is through */
  heard(peer: Peer, status: ChainStatus): boolean {
    const first = peer.status === undefined;
    peer.seen();
    peer.status = status;
    peer.claim = undefined;
    if (first) {
      const direction = peer.connection.direction === 'inbound' ? 'called us' : 'answered';
      this.#options.logger.info(`Peer ${peer.name} ${direction}: height ${status.height}`);
    }
    return first;
  }

  /** Scores a peer down; with too many points it is dropped. */
  penalize(peer: Peer, offence: keyof typeof OFFENCES, reason: string): void {
    peer.addPoints(OFFENCES[offence]);
    const { points } = peer;
    // Forgiveness runs from the first point on: a whole sum is never quite reached.
    if (points > DROP_POINTS - 1) return this.drop(peer, reason);
    this.#options.logger.debug({ peer: peer.id, points, reason }, `Peer ${peer.name}: ${reason}`);
  }

  /** Scores a peer down and ends its connections; it may come back while it has points left. */
  hangUp(peer: Peer, offence: keyof typeof OFFENCES, reason: string): void {
    this.penalize(peer, offence, reason);
    if (this.#peers.get(peer.id) !== peer) return; // dropped
    this.#options.logger.info(`Peer ${peer.name} is not spoken to any longer: ${reason}`);
    this.#cutOff(peer, reason);
  }

  /** Ends its connections with one line in the log, and refuses the peer for a while. */
  drop(peer: Peer, reason: string): void {
    if (this.isRefused(peer.id)) return;
    const { limits, clock, logger } = this.#options;
    this.#refusedUntil.set(peer.id, clock() + limits.refusal);
    const address = this.#ownAddress(peer.host);
    if (address !== undefined) this.#refusedUntil.set(address, clock() + limits.refusal);
    this.#forget(peer);
    const minutes = Math.max(1, Math.round(limits.refusal / 60_000));
    logger.warn(`Peer ${peer.name} dropped and refused for ${minutes} min: ${reason}`);
    this.#cutOff(peer, reason);
  }

  /** @returns false when the peer, and all peers together, have sent more without use than they may */
  allowsUseless(peer: Peer): boolean {
    return peer.buckets.useless.take() || this.#useless.take();
  }

  #forget(peer: Peer): void {
    this.#peers.delete(peer.id);
    this.#bucketsOfGone.set(peer.id, peer.buckets);
    const address = this.#ownAddress(peer.host);
    if (address !== undefined) this.#bucketsOfGone.set(address, peer.buckets);
  }

  #takeBuckets({ remotePeer, remoteAddr }: Connection): Buckets {
    const { limits, clock } = this.#options;
    for (const key of [remotePeer.toString(), this.#ownAddress(hostOf(remoteAddr))]) {
      const kept = key === undefined ? undefined : this.#bucketsOfGone.get(key);
      if (kept === undefined) continue;
      this.#bucketsOfGone.delete(key!);
      return kept;
    }
    return createBuckets(limits, clock);
  }

  /** Key under which a public address is refused; `undefined` for loopback and private ones, which nodes share. */
  #ownAddress(host: string): string | undefined {
    const isOwn = this.#options.limits.refusesLocalAddresses || kindOf(host) === 'public';
    return isOwn ? refusalKeyOf(host) : undefined;
  }

  #cutOff({ id, connection }: Peer, reason: string): void {
    const all = new Set([connection, ...this.#options.connectionsTo(id)]);
    for (const one of all) one.abort(new Error(reason));
  }

  /** @param id of a peer */
  isRefused(id: string): boolean {
    return this.#options.clock() < (this.#refusedUntil.get(id) ?? 0);
  }

  /** True for the address of a peer that was dropped: it may not call under another ID either. */
  isRefusedAddress(address: Multiaddr): boolean {
    return this.isRefusedHost(hostOf(address));
  }

  /** @param host an IP address */
  isRefusedHost(host: string): boolean {
    return this.isRefused(refusalKeyOf(host));
  }
}
