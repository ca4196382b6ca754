/** `npm start`: node, gateway and website with a devnet, in one terminal. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged, walletBuild } from './lib/build.ts';
import { inRoot } from './lib/paths.ts';
import { isPortTaken } from './lib/port-probe.ts';
import { ProgramGroup } from './lib/process.ts';
import { parseStartOptions, PORTS, type StartOptions } from './lib/start-options.ts';
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
import { buildWebsite } from './lib/website.ts';

const COLOURS = { node: 33, gateway: 35, website: 36, start: 90 } as const;
type Source = keyof typeof COLOURS;

function say(source: Source, line: string): void {
  const label = source.padEnd(7);
  const painted = process.stdout.isTTY ? `\u001B[${COLOURS[source]}m${label}\u001B[0m` : label;
  process.stdout.write(`${painted} │ ${line}\n`);
}

/** Log lines that are always printed; info lines, such as one for each block, need `--verbose`. */
const NEEDS_ATTENTION = /\b(WARN|ERROR|FATAL)\b/;

/** Ports that another program uses, each with the flag that changes it. */
async function findTakenPorts(ports: SuitePorts): Promise<string[]> {
  const taken: string[] = [];
  for (const [name, { title }] of Object.entries(PORTS)) {
    const port = ports[name as keyof SuitePorts];
    if (await isPortTaken(port)) taken.push(`${port} (${title}: choose another with --${name}-port PORT)`);
  }
  return taken;
}

/** Removes the chain of an earlier start. @throws Error for a folder that does not look like a node's data directory */
function removeChain(dataDirectory: string): void {
  if (!existsSync(dataDirectory)) return;
  if (dataDirectory !== inRoot('.cairn/devnet') && !existsSync(join(dataDirectory, 'blocks'))) {
    throw new Error(`--fresh removes a node's data directory, and ${dataDirectory} does not look like one`);
  }
  rmSync(dataDirectory, { recursive: true });
  say('start', 'Removed the old chain; starting a new one.');
}

function nodeFlags(options: StartOptions): string[] {
  const demo = options.demoTraffic === 0 ? [] : ['--demo-traffic', `${options.demoTraffic}`];
  return ['--index', '--mine', '--mine-interval', `${options.mineInterval}`, ...demo];
}

/**
 * How to open the wallet: on a terminal the address with the launch secret. Output that is not a terminal may be a file
 * that others can read, so it gets the path of the launch file instead, which only the owner can read.
 */
function describeWallet(addresses: SuiteAddresses, { launchSecret }: StartOptions): string {
  if (!launchSecret) return `${addresses.gateway}/`;
  const file = pathToFileURL(addresses.launchFile).href;
  const note = `${' '.repeat(21)}opens the wallet in one browser, once; for another browser open ${file}`;
  if (process.stdout.isTTY) return `${readWalletAddress(addresses)}\n${note}`;
  return `${file}\n${' '.repeat(21)}opens the wallet at ${addresses.gateway}/; only you can read this file`;
}

/** The flag that `cairn devnet` needs for this folder; empty for the default folder. */
function dataDirectoryFlag({ dataDirectory }: StartOptions): string {
  if (dataDirectory === inRoot('.cairn/devnet')) return '';
  return ` --data-dir '${dataDirectory.replaceAll("'", String.raw`'\''`)}'`;
}

function describeMining({ mineInterval }: StartOptions): string {
  return mineInterval === 0
    ? 'a block arrives with each transfer.'
    : `a block arrives every ${mineInterval} s.`;
}

function printAddresses(options: StartOptions): void {
  const addresses = suiteAddresses(options.ports, options.dataDirectory);
  const flag = dataDirectoryFlag(options);
  const again = process.stdin.isTTY ? ' Press Enter to print this again.' : '';
  process.stdout.write(`
  Explorer website   ${addresses.website}
  Wallet             ${describeWallet(addresses, options)}
  Explorer API docs  ${addresses.explorerApi}/docs
  RPC                ${addresses.rpc}   (bearer token in ${addresses.tokenFile})

  Try first:
    Open the explorer: ${describeMining(options)}
    Open the wallet and import the public development accounts, 1,000,000 CRN each, by the phrase
      test test test test test test test test test test test junk
    Control the chain from another terminal, in this folder:
      npx cairn devnet mine 3${flag}
      npx cairn devnet snapshot${flag}
      npx cairn devnet advance 1h${flag}

  The chain is kept in ${options.dataDirectory}. Ctrl-C stops everything.${again}

`);
}

/** On a terminal, Enter prints the addresses again, with the wallet's current one-time address. */
function printAgainOnEnter(options: StartOptions): void {
  if (process.stdin.isTTY) process.stdin.on('data', () => printAddresses(options)).unref();
}

/** Starts the node first, because it may fail early, then builds changed pages and starts gateway and website. */
async function startSuite(options: StartOptions, group: ProgramGroup, signal: AbortSignal): Promise<'up'> {
  const { ports, dataDirectory, verbose } = options;
  const programOptions = (source: Source) => ({
    group,
    ports,
    dataDirectory,
    onLine: (line: string) => {
      if (verbose || NEEDS_ATTENTION.test(line)) say(source, line);
    },
  });
  await startDevnetNode(programOptions('node'), nodeFlags(options));
  say('start', `The node is up${verbose ? '' : ' (--verbose shows its log)'}.`);
  const onProgress = (line: string): void => say('start', line);
  await buildIfChanged(walletBuild(), onProgress, signal);
  await startGateway(programOptions('gateway'), options.launchSecret ? [] : ['--no-launch-secret']);
  const website = await buildWebsite(onProgress, signal);
  const urls = websiteUrls(suiteAddresses(ports, dataDirectory));
  await startWebsite(programOptions('website'), ports.website, website, urls);
  return 'up';
}

/** A second signal within this time is a duplicate, forwarded by npm or by the launcher. */
const DUPLICATE_MS = 250;

/** Resolves on the first signal. A later one kills all programs and exits at once. */
function waitForSignal(group: ProgramGroup): Promise<'signal'> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (firstAt === undefined) {
          firstAt = performance.now();
          resolve('signal');
        } else if (performance.now() - firstAt > DUPLICATE_MS) {
          group.kill(); // the programs have their own process groups and would outlive this process
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
    return first === 'signal' ? undefined : `${first.name} exited; stopping the rest.`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    building.abort();
  }
}

async function run(options: StartOptions): Promise<number> {
  const taken = await findTakenPorts(options.ports);
  if (taken.length > 0) {
    process.stderr.write(`Ports in use: ${taken.join(', ')}\n`);
    return 1;
  }
  if (options.fresh) removeChain(options.dataDirectory);
  const group = new ProgramGroup();
  const problem = await serve(options, group, waitForSignal(group));
  if (problem !== undefined) say('start', problem);
  say('start', 'Stopping …');
  const failed = await group.stop();
  for (const { name, code } of failed) say('start', `${name} exited with code ${code}.`);
  if (problem !== undefined || failed.length > 0) return 1;
  say('start', 'Stopped.');
  return 0;
}

try {
  // Exit explicitly: a program that never answered may have left open handles.
  process.exit(await run(parseStartOptions(process.argv.slice(2))));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
