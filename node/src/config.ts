/** The configuration of every command: its flags and variables, read once, and what they mean. */
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEVNET_LIMITS } from '@cairn/api/contract';
import { LOG_FORMATS, LOG_LEVELS, type LogConfig } from '@cairn/http/log';
import {
  type Address,
  COINBASE_SENDER,
  getNetwork,
  identifyAddressNetwork,
  isOwnersChain,
  isValidAddress,
  type Network,
  NETWORK_NAMES,
  parseCoins,
} from '@cairn/protocol';
import { developmentAccounts, MINER_ACCOUNT } from '@cairn/protocol/development-accounts';
import { multiaddr } from '@multiformats/multiaddr';
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { AccountsChoice } from '@cairn/chain/devnet';
import { forkIn } from './home/data-directory.ts';
import { type ForkFile, readForkFile } from '@cairn/suite/fork-file';
import { requireDistinctPorts } from '@cairn/suite/options';
import type { ChainConfig } from './home/node-chain.ts';
import type { MiningPace, MiningSettings } from '@cairn/chain/miner';
import { PEER_LIMITS, type PeerConfig } from './p2p/settings.ts';
import { UsageError } from './startup/errors.ts';
import { LOOPBACK_HOSTS, type Listener } from './startup/listening.ts';

/** Maximal number of demo transfers per block: five senders with 64 pending transactions each (PROTOCOL.md section 7). */
const MAX_DEMO_TRAFFIC = 320;
const MAX_BLOCKS = 1_000_000;
const MAX_HEIGHT = 2 ** 32 - 1;
const DAY_SECONDS = 86_400;
const MAX_ACCOUNT = 2 ** 31 - 1;
const MAX_NONCE = 2 ** 32 - 1;
const PEER_ADDRESS = /^\/(ip4|ip6|dns|dns4|dns6)\/[^/]+\/tcp\/[1-9]\d{0,4}(\/p2p\/[a-z0-9]+)?$/i;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

// Schemas of the values. The description completes "It takes …" for a value that does not fit.

/** A number in decimal digits. */
function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .describe(`a whole number from ${minimum} to ${maximum}`);
}

const text = z.string();
const path = z.string().min(1).describe('a path');
const port = wholeNumber(0, 65_535);
const host = z
  .string()
  .refine((value) => isIP(value) > 0 || HOST_NAME.test(value))
  .describe('a host name or an IP address');
const loopbackHost = z
  .enum(LOOPBACK_HOSTS)
  .transform((name) => (name === 'localhost' ? '127.0.0.1' : name))
  .describe(`${LOOPBACK_HOSTS.join(', ')}: the private RPC never leaves this machine`);
const seconds = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/)
  .transform(Number)
  .pipe(z.number().max(DAY_SECONDS))
  .describe(`seconds from 0 to ${DAY_SECONDS}`);
const peers = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim()))
  .pipe(z.array(z.string().refine(isPeerAddress)))
  .describe('addresses like /ip4/203.0.113.5/tcp/18445 or /dns4/node.example/tcp/18445/p2p/PEER_ID');
const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .pipe(z.array(z.string().refine((text) => /^https?:/.test(text) && URL.parse(text)?.origin === text)))
  .describe('origins of web pages, like http://127.0.0.1:4321');
const url = z
  .url({ protocol: /^https?$/, normalize: true })
  .describe('an address like http://127.0.0.1:4321');
/** The port of a node to which a bearer token is sent: the system could resolve `localhost` to another user's port on `::1`. */
const tokenUrl = url
  .transform((address) => address.replace(/^http:\/\/localhost(?=[:/])/, 'http://127.0.0.1'))
  .describe('an address like http://127.0.0.1:28444');
const coins = z
  .string()
  .transform((amount, context) => {
    try {
      return parseCoins(amount);
    } catch {
      context.addIssue('no amount');
      return z.NEVER;
    }
  })
  .describe('CRN like 12.5, with at most eight decimals');
const payments = z
  .string()
  .transform((list) => list.split(','))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^\w+:[\d.]+$/)
        .transform((payment, context) => {
          const [address = '', amount = ''] = payment.split(':');
          const pebbles = coins.safeParse(amount).data ?? 0n;
          if (pebbles === 0n) context.addIssue('no amount');
          return { address, amount: `${pebbles}` };
        }),
    ),
  )
  .describe('ADDRESS:AMOUNT with more than 0 CRN');
