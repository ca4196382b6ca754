import { readOrCreateTokenFile } from '@cairn/token-file';
import type { Logger } from 'pino';
import type { Chain } from './chain/chain.ts';
import type { DevnetClock } from './chain/devnet-clock.ts';
import type { MiningConfig, NodeConfig } from './config.ts';
import { serveControlSocket } from './devnet-control/control-socket.ts';
import { DevnetControl, type DevnetControlOptions } from './devnet-control/devnet-control.ts';
import { MiningSwitch, settingsForPace, type StartMining } from './devnet-control/mining-switch.ts';
import { DISABLED_INDEX, NodeReader, startExplorerApi, type IndexStatus } from './explorer-api/index.ts';
import type { NodeState } from './chain/node-state.ts';
import { exposureWarning, startListening } from './startup/listening.ts';
import { startRpc } from './local-rpc/server.ts';
import { createLogger } from '@cairn/http/log';
import { Mempool } from './mempool/mempool.ts';
import type { PendingTransaction } from './mempool/policy.ts';
import { startDemoTraffic } from './miner/demo-traffic.ts';
import { createMiner } from './miner/miner.ts';
import { startMining, type MiningPace } from './miner/mining-loop.ts';
import { openProofSearch, type ProofSearch } from './miner/proof-search.ts';
import { openNodeChain } from './chain/node-chain.ts';
import { openMeter, queueLengths, type Meter } from './metrics/meter.ts';
import { openPeerNetwork, PeerNetworkHandle } from './p2p/peer-network-handle.ts';
import { startSqliteProjection, type RunningProjection } from './projection/index.ts';

/** Options of `startNode`; tests replace clock and logger. */
export interface StartOptions {
  /** Unix milliseconds; `Date.now` by default. */
  readonly clock?: () => number;
  readonly logger?: Logger;
  /** Aborts the start while the chain's index is being rebuilt; the next start continues the rebuild. */
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
  readonly mempool: Mempool;
  /** Lets requests in flight finish, stops mining, closes all stores and unlocks the data directory. */
  close(): Promise<void>;
}

/** Time between two batches of demo traffic if blocks are mined on demand. */
const ON_DEMAND_DEMO_PAUSE_MS = 10_000;

/**
 * Starts a node: creates all its parts and connects them. Opens the stores, then the servers, then mining.
 * @throws an error whose message is one line for the operator, after everything has been closed
 */
