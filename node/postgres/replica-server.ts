import type { RunningServer } from '@cairn/http';
import type { Logger } from 'pino';
import type { ReplicaConfig } from '../src/config.ts';
import { startExplorerApi } from '../src/explorer-api/index.ts';
import { openReplica } from './replica.ts';
import { listening, publicationNotice } from '../src/startup/listening.ts';
import { describeDatabase } from './connection.ts';

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
    const server = await listening('explorer', explorer, () => startExplorerApi(replica.context, explorer));
    logger.info(`Answers come from ${describeDatabase(database)}, for ${network.name}`);
    logger.info({ url: server.url }, `Explorer API at ${server.url} (documentation at ${server.url}/docs)`);
    const notice = publicationNotice(explorer.host);
    if (notice !== undefined) logger.warn(notice);
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
