import type { BlockId } from '@cairn/protocol';
import type { Connection } from '@libp2p/interface';
import { tryGetNetConfig } from '@libp2p/utils';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { Chain, PeerState } from '@cairn/chain';
import type { Mempool } from '@cairn/chain/mempool';
import { banKeyOf, hostOf, scopeOf } from './addresses.ts';
import { type Offence, OFFENCES, type PeerLimits, SCORE_RATE } from './settings.ts';
import { TokenBucket } from './token-bucket.ts';
import { isViolation, type ProtocolNames } from './wire.ts';

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

/** What a peer has left of its rates and its score, and how it reads and sends blocks. Peers of one public address share it. */
export interface PeerRecord {
  readonly requests: TokenBucket;
  /** Bytes. */
  readonly served: TokenBucket;
  readonly gossip: TokenBucket;
  readonly refused: TokenBucket;
  /** Responses of blocks to it. */
  readonly responses: PQueue;
  /** Responses of blocks in a row that were cut because it read them too slowly: others are served first. */
  cuts: number;
  /** Requests for blocks in a row that brought none: others are asked first. */
  fruitless: number;
  /** Offences take points of it; a peer without any is banned. */
  readonly score: TokenBucket;
}

/** A connected peer. */
export class Peer {
  /** libp2p's peer ID as text. */
  readonly id: string;
  /** At least one: two nodes that dial each other at once have two. */
  readonly connections: Set<Connection>;
  readonly record: PeerRecord;
  /** Its newest status as it was sent; `undefined` until the handshake is complete. */
  status: ChainStatus | undefined;
  /** The last header that it sent, or its tip if the tree has it: it has the blocks up to there. */
  headId: BlockId | undefined;
  /** True after a full answer of headers: more may follow, which may prove the work that it claims. */
  hasMoreHeaders = false;
  /** Until when no headers are requested from it: its branch cannot be followed for now, or it was late. Unix milliseconds. */
  headersPausedUntil = 0;
  /** The status that its headers did not prove; it was asked for another one since. */
  unprovenStatus: ChainStatus | undefined;
  /** Until when no blocks are requested from it, because it sent none. Unix milliseconds. */
  blocksPausedUntil = 0;
  /** Bytes of gossiped blocks of it that wait for validation. */
  bytesInValidation = 0;
  /** When it last sent anything, Unix milliseconds. */
  lastSeen: number;

  constructor(connection: Connection, record: PeerRecord, now: number) {
    this.id = connection.remotePeer.toString();
    this.connections = new Set([connection]);
    this.record = record;
    this.lastSeen = now;
  }

  /** The connection in use: the oldest one. */
  get connection(): Connection {
    const [oldest] = this.connections;
    return oldest!;
  }

  /** IP address in canonical form. */
  get host(): string {
    return hostOf(this.connection.remoteAddr);
  }

  get port(): number {
    return tryGetNetConfig(this.connection.remoteAddr)?.port ?? 0;
  }

  /** True if this node opened the connection. */
  get isOutbound(): boolean {
    return this.connection.direction === 'outbound';
  }

  get isOpen(): boolean {
    return this.connection.status === 'open';
  }

  /** Host, port and the end of the ID, for the log. */
  get name(): string {
    const host = this.host.includes(':') ? `[${this.host}]` : this.host;
    return `${host}:${this.port} (${this.id.slice(-8)})`;
  }

  /** The peer, whose handshake is complete, as the RPC shows it. */
  state(): PeerState {
    const { host, port, isOutbound, lastSeen } = this;
    return { host, port, inbound: !isOutbound, height: this.status!.height, lastSeen: lastSeen / 1_000 };
  }
}

/** What the parts of the peer network share. */
export interface PeerContext {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly peers: Peers;
  readonly names: ProtocolNames;
  readonly limits: PeerLimits;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Aborts when the peer network closes. */
  readonly closing: AbortSignal;
  /** Call when anything changed that may let headers or blocks be asked for, or used: soon, and once for many calls, that is done. */
  readonly wake: () => void;
  /** The peer network waits for this work, which heeds `closing`, before it is closed. */
  readonly track: (work: Promise<void>) => void;
}

const REMEMBERED = 10_000;

/**
 * The connected peers and what they may cost: rates, and a score. Offences cost points, which come back, and a peer without any is
 * dropped, and its ID and public address are banned for a while. Rates and score belong to the public address, or to the ID of a peer whose
 * loopback or private address several nodes may share: reconnecting or a new key gives no new burst.
 */