export async function startNode(
  config: NodeConfig,
  { clock = Date.now, logger = createLogger({ format: 'pretty', level: 'info' }), signal }: StartOptions = {},
): Promise<RunningNode> {
  const closers: (() => unknown)[] = [];
  const closeAll = async (): Promise<void> => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  };
  try {
    const node = await openEverything(config, { clock, logger, signal }, closers);
    return { ...node, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** @param closers receives a function that closes each part; to be called in reverse order */
async function openEverything(
  config: NodeConfig,
  {
    clock: machineClock,
    logger,
    signal,
  }: Required<Omit<StartOptions, 'signal'>> & { signal: AbortSignal | undefined },
  closers: (() => unknown)[],
): Promise<Omit<RunningNode, 'close'>> {
  const meter = await openMeter(config.metrics, config.network);
  const observer = meter.chainObserver;
  const options = {
    clock: machineClock,
    logger,
    ...(observer && { observer }),
    ...(signal && { signal }),
  };
  const opened = await openNodeChain(config, options);
  const { chain, directory, initialized, clock, devnetClock, close } = opened;
  closers.push(close);
  if (initialized) logger.info(`Created a new chain: genesis block ${chain.tip()?.id}`);
  logger.info(
    `${config.network.name} in ${directory.path}, height ${chain.tip()?.height}, tip ${chain.tip()?.id}`,
  );
  const mempool = await Mempool.open({
    chain,
    directory: directory.mempool,
    clock,
    logger,
    verifySignature: (raw, id) => chain.verifyTransfer(raw, id),
  });
  closers.push(() => mempool.close());
  const token = await readOrCreateTokenFile(directory.token);
  const peers = new PeerNetworkHandle(chain);
  const projection = config.index
    ? await startProjection({
        chain,
        peers,
        logger,
        path: directory.projection,
        database: config.indexDatabase,
      })
    : undefined;
  closers.push(() => projection?.close());
  const miner = openMining({ chain, mempool, peers, clock, logger });
  closers.push(() => miner.close());
  const control =
    devnetClock &&
    createDevnetControl(config, { chain, mempool, projection, logger }, devnetClock, miner.begin);
  closers.push(() => control?.close());
  const dataDir = directory.path;
  const served = { chain, mempool, peers, projection, token, dataDir, clock, logger, meter, control };
  const urls = await serve(config, served, closers);
  logger.info(`RPC token in ${directory.token}`);
  if (config.p2p !== undefined) {
    const counted = meter.countSubmissions(mempool, 'peers');
    const { peerKey: keyFile, peerAddresses: addressFile } = directory;
    const services = { chain, mempool: counted, keyFile, addressFile, clock: machineClock, logger };
    closers.push(await openPeerNetwork(config.p2p, services, peers));
  }
  logDisabledParts(config, logger);
  if (config.mining !== undefined) logger.info(config.mining, describeMining(config.mining));
  if (control !== undefined) {
    closers.push(await openControlSocket(control, directory.controlSocket, logger));
    control.startMining();
  } else if (config.mining !== undefined) closers.push(miner.begin(config.mining));
  if (config.demoTraffic > 0) {
    const pauseMs = demoTrafficPause(config.mining?.pace);
    const { demoTraffic: perBlock } = config;
    const counted = meter.countSubmissions(mempool, 'demo');
    closers.push(startDemoTraffic({ chain, mempool: counted, perBlock, pauseMs, logger }));
  }
  return { urls, peerAddresses: peers.addresses(), tokenFile: directory.token, chain, mempool };
}

interface ServerParts {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly peers: PeerNetworkHandle;
  /** `undefined` if the node keeps no projection. */
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
  { chain, mempool, peers, projection, token, dataDir, clock, logger, meter, control }: ServerParts,
  closers: (() => unknown)[],
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
    queues: queueLengths(chain, peers),
    clock,
  };
  closers.push(await meter.serve(sources, logger));
  const relay = (pending: PendingTransaction): Promise<number> => meter.countRelay(peers.publish(pending));
  const counted = meter.countSubmissions(mempool, 'rpc');
  const rpcContext = { chain, mempool: counted, nodeState, relay, dataDir, logger, ...meter.http('rpc') };
  const rpc = await startListening('rpc', config.rpc, () => startRpc(rpcContext, { ...config.rpc, token }));
  closers.push(() => rpc.close());
  const explorerContext = {
    network: config.network,
    chain,
    reader: new NodeReader(chain, () => projection?.reader(), logger),
    nodeState,
    indexStatus,
    onIndexChange: (listener: () => void) => projection?.subscribe(listener) ?? (() => undefined),
    requireUndamaged: () => chain.requireUndamaged(),
    ...(control && { devnet: () => control.changes() }),
    logger,
    ...meter.http('explorer'),
  };
  const explorer = await startListening('explorer', config.explorer, () =>
    startExplorerApi(explorerContext, config.explorer),
  );
  closers.push(() => explorer.close());
  logger.info(
    { url: explorer.url },
    `Explorer API at ${explorer.url} (documentation at ${explorer.url}/docs)`,
  );
  const warning = exposureWarning(config.explorer.host);
  if (warning !== undefined) logger.warn(warning);
  logger.info({ url: rpc.url }, `Private RPC at ${rpc.url}`);
  return { explorer: explorer.url, rpc: rpc.url };
}

interface ProjectionOptions {
  readonly chain: Chain;
  readonly peers: PeerNetworkHandle;
  readonly logger: Logger;
  /** Path of the SQLite file. */
  readonly path: string;
  /** URL of the database that keeps the projection instead of the file. */
  readonly database: string | undefined;
}

async function startProjection({
  chain,
  peers,
  logger,
  path,
  database,
}: ProjectionOptions): Promise<RunningProjection> {
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

/**
 * Prepares mining. `begin` starts the mining loop; it can be called again after the loop was stopped. All loops use the same
 * proof-of-work thread, which the first call opens.
 */
function openMining(services: {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly peers: PeerNetworkHandle;
  readonly clock: () => number;
  readonly logger: Logger;
}): { readonly begin: StartMining; close(): Promise<void> } {
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

/** Creates devnet control with the mining settings of the flags; mining starts with `startMining`. */
function createDevnetControl(
  { mining, controlRewards }: NodeConfig,
  services: Pick<DevnetControlOptions, 'chain' | 'mempool' | 'projection' | 'logger'>,
  clock: DevnetClock,
  begin: StartMining,
): DevnetControl {
  const settings = settingsForPace(mining?.to ?? controlRewards!, mining?.pace);
  return new DevnetControl({ ...services, clock, mining: new MiningSwitch(begin, settings) });
}

/** @returns a function that closes the socket */
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

function demoTrafficPause(pace: MiningPace | undefined): number {
  return pace?.kind === 'on-demand' ? ON_DEMAND_DEMO_PAUSE_MS : 0;
}
