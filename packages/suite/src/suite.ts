import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findNetworkByTitle, formatCoins, getNetwork, type Network } from '@cairn/protocol';
import { PROGRAMS } from '#programs';
import { findFreePort } from './ports.ts';
import {
  waitUntilAnswering,
  waitUntilListening,
  waitUntilWritten,
  type Program,
  type ProgramGroup,
} from './process.ts';
import { websiteEnvironment, type WebsiteUrls } from './website.ts';

/** The loopback ports of the whole suite. */
export interface SuitePorts {
  readonly explorer: number;
  readonly rpc: number;
  readonly p2p: number;
  readonly gateway: number;
  readonly website: number;
}

/** Free ports for a suite of its own. */
export async function findSuitePorts(): Promise<SuitePorts> {
  const names = ['explorer', 'rpc', 'p2p', 'gateway', 'website'] as const;
  const found = await Promise.all(names.map(async (name) => [name, await findFreePort()] as const));
  return Object.fromEntries(found) as Record<(typeof names)[number], number>;
}

/** Addresses of the suite's programs. */
export interface SuiteAddresses {
  readonly explorerApi: string;
  readonly rpc: string;
  readonly gateway: string;
  readonly website: string;
  /** File that holds the RPC's bearer token. */
  readonly tokenFile: string;
  /** Page that opens the wallet: it contains the address with the valid launch secret. */
  readonly launchFile: string;
}

/** Options of every program of the suite. */
export interface SuiteProgramOptions {
  /** Group that stops the program. */
  readonly group: ProgramGroup;
  readonly ports: SuitePorts;
  readonly dataDirectory: string;
  /** Called with each line of output. */
  readonly onLine?: (line: string) => void;
}

/** Path of the socket that controls a devnet node. */
export function controlSocket(dataDirectory: string): string {
  return join(dataDirectory, 'control.sock');
}

/** File of a devnet's development accounts, if they are not the public ones. */
export function accountsFile(dataDirectory: string): string {
  return join(dataDirectory, 'development-accounts.json');
}

/** The network of a data directory; devnet for one that is still to be made. */
export function networkIn(dataDirectory: string): Network {
  const file = join(dataDirectory, 'network');
  const found = existsSync(file) ? findNetworkByTitle(readFileSync(file, 'utf8').trim()) : undefined;
  return found ?? getNetwork('devnet');
}

/** The addresses that follow from the ports. */
export function suiteAddresses(ports: SuitePorts, dataDirectory: string): SuiteAddresses {
  return {
    explorerApi: `http://127.0.0.1:${ports.explorer}`,
    rpc: `http://127.0.0.1:${ports.rpc}`,
    gateway: `http://127.0.0.1:${ports.gateway}`,
    website: `http://127.0.0.1:${ports.website}`,
    tokenFile: join(dataDirectory, 'rpc.token'),
    launchFile: join(dataDirectory, `wallet-${ports.gateway}.html`),
  };
}

/** Addresses that the suite's website uses. */
export function websiteUrls({ explorerApi, gateway }: SuiteAddresses): WebsiteUrls {
  return { api: explorerApi, wallet: gateway };
}

/**
 * The one-time address that opens the wallet. Anyone who has it can use the node, so do not log it.
 * @throws Error if the gateway runs without a launch secret
 */
export function readWalletAddress({ launchFile }: Pick<SuiteAddresses, 'launchFile'>): string {
  const address = /href="(?<address>[^"]+)"/.exec(readFileSync(launchFile, 'utf8'))?.groups?.['address'];
  if (address === undefined) throw new Error(`no address in ${launchFile}`);
  return address;
}

type FlagValue = string | number | boolean | readonly string[] | undefined;

/** Arguments of a command: `--name` for true, `--name value` for a value and for each of several, nothing for false and undefined. */
export function flags(values: Readonly<Record<string, FlagValue>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || typeof value === 'boolean') return value ? [`--${name}`] : [];
    return [value].flat().flatMap((one) => [`--${name}`, `${one}`]);
  });
}

/** Development accounts of a new chain; a folder that has these accounts is gone on with. */
export interface AccountOptions {
  readonly accounts?: number | undefined;
  /** Pebbles of each. */
  readonly balance?: bigint | undefined;
  /** Their phrase, instead of the public one. */
  readonly mnemonic?: string | undefined;
}

export function accountFlags({ accounts, balance, mnemonic }: AccountOptions): string[] {
  return flags({ accounts, balance: balance === undefined ? undefined : formatCoins(balance), mnemonic });
}

/**
 * Starts a devnet node and waits until its interfaces answer, the control socket as the last one.
 * @param extra further flags of `cairn start`
 */
export async function startDevnetNode(
  options: SuiteProgramOptions,
  extra: readonly string[],
): Promise<Program> {
  const { group, ports, dataDirectory, ...more } = options;
  const addresses = suiteAddresses(ports, dataDirectory);
  const program = group.start({
    name: 'node',
    argv: [
      PROGRAMS.node,
      'start',
      ...flags({
        network: 'devnet',
        'data-dir': dataDirectory,
        'explorer-port': ports.explorer,
        'rpc-port': ports.rpc,
        'p2p-port': ports.p2p,
        'website-url': addresses.website,
        // Do not join another devnet on the local network.
        'no-mdns': true,
      }),
      ...extra,
    ],
    ...more,
  });
  await waitUntilAnswering(program, `${addresses.explorerApi}/health`);
  await waitUntilAnswering(program, `${addresses.rpc}/health`);
  await waitUntilListening(program, controlSocket(dataDirectory));
  return program;
}

/**
 * Starts the gateway in front of the node's RPC, and waits until the wallet page answers and the launch file is
 * written. The gateway writes the file after it listens, because the file contains its address.
 * @param extra further flags of `cairn-gateway`
 */
export async function startGateway(
  options: SuiteProgramOptions,
  extra: readonly string[] = [],
): Promise<Program> {
  const { group, ports, dataDirectory, ...more } = options;
  const addresses = suiteAddresses(ports, dataDirectory);
  const accounts = accountsFile(dataDirectory);
  // A killed gateway leaves a file with an invalid address.
  rmSync(addresses.launchFile, { force: true });
  const program = group.start({
    name: 'gateway',
    argv: [
      PROGRAMS.gateway,
      ...flags({
        'node-rpc': addresses.rpc,
        'token-file': addresses.tokenFile,
        port: ports.gateway,
        network: networkIn(dataDirectory).name,
        'explorer-url': addresses.website,
        'launch-file': addresses.launchFile,
        'development-accounts': existsSync(accounts) ? accounts : undefined,
      }),
      ...extra,
    ],
    ...more,
  });
  await waitUntilAnswering(program, `${addresses.gateway}/`);
  if (!extra.includes('--no-launch-secret')) await waitUntilWritten(program, addresses.launchFile);
  return program;
}

/**
 * Serves a built website and waits until it answers.
 * @param output folder of the build
 * @param urls addresses that its pages use; without them they are a preview without data
 */
export async function startWebsite(
  { group, ...more }: Pick<SuiteProgramOptions, 'group' | 'onLine'>,
  port: number,
  output: string,
  urls: WebsiteUrls | undefined,
): Promise<Program> {
  const program = group.start({
    name: 'website',
    argv: [PROGRAMS.website],
    env: { HOST: '127.0.0.1', PORT: `${port}`, ...websiteEnvironment(output, urls) },
    ...more,
  });
  await waitUntilAnswering(program, `http://127.0.0.1:${port}/`);
  return program;
}
