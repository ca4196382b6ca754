import type { BlockId } from '@cairn/protocol';
import type { Connection, Stream } from '@libp2p/interface';
import type { Logger } from 'pino';
import type { Chain, NodeState } from '@cairn/chain';
import type { Mempool, PendingTransaction } from '@cairn/chain/mempool';
import type { NodeMetrics } from '../metrics/metrics.ts';
import { BlockServer } from './block-exchange.ts';
import { BlockIntake } from './block-intake.ts';
import { BlockSync } from './block-sync.ts';
import { Discovery } from './discovery.ts';
import type { Gossip } from './gossip.ts';
import { createHeaderServer, HeaderSync } from './header-sync.ts';
import type { HostOptions, PeerHost } from './libp2p-host.ts';
import { PEER_LIMITS, type PeerConfig, type PeerLimits, REQUEST_COSTS } from './settings.ts';
import { type Peer, type PeerContext, Peers } from './peers.ts';
import { StatusExchange } from './status-exchange.ts';
import { TransactionRelay } from './transaction-relay.ts';
import { isViolation, protocolNames } from './wire.ts';

/** How soon an event leads to a run of `#advance`; all events until then share it. */
const ADVANCE_MS = 10;
/** Mining waits this long for the first peer: a block mined before the node knows the network's chain would likely be stale. */
const FIRST_HANDSHAKE_MS = 5_000;
/** Maximum number of streams of a peer at once on a protocol. */
const STREAMS_PER_PROTOCOL = 4;

export interface PeerNetworkOptions {
  /** `undefined` if the node runs alone. */
  readonly config: PeerConfig | undefined;
  readonly chain: Chain;
  readonly mempool: Mempool;
  /** `<data-dir>/peer.key` */
  readonly keyFile: string;
  /** `<data-dir>/peers.json` */
  readonly addressFile: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Counts the transactions of peers; absent without metrics. */
  readonly metrics: NodeMetrics | undefined;
  /** Overrides of the default limits. */
  readonly limits?: Partial<PeerLimits>;
  /** Creates the transport: libp2p by default, another one in a simulation. */
  readonly createHost?: (options: HostOptions) => Promise<PeerHost>;
}

/** The peer network of a node: wires the parts of this folder together. README.md tells how they work. */
export class PeerNetwork {
  readonly #options: PeerNetworkOptions;
  readonly #context: PeerContext;
  readonly #blocks: BlockIntake;
  readonly #server: BlockServer;
  readonly #statuses: StatusExchange;
  readonly #headers: HeaderSync;
  readonly #sync: BlockSync;
  #waking: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();
  readonly #working = new Set<Promise<void>>();
  /** What `close` closes, the newest first. */
  readonly #parts = new AsyncDisposableStack();
  #host: PeerHost | undefined;
  #discovery: Discovery | undefined;
  #relay: TransactionRelay | undefined;
  /** When the node first dialed peers; Unix milliseconds. */
  #startedAt: number | undefined;
  /** True until the node has once caught up with a peer, or was syncing for too long. */
  #isFirstSync = true;

  constructor(options: PeerNetworkOptions) {
    const { chain, mempool, clock, logger, config } = options;
    const perNetwork = config?.inboundPerNetwork;
    const configured = perNetwork && { inboundPerNetwork: perNetwork, inboundPerLocalNetwork: perNetwork };
    const limits = { ...PEER_LIMITS, ...configured, ...options.limits };
    const peers = new Peers({ limits, clock, logger });
    const names = protocolNames(chain.network);
    const track = (work: Promise<void>): void => {
      this.#working.add(work);
      void work.finally(() => this.#working.delete(work));
    };
    const closing = this.#closing.signal;
    this.#options = options;
    const wake = (): void => void (this.#waking ??= setTimeout(() => this.#advance(), ADVANCE_MS));
    this.#context = { chain, mempool, peers, names, limits, clock, logger, closing, track, wake };
    this.#blocks = new BlockIntake(this.#context);
    this.#server = new BlockServer(this.#context);
    this.#statuses = new StatusExchange(this.#context, (peer, isFirst) => {
      this.#headers.statusReceived(peer);
      if (isFirst && peers.has(peer)) this.#discovery?.handshakeDone(peer);
    });
    this.#headers = new HeaderSync(this.#context, this.#blocks, (peer) => void this.#statuses.request(peer));
    this.#sync = new BlockSync(this.#context, this.#headers, this.#blocks);
  }

