import type { RunningServer } from '@cairn/http';
import type { Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import type {
  ChainEvent,
  ChainReader,
  ChainTip,
  Reorganization,
  StoredBlockSummary,
} from '../src/chain/chain-reader.ts';
import type { ReplicaConfig } from '../src/config.ts';
import { startExplorerApi, type ExplorerContext, type IndexStatus } from '../src/explorer-api/index.ts';
import { ProjectionError } from '../src/projection/index.ts';
import { exposureWarning, startListening } from '../src/startup/listening.ts';
import { describeDatabase, ReadingPool } from './connection.ts';
import { HeadFollower, type FollowerIntervals } from './head-follower.ts';
import { ReplicaReader } from './replica-reader.ts';

interface ReplicaOptions {
  readonly network: Network;
  /** `postgres://…`; libpq's variables complete it. */
  readonly database: string;
  readonly logger: Logger;
  /** Connections that requests share; 8 by default. */
  readonly connections?: number;
  /** For tests. */
  readonly intervals?: FollowerIntervals;
}

/** The parts that serve an Explorer API from a database, without a chain. */
export interface Replica {
  readonly context: ExplorerContext;
  close(): Promise<void>;
}

const CONNECTIONS = 8;

/** The status of the index before the database's first answer. */
const UNKNOWN_STATUS: IndexStatus = { state: 'error', indexedHeight: -1, targetHeight: -1, progress: 0 };

/** Starts to follow a database. While the database is unreachable, every answer but the documentation is a 503. */
export function openReplica({ network, database, logger, connections, intervals }: ReplicaOptions): Replica {
  const pool = new ReadingPool(database, 'cairn explorer', connections ?? CONNECTIONS);
  const chain: ReplicaChain = new ReplicaChain(() => follower);
  const follower = new HeadFollower({
    url: database,
    chainId: network.chainId,
    logger,
    ...(intervals && { intervals }),
    onChange: () => chain.reportTip(),
    onReorganized: (reorganization) => chain.reportReorganization(reorganization),
  });
  return {
    context: {
      network,
      chain,
      reader: new ReplicaReader(pool, follower, logger),
      isReplica: true,
      logger,
      nodeState: () => follower.head()?.node ?? { syncing: false, ready: false },
      indexStatus: () =>
        follower.head()?.index ?? { ...(follower.lastHead()?.index ?? UNKNOWN_STATUS), state: 'error' },
    },
    close: async () => {
      await follower.close();
      await pool.close();
    },
  };
}

/**
 * Serves the Explorer API from a database; see docs/SCALING.md.
 * @throws NodeError for a port or host that cannot be used
 */
export async function startReplica(
  { network, database, explorer }: ReplicaConfig,
  logger: Logger,
): Promise<RunningServer> {
  const replica = openReplica({ network, database, logger });
  try {
    const server = await startListening('explorer', explorer, () =>
      startExplorerApi(replica.context, explorer),
    );
    logger.info(`Answers come from ${describeDatabase(database)}, for ${network.name}`);
    logger.info({ url: server.url }, `Explorer API at ${server.url} (documentation at ${server.url}/docs)`);
    const warning = exposureWarning(explorer.host);
    if (warning !== undefined) logger.warn(warning);
    return {
      ...server,
      close: async () => {
        await server.close();
        await replica.close();
      },
    };
  } catch (error) {
    await replica.close();
    throw error;
  }
}

/** Presents the follower's tip and newest blocks as a chain, for event streams and entity tags. */
class ReplicaChain implements Pick<ChainReader, 'tip' | 'blockSummary' | 'subscribe' | 'onReorganized'> {
  readonly #follower: () => HeadFollower;
  readonly #listeners = new Set<(event: ChainEvent) => void>();
  readonly #onReorganized = new Set<(reorganization: Reorganization) => void>();

  constructor(follower: () => HeadFollower) {
    this.#follower = follower;
  }

  /** @throws ProjectionError while the database is unreachable */
  tip(): ChainTip | undefined {
    const head = this.#follower().head();
    if (head === undefined) throw new ProjectionError('storage_failed', 'the database is unreachable');
    return head.tip;
  }

  blockSummary(height: number): StoredBlockSummary | undefined {
    return this.#follower().block(height);
  }

  subscribe(listener: (event: ChainEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onReorganized(listener: (reorganization: Reorganization) => void): () => void {
    this.#onReorganized.add(listener);
    return () => void this.#onReorganized.delete(listener);
  }

  reportReorganization(reorganization: Reorganization): void {
    for (const listener of this.#onReorganized) listener(reorganization);
  }

  /** Reports the tip as a connected block, without its bytes, which the event stream does not need. */
  reportTip(): void {
    const tip = this.#follower().lastHead()?.tip;
    const block = tip && this.blockSummary(tip.height);
    if (block === undefined) return;
    for (const listener of this.#listeners) listener({ type: 'connected', block, raw: new Uint8Array() });
  }
}
