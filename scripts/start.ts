/** `npm start`: a living devnet with everything, in one terminal. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged, walletBuild, websiteBuild } from './lib/build.ts';
import { inRoot } from './lib/paths.ts';
import { isPortTaken } from './lib/ports.ts';
import type { Program } from './lib/process.ts';
import {
  parseStartOptions,
  PORT_FLAGS,
  START_HELP,
  StartUsageError,
  type StartOptions,
} from './lib/start-options.ts';
import { startDevnetNode, startGateway, startWebsite, suiteAddresses, type SuitePorts } from './lib/suite.ts';

const COLOURS = { node: 33, gateway: 35, website: 36, start: 90 } as const;
type Source = keyof typeof COLOURS;

function say(source: Source, line: string): void {
  const label = source.padEnd(7);
  const painted = process.stdout.isTTY ? `\u001B[${COLOURS[source]}m${label}\u001B[0m` : label;
  process.stdout.write(`${painted} │ ${line}\n`);
}

/** Refuses to start beside something that holds one of the ports. */
async function findTakenPorts(ports: SuitePorts): Promise<string[]> {
  const taken: string[] = [];
  for (const [name, { flag, title }] of Object.entries(PORT_FLAGS)) {
    const port = ports[name as keyof SuitePorts];
    if (await isPortTaken(port)) taken.push(`${port} (${title}: choose another with --${flag} PORT)`);
  }
  return taken;
}

/** Removes the chain of an earlier start, and only what is recognizably one. */
function removeChain(dataDirectory: string): void {
  if (!existsSync(dataDirectory)) return;
  if (dataDirectory !== inRoot('.cairn/devnet') && !existsSync(join(dataDirectory, 'blocks'))) {
    throw new Error(`--fresh removes a node's data directory, and ${dataDirectory} does not look like one`);
  }
  rmSync(dataDirectory, { recursive: true });
  say('start', 'The chain of the last start was removed; a new one begins.');
}

function nodeFlags(options: StartOptions): string[] {
  const demo = options.demoTraffic === '0' ? [] : ['--demo-traffic', options.demoTraffic];
  return ['--mine', '--mine-interval', options.mineInterval, ...demo];
}

function printAddresses(options: StartOptions): void {
  const addresses = suiteAddresses(options.ports, options.dataDirectory);
  process.stdout.write(`
  Explorer website   ${addresses.website}
  Wallet             ${addresses.gateway}
  Explorer API docs  ${addresses.explorerApi}/docs
  RPC                ${addresses.rpc}   (bearer token in ${addresses.tokenFile})

  The chain stays in ${options.dataDirectory}. Ctrl-C stops everything.

`);
}

/** Starts the pieces one after another; `started` grows as they come up, so that a failure can stop them. */
async function startSuite(options: StartOptions, started: Program[]): Promise<void> {
  const { ports, dataDirectory } = options;
  const addresses = suiteAddresses(ports, dataDirectory);
  const website = websiteBuild(addresses.explorerApi);
  for (const build of [walletBuild(), website]) buildIfChanged(build, (line) => say('start', line));
  const lines = (source: Source) => (line: string) => say(source, line);
  started.push(await startDevnetNode({ ports, dataDirectory, onLine: lines('node') }, nodeFlags(options)));
  started.push(await startGateway({ ports, dataDirectory, onLine: lines('gateway') }));
  started.push(await startWebsite(ports.website, website.output, lines('website')));
}

/** Resolves on the first Ctrl-C or termination; a second one ends this process at once. */
function waitForSignal(): Promise<'signal'> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve('signal');
      });
    }
  });
}

/** Stops the pieces, the last started first, so that nothing loses what it depends on. */
async function stopAll(started: Program[]): Promise<boolean> {
  let clean = true;
  for (const program of started.toReversed()) {
    const code = await program.stop();
    if (code !== 0) {
      clean = false;
      say('start', `${program.name} ended with code ${code}.`);
    }
  }
  return clean;
}

async function run(options: StartOptions): Promise<number> {
  const taken = await findTakenPorts(options.ports);
  if (taken.length > 0) {
    process.stderr.write(`Taken: ${taken.join(', ')}\n`);
    return 1;
  }
  if (options.fresh) removeChain(options.dataDirectory);
  const signalled = waitForSignal();
  const started: Program[] = [];
  const outcome = await Promise.race([
    signalled,
    startSuite(options, started).then(() => 'up' as const),
  ]).catch((error: Error) => error);
  let failed = outcome instanceof Error;
  if (outcome instanceof Error) say('start', outcome.message);
  if (outcome === 'up') {
    printAddresses(options);
    const ended = started.map((program) => program.exited.then(() => program));
    const first = await Promise.race([signalled, ...ended]);
    if (first !== 'signal') {
      failed = true;
      say('start', `${first.name} ended by itself; stopping the rest.`);
    }
  }
  say('start', 'Stopping …');
  const clean = await stopAll(started);
  if (clean && !failed) say('start', 'Stopped.');
  return clean && !failed ? 0 : 1;
}

try {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(`${START_HELP}\n`);
  // Whatever a stopped start-up still has open (a piece that never answered) must not keep the terminal.
  process.exit(options.help ? 0 : await run(options));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(error instanceof StartUsageError ? 2 : 1);
}
