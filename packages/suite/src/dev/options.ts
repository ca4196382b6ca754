import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEVNET_LIMITS, readWeather } from '@cairn/api/devnet';
import { parseCoins } from '@cairn/protocol';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readForkFile } from '../fork-file.ts';
import { requireDistinctPorts, wholeNumber } from '../options.ts';
import type { AccountOptions, SuitePorts } from '../suite.ts';

/** Options of `cairn dev` and `npm start`. As many of the accounts are printed with their keys; all if the folder has its own. */
export interface DevOptions extends AccountOptions {
  /** Begins a new chain, which takes the place of the one in the folder. */
  readonly fresh: boolean;
  /** Prints every line of node, gateway and website, not only warnings and errors. */
  readonly verbose: boolean;
  /** Prints errors only, and the line of `json`. */
  readonly quiet: boolean;
  /** Prints the addresses as one line of JSON and, apart from errors, nothing else. */
  readonly json: boolean;
  /** If true, opening the wallet requires the printed address; if false, its port is enough. */
  readonly launchSecret: boolean;
  /** Absolute path of the folder with the devnet's chain. */
  readonly dataDirectory: string;
  readonly ports: SuitePorts;
  /** Seconds between blocks; 0 mines as soon as a transaction is pending. */
  readonly blockTime: number;
  /** What happens on the devnet, instead of regular blocks. */
  readonly weather?: Weather;
  /** Number of transfers among development accounts 5–9 in each block; 0 for none. */
  readonly demoTraffic: number;
  /** Where the devnet is controlled over TCP; absent for a free port on loopback, which the explorer's pages alone may call. */
  readonly control?: ControlOptions;
  /** Payments from a development account at the start, each `ADDRESS:AMOUNT`; the node checks them. */
  readonly fund: readonly string[];
  /** Absolute path of a file of `cairn export` whose chain the devnet continues. */
  readonly fork?: string;
  /** Absolute path of a dump with which a new chain begins. */
  readonly load?: string;
  /** Absolute path of a dump whose chain the folder must have. */
  readonly mustHave?: string;
  /** True if npm started this process: npx ends on SIGTERM without passing it on, so the suite ends when its parent has. */
  readonly endsWithParent: boolean;
  /** Absolute path of the dump that is written at the end. */
  readonly dump?: string;
  /** The file of `cairn show`, and the height of its chain, which stands still. */
  readonly shown?: { readonly file: string; readonly height: number };
}

export interface ControlOptions {
  readonly host: string;
  readonly port: number;
  /** Origins whose pages may call it; the node checks them. */
  readonly origins: readonly string[];
}

/** What `/devnet/weather` takes. */
export type Weather = ReturnType<typeof readWeather>;

/** Default of each port: those of devnet (PROTOCOL.md section 1), and 4321 for the website. */
export const PORTS = {
  explorer: { port: 28_000, title: 'Explorer API' },
  rpc: { port: 28_444, title: 'RPC' },
  p2p: { port: 28_445, title: 'peer network' },
  gateway: { port: 28_080, title: 'wallet gateway' },
  website: { port: 4321, title: 'explorer website' },
} as const satisfies Record<keyof SuitePorts, { port: number; title: string }>;

/** In the folder where the command runs: in the checkout for `npm start`. */
export const DEFAULT_FOLDER = '.cairn/devnet';

type ParsedOptions = Omit<
  DevOptions,
  'dataDirectory' | 'ports' | 'blockTime' | 'control' | 'endsWithParent' | 'demoTraffic'
> & {
  readonly seed?: number;
  readonly demoTraffic?: number;
  readonly state?: string;
  readonly dataDir: string;
  readonly controlPort?: number;
  readonly controlHost?: string;
  readonly controlOrigin: readonly string[];
  readonly blockTime?: number;
  readonly mineInterval?: number;
} & { readonly [Name in keyof SuitePorts as `${Name}Port`]: number };

const LOOPBACK = '127.0.0.1';
const DEFAULT_BLOCK_TIME = 10;
const DEFAULT_DEMO_TRAFFIC = 3;

