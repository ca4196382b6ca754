/** The program `cairn-gateway`, which `bin/cairn-gateway.mjs` starts. */
import { setImmediate } from 'node:timers/promises';
import { createLogger } from '@cairn/http/log';
import { VERSION } from '@cairn/http/version';
import { isLastingError, TokenFileError } from '@cairn/token-file';
import { CommanderError } from 'commander';
import { StartError } from './errors.ts';
import { openGateway } from './gateway.ts';
import { readSettings, type GatewaySettings } from './settings.ts';

/**
 * Reads flags and environment, and serves until a stop signal. Prints a failure as one line.
 * @param argv the arguments after the script's name
 * @returns the exit code
 */
export async function main(argv: readonly string[]): Promise<number> {
  await setImmediate(); // handles a signal that arrived while loading blocked the event loop
  try {
    await serve(readSettings(argv), waitForSignal());
    return 0;
  } catch (error) {
    const isUsage = error instanceof CommanderError;
    if (isUsage && error.exitCode === 0) return 0; // help
    const isExpected = isUsage || error instanceof StartError || error instanceof TokenFileError;
    const message = (error as Error).message.replace(/^error: /, ''); // commander's
    process.stderr.write(`cairn-gateway: ${isExpected ? message : `unexpected failure: ${message}`}\n`);
    if (error instanceof StartError) return error.exitCode;
    return isUsage || isLastingError(error) ? 2 : 1;
  }
}

async function serve(settings: GatewaySettings, signalled: Promise<string>): Promise<void> {
  const logger = createLogger({ format: settings.logFormat, level: settings.logLevel });
  // Other output may end up in a file that others can read.
  const isTerminal = process.stdout.isTTY && settings.logFormat === 'pretty';
  const showLaunch = isTerminal ? (lines: string) => void process.stdout.write(lines) : undefined;
  const gateway = await openGateway({ ...settings, logger, showLaunch });
  logger.info(`cairn-gateway ${VERSION} on Node ${process.versions.node}`);
  logger.info(`wallet at ${gateway.origin}/ for the node at ${settings.nodeRpc}`);
  logger.info(`stopping on ${await signalled}`);
  await gateway.close();
}

/** Resolves with the name of the first stop signal. A second one exits the process at once, with code 1. */
function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    let isFirst = true;
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'])
      process.on(name, () => {
        if (!isFirst) process.exit(1);
        isFirst = false;
        resolve(name);
      });
  });
}
