import type { Connection } from '@libp2p/interface';
import type { NodeState } from '../chain/node-state.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import { BlockIntake } from './block-intake.ts';
import { BlockSync } from './block-sync.ts';
import { Discovery } from './discovery.ts';
import { Gossip } from './gossip.ts';
import { HeaderSync } from './header-sync.ts';
import {
  createHost,
  excessConnection,
  type HostOptions,
  type PeerHost,
  protocolNames,
  readOrCreatePeerKey,
  startHost,
} from './libp2p-host.ts';
import { PEER_LIMITS, type PeerLimits } from './limits.ts';
import type { PeerConfig, PeerServices } from './peer-config.ts';
import { type Peer, type PeerContext, Peers } from './peers.ts';
import { servePeers } from './request-server.ts';
import { StatusExchange } from './status-exchange.ts';
import { TransactionRelay } from './transaction-relay.ts';

const TICK_MS = 500;
/** Time without peers before a warning, and between two warnings. */
const ALONE_MS = 60_000;
/** Mining waits this long for the first peer: a block mined before the node knows the network's chain would likely be stale. */
const FIRST_HANDSHAKE_MS = 5_000;

export interface PeerNetworkOptions extends PeerConfig, PeerServices {
  /** Overrides of the default limits. */
  readonly limits?: Partial<PeerLimits>;
  /** Creates the transport: libp2p by default, another one in a simulation. */
  readonly createHost?: (options: HostOptions) => Promise<PeerHost>;
}

/** The peer network of a node: wires the parts of this folder together. README.md tells how they work. */
export class PeerNetwork {
  readonly #options: PeerNetworkOptions;
  readonly #context: PeerContext;
  readonly #peers: Peers;
  readonly #blocks: BlockIntake;
  readonly #statuses: StatusExchange;
  readonly #headers: HeaderSync;
  readonly #sync: BlockSync;
  /** What `close` closes, the newest first. */
  readonly #parts = new AsyncDisposableStack();
  #host: PeerHost | undefined;
  #discovery: Discovery | undefined;
  #relay: TransactionRelay | undefined;
  #statusesRequestedAt = 0;
  /** Since when the node has had no peers, and when the log last warned about it; Unix milliseconds. */
  #aloneSince: number;
  #warnedAloneAt = 0;
  /** When the node first dialed peers; Unix milliseconds. */
  #startedAt: number | undefined;
  /** True until the node has once caught up with a peer, or was syncing for too long. */
  #isFirstSync = true;

