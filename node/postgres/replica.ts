import { VERSION } from '@cairn/http/version';
import type { RunningServer } from '@cairn/http';
import type { Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { ReplicaConfig } from '../src/config.ts';
import { digestTransactions, WholeBlocks } from '@cairn/chain';
import { startExplorerApi, type ExplorerContext } from '../src/explorer-api/index.ts';
import { type Ask, IndexReader, ProjectionError } from '@cairn/chain/projection';
import { exposureWarning, startListening } from '../src/startup/listening.ts';
import { describeDatabase } from './connection.ts';
import { Follower } from './follower.ts';
import { PostgresReadingEngine } from './reading-engine.ts';
import { ReplicaReader } from './replica-reader.ts';

interface ReplicaOptions {
  readonly network: Network;
  /** `postgres://…`; libpq's variables complete it. */
  readonly database: string;
  readonly logger: Logger;
  /** For tests. */
  readonly pollMs?: number;
}

/** The parts that serve an Explorer API from a database, without a chain. */
export interface Replica {
  readonly context: ExplorerContext;
  close(): Promise<void>;
}

/** Connections that requests share. */
const CONNECTIONS = 8;

/** Starts to follow a database. While the database is unreachable, every answer but the documentation is a 503. */
export function openReplica({ network, database, logger, pollMs }: ReplicaOptions): Replica {
  const { chainId } = network;
  const follower = new Follower({ url: database, chainId, logger, pollMs });
  const engine = new PostgresReadingEngine(database, 'cairn explorer', CONNECTIONS);
  const ask = askerAt(follower, engine);
  const index = new IndexReader(engine.dialect, ask);
  const wholeBlocks = new WholeBlocks(async (transactions) => digestTransactions(transactions));
  return {
    context: {
      network,
      chain: follower,
      reader: (request) => new ReplicaReader(ask, wholeBlocks, follower, request),
      index: () => index,
      version: VERSION,
      isReplica: true,
      logger,
      nodeState: () => follower.nodeState(),
      indexStatus: () => follower.indexStatus(),
    },
    close: async () => {
      await follower.close();
      await engine.close();
    },
  };
}

/** Changes of the tip during one answer after which that is refused: with a change every 10 ms none is. */
const ATTEMPTS = 5;

/** Asks until the answer is of the tip that the follower presents: rows, confirmations and entity tag are then of one tip. */
function askerAt(follower: Follower, engine: PostgresReadingEngine): Ask {
  return async (question, parameters) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await engine.ask(question, parameters);
      if (answer.state.block_id === (follower.view.tip?.id ?? '')) return answer;
      await follower.poll();
    }
    throw new ProjectionError('unanswered', 'the database changes faster than it is read');
  };
}

/**
 * Serves the Explorer API from a database; see docs/SCALING.md.
 * @throws NodeError for a port or host that cannot be used
 */
export async function startReplica(
  { network, database, explorer, websiteUrl }: ReplicaConfig,
  logger: Logger,
): Promise<RunningServer> {
  const replica = openReplica({ network, database, logger });
  try {
    const server = await startListening('explorer', explorer, () =>
      startExplorerApi({ ...replica.context, websiteUrl }, explorer),
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