  /**
   * Listens, and connects to the configured peers; has no effect on a node that runs alone. libp2p loads here, because that is slow.
   * `close` it also if this fails.
   * @throws NodeError for a peer key that cannot be used; an error of libp2p when the port cannot be opened
   */
  async start(): Promise<void> {
    const { config, keyFile, addressFile, clock, logger, metrics, createHost } = this.#options;
    if (config === undefined) return;
    const { names, limits, peers } = this.#context;
    const [libp2p, { Gossip }] = await Promise.all([import('./libp2p-host.ts'), import('./gossip.ts')]);
    const host = await (createHost ?? libp2p.createHost)({
      ...config,
      privateKey: await libp2p.readOrCreatePeerKey(keyFile),
      names,
      limits,
      isRefused: (peer) => peers.isBanned(peer),
    });
    const parts = this.#parts;
    parts.defer(() => this.#blocks.close());
    parts.defer(async () => void (await Promise.all(this.#working)));
    parts.defer(() => host.stop());
    const discovery = new Discovery(this.#context, host, config, addressFile);
    this.#host = host;
    this.#discovery = discovery;
    await this.#serve(host, config.bootstrap && discovery);
    host.addEventListener('connection:open', ({ detail }) => {
      libp2p.excessConnection(host.getConnections(), limits)?.abort(new Error('no inbound slot is free'));
      if (detail.status !== 'open') return;
      void this.#statuses.request(peers.add(detail));
    });
    host.addEventListener('connection:close', ({ detail }) => {
      peers.remove(detail);
      this.#context.wake();
    });
    host.addEventListener('peer:discovery', ({ detail }) => discovery.found(detail.multiaddrs));
    await host.start();
    parts.defer(() => discovery.known?.save());
    this.#startedAt = clock();
    this.#follow(
      new Gossip(this.#context, {
        service: host.services.gossip,
        blocks: this.#blocks,
        metrics,
        isSyncing: () => this.#sync.isSyncing(),
        onUnknownParent: (peer) => {
          if (!this.#sync.isSyncing()) void this.#statuses.request(peer);
        },
      }),
    );
    if (config.bootstrap && !discovery.hasAddresses())
      logger.warn(
        'No peer to connect to: give --bootstrap or --peer addresses. Until another node connects, this node knows only its own chain.',
      );
    this.tick();
    const timer = setInterval(() => this.tick(), limits.tickMs).unref();
    parts.defer(() => clearInterval(timer));
  }

  /** Multiaddrs of this node, each with its peer ID; empty before `start`. */
  addresses(): string[] {
    return this.#host?.getMultiaddrs().map((address) => address.toString()) ?? [];
  }

  /**
   * Readiness and peers (interface document, sections 2.8 and 3.3). Heights are as the peers advertise them; what counts is work that
   * headers prove, or are about to prove (API-DECISIONS.md, "ready and work"), compared with that of the active tip.
   */
  state(): NodeState {
    const peers = this.#context.peers.ready().map((peer) => peer.state());
    const bestPeerHeight = Math.max(0, ...peers.map(({ height }) => height));
    const syncing = this.#isOnLighterBranch() || this.#sync.isSyncing();
    return { syncing, ready: !syncing, peers, bestPeerHeight };
  }

  /**
   * True for a node that should not mine yet: in its first sync, and in the first 5 s until it has compared its chain with that of a
   * configured or known peer. Later a miner mines on the best valid tip, whatever peers claim.
   */
  isBehind(): boolean {
    if (!this.#isFirstSync || this.#startedAt === undefined) return false;
    const isNew = this.#options.clock() - this.#startedAt < FIRST_HANDSHAKE_MS;
    const isMeeting = isNew && this.#discovery?.hasAddresses() === true && !this.#hasCompared();
    return this.#sync.isSyncing() || isMeeting;
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
    return this.#discovery?.known?.counts() ?? { known: 0, proven: 0 };
  }

  /** Number of pending transactions that no peer has got yet. */
  unrelayedCount(): number {
    return this.#relay?.unrelayedCount() ?? 0;
  }

  /** Runs due work: connection attempts, repeated offers, late requests, statuses, slow readers. A timer calls it. */
  tick(): void {
    this.#discovery?.tick();
    this.#relay?.tick();
    this.#advance();
    this.#statuses.tick();
    this.#server.makeRoom();
  }

  /** Resolves once no message or block is being processed. */
  close(): Promise<void> {
    this.#closing.abort(new Error('the node stops'));
    return this.#parts.disposeAsync();
  }

  /**
   * True while a heavier branch whose blocks are here, and valid as far as is known, is not the chain. Blocks on top of the tip do not
   * count: they are being committed.
   */
  #isOnLighterBranch(): boolean {
    return (this.#context.chain.tree.reorganization()?.disconnect.length ?? 0) > 0;
  }

  /** True once a peer's chain is known to have no more work than ours, and no peer may have one that has. */
  #hasCompared(): boolean {
    const peers = this.#context.peers.ready();
    return peers.length > 0 && !peers.some((peer) => this.#headers.isOpenClaim(peer));
  }

  /** Uses the headers and blocks that have come, and asks for others. */
  #advance(): void {
    clearTimeout(this.#waking);
    this.#waking = undefined;
    if (this.#closing.signal.aborted) return;
    this.#blocks.connectOrphans();
    this.#headers.advance();
    this.#sync.advance();
    const isSyncOver = this.#sync.isBehind() ? !this.#sync.isSyncing() : this.#hasCompared();
    if (isSyncOver) this.#isFirstSync = false;
  }

  /** Responds to the requests of peers on every protocol, within each peer's rate of requests. @param discovery absent without peer exchange */
  async #serve(host: PeerHost, discovery: Discovery | undefined): Promise<void> {
    const { peers, names, logger } = this.#context;
    const serve = async (
      request: keyof typeof REQUEST_COSTS,
      respond: (stream: Stream, peer: Peer) => Promise<void>,
    ): Promise<void> => {
      const handle = async (stream: Stream, connection: Connection): Promise<void> => {
        if (connection.status !== 'open') return;
        const peer = peers.add(connection);
        peers.markSeen(peer);
        if (!peer.record.requests.take(REQUEST_COSTS[request])) {
          stream.abort(new Error('too many requests'));
          return peers.penalize(peer, 'excess', `it sends too many requests (${names[request]})`);
        }
        try {
          await respond(stream, peer);
        } catch (error) {
          const reason = `${(error as Error).message} (${names[request]})`;
          if (isViolation(error)) peers.penalize(peer, 'invalid', reason);
          else logger.debug(`Cannot respond to peer ${peer.name}: ${reason}`);
        }
      };
      await host.handle(names[request], handle, { maxInboundStreams: STREAMS_PER_PROTOCOL });
    };
    await serve('status', (stream, peer) => this.#statuses.respond(stream, peer));
    await serve('headers', createHeaderServer(this.#context));
    await serve('blocks', (stream, peer) => this.#server.respond(stream, peer));
    if (discovery !== undefined) await serve('peers', (stream, peer) => discovery.respond(stream, peer));
  }

  /** Sends new blocks and transactions of this node to the network. */
  #follow(gossip: Gossip): void {
    const { chain, mempool } = this.#context;
    const relay = new TransactionRelay(this.#context, gossip);
    this.#relay = relay;
    const unsubscribeChain = chain.subscribe(({ newTip, connected, disconnected }) => {
      // One block on top of the chain that no peer sent.
      const isOurs =
        disconnected.length === 0 && connected.length === 1 && !this.#blocks.isReceiving(newTip.id);
      if (isOurs) this.#context.track(this.#publishBlock(gossip, newTip.id));
      this.#statuses.tipChanged();
      this.#context.wake();
    });
    const unsubscribeMempool = mempool.subscribe((pending, origin) => {
      if (origin === 'returned') relay.returned(pending.id);
      else if (origin === 'client') void relay.publish(pending);
    });
    this.#parts.defer(unsubscribeMempool);
    this.#parts.defer(unsubscribeChain);
  }

  async #publishBlock(gossip: Gossip, id: BlockId): Promise<void> {
    const { chain, logger } = this.#context;
    try {
      const raw = await chain.readBlockById(id);
      if (raw !== undefined) gossip.sendBlock(raw);
    } catch (error) {
      logger.debug(`Cannot publish block ${id}: ${(error as Error).message}`);
    }
  }
}
