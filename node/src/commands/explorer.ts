import { readLogConfig, readReplicaConfig } from '../config.ts';
import { createLogger } from '@cairn/http/log';
import { listenForStop, untilAborted } from './stop-signal.ts';
import { LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn explorer`: serves the Explorer API from a database that a node fills, until a signal stops it. */
export const explorerCommand: CliCommand = {
  name: 'explorer',
  summary: 'serve the Explorer API from a PostgreSQL database',
  flags: ['network', 'database', 'explorer-host', 'explorer-port', ...LOG_FLAGS],
  async run({ settings, removeEarlySignalHandlers }) {
    const config = readReplicaConfig(settings);
    // Loaded here because most commands need neither a web server nor a database client.
    const { startReplica } = await import('../../postgres/index.ts');
    const logger = createLogger(readLogConfig(settings));
    const stop = listenForStop((name) => logger.info(`${name}: stopping; a second signal stops at once`));
    removeEarlySignalHandlers();
    try {
      const replica = await startReplica(config, logger);
      await untilAborted(stop.signal);
      await replica.close();
      logger.info('Stopped.');
      return 0;
    } finally {
      stop.release();
    }
  },
};
