import { readOrCreateTokenFile } from '@cairn/token-file';
import type { Logger } from 'pino';
import type { Chain } from './chain/chain.ts';
import type { DevnetClock } from './chain/devnet-clock.ts';
import type { MiningConfig, NodeConfig } from './config.ts';
import { serveControlSocket } from './devnet-control/control-socket.ts';
import { DevnetControl, type DevnetControlOptions } from './devnet-control/devnet-control.ts';
import { MiningSwitch, settingsOf, type BeginMining } from './devnet-control/mining-switch.ts';
import { DISABLED_INDEX, NodeReader, startExplorerApi, type IndexStatus } from './explorer-api/index.ts';
import type { NodeState } from './chain/node-state.ts';
import { listening, publicationNotice } from './startup/listening.ts';
import { startRpc } from './local-rpc/server.ts';
import { createLogger } from '@cairn/http/log';
import { openMempool, type OpenMempool } from './mempool/mempool.ts';
import type { PendingTransaction } from './mempool/mempool-types.ts';
import { startDemoTraffic } from './miner/demo-traffic.ts';
import { createMiner } from './miner/miner.ts';
import { startMining, type MiningPace } from './miner/mining-loop.ts';
import { openProofSearch, type ProofSearch } from './miner/proof-search.ts';
import { openNodeChain } from './chain/node-chain.ts';
import { openMeter, queuesOf, type Meter } from './metrics/meter.ts';
import { openPeerNetwork, PeerNetworkHandle } from './p2p/peer-network-handle.ts';
import { startSqliteProjection, type RunningProjection } from './projection/index.ts';

/** Parts of the process that a test may replace. */
export interface NodeSurroundings {
  /** Unix milliseconds; `Date.now` by default. */
  readonly clock?: () => number;
  readonly logger?: Logger;
  /** Ends a start whose index is being rebuilt; the next one resumes it. */
  readonly signal?: AbortSignal;
}

/** A running node. */
export interface RunningNode {
  readonly urls: {
    /** `http://host:port` of the Explorer API. */
    readonly explorer: string;
    /** `http://host:port` of the private RPC. */
    readonly rpc: string;
  };
  /** Multiaddrs that peers connect to, with the peer ID; empty without the peer network. */
  readonly peerAddresses: readonly string[];
  /** Absolute path of the file with the RPC's bearer token. */
  readonly tokenFile: string;
  readonly chain: Chain;
  readonly mempool: OpenMempool;
  /** Lets requests in flight finish, stops mining, closes all stores and unlocks the data directory. */
  close(): Promise<void>;
}

/** Time between two batches of demo traffic if blocks are mined on demand. */
const ON_DEMAND_DEMO_PAUSE_MILLISECONDS = 10_000;

/**
 * The composition root: opens the stores, then the servers, then mining.
 * @throws an error whose message is one line for the operator; everything is closed by then
 */
