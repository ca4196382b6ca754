import type { Connection } from '@libp2p/interface';
import { multiaddr } from '@multiformats/multiaddr';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { NodeState } from '../chain/node-state.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import type { NodeMetrics } from '../metrics/metrics.ts';
import { createBlockIntake, type BlockIntake } from './block-intake.ts';
import { BlockSync } from './block-sync.ts';
import { createDialer, type Dialer } from './dialer.ts';
import { Gossip } from './gossip.ts';
import { HeaderSync } from './header-sync.ts';
import { createInboundSlots, type InboundSlots } from './inbound-slots.ts';
import {
  createHost,
  type HostOptions,
  type PeerHost,
  type ProtocolNames,
  protocolNames,
  startHost,
} from './libp2p-host.ts';
import { type Peer, PeerBook } from './peer-book.ts';
import { PeerFinder, type PeerDiscovery } from './peer-finder.ts';
import { readOrCreatePeerKey } from './peer-key.ts';
import { PEER_LIMITS, type PeerLimits } from './peer-limits.ts';
import { servePeers } from './peer-requests.ts';
import { createRelay, type Relay } from './relay.ts';
import { StatusExchange } from './status-exchange.ts';
import { createTransactionIntake, type TransactionIntake } from './transaction-intake.ts';
import { createTransactionOffers } from './transaction-offers.ts';

export interface PeerNetworkOptions {
  /** A chain that has its genesis block. */
  readonly chain: Chain;
  readonly mempool: Mempool;
  /** `<data-dir>/peer.key` */
  readonly keyFile: string;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Multiaddrs of peers to keep a connection to. */
  readonly peers: readonly string[];
  /** How to discover peers; `undefined` for configured and inbound peers only. */
  readonly discovery: PeerDiscovery | undefined;
  /** Whether to discover peers on the local network. */
  readonly mdns: boolean;
  /** Whether the log warns while the node has no peers. False on devnet, where a single node is normal. */
  readonly expectsPeers: boolean;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Counts the transactions of peers; absent without metrics. */
  readonly metrics?: NodeMetrics | undefined;
  /** Overrides of the default limits. */
  readonly limits?: Partial<PeerLimits>;
  /** Creates the transport: libp2p by default, another one in a simulation. */
  readonly createHost?: (options: HostOptions) => Promise<PeerHost>;
}

const TICK_MS = 1_000;
/** Time without peers before a warning, and between two warnings. */
const ALONE_MS = 60_000;
/** Mining waits this long for the first peer: a block mined before the node knows the network's chain would likely be stale. */
const FIRST_HANDSHAKE_MS = 5_000;

/** The peer network of a node: wires the parts of this folder together. */
export class PeerNetwork {
  readonly #options: PeerNetworkOptions;
  readonly #limits: PeerLimits;
  readonly #names: ProtocolNames;
  readonly #book: PeerBook;
  readonly #slots: InboundSlots;
  readonly #blocks: BlockIntake;
  readonly #transactions: TransactionIntake;
  readonly #statuses: StatusExchange;
  readonly #headers: HeaderSync;
  readonly #sync: BlockSync;
  readonly #relay: Relay;
  readonly #finder: PeerFinder | undefined;
  /** Close the opened parts; called in reverse order. */
  readonly #closers: (() => unknown)[] = [];
  #host: PeerHost | undefined;
  #dialer: Dialer | undefined;
  #statusesRequestedAt = 0;
  /** Since when the node has had no peers, and when the log last warned about it; Unix milliseconds. */
  #aloneSince: number;
  #warnedAloneAt = 0;
  /** When the node first dialed peers; Unix milliseconds. */
  #startedAt: number | undefined;
  #hasHadPeers = false;