const onOrOff = z.stringbool().describe('true or false');
const database = z
  .string()
  .refine((value) => /^postgres(ql)?:/i.test(value) && URL.canParse(value))
  .describe('a database like postgres://user@host:5432/cairn');

function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words).describe(`one of ${words.join(', ')}`);
}

function isPeerAddress(address: string): boolean {
  try {
    return PEER_ADDRESS.test(address) && multiaddr(address) !== undefined;
  } catch {
    return false; // multiaddr's own error mentions only a part of the address
  }
}

/** All options of all commands by commander's name for their value: flags, help, and the schema unless it is a switch. */
export const OPTIONS = {
  network: [
    '--network <NAME>',
    'devnet or testnet; mainnet is reserved (default: devnet)',
    oneOf(NETWORK_NAMES),
  ],
  dataDir: ['--data-dir <PATH>', 'where the node keeps everything (default: ~/.cairn/<network>)', path],
  explorerHost: ['--explorer-host <HOST>', 'where the Explorer API listens (default: 127.0.0.1)', host],
  explorerPort: ['--explorer-port <PORT>', 'devnet 28000, testnet 18000; 0 picks a free one', port],
  websiteUrl: ['--website-url <URL>', 'the explorer’s pages, to which the documentation at /docs links', url],
  rpcHost: ['--rpc-host <HOST>', '127.0.0.1, ::1 or localhost (default: 127.0.0.1)', loopbackHost],
  rpcPort: ['--rpc-port <PORT>', 'devnet 28444, testnet 18444; 0 picks a free one', port],
  p2pHost: [
    '--p2p-host <HOST>',
    'address for peers (default: 127.0.0.1 on devnet, 0.0.0.0 on testnet)',
    host,
  ],
  p2pPort: ['--p2p-port <PORT>', 'devnet 28445, testnet 18445; 0 picks a free one', port],
  peer: ['--peer <MULTIADDR>', 'a peer to connect to, like /ip4/203.0.113.5/tcp/18445; repeatable', peers],
  bootstrap: [
    '--bootstrap <MULTIADDR>',
    'a node to learn others from while too few are connected; repeatable',
    peers,
  ],
  localPeers: ['--local-peers', 'learn loopback and private addresses from peers too, and share them'],
  inboundPerNetwork: [
    '--inbound-per-network <COUNT>',
    'inbound peers of one IPv4 /24 or IPv6 /48 (default: 4; 24 on loopback and private networks)',
    wholeNumber(1, PEER_LIMITS.maximumInbound),
  ],
  mdns: ['--no-mdns', 'devnet: do not look for peers on the local network'],
  p2p: ['--no-p2p', 'run without the peer network'],
  metricsPort: [
    '--metrics-port <PORT>',
    'serves metrics at /metrics; 0 picks a free one (default: none)',
    port,
  ],
  metricsHost: ['--metrics-host <HOST>', 'where the metrics are served (default: 127.0.0.1)', host],
  mine: ['--mine', 'mine blocks'],
  mineInterval: [
    '--mine-interval <SECONDS>',
    'devnet: between blocks; 0 mines when a transfer is pending (default: 60)',
    seconds,
  ],
  miner: ['--miner <ADDRESS>', 'address for the rewards (default on devnet: development account 9)', text],
  index: [
    '--index [URL]',
    'keep the projection of the indexed routes: in a file, or at postgres://…',
    z.union([onOrOff, database]).describe(`true, false or ${database.description}`),
  ],
  noIndex: ['--no-index', 'keep no projection (default)'],
  demoTraffic: [
    '--demo-traffic <PER_BLOCK>',
    'devnet: transfers of development accounts 5–9 a block, 0–320',
    wholeNumber(0, MAX_DEMO_TRAFFIC),
  ],
  fork: ['--fork <FILE>', 'devnet: continue the chain of a file of cairn export', path],
  fresh: [
    '--fresh',
    'devnet: begin a new chain, which takes the place of that in the folder once it has begun',
  ],
  fund: ['--fund <ADDRESS:CRN>', 'devnet: pay from a development account at the start; repeatable', payments],
  load: ['--load <FILE>', 'devnet: begin a new chain with a file of cairn devnet dump', path],
  accounts: [
    '--accounts <COUNT>',
    `devnet: development accounts of a new chain, up to ${DEVNET_LIMITS.accounts} (default: 10)`,
    wholeNumber(1, DEVNET_LIMITS.accounts),
  ],
  balance: ['--balance <CRN>', 'devnet: of each of them at the start', coins],
  mnemonic: ['--mnemonic <WORDS>', 'devnet: their phrase, for tests only (default: the public one)', text],
  controlPort: [
    '--control-port <PORT>',
    'devnet: control over TCP too, with a bearer token; 0 picks a free one (default: none)',
    port,
  ],
  controlHost: ['--control-host <HOST>', 'where devnet control listens (default: 127.0.0.1)', host],
  controlOrigin: [
    '--control-origin <ORIGIN>',
    'a web page that may call the control port, like http://127.0.0.1:4321; repeatable',
    origins,
  ],
  controlUrl: [
    '--control-url <URL>',
    'the control port of a node, instead of the socket in its folder',
    tokenUrl,
  ],
  tokenFile: ['--token-file <PATH>', 'token of that address: control.token or rpc.token of the node', path],
  logFormat: ['--log-format <FORMAT>', 'pretty or json (default: pretty)', oneOf(LOG_FORMATS)],
  logLevel: [
    '--log-level <LEVEL>',
    'error, warn, info or debug (default: info for start, explorer, reindex; else warn)',
    oneOf(LOG_LEVELS),
  ],
  database: ['--database <URL>', 'the database that a node fills with --index postgres://…', database],
  blocks: ['--blocks <COUNT>', 'how many blocks (default: 1)', wholeNumber(1, MAX_BLOCKS)],
  to: ['--to <ADDRESS>', 'address for the rewards (default on devnet: development account 9)', text],
  empty: ['--empty', 'blocks without the pending transactions'],
  until: ['--until <HEIGHT>', 'mine to this height', wholeNumber(1, MAX_HEIGHT)],
  keep: ['--keep <TRANSFERS>', 'all or none of the replaced blocks (default: all)', oneOf(['all', 'none'])],
  seed: ['--seed <NUMBER>', 'of the weather: the same one repeats its blocks', wholeNumber(0, MAX_HEIGHT)],
  blockTime: [
    '--block-time <SECONDS>',
    'mean time between two blocks of the weather (default: the interval of mining, or 10)',
    wholeNumber(1, DAY_SECONDS),
  ],
  keyFile: [
    '--key-file <PATH>',
    "the wallet's keys, encrypted (default: ~/.cairn/keys/<network>.json)",
    path,
  ],
  passphraseFile: ['--passphrase-file <PATH>', 'has the passphrase of the key file (default: asks)', path],
  // A variable only: every process can read a command line.
  passphrase: ['--passphrase <TEXT>', 'the passphrase, for a variable', text],
  phraseFile: ['--phrase-file <PATH>', 'has the recovery phrase (default: asks)', path],
  words: ['--words <COUNT>', 'words of the recovery phrase: 12 or 24 (default: 12)', oneOf(['12', '24'])],
  account: [
    '--account <INDEX>',
    'account of the phrase (default: the selected one, at first 0)',
    wholeNumber(0, MAX_ACCOUNT),
  ],
  fee: ['--fee <CRN>', "fee of the transfer (default: the node's suggestion)", text],
  highFee: ['--high-fee', 'accept a fee far above the usual ones'],
  nonce: ['--nonce <NUMBER>', 'of the transfer, to sign without a node', wholeNumber(1, MAX_NONCE)],
  signAgain: ['--sign-again', 'sign a nonce that was signed for another transfer'],
  explorerUrl: ['--explorer-url <URL>', 'the Explorer API (default: that of a node on this machine)', url],
  port: ['--port <PORT>', 'where the site is served, on this machine alone (default: 4322)', port],
  readOnly: ['--read-only', 'without the tools that change the devnet'],
  rpcUrl: ['--rpc-url <URL>', 'the RPC of the node, instead of that of --data-dir', tokenUrl],
  json: ['--json', 'machine-readable output'],
} as const satisfies Record<string, readonly [flags: string, help: string, schema?: z.ZodType]>;