/** Adds the options of `cairn dev` to a command. */
export function addDevOptions(command: Command): Command {
  command
    .option(
      '--fresh',
      'begin a new chain (removes that of an earlier start, once the new one has begun)',
      false,
    )
    .option(
      '--fund <address:amount>',
      'pay CRN from a development account at the start; repeatable',
      (payment: string, previous: string[]) => [...previous, payment],
      [] as string[],
    )
    .option(
      '--accounts <count>',
      `print development accounts with their keys, up to ${DEVNET_LIMITS.accounts}; a new chain pays those beyond ten`,
      wholeNumber(1, DEVNET_LIMITS.accounts),
    )
    .option(
      '--balance <crn>',
      'of each development account of a new chain; the miner, the public account 9, has the rest',
      coins,
    )
    .option('--mnemonic <words>', 'phrase of the development accounts of a new chain, for tests only')
    .addOption(
      new Option('--fork <file>', "continue a public network's chain, from a file of cairn export")
        .argParser(exportFile)
        .conflicts(['accounts', 'balance', 'mnemonic']),
    )
    .option('--load <file>', 'begin a new chain with a file of --dump or cairn devnet dump', existingFile)
    .option('--dump <file>', 'write the chain, mempool and clock to a file at the end', fileToWrite)
    .addOption(
      new Option('--state <file>', 'both: begin with the file if it is there, and write it at the end')
        .argParser(fileToWrite)
        .conflicts(['load', 'dump']),
    )
    .option('--block-time <seconds>', 'time between blocks, 0 = on demand (default: 10)', blockTime)
    .addOption(new Option('--mine-interval <seconds>', 'the same').argParser(blockTime).hideHelp())
    .option(
      '--demo-traffic <count>',
      'demo transfers in each block, 0 = none (default: 3; 0 with a weather, which has its own)',
      wholeNumber(0, 320),
    )
    .option(
      '--weather <weather>',
      'reorganizations, droughts, APIs that are away …: calm, breezy, storm or a file of events',
      parseWeather,
    )
    .option(
      '--seed <number>',
      'of the weather: the same one repeats a new chain',
      wholeNumber(0, 2 ** 32 - 1),
    )
    .option('--data-dir <path>', "folder of the devnet's chain", somePath, DEFAULT_FOLDER)
    .option(
      '--no-launch-secret',
      'the wallet opens for anyone who can reach its port (trusted single-user machines)',
    )
    .option(
      '--control-port <port>',
      'control the devnet over TCP too, with a bearer token',
      wholeNumber(1, 65_535),
    )
    .option('--control-host <host>', 'where the control port listens (default: 127.0.0.1)')
    .option(
      '--control-origin <origin>',
      'a web page that may call the control port; repeatable',
      (origin: string, previous: string[]) => [...previous, origin],
      [] as string[],
    )
    .option('--json', 'print the addresses as one line of JSON', false)
    .option('--quiet', 'print errors only, and the line of --json', false)
    .option('--verbose', 'print every log line of node, gateway and website', false);
  for (const [name, { port, title }] of Object.entries(PORTS))
    command.option(`--${name}-port <port>`, title, wholeNumber(1, 65_535), port);
  return command;
}

/** Parser of an argument that names a file. @returns its absolute path */
export function existingFile(text: string): string {
  const path = resolve(text);
  if (existsSync(path) && !statSync(path).isDirectory()) return path;
  throw new InvalidArgumentError(`There is no file ${path}.`);
}

/** An empty one would be the current folder. */
function somePath(text: string): string {
  if (text === '') throw new InvalidArgumentError('It takes a path.');
  return text;
}

/** Its blocks are for the node to check. */
function exportFile(text: string): string {
  return readForkFile(existingFile(text)).path;
}

function fileToWrite(text: string): string {
  const path = resolve(text);
  const folder = dirname(existsSync(path) ? realpathSync(path) : path); // a link stays
  if (!existsSync(folder)) throw new InvalidArgumentError(`There is no folder ${folder}.`);
  if (existsSync(path) && statSync(path).isDirectory()) throw new InvalidArgumentError('It takes a file.');
  try {
    accessSync(folder, constants.W_OK); // not at the end, when the chain would be lost
  } catch {
    throw new InvalidArgumentError(`This user cannot write to ${folder}.`);
  }
  return path;
}

const blockTime = wholeNumber(0, 86_400);

function coins(text: string): bigint {
  try {
    return parseCoins(text);
  } catch {
    throw new InvalidArgumentError('It takes an amount in CRN, like 12.5.');
  }
}

function parseWeather(text: string): Weather {
  if (text === 'none') throw new InvalidArgumentError('Without a weather there is none.');
  try {
    return readWeather(text, (path) => readFileSync(path, 'utf8'));
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}

/** The options of a command that was parsed. @throws InvalidArgumentError for options that need others */
export function readDevOptions(command: Command): DevOptions {
  const parsed = command.opts<ParsedOptions>();
  const { dataDir, explorerPort, rpcPort, p2pPort, gatewayPort, websitePort, mineInterval, ...rest } = parsed;
  const { controlPort, controlHost, controlOrigin: origins, state, weather, seed, ...others } = rest;
  if (seed !== undefined && weather === undefined)
    throw new InvalidArgumentError('--seed is that of a --weather');
  if (controlPort === undefined && (controlHost !== undefined || origins.length > 0))
    throw new InvalidArgumentError('--control-host and --control-origin are those of a --control-port');
  const ports = {
    explorer: explorerPort,
    rpc: rpcPort,
    p2p: p2pPort,
    gateway: gatewayPort,
    website: websitePort,
  };
  const control =
    controlPort === undefined ? undefined : { host: controlHost ?? LOOPBACK, port: controlPort, origins };
  const listeners = Object.entries(ports).map(([name, port]) => [name, { host: LOOPBACK, port }]);
  requireDistinctPorts({ ...Object.fromEntries(listeners), control });
  const dataDirectory = resolve(dataDir);
  return {
    ...others,
    ...(state !== undefined && readState(state, dataDirectory, parsed.fresh)),
    endsWithParent: process.env['npm_command'] !== undefined,
    ...(weather !== undefined && { weather: { ...weather, ...(seed !== undefined && { seed }) } }),
    demoTraffic: parsed.demoTraffic ?? (weather === undefined ? DEFAULT_DEMO_TRAFFIC : 0),
    ...(control && { control }),
    blockTime: parsed.blockTime ?? mineInterval ?? DEFAULT_BLOCK_TIME,
    dataDirectory,
    ports,
  };
}

/** A folder that has a chain is newer than the file, if it has the file's chain. */
function readState(file: string, dataDirectory: string, fresh: boolean): Partial<DevOptions> {
  if (!existsSync(file)) return { dump: file };
  const hasChain = existsSync(join(dataDirectory, 'blocks')) && !fresh;
  return { dump: file, ...(hasChain ? { mustHave: file } : { load: file }) };
}
