/** The program `cairn-gateway`; `bin/cairn-gateway.mjs` starts it and handles signals. */
import { createLogger } from '@cairn/http/log';
import { TokenFileError } from '@cairn/token-file';
import type { Logger } from 'pino';
import { openGateway } from './gateway.ts';
import { OwnerAnnouncer } from './launch/launch-file.ts';
import { readSettings, type GatewaySettings } from './settings.ts';
import { HelpShown, StartError, UsageError } from './start-error.ts';

/** Registers the function to call on each stop signal (SIGTERM, SIGINT, SIGHUP). */
export type OnSignal = (stop: (signal: string) => void) => void;

/**
 * Reads flags and environment, and serves until a stop signal. Prints a failure as one line.
 * @param argv the arguments after the script's name
 * @returns the exit code
 */
export async function main(argv: readonly string[], onSignal: OnSignal): Promise<number> {
  try {
    await serve(readSettings(argv), waitForSignal(onSignal));
    return 0;
  } catch (error) {
    if (error instanceof HelpShown) return 0;
    process.stderr.write(`cairn-gateway: ${describeFailure(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function serve(settings: GatewaySettings, signalled: Promise<string>): Promise<void> {
  const { network, explorerUrl, node } = settings;
  const logger = createLogger(settings.log);
  const page = { network, explorer_url: explorerUrl };
  const launch = settings.launchSecret ? createAnnouncer(settings, logger) : undefined;
  const gateway = await openGateway({ ...settings, page, launch, logger });
  logger.info(`wallet at ${gateway.origin}/ for the node at ${node.host} port ${node.port}`);
  logger.info(`stopping on ${await signalled}`);
  await gateway.close();
}

/** Creates the announcer. It prints the address only on a terminal: other output may go to a file that others can read. */
function createAnnouncer({ launchFile, tokenFile, log }: GatewaySettings, logger: Logger): OwnerAnnouncer {
  const onTerminal = process.stdout.isTTY && log.format === 'pretty';
  const show = onTerminal ? (lines: string) => void process.stdout.write(lines) : undefined;
  return new OwnerAnnouncer({ launchFile, tokenFile, show, log: (line) => logger.info(line) });
}

/** Resolves with the name of the first signal. A second signal exits the process at once, with code 1. */
function waitForSignal(onSignal: OnSignal): Promise<string> {
  return new Promise((resolve) => {
    onSignal((signal) => {
      onSignal(() => process.exit(1));
      resolve(signal);
    });
  });
}

function describeFailure(error: unknown): string {
  const { message } = error as Error;
  const isExpected = error instanceof StartError || error instanceof TokenFileError;
  return isExpected ? message : `unexpected failure: ${message}`;
}