export type OptionName = keyof typeof OPTIONS;

/** The values that were given on the command line or in the environment. */
export type Options = {
  readonly [Name in OptionName]?: (typeof OPTIONS)[Name] extends readonly [
    string,
    string,
    infer Schema extends z.ZodType,
  ]
    ? z.output<Schema>
    : boolean;
};

/** Options with the URL of a database, which may contain a password: it is never printed, and refused on the command line. */
const DATABASE_OPTIONS = ['index', 'database'] as const satisfies OptionName[];

/** Adds options to a command. Each is also a variable: `CAIRN_RPC_PORT` for `--rpc-port`; the flag wins. */
export function addOptions(command: Command, names: readonly OptionName[]): void {
  for (const name of names) {
    const [flags, help, schema]: readonly [string, string, z.ZodType?] = OPTIONS[name];
    const option = new Option(flags, help).hideHelp(name === 'passphrase');
    option.env(`CAIRN_${option.name().toUpperCase().replaceAll('-', '_')}`);
    if (schema !== undefined) {
      option.argParser((text, previous) => {
        const value = parseValue(option, schema, text);
        return Array.isArray(value) && Array.isArray(previous)
          ? [...(previous as unknown[]), ...(value as unknown[])]
          : value;
      });
    }
    command.addOption(option);
  }
}

