import type { Connection } from '@libp2p/interface';
import { tryGetNetConfig } from '@libp2p/utils';
import type { PeerState } from '../chain/node-state.ts';
import type { ChainStatus } from './chain-status.ts';
import { FORGIVEN_PER_SECOND, type PeerLimits } from './peer-limits.ts';
import { TokenBucket } from './token-bucket.ts';

/** A connected peer: what it said, when, and how it behaves. */
export class Peer {
  /** libp2p's peer ID as text. */
  readonly id: string;
  readonly connection: Connection;
  readonly host: string;
  readonly port: number;
  /** Rates of what it sends. */
  readonly buckets: {
    readonly status: TokenBucket;
    readonly ranges: TokenBucket;
    /** Messages of offers; the transactions in them count by themselves. */
    readonly offers: TokenBucket;
    readonly blocks: TokenBucket;
    readonly transactions: TokenBucket;
    readonly gossip: TokenBucket;
  };
  /** Its newest claim; `undefined` until its handshake is through. */
  status: ChainStatus | undefined;
  readonly #clock: () => number;
  #lastSeen: number;
  #points = 0;
  #pointsAt: number;

  constructor(connection: Connection, limits: PeerLimits, clock: () => number) {
    this.id = connection.remotePeer.toString();
    this.connection = connection;
    const address = tryGetNetConfig(connection.remoteAddr);
    this.host = address?.host ?? 'unknown';
    this.port = address?.port ?? 0;
    this.buckets = {
      status: new TokenBucket(limits.statusRate, clock),
      ranges: new TokenBucket(limits.rangeRate, clock),
      offers: new TokenBucket(limits.offerRate, clock),
      blocks: new TokenBucket(limits.blockRate, clock),
      transactions: new TokenBucket(limits.transactionRate, clock),
      gossip: new TokenBucket(limits.gossipRate, clock),
    };
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
