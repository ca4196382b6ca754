/** The composition root: opens the parts of a node in order, and closes them in reverse. */
import type { RunningServer } from '@cairn/http';
import { VERSION } from '@cairn/http/version';
import { readDump } from '@cairn/suite/dump-file';
import { signatureImplementation } from '@cairn/protocol';
import { readOrCreateTokenFile } from '@cairn/token-file';
import type { Logger } from 'pino';
import { type Chain, DISABLED_INDEX, reportProgress } from '@cairn/chain';
import { FeeEstimator } from '@cairn/chain/explorer';
import { openNodeChain } from './home/node-chain.ts';
import { runtime } from './home/runtime.ts';
import type { ControlConfig, NodeConfig } from './config.ts';
import { serveControlPort, serveControlSocket } from './devnet-control/control-server.ts';
import { chosenAccounts, DevnetControl, ServedChain } from '@cairn/chain/devnet';
import { beginDevnet, fund } from './devnet-control/begin.ts';
import { ChainReader } from '@cairn/chain/explorer';
import { startExplorerApi, type ExplorerContext } from './explorer-api/index.ts';
import { type RpcServerContext, startRpc } from './local-rpc/server.ts';
import { Mempool } from '@cairn/chain/mempool';
import type { NodeMetrics } from './metrics/metrics.ts';
import { MiningLoop, type MiningPace, startDemoTraffic } from '@cairn/chain/miner';
import { ProofThread } from './miner/proof-search.ts';
import { PeerNetwork } from './p2p/peer-network.ts';
import { startSqliteProjection } from './projection/index.ts';
import type { Projection } from '@cairn/chain/projection';
import { importBlocks } from './home/import-export.ts';
import { levelFolder } from './home/level-folder.ts';
import { NodeError, UsageError } from './startup/errors.ts';
import { exposureWarning, isLoopback, startListening } from './startup/listening.ts';