/** The value of an option or argument. @throws InvalidArgumentError, to which commander adds its name and the text */
export function parseText(schema: z.ZodType, text: string): unknown {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`It takes ${schema.description}.`);
}

function parseValue(option: Option, schema: z.ZodType, text: string): unknown {
  if (!DATABASE_OPTIONS.some((name) => name === option.attributeName())) return parseText(schema, text);
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--${option.name()} (or ${option.envVar}) takes ${schema.description}`);
}

/**
 * Call it before a command with these options is parsed: unsets variables that count as not set, which commander would take for
 * values: empty ones, and those of switches that are `false`.
 * @throws UsageError for a switch's variable that is neither true nor false, or two that contradict each other
 */
export function prepareEnvironment({ options }: Command): void {
  for (const { envVar: variable, required, optional } of options) {
    const text = variable && process.env[variable];
    if (variable === undefined || text === undefined) continue;
    const isOn = required || optional || text === '' ? text !== '' : onOrOff.safeParse(text).data;
    if (isOn === undefined) throw new UsageError(`${variable} takes ${onOrOff.description}, not "${text}"`);
    if (!isOn) delete process.env[variable];
  }
  const given = options.filter(({ envVar }) => envVar !== undefined && process.env[envVar] !== undefined);
  const settings = Map.groupBy(given, (option) => option.attributeName());
  for (const [one, other] of settings.values())
    if (other !== undefined) throw new UsageError(`set ${one?.envVar} or ${other.envVar}, not both`);
}

/**
 * The options of a command that was parsed.
 * @throws UsageError for a password on the command line, which every user of the machine can read
 */
export function readOptions(command: Command): Options {
  const options = command.optsWithGlobals<Options>();
  if (command.getOptionValueSourceWithGlobals('passphrase') === 'cli') {
    throw new UsageError(
      '--passphrase takes none, because every process can read it: set CAIRN_PASSPHRASE or --passphrase-file',
    );
  }
  for (const name of DATABASE_OPTIONS) {
    const value = options[name];
    if (typeof value !== 'string') continue;
    const { password, searchParams } = new URL(value);
    const isSecret = password !== '' || searchParams.has('password');
    if (!isSecret || command.getOptionValueSourceWithGlobals(name) !== 'cli') continue;
    throw new UsageError(
      `${OPTIONS[name][0].split(' ', 1)[0]} takes no password, because every process can read it: set PGPASSWORD, or give the whole URL in a variable`,
    );
  }
  return options;
}

/** A data directory, and where its node serves the private RPC, on a loopback host. */
export interface RpcConfig extends ChainConfig {
  readonly rpc: Listener;
}

/** The configuration of `cairn start`. */
export interface NodeConfig extends RpcConfig {
  readonly explorer: Listener;
  readonly websiteUrl: string | undefined;
  /** The file whose chain a new fork continues. */
  readonly fork: ForkFile | undefined;
  /** The peer network; `undefined` if it is disabled. */
  readonly p2p: PeerConfig | undefined;
  /** Where the node serves metrics to Prometheus; `undefined` if it does not. */
  readonly metrics: Listener | undefined;
  /** `undefined` if the node never mines; on devnet, the control socket can mine. */
  readonly mining: MiningSettings | undefined;
  /** Whether to keep the projection, which the indexed routes need: true for a SQLite file, `postgres://…` for that database. */
  readonly index: boolean | string;
  /** Demo transfers per block, 0–320; 0 outside devnet. */
  readonly demoTraffic: number;
  /** Where devnet control listens, in addition to its socket; `undefined` if nowhere. */
  readonly control: ControlConfig | undefined;
  /** A new devnet takes the place of the one in the directory, once it has begun. */
  readonly isFresh: boolean;
  /** Absolute path of a dump with which a new devnet begins. */
  readonly load: string | undefined;
  /** From development accounts, at the start. */
  readonly fund: readonly Payment[];
  /** Of a new devnet. */
  readonly accounts: AccountsChoice;
}

