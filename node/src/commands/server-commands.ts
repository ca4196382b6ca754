/** The commands that serve until a signal stops them. */
import { once } from 'node:events';
import { createLogger } from '@cairn/http/log';
import type { Logger } from 'pino';
import { readLogConfig, readNodeConfig, type Options, readReplicaConfig } from '../config.ts';
import { CHAIN_OPTIONS, LOG_OPTIONS, type CliCommand } from './command.ts';
import { listenForStop } from './terminal.ts';

/** `cairn start`: runs the node. */
export const startCommand: CliCommand = {
  name: 'start',
  summary: 'run the node',
  options: [
    ...CHAIN_OPTIONS,
    'explorerHost',
    'explorerPort',
    'websiteUrl',
    'rpcHost',
    'rpcPort',
    'p2pHost',
    'p2pPort',
    'peer',
    'bootstrap',
    'localPeers',
    'inboundPerNetwork',
    'mdns',
    'p2p',
    'metricsPort',
    'metricsHost',
    'mine',
    'mineInterval',
    'miner',
    'index',
    'noIndex',
    'demoTraffic',
    'load',
    'controlPort',
    'controlHost',
    'controlOrigin',
    ...LOG_OPTIONS,
  ],
  async run({ options }) {
    const config = readNodeConfig(options);
    const { startNode } = await import('../node.ts'); // the other commands need no web server
    await serveUntilStopped(options, (logger, signal, onFatal) =>
      startNode(config, { logger, signal, onFatal }),
    );
  },
};

/** `cairn explorer`: serves the Explorer API from a database that a node fills. */
export const explorerCommand: CliCommand = {
  name: 'explorer',
  summary: 'serve the Explorer API from a PostgreSQL database',
  options: ['network', 'database', 'explorerHost', 'explorerPort', 'websiteUrl', ...LOG_OPTIONS],
  async run({ options }) {
    const config = readReplicaConfig(options);
    const { startReplica } = await import('../../postgres/index.ts'); // the other commands need no database client
    await serveUntilStopped(options, (logger) => startReplica(config, logger));
  },
};

/** Starts a server and closes it at the first signal, which also aborts the start, or when it cannot go on. */
async function serveUntilStopped(
  options: Options,
  start: (
    logger: Logger,
    signal: AbortSignal,
    onFatal: (error: Error) => void,
  ) => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  const logger = createLogger(readLogConfig(options));
  const signal = listenForStop((name) => logger.info(`${name}: stopping; a second signal stops at once`));
  try {
    let fatal: Error | undefined;
    const ended = new AbortController();
    const server = await start(logger, signal, (error) => {
      fatal ??= error;
      ended.abort();
    });
    const ending = AbortSignal.any([signal, ended.signal]);
    if (!ending.aborted) await once(ending, 'abort');
    if (fatal === undefined) {
      await server.close();
      logger.info('Stopped.');
      return;
    }
    await server
      .close()
      .catch((error: unknown) => logger.warn({ err: error }, 'the node was not closed cleanly'));
    throw fatal;
  } catch (error) {
    if (error !== signal.reason) throw error;
    logger.info('Stopped while starting.');
  }
}
