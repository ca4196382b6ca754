import { readLogConfig, readNodeConfig } from '../config.ts';
import { createLogger } from '@cairn/http/log';
import { listenForStop, untilAborted } from './stop-signal.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn start`: runs the node until a signal stops it. */
export const startCommand: CliCommand = {
  name: 'start',
  summary: 'run the node',
  flags: [
    ...CHAIN_FLAGS,
    'explorer-host',
    'explorer-port',
    'rpc-host',
    'rpc-port',
    'p2p-host',
    'p2p-port',
    'peer',
    'bootstrap',
    'local-peers',
    'inbound-per-network',
    'no-mdns',
    'no-p2p',
    'metrics-port',
    'metrics-host',
    'mine',
    'mine-interval',
    'miner',
    'index',
    'no-index',
    'demo-traffic',
    ...LOG_FLAGS,
  ],
  async run({ settings, removeEarlySignalHandlers }) {
    const config = readNodeConfig(settings);
    // Loaded here because most commands need no web server.
    const { startNode } = await import('../node.ts');
    const logger = createLogger(readLogConfig(settings));
    const stop = listenForStop((name) => logger.info(`${name}: stopping; a second signal stops at once`));
    removeEarlySignalHandlers();
    try {
      const node = await startNode(config, { logger, signal: stop.signal });
      await untilAborted(stop.signal);
      await node.close();
      logger.info('Stopped.');
      return 0;
    } catch (error) {
      if (error !== stop.signal.reason) throw error;
      logger.info('Stopped while starting.');
      return 0;
    } finally {
      stop.release();
    }
  },
};