  constructor(options: PeerNetworkOptions) {
    const { chain, mempool, clock, logger } = options;
    this.#options = options;
    const limits = { ...PEER_LIMITS, ...options.limits };
    const names = protocolNames(chain.network);
    const connectionsTo = (peerId: string): Connection[] =>
      this.#host?.getConnections().filter(({ remotePeer }) => remotePeer.toString() === peerId) ?? [];
    const book = new PeerBook({ limits, clock, logger, connectionsTo });
    this.#limits = limits;
    this.#names = names;
    this.#book = book;
    this.#slots = createInboundSlots(limits, book, clock);
    this.#aloneSince = clock();
    this.#blocks = createBlockIntake({
      chain,
      limits,
      clock,
      onInvalid: (peer, reason) => book.penalize(peer, 'invalid', `it sent an invalid block: ${reason}`),
      onError: ({ message }) => logger.error(`Cannot store data from a peer: ${message}`),
    });
    this.#transactions = createTransactionIntake(mempool, () => !this.#sync.isSyncing(), options.metrics);
    const onStatus = (peer: Peer, first: boolean): void => {
      this.#sync.wake();
      if (!first) return;
      this.#relay.handshakeDone(peer);
      this.#finder?.handshakeDone(peer);
    };
    this.#statuses = new StatusExchange({
      chain,
      book,
      intake: this.#blocks,
      limits,
      protocol: names.status,
      onStatus,
      onClaim: (peer) => this.#headers.requestFrom(peer),
    });
    this.#headers = new HeaderSync({
      chain,
      book,
      limits,
      protocol: names.headers,
      onAccepted: (peer, status) => this.#statuses.accept(peer, status),
      onProgress: () => {
        this.#blocks.connectOrphans();
        this.#sync.wake();
      },
    });
    this.#sync = new BlockSync({
      chain,
      book,
      headers: this.#headers,
      intake: this.#blocks,
      limits,
      protocol: names.blocks,
      clock,
      logger,
    });
    const offers = createTransactionOffers(names.transactions, limits);
    this.#relay = createRelay({ book, mempool, offers, clock });
    const { discovery } = options;
    this.#finder =
      discovery &&
      new PeerFinder({ ...discovery, peers: book, limits, protocol: names.peers, clock, logger });
  }

  /**
   * Listens, and connects to the configured peers.
   * @throws PeerKeyError; an Error with the system's `code` when the port cannot be opened
   */
  async start(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Multiaddrs of this node, each with its peer ID; empty before `start`. */
  addresses(): string[] {
    return this.#host?.getMultiaddrs().map((address) => address.toString()) ?? [];
  }

  /** Readiness and peers (interface document, sections 2.8 and 3.3). */
  state(): NodeState {
    const tip = this.#options.chain.tip();
    const peers = this.#book
      .ready()
      .map((peer) => peer.state())
      .filter((state) => state !== undefined);
    const bestPeerHeight = Math.max(0, ...peers.map(({ height }) => height));
    const syncing = this.#sync.isSyncing();
    return {
      syncing,
      ready: tip !== undefined && !syncing && tip.height >= bestPeerHeight,
      peers,
      bestPeerHeight,
    };
  }

  /**
   * True while a branch with more work is being fetched, and in the first 5 s until a
   * configured or known peer answers. A peer's unproven claim does not count.
   */
  isBehind(): boolean {
    if (this.#sync.isSyncing()) return true;
    const { peers, clock } = this.#options;
    const hasAddresses = peers.length > 0 || this.#finder?.hasAddresses() === true;
    const isNew = this.#startedAt === undefined || clock() - this.#startedAt < FIRST_HANDSHAKE_MS;
    if (this.#book.ready().length > 0) this.#hasHadPeers = true;
    return hasAddresses && isNew && !this.#hasHadPeers;
  }

  /**
   * Offers an admitted transaction to every connected peer.
   * @returns the number of peers that accepted it or already had it
   */
  publishTransaction(pending: PendingTransaction): Promise<number> {
    return this.#relay.publish(pending);
  }

  /** Number of addresses in the address book, and how many of them this node has reached itself. */
  addressCounts(): { readonly known: number; readonly proven: number } {
    return this.#finder?.counts() ?? { known: 0, proven: 0 };
  }

  /** Number of pending transactions that no peer has accepted yet. */
  unrelayedCount(): number {
    return this.#relay.unrelayedCount();
  }

  /** Resolves once no message or block is being processed. */
  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }

  async #open(): Promise<void> {
    const { keyFile, host: address, port, mdns, peers, clock, logger } = this.#options;
    const host = await (this.#options.createHost ?? createHost)({
      privateKey: await readOrCreatePeerKey(keyFile),
      names: this.#names,
      host: address,
      port,
      mdns,
      limits: this.#limits,
      isRefused: (peerId) => this.#book.isRefused(peerId),
      isRefusedAddress: (address) => this.#book.isRefusedAddress(address),
    });
    this.#host = host;
    this.#closers.push(async () => {
      await host.stop();
      await this.#blocks.idle();
    });
    await this.#finder?.open(host);
    await servePeers(host, {
      chain: this.#options.chain,
      book: this.#book,
      statuses: this.#statuses,
      transactions: this.#transactions,
      finder: this.#finder,
      names: this.#names,
      limits: this.#limits,
      clock,
      logger,
    });
    host.addEventListener('connection:open', ({ detail }) => this.#connected(detail));
    host.addEventListener('connection:close', ({ detail }) => this.#disconnected(host, detail));
    await startHost(host);
    this.#closers.push(() => this.#finder?.close());
    this.#closers.push(async () => {
      await this.#headers.close();
      await this.#sync.close();
    });
    this.#startedAt = this.#options.clock();
    this.#follow(host);
    const { maximumOutbound: maximum } = this.#limits;
    const dialer = createDialer({
      libp2p: host,
      addresses: peers.map((peer) => multiaddr(peer)),
      maximum,
      isRefused: (peerId) => this.#book.isRefused(peerId),
      clock,
      logger,
    });
    host.addEventListener('peer:discovery', ({ detail }) => dialer.discovered(detail.multiaddrs));
    this.#relay.open();
    this.#dialer = dialer;
    dialer.tick();
    this.#finder?.tick();
    if (this.#options.expectsPeers && peers.length === 0 && this.#finder?.hasAddresses() !== true)
      logger.warn(
        'No peer to connect to: give --bootstrap or --peer addresses. Until another node connects, this node knows only its own chain.',
      );
    const timer = setInterval(() => this.tick(), TICK_MS).unref();
    this.#closers.push(() => clearInterval(timer));
  }

  /** Runs due work: connection attempts, repeated offers, status requests. A timer calls it every second. */
  tick(): void {
    this.#dialer?.tick();
    this.#finder?.tick();
    this.#relay.tick();
    const now = this.#options.clock();
    if (this.#options.expectsPeers) this.#warnIfAlone(now);
    if (now - this.#statusesRequestedAt < this.#limits.statusIntervalMs) return;
    this.#statusesRequestedAt = now;
    this.#blocks.orphans.expire();
    this.#sync.wake();
    for (const peer of this.#book.ready()) this.#statuses.request(peer);
  }

  /**
   * `ready` of the interface document is true even without peers, so only the log says that other chains are unknown.
   */
  #warnIfAlone(now: number): void {
    if (this.#book.ready().length > 0) {
      this.#aloneSince = now;
      return;
    }
    const { logger } = this.#options;
    if (now - Math.max(this.#aloneSince, this.#warnedAloneAt) < ALONE_MS) return;
    this.#warnedAloneAt = now;
    logger.warn(
      'No peers: this node receives no blocks, and cannot know whether its chain is the longest. Give it --bootstrap or --peer addresses, and make its peer port reachable.',
    );
  }

  #connected(connection: Connection): void {
    // The peer was dropped on another connection while this one was opening.
    if (this.#book.isRefused(connection.remotePeer.toString())) return connection.abort(new Error('refused'));
    const excess = this.#slots.connectionToClose(connection, this.#host?.getConnections() ?? []);
    if (excess !== undefined) this.#closeExcess(excess);
    if (excess === connection) return;
    const peer = this.#book.add(connection);
    if (peer.connection === connection) this.#statuses.request(peer);
  }

  #closeExcess(connection: Connection): void {
    const peer = this.#book.get(connection.remotePeer.toString());
    const name = peer?.name ?? connection.remoteAddr.toString();
    this.#options.logger.debug(`Disconnecting peer ${name}: its network uses the most inbound slots`);
    connection.abort(new Error('no inbound slot is free'));
  }

  /** Continues with the peer's other connection, if it has one. */
  #disconnected(host: PeerHost, closed: Connection): void {
    const id = closed.remotePeer.toString();
    if (this.#book.get(id)?.connection !== closed) return;
    const other = host.getConnections(closed.remotePeer).find(({ status }) => status === 'open');
    if (other === undefined) this.#book.remove(id);
    else this.#book.add(other);
  }

  /** Sends new blocks and transactions of this node to the network. */
  #follow(host: PeerHost): void {
    const { chain, mempool, clock, logger } = this.#options;
    const gossip = new Gossip({
      service: host.services.gossip,
      names: this.#names,
      book: this.#book,
      blocks: this.#blocks,
      transactions: this.#transactions,
      limits: this.#limits,
      clock,
      onUnknownParent: (peer) => {
        if (!this.#sync.isSyncing()) this.#statuses.request(peer);
      },
      logger,
    });
    const unsubscribeChain = chain.subscribe(({ newTip, connected, disconnected }) => {
      const isOurs =
        disconnected.length === 0 && connected.length === 1 && !this.#blocks.isReceiving(newTip.id);
      const mined = isOurs ? chain.locateBlock(newTip.height)?.validated : undefined;
      if (mined !== undefined) gossip.spreadBlock(mined.raw);
      this.#statuses.tipChanged();
    });
    const unsubscribeMempool = mempool.subscribe((pending, origin) => {
      if (origin === 'returned') return this.#relay.returned(pending.id);
      gossip.spreadTransaction(pending.id, pending.raw);
      if (!this.#transactions.isReceiving(pending.id)) void this.#relay.publish(pending);
    });
    this.#closers.push(unsubscribeChain, unsubscribeMempool, () => this.#statuses.close());
    this.#closers.push(() => gossip.close());
  }
}