  constructor(options: PeerNetworkOptions) {
    const { chain, mempool, clock, logger } = options;
    const { inboundPerNetwork = PEER_LIMITS.inboundPerNetwork } = options;
    const { inboundPerNetwork: inboundPerLocalNetwork = PEER_LIMITS.inboundPerLocalNetwork } = options;
    const limits = { ...PEER_LIMITS, inboundPerNetwork, inboundPerLocalNetwork, ...options.limits };
    const connectionsTo = (peerId: string): Connection[] =>
      this.#host?.getConnections().filter(({ remotePeer }) => remotePeer.toString() === peerId) ?? [];
    this.#options = options;
    this.#aloneSince = clock();
    this.#peers = new Peers({ limits, clock, logger, connectionsTo });
    const names = protocolNames(chain.network);
    this.#context = { chain, mempool, peers: this.#peers, names, limits, clock, logger };
    this.#blocks = new BlockIntake(this.#context, (id) => this.#sync.blockAdded(id));
    this.#statuses = new StatusExchange(this.#context, (peer, isFirst) =>
      this.#statusReceived(peer, isFirst),
    );
    this.#headers = new HeaderSync(this.#context, this.#blocks, () => {
      this.#blocks.connectOrphans();
      this.#sync.wake();
    });
    this.#sync = new BlockSync(this.#context, this.#headers, this.#blocks);
  }

  /**
   * Listens, and connects to the configured peers.
   * @throws NodeError for a peer key that cannot be used; an Error with the system's `code` when the port cannot be opened
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

  /**
   * Readiness and peers (interface document, sections 2.8 and 3.3). Heights are as the peers advertise them; what counts is work that
   * headers prove, or are about to prove (API-DECISIONS.md, "ready and work").
   */
  state(): NodeState {
    const states = this.#peers.ready().map((peer) => peer.state());
    const peers = states.filter((state) => state !== undefined);
    const bestPeerHeight = Math.max(0, ...peers.map(({ height }) => height));
    const syncing = this.#sync.isSyncing();
    return { syncing, ready: this.#options.chain.tip() !== undefined && !syncing, peers, bestPeerHeight };
  }

  /**
   * True for a node that should not mine yet: in its first sync, and in the first 5 s until it has compared its chain with that of a
   * configured or known peer. Later a miner mines on the best valid tip, whatever peers claim.
   */
  isBehind(): boolean {
    if (!this.#isFirstSync) return false;
    const { clock } = this.#options;
    const isNew = this.#startedAt === undefined || clock() - this.#startedAt < FIRST_HANDSHAKE_MS;
    if (this.#sync.isBehind()) {
      this.#isFirstSync = this.#sync.isSyncing();
      return this.#isFirstSync;
    }
    const peers = this.#peers.ready();
    const isCompared = peers.length > 0 && !peers.some((peer) => this.#headers.isOpenClaim(peer));
    if (isCompared) this.#isFirstSync = false;
    return !isCompared && isNew && this.#hasAddresses();
  }

  /**
   * Sends an admitted transaction to the connected peers.
   * @returns the number of peers to which it was sent
   */
  async publishTransaction(pending: PendingTransaction): Promise<number> {
    return (await this.#relay?.publish(pending)) ?? 0;
  }

  /** Number of known addresses, and how many of them this node has reached itself. */
  addressCounts(): { readonly known: number; readonly proven: number } {
    return this.#discovery?.counts() ?? { known: 0, proven: 0 };
  }

  /** Number of pending transactions that no peer has got yet. */
  unrelayedCount(): number {
    return this.#relay?.unrelayedCount() ?? 0;
  }

  /** Resolves once no message or block is being processed. */
  close(): Promise<void> {
    return this.#parts.disposeAsync();
  }

  async #open(): Promise<void> {
    const { keyFile, host: address, port, mdns, bootstrap, expectsPeers, clock, logger } = this.#options;
    const [peers, parts] = [this.#peers, this.#parts];
    const { names, limits } = this.#context;
    const host = await (this.#options.createHost ?? createHost)({
      privateKey: await readOrCreatePeerKey(keyFile),
      names,
      host: address,
      port,
      mdns,
      limits,
      isRefused: (peerId) => peers.isBanned(peerId),
      isRefusedHost: (remoteHost) => peers.isBannedHost(remoteHost),
    });
    this.#host = host;
    parts.defer(() => this.#blocks.close());
    parts.defer(() => host.stop());
    const found = new Discovery(this.#context, host, this.#options);
    await found.load();
    await servePeers(host, this.#context, {
      statuses: this.#statuses,
      discovery: bootstrap && found,
    });
    host.addEventListener('connection:open', ({ detail }) => this.#connected(detail));
    host.addEventListener('connection:close', ({ detail }) => this.#disconnected(host, detail));
    await startHost(host);
    parts.defer(() => found.close());
    parts.defer(() => this.#sync.close());
    parts.defer(() => this.#headers.close());
    this.#discovery = found;
    this.#startedAt = clock();
    this.#follow(host);
    host.addEventListener('peer:discovery', ({ detail }) => found.found(detail.multiaddrs));
    if (expectsPeers && !found.hasAddresses())
      logger.warn(
        'No peer to connect to: give --bootstrap or --peer addresses. Until another node connects, this node knows only its own chain.',
      );
    this.tick();
    const timer = setInterval(() => this.tick(), TICK_MS).unref();
    parts.defer(() => clearInterval(timer));
  }

  /** Runs due work: connection attempts, repeated offers, late requests, statuses. A timer calls it. */
  tick(): void {
    this.#discovery?.tick();
    this.#relay?.tick();
    this.#sync.wake();
    const now = this.#options.clock();
    if (this.#options.expectsPeers) this.#warnIfAlone(now);
    if (now - this.#statusesRequestedAt < this.#context.limits.statusIntervalMs) return;
    this.#statusesRequestedAt = now;
    this.#statuses.requestAll();
  }

  #hasAddresses(): boolean {
    return this.#options.peers.length > 0 || this.#discovery?.hasAddresses() === true;
  }

  #statusReceived(peer: Peer, isFirst: boolean): void {
    this.#headers.statusReceived(peer);
    if (!isFirst || !this.#peers.has(peer)) return;
    this.#discovery?.handshakeDone(peer);
  }

  /**
   * `ready` of the interface document is true even without peers, so only the log says that other chains are unknown.
   */
  #warnIfAlone(now: number): void {
    if (this.#peers.ready().length > 0) {
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
    // The peer was banned on another connection while this one was opening.
    if (this.#peers.isBanned(connection.remotePeer.toString())) return connection.abort(new Error('banned'));
    const excess = excessConnection(connection, this.#host?.getConnections() ?? [], this.#context.limits);
    excess?.abort(new Error('no inbound slot is free'));
    if (excess === connection) return;
    const peer = this.#peers.add(connection);
    if (peer.connection === connection) void this.#statuses.request(peer);
  }

  /** Continues with the peer's other connection, if it has one. */
  #disconnected(host: PeerHost, closed: Connection): void {
    const id = closed.remotePeer.toString();
    if (this.#peers.get(id)?.connection !== closed) return;
    const other = host.getConnections(closed.remotePeer).find(({ status }) => status === 'open');
    if (other === undefined) this.#peers.remove(id);
    else this.#peers.add(other);
    this.#sync.wake();
  }

  /** Sends new blocks and transactions of this node to the network. */
  #follow(host: PeerHost): void {
    const { chain, mempool } = this.#context;
    const gossip = new Gossip(this.#context, {
      service: host.services.gossip,
      blocks: this.#blocks,
      metrics: this.#options.metrics,
      isSyncing: () => this.#sync.isSyncing(),
      onUnknownParent: (peer) => {
        if (!this.#sync.isSyncing()) void this.#statuses.request(peer);
      },
    });
    const unsubscribeChain = chain.subscribe(({ newTip, connected, disconnected }) => {
      const isOurs =
        disconnected.length === 0 && connected.length === 1 && !this.#blocks.isReceiving(newTip.id);
      const mined = isOurs ? chain.locateBlock(newTip.height)?.validated : undefined;
      if (mined !== undefined) gossip.sendBlock(mined.raw);
      this.#statuses.tipChanged();
      this.#sync.wake();
    });
    const relay = new TransactionRelay(this.#context, gossip);
    this.#relay = relay;
    const unsubscribeMempool = mempool.subscribe((pending, origin) => {
      if (origin === 'returned') relay.returned(pending.id);
      else if (!gossip.isArriving(pending.id)) void relay.publish(pending);
    });
    this.#parts.defer(() => this.#statuses.close());
    this.#parts.defer(unsubscribeMempool);
    this.#parts.defer(unsubscribeChain);
  }
}
