/** `npm start`: a living devnet with everything, in one terminal. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged, walletBuild } from './lib/build.ts';
import { inRoot } from './lib/paths.ts';
import { isPortTaken } from './lib/port-probe.ts';
import { ProgramGroup } from './lib/process.ts';
import {
  parseStartOptions,
  PORT_FLAGS,
  START_HELP,
  StartUsageError,
  type StartOptions,
} from './lib/start-options.ts';
import {
  readWalletAddress,
  startDevnetNode,
  startGateway,
  startWebsite,
  suiteAddresses,
  websiteUrls,
  type SuiteAddresses,
  type SuitePorts,
} from './lib/suite.ts';
import { buildWebsite, copyWebsite } from './lib/website.ts';

const COLOURS = { node: 33, gateway: 35, website: 36, start: 90 } as const;
type Source = keyof typeof COLOURS;

function say(source: Source, line: string): void {
  const label = source.padEnd(7);
  const painted = process.stdout.isTTY ? `\u001B[${COLOURS[source]}m${label}\u001B[0m` : label;
  process.stdout.write(`${painted} │ ${line}\n`);
}

/** A line of a log that needs attention: info lines, a line for each block among them, come with `--verbose` only. */
const NEEDS_ATTENTION = /\b(WARN|ERROR|FATAL)\b/;

/** Refuses to start beside something that holds one of the ports. */
async function findTakenPorts(ports: SuitePorts): Promise<string[]> {
  const taken: string[] = [];
  for (const [name, { flag, title }] of Object.entries(PORT_FLAGS)) {
    const port = ports[name as keyof SuitePorts];
    if (await isPortTaken(port)) taken.push(`${port} (${title}: choose another with --${flag} PORT)`);
  }
  return taken;
}

/** Removes the chain of an earlier start; refuses a folder that is not recognizably one. */
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
  return ['--index', '--mine', '--mine-interval', options.mineInterval, ...demo];
}

/**
 * How the wallet is opened with one click: on a terminal by the address with the launch secret. Output that may end up
 * in a file, which others may read, names the file that only the owner may read instead.
 */
function describeWallet(addresses: SuiteAddresses, { launchSecret }: StartOptions): string {
  if (!launchSecret) return `${addresses.gateway}/`;
  const file = pathToFileURL(addresses.launchFile).href;
  const anyTime = `${' '.repeat(21)}lets a browser in once; for another one open ${file}`;
  if (process.stdout.isTTY) return `${readWalletAddress(addresses)}\n${anyTime}`;
  return `${file}\n${' '.repeat(21)}redirects to ${addresses.gateway}/ and lets the browser in; only you can read it`;
}

/** `cairn devnet` finds the usual folder by itself. */
function dataDirectoryFlag({ dataDirectory }: StartOptions): string {
  if (dataDirectory === inRoot('.cairn/devnet')) return '';
  return ` --data-dir '${dataDirectory.replaceAll("'", String.raw`'\''`)}'`;
}

function describeMining({ mineInterval }: StartOptions): string {
  return mineInterval === '0'
    ? 'a block arrives with each transfer.'
    : `a block arrives every ${mineInterval} s.`;
}

function printAddresses(options: StartOptions): void {
  const addresses = suiteAddresses(options.ports, options.dataDirectory);
  const folder = dataDirectoryFlag(options);
  const again = process.stdin.isTTY ? ' Enter prints this again.' : '';
  process.stdout.write(`
  Explorer website   ${addresses.website}
  Wallet             ${describeWallet(addresses, options)}
  Explorer API docs  ${addresses.explorerApi}/docs
  RPC                ${addresses.rpc}   (bearer token in ${addresses.tokenFile})

  Try first:
    Open the explorer: ${describeMining(options)}
    Open the wallet and import the public development accounts, 1,000,000 CRN each, by the phrase
      test test test test test test test test test test test junk
    Play the chain from another terminal, in this folder:
      npx cairn devnet mine 3${folder}
      npx cairn devnet snapshot${folder}
      npx cairn devnet advance 1h${folder}

  The chain stays in ${options.dataDirectory}. Ctrl-C stops everything.${again}

`);
}

/** On a terminal, Enter prints the addresses again: with the wallet's, which lets a browser in once, as it is then. */
function printAgainOnEnter(options: StartOptions): void {
  if (process.stdin.isTTY) process.stdin.on('data', () => printAddresses(options)).unref();
}

/** Starts the node, which is up at once or reports why not, builds the changed pages, and starts the rest. */
async function startSuite(options: StartOptions, group: ProgramGroup, signal: AbortSignal): Promise<'up'> {
  const { ports, dataDirectory, verbose } = options;
  const piece = (source: Source) => ({
    group,
    ports,
    dataDirectory,
    onLine: (line: string) => {
      if (verbose || NEEDS_ATTENTION.test(line)) say(source, line);
    },
  });
  await startDevnetNode(piece('node'), nodeFlags(options));
  say('start', `The node is up${verbose ? '' : ' (--verbose shows what it says)'}.`);
  const sayBuild = (line: string): void => say('start', line);
  await buildIfChanged(walletBuild(), sayBuild, signal);
  await startGateway(piece('gateway'), options.launchSecret ? [] : ['--no-launch-secret']);
  const folder = inRoot('.cairn', `website-${ports.explorer}`);
  copyWebsite(
    await buildWebsite(sayBuild, signal),
    websiteUrls(suiteAddresses(ports, dataDirectory)),
    folder,
  );
  await startWebsite(piece('website'), ports.website, folder);
  return 'up';
}

/** A second signal this soon is the first one's echo: npm and the launcher pass on what reached this process too. */
const ECHO_MILLISECONDS = 250;

/** Resolves on the first Ctrl-C or termination; a second one ends everything at once. */
function waitForSignal(group: ProgramGroup): Promise<'signal'> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (askedAt === undefined) {
          askedAt = performance.now();
          resolve('signal');
        } else if (performance.now() - askedAt > ECHO_MILLISECONDS) {
          group.kill(); // the programs have process groups of their own and would outlive this one
          process.exit(1);
        }
      });
    }
  });
}

/** Runs the suite until it ends. @returns an error line if it ended without a signal */
async function serve(
  options: StartOptions,
  group: ProgramGroup,
  signalled: Promise<'signal'>,
): Promise<string | undefined> {
  const building = new AbortController();
  try {
    const outcome = await Promise.race([signalled, startSuite(options, group, building.signal)]);
    if (outcome === 'signal') return undefined;
    printAddresses(options);
    printAgainOnEnter(options);
    const first = await Promise.race([signalled, group.firstToEnd()]);
    return first === 'signal' ? undefined : `${first.name} ended by itself; stopping the rest.`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    building.abort();
  }
}

async function run(options: StartOptions): Promise<number> {
  const taken = await findTakenPorts(options.ports);
  if (taken.length > 0) {
    process.stderr.write(`Taken: ${taken.join(', ')}\n`);
    return 1;
  }
  if (options.fresh) removeChain(options.dataDirectory);
  const group = new ProgramGroup();
  const problem = await serve(options, group, waitForSignal(group));
  if (problem !== undefined) say('start', problem);
  say('start', 'Stopping …');
  const failed = await group.stop();
  for (const { name, code } of failed) say('start', `${name} ended with code ${code}.`);
  if (problem !== undefined || failed.length > 0) return 1;
  say('start', 'Stopped.');
  return 0;
}

try {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(`${START_HELP}\n`);
  // Open handles of a stopped start-up (a piece that never answered) must not keep the terminal.
  process.exit(options.help ? 0 : await run(options));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(error instanceof StartUsageError ? 2 : 1);
}