/** A payment from a development account: the amount in pebbles. */
export interface Payment {
  readonly address: string;
  readonly amount: string;
}

/** Devnet control over TCP. */
export interface ControlConfig extends Listener {
  /** Origins whose pages may call it. */
  readonly origins: readonly string[];
}

/** The configuration of `cairn explorer`, which serves the Explorer API from a database. */
export interface ReplicaConfig {
  readonly network: Network;
  /** `postgres://…`. */
  readonly database: string;
  readonly explorer: Listener;
  readonly websiteUrl: string | undefined;
}

const LOOPBACK = '127.0.0.1';
const ALL_INTERFACES = '0.0.0.0';

/** @param defaultLevel level without `--log-level`: `warn` for commands that print their own result */
export function readLogConfig(
  { logFormat, logLevel }: Options,
  defaultLevel: LogConfig['level'] = 'info',
): LogConfig {
  return { format: logFormat ?? 'pretty', level: logLevel ?? defaultLevel };
}

/** A folder of a fork is that of a devnet to whom no other network is named. */
export function readChainConfig({ network = 'devnet', dataDir, fresh }: Options): ChainConfig {
  const dataDirectory = resolve(dataDir ?? join(homedir(), '.cairn', network));
  const fork = network === 'devnet' && !fresh ? forkIn(dataDirectory) : undefined;
  return { network: fork ?? getNetwork(network), dataDirectory };
}

export function readRpcConfig(options: Options): RpcConfig {
  const chain = readChainConfig(options);
  const { rpcHost = LOOPBACK, rpcPort = chain.network.ports.rpc } = options;
  return { ...chain, rpc: { host: rpcHost, port: rpcPort } };
}

/** @throws UsageError for settings that contradict each other */
export function readNodeConfig(options: Options): NodeConfig {
  const fork = readFork(options);
  const base = { ...readRpcConfig(options), ...(fork && { network: fork.network }) };
  const { network } = base;
  const isDevnet = isOwnersChain(network);
  const {
    index = false,
    demoTraffic = 0,
    load,
    fresh = false,
    fund = [],
    metricsHost = LOOPBACK,
    metricsPort,
  } = options;
  if (demoTraffic > 0 && !isDevnet) {
    throw new UsageError("--demo-traffic is for devnet: it spends the public development accounts' coins");
  }
  if ((load !== undefined || fresh || fund.length > 0) && !isDevnet)
    throw new UsageError('--load, --fresh and --fund are for devnet');
  const servers = {
    explorer: readExplorerListener(options, network),
    p2p: readPeerConfig(options, network),
    metrics: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
    control: readControlConfig(options, network),
  };
  requireDistinctPorts({ rpc: base.rpc, ...servers });
  return {
    ...base,
    ...servers,
    websiteUrl: options.websiteUrl,
    fork,
    mining: readMiningSettings(options, network),
    index,
    demoTraffic,
    isFresh: fresh,
    load: load === undefined ? undefined : resolve(load),
    fund,
    accounts: readAccountsChoice(options, network),
  };
}

/** @throws UsageError if there is no database */
export function readReplicaConfig(options: Options): ReplicaConfig {
  const { network } = readChainConfig(options);
  const { database } = options;
  if (database === undefined) {
    throw new UsageError('cairn explorer needs --database URL, or the URL in CAIRN_DATABASE');
  }
  return {
    network,
    database,
    explorer: readExplorerListener(options, network),
    websiteUrl: options.websiteUrl,
  };
}