/** Options of `startNode`. */
export interface StartOptions {
  readonly logger: Logger;
  /** Aborts the start while the chain's index is being rebuilt; the next start continues the rebuild. */
  readonly signal?: AbortSignal;
  /** Called when the node cannot go on: close it and end with this error, whose message is one line. */
  readonly onFatal?: (error: Error) => void;
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

/**
 * Starts a node: the stores, then the servers, then peers and mining.
 * @throws an error whose message is one line for the operator, after everything has been closed
 */
export async function startNode(config: NodeConfig, options: StartOptions): Promise<RunningNode> {
  const { logger } = options;
  logger.info(`cairn ${VERSION} on Node ${process.versions.node}; signatures: ${signatureImplementation}`);
  await using closing = new AsyncDisposableStack();
  const parts = await openParts(config, options, closing);
  const urls = await startServers(config, parts, closing);
  await startPeersAndMining(config, parts, closing);
  const { chain, mempool, peers, directory } = parts;
  const all = closing.move();
  return {
    urls,
    peerAddresses: peers.addresses(),
    tokenFile: directory.token,
    chain,
    mempool,
    close: () => all.disposeAsync(),
  };
}

type NodeParts = Awaited<ReturnType<typeof openParts>>;

/** Opens what servers, peers and mining share. */
async function openParts(
  config: NodeConfig,
  { logger, signal, onFatal }: StartOptions,
  closing: AsyncDisposableStack,
) {
  const dump = config.load === undefined ? undefined : readDump(config.load);
  const accounts = chosenAccounts(config.accounts);
  const metrics = await createMetrics(config);
  let isOpen = false;
  const opened = await openNodeChain(config, {
    logger,
    trial: config.isFresh ? 'fresh' : 'new',
    ...(metrics && { observer: metrics.chainObserver }),
    ...(signal && { signal }),
    // What fails while it is opened ends the opening.
    onFatal: (error) => isOpen && onFatal?.(error),
  });
  isOpen = true;
  closing.defer(opened.close);
  const { chain, directory, clock, devnetClock } = opened;
  await requireFork(config, chain, logger, signal);
  const token = await readOrCreateTokenFile(directory.token);
  const tip = chain.tip();
  if (opened.isNew) logger.info(`Created a new chain: genesis block ${tip.id}`);
  logger.info(`${config.network.name} in ${directory.path}, height ${tip.height}, tip ${tip.id}`);
  const mempool = await Mempool.open({
    chain,
    place: levelFolder(directory.mempool),
    clock,
    runtime,
    logger,
  });
  closing.defer(() => mempool.close());
  const peers = new PeerNetwork({
    config: config.p2p,
    chain,
    mempool,
    keyFile: directory.peerKey,
    addressFile: directory.peerAddresses,
    clock: Date.now,
    logger,
    metrics,
  });
  const served = new ServedChain(chain);
  const projection = await startProjection(config, served, peers, directory.projection, logger);
  closing.defer(() => projection?.close());
  const proofs = new ProofThread();
  closing.defer(() => proofs.close());
  const isBehind = (): boolean => peers.isBehind();
  const mining =
    config.mining &&
    new MiningLoop({ chain, mempool, proofs, isBehind, clock, runtime, logger }, config.mining);
  const control =
    devnetClock &&
    mining &&
    new DevnetControl({ chain, served, mempool, mining, clock: devnetClock, projection, runtime, logger });
  closing.defer(() => control?.close());
  if (control) {
    const { load: path = '' } = config;
    const isFork = config.network.forkHeight !== undefined;
    const begin = { isFork, ...(dump && { dump: { content: dump, path } }), ...(accounts && { accounts }) };
    await beginDevnet(control, directory.developmentAccounts, begin);
    for (const payment of config.fund) await fund(control, payment);
    if (dump) logger.info(`Loaded ${path}: the tip is block ${chain.tip().height}`);
  }
  directory.keep();
  return {
    chain,
    served,
    directory,
    token,
    clock,
    mempool,
    peers,
    projection,
    mining,
    control,
    metrics,
    logger,
  };
}

/**
 * Gives a new fork its blocks, fully validated.
 * @throws NodeError without them, or naming the record that is not valid; UsageError for a folder of another chain; the signal's reason
 */
async function requireFork(
  { network: { forkHeight, name }, fork }: NodeConfig,
  chain: Chain,
  logger: Logger,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (forkHeight === undefined) return;
  if (fork !== undefined) {
    if (chain.tip().height < forkHeight) {
      const words = { doing: `importing ${fork.path}`, done: `imported ${fork.path}` };
      const { onProgress, end } = reportProgress(logger, runtime, words);
      await importBlocks(chain, fork.path, onProgress, signal);
      end();
    }
    if (chain.view.block(forkHeight)?.id !== fork.id)
      throw new UsageError(
        `the folder continues another chain than ${fork.path}: --fresh begins with the file, --data-dir names another folder`,
      );
  }
  if (chain.tip().height < forkHeight)
    throw new NodeError(
      `this fork has ${chain.tip().height} of its ${forkHeight} blocks: start it with --fork FILE again`,
    );
  logger.warn(
    `This chain is a fork of ${name} at block ${forkHeight}, without peers: what is signed here with a key of ${name} is valid there too`,
  );
}

/** Starts the HTTP servers. @returns their URLs */
async function startServers(
  config: NodeConfig,
  parts: NodeParts,
  closing: AsyncDisposableStack,
): Promise<RunningNode['urls']> {
  const { chain, served, directory, token, clock, mempool, peers, projection, control, metrics, logger } =
    parts;
  const fees = new FeeEstimator();
  const nodeState = () => peers.state();
  const indexStatus = () => projection?.status() ?? DISABLED_INDEX;
  const rpcParts: RpcServerContext = {
    version: VERSION,
    chain,
    mempool,
    fees,
    turn: runtime.turn,
    nodeState,
    ...(control && { clockOffsetSeconds: () => control.changes()?.clockOffsetSeconds ?? 0 }),
    relay: (pending) => peers.publishTransaction(pending),
    dataDir: directory.path,
    logger,
    ...(control && { weather: control.weather }),
    ...(metrics && {
      onSubmission: (outcome) => metrics.submitted('rpc', outcome),
      httpObserver: metrics.httpObserver('rpc'),
    }),
  };
  const rpc = await startListening('rpc', config.rpc, () => startRpc(rpcParts, { ...config.rpc, token }));
  closing.defer(() => rpc.close());
  const explorerParts: ExplorerContext = {
    network: config.network,
    version: VERSION,
    chain: served,
    reader: (request) => new ChainReader(served, fees, request),
    index: () => projection?.reader(),
    nodeState,
    indexStatus,
    ...(control && { devnet: () => control.changes(), weather: control.weather }),
    websiteUrl: config.websiteUrl,
    logger,
    ...(metrics && { httpObserver: metrics.httpObserver('explorer') }),
  };
  const explorer = await startListening('explorer', config.explorer, () =>
    startExplorerApi(explorerParts, config.explorer),
  );
  closing.defer(() => explorer.close());
  logger.info(
    { url: explorer.url },
    `Explorer API at ${explorer.url} (documentation at ${explorer.url}/docs)`,
  );
  const warning = exposureWarning(config.explorer.host);
  if (warning !== undefined) logger.warn(warning);
  logger.info({ url: rpc.url }, `Private RPC at ${rpc.url}`);
  logger.info(`RPC token in ${directory.token}`);
  if (config.metrics && metrics) {
    const connections = () => ({ explorer: explorer.connections(), rpc: rpc.connections() });
    const dataDirectory = directory.path;
    metrics.measure({ chain, mempool, peers, indexStatus, connections, dataDirectory, clock });
    const { serveMetrics } = await import('./metrics/metrics-server.ts');
    const address = config.metrics;
    const server = await startListening('metrics', address, () =>
      serveMetrics(metrics.registry, address, logger),
    );
    closing.defer(() => server.close());
    logger.info({ url: server.url }, `Metrics at ${server.url}/metrics`);
  }
  return { explorer: explorer.url, rpc: rpc.url };
}

/** Connects to peers, and lets the node mine and be controlled. */
async function startPeersAndMining(
  config: NodeConfig,
  { chain, directory, mempool, peers, mining, control, metrics, logger }: NodeParts,
  closing: AsyncDisposableStack,
): Promise<void> {
  if (config.p2p === undefined) logger.info('No peer network: this node runs alone');
  else {
    closing.defer(() => peers.close());
    await startListening('p2p', config.p2p, () => peers.start());
    for (const address of peers.addresses()) logger.info(`Listening for peers on ${address}`);
  }
  if (config.index === false)
    logger.info('No projection: the indexed routes answer explorer_index_disabled; --index keeps one');
  const { pace, to } = mining?.settings ?? {}; // those of a loaded dump, if there is one
  if (pace) logger.info(`Mining ${describePace(pace)}; rewards go to ${to}`);
  else if (control)
    logger.info('Mining only when asked: cairn devnet mine adds a block; --mine mines by itself');
  closing.defer(() => mining?.close());
  if (control) {
    if (config.control) {
      const port = await openControlPort(control, config.control, directory.controlToken, logger);
      closing.defer(() => port.close());
    }
    const socket = await serveControlSocket(control, directory.controlSocket, logger);
    closing.defer(() => socket.close());
    logger.info(`Control socket at ${directory.controlSocket}`);
  }
  mining?.resume();
  if (config.demoTraffic > 0) {
    const isOnDemand = (): boolean => mining?.settings.pace?.kind === 'on-demand';
    const perBlock = config.demoTraffic;
    closing.defer(
      startDemoTraffic({
        chain,
        mempool,
        perBlock,
        isOnDemand,
        runtime,
        logger,
        onSubmission: (outcome) => metrics?.submitted('demo', outcome),
      }),
    );
  }
}

/** Devnet control over TCP, with the bearer token of a file that is created if it is absent. */
async function openControlPort(
  control: DevnetControl,
  { host, port, origins }: ControlConfig,
  tokenFile: string,
  logger: Logger,
): Promise<RunningServer> {
  const token = await readOrCreateTokenFile(tokenFile);
  const server = await startListening('control', { host, port }, () =>
    serveControlPort(control, { host, port }, { token, origins }, logger),
  );
  logger.info({ url: server.url }, `Devnet control at ${server.url}, token in ${tokenFile}`);
  if (!isLoopback(host))
    logger.warn(
      `Devnet control listens on ${host}, where others may reach it, and its token is sent without TLS`,
    );
  return server;
}

/** The metrics if a port is set for them; prom-client is loaded only then. */
async function createMetrics({ metrics, network }: NodeConfig): Promise<NodeMetrics | undefined> {
  if (metrics === undefined) return undefined;
  const { NodeMetrics } = await import('./metrics/metrics.ts');
  return new NodeMetrics({ network: network.name, version: VERSION, signatures: signatureImplementation });
}

/** Starts to keep the projection of the indexed routes, in SQLite or PostgreSQL. @param path of the SQLite file */
async function startProjection(
  { index }: NodeConfig,
  chain: ServedChain,
  peers: PeerNetwork,
  path: string,
  logger: Logger,
): Promise<Projection | undefined> {
  if (index === false) return undefined;
  if (index === true) {
    logger.info(`The projection behind the indexed routes is in ${path}`);
    return startSqliteProjection({ chain, path, logger });
  }
  // Loaded here because most nodes need no database client.
  const { describeDatabase, startPostgresProjection } = await import('../postgres/index.ts');
  logger.info(`The projection behind the indexed routes is in ${describeDatabase(index)}`);
  return startPostgresProjection({ chain, url: index, logger, nodeView: () => peers.state() });
}

function describePace(pace: MiningPace): string {
  if (pace.kind === 'continuous') return 'continuously';
  if (pace.kind === 'on-demand') return 'on demand: a block as soon as a transaction is pending';
  return `a block every ${pace.milliseconds / 1_000} s`;
}
