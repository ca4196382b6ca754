import { readOrCreateTokenFile } from '@cairn/token-file';
import type { Logger } from 'pino';
import type { Chain } from './chain/chain.ts';
import type { Listener, NodeConfig } from './config.ts';
import { DISABLED_INDEX, startExplorerApi } from './explorer-api/index.ts';
import type { NodeState } from './http/node-state.ts';
import { startRpc } from './local-rpc/index.ts';
import { createLogger } from './log.ts';
import { openMempool, type OpenMempool } from './mempool/mempool.ts';
import { startDemoTraffic } from './miner/demo-traffic.ts';
import { createMiner } from './miner/miner.ts';
import { startMining, type MiningPace } from './miner/mining-loop.ts';
import { openProofSearch } from './miner/proof-search.ts';
import { openNodeChain } from './node-chain.ts';
import { NodeError } from './node-error.ts';

/** What a test may put in the place of the process's own. */
export interface NodeSurroundings {
  /** Unix milliseconds; `Date.now` by default. */
  readonly clock?: () => number;
  readonly logger?: Logger;
}

/** A node that serves. */
export interface RunningNode {
  readonly urls: {
    /** `http://host:port` of the Explorer API. */
    readonly explorer: string;
    /** `http://host:port` of the private RPC. */
    readonly rpc: string;
  };
  /** Absolute path of the file that holds the RPC's bearer token. */
  readonly tokenFile: string;
  readonly chain: Chain;
  readonly mempool: OpenMempool;
  /** Lets requests in flight finish, ends mining, closes every store; the directory is free afterwards. */
  close(): Promise<void>;
}

/** Time between two batches of demo traffic where each block is mined for it. */
const ON_DEMAND_DEMO_PAUSE_MILLISECONDS = 10_000;

/**
 * The composition root: opens the stores, then what serves them, then mining.
 * @throws an error whose message is one line for the person who starts the node; nothing stays open then
 */
export async function startNode(
  config: NodeConfig,
  { clock = Date.now, logger = createLogger({ format: 'pretty', level: 'info' }) }: NodeSurroundings = {},
): Promise<RunningNode> {
  const opened: (() => unknown)[] = [];
  const closeAll = async (): Promise<void> => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  };
  try {
    const node = await openEverything(config, clock, logger, opened);
    return { ...node, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** @param opened what must be closed, the last first; grows as things open */
async function openEverything(
  config: NodeConfig,
  clock: () => number,
  logger: Logger,
  opened: (() => unknown)[],
): Promise<Omit<RunningNode, 'close'>> {
  const { chain, directory, initialized, close } = await openNodeChain(config, { clock, logger });
  opened.push(close);
  if (initialized) logger.info(`A new chain begins: genesis block ${chain.tip()?.id} stored`);
  logger.info(
    `${config.network.name} in ${directory.path}, height ${chain.tip()?.height}, tip ${chain.tip()?.id}`,
  );
  const mempool = await openMempool({ chain, directory: directory.mempool, clock, logger });
  opened.push(() => mempool.close());
  const token = await readOrCreateTokenFile(directory.token);
  const urls = await serve(config, { chain, mempool, token, dataDir: directory.path, logger }, opened);
  logger.info(`RPC token in ${directory.token}`);
  sayWhatIsAbsent(config, logger);
  if (config.mining !== undefined) opened.push(mine(config.mining, { chain, mempool, clock, logger }));
  if (config.demoTraffic > 0) {
    const pauseMilliseconds = demoPause(config.mining?.pace);
    const { demoTraffic: perBlock } = config;
    opened.push(startDemoTraffic({ chain, mempool, perBlock, pauseMilliseconds, logger }));
  }
  return { urls, tokenFile: directory.token, chain, mempool };
}

interface Served {
  readonly chain: Chain;
  readonly mempool: OpenMempool;
  readonly token: string;
  readonly dataDir: string;
  readonly logger: Logger;
}

/** Opens both HTTP interfaces, the private one first. */
async function serve(
  config: NodeConfig,
  { chain, mempool, token, dataDir, logger }: Served,
  opened: (() => unknown)[],
): Promise<RunningNode['urls']> {
  const nodeState = (): NodeState => standAlone(chain);
  const relay = (): Promise<number> => Promise.resolve(0);
  const rpcContext = { chain, mempool, nodeState, relay, dataDir, logger };
  const rpc = await listening('rpc', config.rpc, () => startRpc(rpcContext, { ...config.rpc, token }));
  opened.push(() => rpc.close());
  const explorerContext = { chain, nodeState, indexStatus: () => DISABLED_INDEX, logger };
  const explorer = await listening('explorer', config.explorer, () =>
    startExplorerApi(explorerContext, config.explorer),
  );
  opened.push(() => explorer.close());
  logger.info(
    { url: explorer.url },
    `Explorer API at ${explorer.url} (documentation at ${explorer.url}/docs)`,
  );
  logger.info({ url: rpc.url }, `Private RPC at ${rpc.url}`);
  return { explorer: explorer.url, rpc: rpc.url };
}

/** Where a node without a peer network stands: ready as soon as there is a chain (contract section 3.3). */
function standAlone(chain: Chain): NodeState {
  return { syncing: false, ready: chain.tip() !== undefined, peers: [], bestPeerHeight: 0 };
}

function sayWhatIsAbsent({ p2pPort, index }: NodeConfig, logger: Logger): void {
  logger.info(
    p2pPort === undefined
      ? 'No peer network (--no-p2p): this node stands alone'
      : `No peer network in this version: this node stands alone, port ${p2pPort} stays closed`,
  );
  if (index) {
    logger.warn('No projection in this version: the indexed routes answer explorer_index_disabled');
  }
}

function mine(
  { to, pace }: NonNullable<NodeConfig['mining']>,
  services: { chain: Chain; mempool: OpenMempool; clock: () => number; logger: Logger },
): () => Promise<void> {
  const { logger } = services;
  const proofs = openProofSearch();
  const miner = createMiner({ ...services, proofs });
  logger.info({ to, pace }, `Mining ${describePace(pace)}; rewards go to ${to}`);
  const stop = startMining({ ...services, miner, to, pace });
  return async () => {
    await stop();
    await proofs.close();
  };
}

function describePace(pace: MiningPace): string {
  if (pace.kind === 'continuous') return 'continuously';
  if (pace.kind === 'on-demand') return 'on demand: a block as soon as something is pending';
  return `a block every ${pace.milliseconds / 1_000} s`;
}

function demoPause(pace: MiningPace | undefined): number {
  return pace?.kind === 'on-demand' ? ON_DEMAND_DEMO_PAUSE_MILLISECONDS : 0;
}

/** Words a failure to listen: which port or host, and the flag that changes it. */
async function listening<T>(
  name: 'explorer' | 'rpc',
  { host, port }: Listener,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new NodeError(`port ${port} is taken: choose another with --${name}-port`, { cause: error });
    }
    if (code === 'EACCES') {
      throw new NodeError(`port ${port} may not be used: choose another with --${name}-port`, {
        cause: error,
      });
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new NodeError(`${host} is no address of this machine: choose another with --${name}-host`, {
        cause: error,
      });
    }
    throw new NodeError(`--${name}-port ${port} on ${host} cannot be opened: ${message}`, { cause: error });
  }
}