/**
 * Address of the rewards: the configured one, or development account 9 on devnet.
 * @param flag the flag of `address`, for messages
 * @throws UsageError for an address of another network, or a missing one if the network has no default
 */
export function readRewardAddress(
  address: string | undefined,
  flag: '--miner' | '--to',
  network: Network,
): Address {
  if (address === undefined) {
    if (isOwnersChain(network)) return developmentAccounts(network)[MINER_ACCOUNT]!.address;
    throw new UsageError(`mining on ${network.name} needs ${flag} ADDRESS`);
  }
  if (isValidAddress(address, network)) return address;
  if (address === COINBASE_SENDER) throw new UsageError(`${flag}: the coinbase sentinel is not an address`);
  const other = identifyAddressNetwork(address);
  throw new UsageError(
    other === undefined
      ? `${flag} takes an address of ${network.name}, not "${address}"`
      : `${flag}: ${address} is an address of ${other}, not of ${network.name}`,
  );
}

/** @throws UsageError */
function readFork({ network = 'devnet', fork, accounts, balance, mnemonic }: Options): ForkFile | undefined {
  if (fork === undefined) return undefined;
  if (network !== 'devnet') throw new UsageError('--fork is for devnet: a fork never joins another network');
  if ([accounts, balance, mnemonic].some((value) => value !== undefined))
    throw new UsageError(
      'a fork has the accounts of its chain: leave out --accounts, --balance and --mnemonic',
    );
  return readForkFile(resolve(fork));
}

/** Where a client finds the Explorer API, without a slash at its end. */
export function readExplorerUrl(options: Options): string {
  const { ports } = readChainConfig(options).network;
  return options.explorerUrl?.replace(/\/+$/, '') ?? `http://${LOOPBACK}:${ports.explorer}`;
}

function readExplorerListener({ explorerHost, explorerPort }: Options, { ports }: Network): Listener {
  return { host: explorerHost ?? LOOPBACK, port: explorerPort ?? ports.explorer };
}

function readControlConfig(options: Options, network: Network): ControlConfig | undefined {
  const { controlPort: port, controlHost: host = LOOPBACK, controlOrigin: origins = [] } = options;
  if (port === undefined) {
    if (options.controlHost !== undefined || origins.length > 0)
      throw new UsageError('--control-host and --control-origin are those of a --control-port');
    return undefined;
  }
  if (!isOwnersChain(network)) throw new UsageError('--control-port is for devnet');
  return { host, port, origins };
}

function readAccountsChoice({ accounts, balance, mnemonic }: Options, network: Network): AccountsChoice {
  const isGiven = [accounts, balance, mnemonic].some((value) => value !== undefined);
  if (isGiven && !isOwnersChain(network))
    throw new UsageError('--accounts, --balance and --mnemonic are for devnet');
  return { accounts, balance, mnemonic };
}

function readPeerConfig(options: Options, { name, ports, forkHeight }: Network): PeerConfig | undefined {
  if (options.p2p === false || forkHeight !== undefined) return undefined;
  const isDevnet = name === 'devnet';
  return {
    host: options.p2pHost ?? (isDevnet ? LOOPBACK : ALL_INTERFACES),
    port: options.p2pPort ?? ports.p2p,
    peers: options.peer ?? [],
    bootstrap: options.bootstrap ?? (isDevnet ? undefined : []),
    localPeers: options.localPeers ?? false,
    mdns: isDevnet && options.mdns !== false,
    inboundPerNetwork: options.inboundPerNetwork,
  };
}

function readMiningSettings(
  { mine, miner, mineInterval }: Options,
  network: Network,
): MiningSettings | undefined {
  const isDevnet = isOwnersChain(network);
  if (!isDevnet && mineInterval !== undefined) {
    throw new UsageError(`--mine-interval is for devnet: on ${network.name} proof of work sets the pace`);
  }
  if (!isDevnet && !mine && miner === undefined) return undefined;
  const to = readRewardAddress(miner, '--miner', network);
  if (!isDevnet) return mine ? { to, pace: { kind: 'continuous' } } : undefined;
  return { to, pace: mine ? devnetPace(mineInterval ?? network.blockSpacingSeconds) : undefined };
}

function devnetPace(interval: number): MiningPace {
  return interval === 0 ? { kind: 'on-demand' } : { kind: 'interval', milliseconds: interval * 1_000 };
}