export async function startNode(
  config: NodeConfig,
  {
    clock = Date.now,
    logger = createLogger({ format: 'pretty', level: 'info' }),
    signal,
  }: NodeSurroundings = {},
): Promise<RunningNode> {
  const opened: (() => unknown)[] = [];
  const closeAll = async (): Promise<void> => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  };
  try {
    const node = await openEverything(config, { clock, logger, signal }, opened);
    return { ...node, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** @param opened receives a function to close each part; call them in reverse order */
async function openEverything(
  config: NodeConfig,
  {
    clock: machineClock,
    logger,
    signal,
  }: Required<Omit<NodeSurroundings, 'signal'>> & { signal: AbortSignal | undefined },
  opened: (() => unknown)[],
): Promise<Omit<RunningNode, 'close'>> {
  const meter = await openMeter(config.metrics, config.network);
  const observer = meter.chainObserver;
  const surroundings = {
    clock: machineClock,
    logger,
    ...(observer && { observer }),
    ...(signal && { signal }),
  };
  const { chain, directory, initialized, clock, devnetClock, close } = await openNodeChain(
    config,
    surroundings,
  );
  opened.push(close);
  if (initialized) logger.info(`Created a new chain: genesis block ${chain.tip()?.id}`);
  logger.info(
    `${config.network.name} in ${directory.path}, height ${chain.tip()?.height}, tip ${chain.tip()?.id}`,
  );
  const mempool = await openMempool({
    chain,
    directory: directory.mempool,
    clock,
    logger,
    verifySignature: (raw, id) => chain.verifyTransfer(raw, id),
  });
  opened.push(() => mempool.close());
  const token = await readOrCreateTokenFile(directory.token);
  const peers = new PeerNetworkHandle(chain);
  const projection = config.index
    ? await followChain({ chain, peers, logger, path: directory.projection, database: config.indexDatabase })
    : undefined;
  opened.push(() => projection?.close());
  const miner = minerOf({ chain, mempool, peers, clock, logger });
  opened.push(() => miner.close());
  const control =
    devnetClock && controlOf(config, { chain, mempool, projection, logger }, devnetClock, miner.begin);
  opened.push(() => control?.close());
  const dataDir = directory.path;
  const served = { chain, mempool, peers, projection, token, dataDir, clock, logger, meter, control };
  const urls = await serve(config, served, opened);
  logger.info(`RPC token in ${directory.token}`);
  if (config.p2p !== undefined) {
    const counted = meter.counting(mempool, 'peers');
    const { peerKey: keyFile, peerAddresses: addressFile } = directory;
    const services = { chain, mempool: counted, keyFile, addressFile, clock: machineClock, logger };
    opened.push(await openPeerNetwork(config.p2p, services, peers));
  }
  logDisabledParts(config, logger);
  if (config.mining !== undefined) logger.info(config.mining, describeMining(config.mining));
  if (control !== undefined) {
    opened.push(await openControlSocket(control, directory.controlSocket, logger));
    control.begin();
  } else if (config.mining !== undefined) opened.push(miner.begin(config.mining));
  if (config.demoTraffic > 0) {
    const pauseMilliseconds = demoPause(config.mining?.pace);
    const { demoTraffic: perBlock } = config;
    const counted = meter.counting(mempool, 'demo');
    opened.push(startDemoTraffic({ chain, mempool: counted, perBlock, pauseMilliseconds, logger }));
  }
  return { urls, peerAddresses: peers.addresses(), tokenFile: directory.token, chain, mempool };
}

interface Served {
  readonly chain: Chain;
  readonly mempool: OpenMempool;
  readonly peers: PeerNetworkHandle;
  /** `undefined` if the node has none. */
  readonly projection: RunningProjection | undefined;
  readonly token: string;
  readonly dataDir: string;
  readonly clock: () => number;
  readonly logger: Logger;
  readonly meter: Meter;
  /** `undefined` outside devnet. */
  readonly control: DevnetControl | undefined;
}

/** Opens both HTTP interfaces, the private one first. */
async function serve(
  config: NodeConfig,
  { chain, mempool, peers, projection, token, dataDir, clock, logger, meter, control }: Served,
  opened: (() => unknown)[],
): Promise<RunningNode['urls']> {
  const nodeState = (): NodeState => peers.state();
  const indexStatus = (): IndexStatus => projection?.status() ?? DISABLED_INDEX;
  const sources = {
    chain,
    mempool,
    nodeState,
    addressCounts: () => peers.addressCounts(),
    indexStatus,
    dataDirectory: dataDir,
    queues: queuesOf(chain, peers),
    clock,
  };
  opened.push(await meter.serve(sources, logger));
  const relay = (pending: PendingTransaction): Promise<number> => meter.relayed(peers.publish(pending));
  const counted = meter.counting(mempool, 'rpc');
  const rpcContext = { chain, mempool: counted, nodeState, relay, dataDir, logger, ...meter.http('rpc') };
  const rpc = await listening('rpc', config.rpc, () => startRpc(rpcContext, { ...config.rpc, token }));
  opened.push(() => rpc.close());
  const explorerContext = {
    network: config.network,
    chain,
    reader: new NodeReader(chain, () => projection?.reader(), logger),
    nodeState,
    indexStatus,
    onIndexChange: (listener: () => void) => projection?.subscribe(listener) ?? (() => undefined),
    requireSound: () => chain.requireSound(),
    ...(control && { devnet: () => control.changes() }),
    logger,
    ...meter.http('explorer'),
  };
  const explorer = await listening('explorer', config.explorer, () =>
    startExplorerApi(explorerContext, config.explorer),
  );
  opened.push(() => explorer.close());
  logger.info(
    { url: explorer.url },
    `Explorer API at ${explorer.url} (documentation at ${explorer.url}/docs)`,
  );
  const notice = publicationNotice(config.explorer.host);
  if (notice !== undefined) logger.warn(notice);
  logger.info({ url: rpc.url }, `Private RPC at ${rpc.url}`);
  return { explorer: explorer.url, rpc: rpc.url };
}

interface Followed {
  readonly chain: Chain;
  readonly peers: PeerNetworkHandle;
  readonly logger: Logger;
  /** Path of the SQLite file. */
  readonly path: string;
  /** URL of the database that keeps the projection instead of the file. */
  readonly database: string | undefined;
}

async function followChain({ chain, peers, logger, path, database }: Followed): Promise<RunningProjection> {
  if (database === undefined) {
    logger.info(`The projection behind the indexed routes is in ${path}`);
    return startSqliteProjection({ chain, path, logger });
  }
  // Loaded here because most nodes need no database client.
  const { describeDatabase, startPostgresProjection } = await import('../postgres/index.ts');
  logger.info(`The projection behind the indexed routes is in ${describeDatabase(database)}`);
  return startPostgresProjection({ chain, url: database, logger, nodeView: () => peers.state() });
}

function logDisabledParts({ p2p, index }: NodeConfig, logger: Logger): void {
  if (p2p === undefined) logger.info('No peer network (--no-p2p): this node runs alone');
  if (!index) logger.info('No projection (--no-index): the indexed routes answer explorer_index_disabled');
}

/** Starts and restarts mining, with one search thread for the node's lifetime. */
function minerOf(services: {
  readonly chain: Chain;
  readonly mempool: OpenMempool;
  readonly peers: PeerNetworkHandle;
  readonly clock: () => number;
  readonly logger: Logger;
}): { readonly begin: BeginMining; close(): Promise<void> } {
  let proofs: ProofSearch | undefined;
  const isBehind = (): boolean => services.peers.isBehind();
  return {
    begin: ({ to, pace }) => {
      proofs ??= openProofSearch();
      return startMining({
        ...services,
        miner: createMiner({ ...services, proofs, isBehind }),
        to,
        pace,
        isBehind,
      });
    },
    close: async () => proofs?.close(),
  };
}

/** Devnet control with the settings of the flags; it does not mine yet. */
function controlOf(
  { mining, controlRewards }: NodeConfig,
  services: Pick<DevnetControlOptions, 'chain' | 'mempool' | 'projection' | 'logger'>,
  clock: DevnetClock,
  begin: BeginMining,
): DevnetControl {
  const settings = settingsOf(mining?.to ?? controlRewards!, mining?.pace);
  return new DevnetControl({ ...services, clock, mining: new MiningSwitch(begin, settings) });
}

/** @returns closes it */
async function openControlSocket(
  control: DevnetControl,
  path: string,
  logger: Logger,
): Promise<() => Promise<void>> {
  const server = await serveControlSocket(control, path, logger);
  logger.info(`Control socket at ${path}`);
  return () => server.close();
}

function describeMining({ to, pace }: MiningConfig): string {
  return `Mining ${describePace(pace)}; rewards go to ${to}`;
}

function describePace(pace: MiningPace): string {
  if (pace.kind === 'continuous') return 'continuously';
  if (pace.kind === 'on-demand') return 'on demand: a block as soon as a transaction is pending';
  return `a block every ${pace.milliseconds / 1_000} s`;
}

function demoPause(pace: MiningPace | undefined): number {
  return pace?.kind === 'on-demand' ? ON_DEMAND_DEMO_PAUSE_MILLISECONDS : 0;
}
