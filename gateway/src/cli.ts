/** `cairn-gateway`: reads flags and environment once, serves until SIGTERM, SIGINT or SIGHUP. */
import { TokenFileError } from '@cairn/token-file';
import type { Logger } from 'pino';
import { openGateway } from './gateway.ts';
import { OwnerAnnouncer } from './launch/owner-announcer.ts';
import { createLogger } from './log.ts';
import { HelpShown, readSettings, UsageError, type GatewaySettings } from './settings.ts';
import { StartError } from './start-error.ts';

async function serve(settings: GatewaySettings): Promise<void> {
  const logger = createLogger(settings.logFormat, settings.logLevel);
  const { network, explorerUrl, ...options } = settings;
  const signalled = waitForSignal();
  const page = { network, explorer_url: explorerUrl };
  const launch = settings.launchSecret ? createAnnouncer(settings, logger) : undefined;
  const gateway = await openGateway({ ...options, page, launch, logger });
  const { host, port } = settings.node;
  logger.info(`wallet at ${gateway.origin}/ for the node at ${host} port ${port}`);
  const signal = await signalled;
  logger.info(`stopping on ${signal}`);
  await gateway.close();
}

/** What is printed on a terminal is gone with it; anywhere else it may end up in a file that others can read. */
function createAnnouncer({ launchFile, tokenFile, logFormat }: GatewaySettings, logger: Logger) {
  const onTerminal = process.stdout.isTTY && logFormat === 'pretty';
  const show = onTerminal ? (lines: string) => void process.stdout.write(lines) : undefined;
  return new OwnerAnnouncer({ launchFile, tokenFile, show, log: (line) => logger.info(line) });
}

/** Resolves on the first signal to stop; a second one ends the process at once. */
function waitForSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let asked = false;
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (asked) process.exit(1);
      asked = true;
      resolve(name);
    });
  }
  return promise;
}

/** One line for the terminal: what is expected to go wrong speaks for itself, the rest is named as what it is. */
function describeFailure(error: unknown): string {
  if (error instanceof StartError || error instanceof TokenFileError || error instanceof UsageError) {
    return error.message;
  }
  return `unexpected failure: ${(error as Error).message}`;
}

try {
  await serve(readSettings(process.argv.slice(2)));
  process.exit(0);
} catch (error) {
  if (error instanceof HelpShown) process.exit(0);
  process.stderr.write(`cairn-gateway: ${describeFailure(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