export class Peers {
  readonly #options: Pick<PeerContext, 'limits' | 'clock' | 'logger'>;
  readonly #peers = new Map<string, Peer>();
  readonly #records = new LRUCache<string, PeerRecord>({ max: REMEMBERED });
  /** Until when a peer ID or an address is banned, Unix milliseconds. */
  readonly #bannedUntil = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(options: Pick<PeerContext, 'limits' | 'clock' | 'logger'>) {
    this.#options = options;
  }

  /** The peer of an open connection, which is added if it is new. */
  add(connection: Connection): Peer {
    const id = connection.remotePeer.toString();
    const known = this.#peers.get(id);
    if (known !== undefined) {
      for (const one of known.connections) if (one.status !== 'open') known.connections.delete(one);
      known.connections.add(connection);
      return known;
    }
    const key = this.#recordKey(id, hostOf(connection.remoteAddr));
    const record = this.#records.get(key) ?? this.#newRecord();
    this.#records.set(key, record);
    const peer = new Peer(connection, record, this.#options.clock());
    this.#peers.set(id, peer);
    return peer;
  }

  /** Removes a closed connection, and its peer with the last one. */
  remove(connection: Connection): void {
    const peer = this.#peers.get(connection.remotePeer.toString());
    if (peer === undefined || !peer.connections.has(connection)) return;
    if (peer.connections.size > 1) return void peer.connections.delete(connection);
    this.#peers.delete(peer.id);
    if (peer.status !== undefined) this.#options.logger.info(`Peer ${peer.name} disconnected`);
  }

  get(id: string): Peer | undefined {
    return this.#peers.get(id);
  }

  /** True while this is the connected peer of its ID. */
  has(peer: Peer): boolean {
    return this.#peers.get(peer.id) === peer;
  }

  /** The connected peers to which this node has opened the connection. */
  outbound(): Peer[] {
    return [...this.#peers.values()].filter(({ isOutbound, isOpen }) => isOutbound && isOpen);
  }

  /** The connected peers whose handshake is complete: those with the best score first, among equals those that send blocks. */
  ready(): Peer[] {
    return [...this.#peers.values()]
      .filter(({ status, isOpen }) => status !== undefined && isOpen)
      .sort(({ record: a }, { record: b }) => b.score.tokens - a.score.tokens || a.fruitless - b.fruitless);
  }

  /** Call when a peer has sent something. */
  markSeen(peer: Peer): void {
    peer.lastSeen = this.#options.clock();
  }

  /** Takes points from a peer; without any it is banned, and one that proves nothing is disconnected. */
  penalize(peer: Peer, offence: Offence, reason: string): void {
    const { score } = peer.record;
    score.spend(OFFENCES[offence]);
    if (score.isEmpty) this.#ban(peer, reason);
    else if (offence === 'unproven') this.disconnect(peer, reason);
    else this.#options.logger.debug({ peer: peer.id, score: score.tokens }, `Peer ${peer.name}: ${reason}`);
  }

  /** Closes the connections of a peer that is of no use. It may connect again. */
  disconnect(peer: Peer, reason: string): void {
    if (!this.has(peer)) return;
    this.#options.logger.info(`Disconnecting peer ${peer.name}: ${reason}`);
    for (const connection of peer.connections) connection.abort(new Error(reason));
  }

  /**
   * Judges a request that failed: what no honest node sends is an offence. A late, broken or missing response is none, since the peer
   * may be busy, or one of the lines slow.
   * @param what is missing, like `no headers`
   */
  requestFailed(peer: Peer, what: string, error: Error): void {
    if (!this.has(peer) || !peer.isOpen) return;
    const reason = `${what}: ${error.message}`;
    if (error.name === 'UnsupportedProtocolError')
      this.penalize(peer, 'invalid', 'it does not support the protocols of this network');
    else if (isViolation(error)) this.penalize(peer, 'invalid', reason);
    else this.#options.logger.debug(`Peer ${peer.name}: ${reason}`);
  }

  /** @param peer a peer ID, or an IP address */
  isBanned(peer: string): boolean {
    return this.#options.clock() < (this.#bannedUntil.get(banKeyOf(peer)) ?? 0);
  }

  /** Closes a peer's connections, logs one line, and bans its ID and its address for a while. */
  #ban(peer: Peer, reason: string): void {
    if (this.isBanned(peer.id)) return;
    const { limits, clock, logger } = this.#options;
    const until = clock() + limits.banMs;
    this.#bannedUntil.set(peer.id, until);
    const address = this.#ownAddress(peer.host);
    if (address !== undefined) this.#bannedUntil.set(address, until);
    this.#peers.delete(peer.id);
    this.#records.delete(this.#recordKey(peer.id, peer.host)); // the ban is the penalty
    logger.warn(`Peer ${peer.name} dropped and refused for ${limits.banMs / 60_000} min: ${reason}`);
    for (const connection of peer.connections) connection.abort(new Error(reason));
  }

  #newRecord(): PeerRecord {
    const { limits, clock } = this.#options;
    return {
      requests: new TokenBucket(limits.requestRate, clock),
      served: new TokenBucket(limits.servedRate, clock),
      gossip: new TokenBucket(limits.gossipRate, clock),
      refused: new TokenBucket(limits.refusedRate, clock),
      responses: new PQueue({ concurrency: limits.blockResponsesPerRecord }),
      cuts: 0,
      fruitless: 0,
      score: new TokenBucket(SCORE_RATE, clock),
    };
  }

  #recordKey(id: string, host: string): string {
    return this.#ownAddress(host) ?? id;
  }

  /** The key under which an address is banned and remembered; `undefined` for one that several nodes may share. */
  #ownAddress(host: string): string | undefined {
    const isOwn = this.#options.limits.treatsLocalAsPublic || scopeOf(host) === 'public';
    return isOwn ? banKeyOf(host) : undefined;
  }
}
