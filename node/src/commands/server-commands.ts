/** The commands that serve until a signal stops them. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { createLogger } from '@cairn/http/log';
import type { Logger } from 'pino';
import { readLogConfig, readNodeConfig, type Options, readReplicaConfig } from '../config.ts';
import { waitForRoom } from '../startup/free-space.ts';
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
    'fork',
    'fresh',
    'load',
    'fund',
    'accounts',
    'balance',
    'mnemonic',
    'controlPort',
    'controlHost',
    'controlOrigin',
    ...LOG_OPTIONS,
  ],
  async run({ options }) {
    const config = readNodeConfig(options);
    const { startNode } = await import('../node.ts'); // the other commands need no web server
    await serveUntilStopped(options, async (logger, signal, onFatal) => {
      await waitForRoom(config.dataDirectory, logger, signal);
      return startNode(config, { logger, signal, onFatal });
    });
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

/**
 * Starts a server, and closes it at the first signal or when it cannot go on; both abort a start.
 * @param closeMs how long closing may take after a fatal error
 * @throws the fatal error once the server is closed, or cannot be in that time: the process ends anyway
 */
export async function serveUntilStopped(
  options: Options,
  start: (
    logger: Logger,
    signal: AbortSignal,
    onFatal: (error: Error) => void,
  ) => Promise<{ close(): Promise<void> }>,
  closeMs = 10_000,
): Promise<void> {
  const logger = createLogger(readLogConfig(options));
  const stop = listenForStop((name) => logger.info(`${name}: stopping; a second signal stops at once`));
  const fatal = new AbortController();
  const end = AbortSignal.any([stop, fatal.signal]);
  const tooLate = waitForAbort(fatal.signal).then(() => setTimeout(closeMs));
  const serve = async (): Promise<void> => {
    const server = await start(logger, end, (error) => fatal.abort(error));
    await waitForAbort(end);
    await server.close();
  };
  try {
    await Promise.race([serve(), tooLate]);
    if (!fatal.signal.aborted) logger.info('Stopped.');
  } catch (error) {
    if (fatal.signal.aborted) logger.warn({ err: error }, 'the node was not closed cleanly');
    else if (error === stop.reason) logger.info('Stopped while starting.');
    else throw error;
  }
  fatal.signal.throwIfAborted();
}

async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
