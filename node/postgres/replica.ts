import type { Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import { type ExplorerContext, type IndexStatus } from '../src/explorer-api/index.ts';
import { ReadingPool } from './reading-pool.ts';
import { BlockSliceReader } from './block-slice-reader.ts';
import { HeadFollower, type FollowerPace } from './head-follower.ts';
import { ReplicaChain } from './replica-chain.ts';
import { ReplicaReader } from './replica-reader.ts';

export interface ReplicaOptions {
  readonly network: Network;
  /** `postgres://…`; what it does not say comes from libpq's variables. */
  readonly database: string;
  readonly logger: Logger;
  /** Connections that requests share; 8 by default. */
  readonly connections?: number;
  /** For tests. */
  readonly pace?: FollowerPace;
}

/** What the Explorer API is served from where there is a database and no chain. */
export interface Replica {
  readonly context: ExplorerContext;
  close(): Promise<void>;
}

const CONNECTIONS = 8;

/** The status of an index before the first answer of its database. */
const UNKNOWN: IndexStatus = { state: 'error', indexedHeight: -1, targetHeight: -1, progress: 0 };

/**
 * Starts to follow a database, which need not be there yet: until it is, and whenever it is away, everything but the
 * documentation is answered with 503.
 */
export function openReplica({ network, database, logger, connections, pace }: ReplicaOptions): Replica {
  const pool = new ReadingPool(database, 'cairn explorer', connections ?? CONNECTIONS);
  const chain: ReplicaChain = new ReplicaChain(() => follower);
  const follower = new HeadFollower({
    url: database,
    chainId: network.chainId,
    logger,
    ...(pace && { pace }),
    onChange: () => chain.reportTip(),
  });
  return {
    context: {
      network,
      chain,
      reader: new ReplicaReader(pool, new BlockSliceReader(pool), follower, logger),
      isReplica: true,
      logger,
      nodeState: () => follower.head()?.node ?? { syncing: false, ready: false },
      indexStatus: () =>
        follower.head()?.index ?? { ...(follower.lastHead()?.index ?? UNKNOWN), state: 'error' },
    },
    close: async () => {
      await follower.close();
      await pool.close();
    },
  };
}
