import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { LOG_FORMATS, LOG_LEVELS, type LogConfig } from '@cairn/http/log';
import { getNetwork, isNetworkName, NETWORK_NAMES, type Network } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { isDatabaseUrl, type Settings } from './flags.ts';
import type { MiningPace } from './miner/mining-loop.ts';
import {
  parseAddress,
  parseChoice,
  parseDatabaseUrl,
  parseHost,
  parseLoopbackHost,
  parsePeers,
  parsePort,
  parseSeconds,
  parseWholeNumber,
} from './settings-parsers.ts';
import { UsageError } from './usage-error.ts';

/** What every command needs to find its chain. */
export interface ChainConfig {
  readonly network: Network;
  /** Absolute path. */
  readonly dataDirectory: string;
}

/** Where something listens; port 0 picks a free one. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** How to reach, or serve, the private RPC of a data directory. */
export interface RpcConfig extends ChainConfig {
  /** Loopback only. */
  readonly rpc: Listener;
}

/** How the node takes part in the peer network. */
export interface PeerConfig extends Listener {
  /** Multiaddrs of peers to keep a connection to. */
  readonly peers: readonly string[];
  /** Whether peers are looked for on the local network; never outside devnet. */
  readonly mdns: boolean;
}

export interface MiningConfig {
  /** Address of the rewards. */
  readonly to: string;
  readonly pace: MiningPace;
}

/** Everything that `cairn start` can be told, validated. */
export interface NodeConfig extends RpcConfig {
  readonly explorer: Listener;
  /** The peer network; `undefined` where it was switched off. */
  readonly p2p: PeerConfig | undefined;
  /** Where Prometheus scrapes; `undefined` where nothing is measured. */
  readonly metrics: Listener | undefined;
  /** `undefined` where the node does not mine. */
  readonly mining: MiningConfig | undefined;
  /** True where the projection of the indexed routes was asked for. */
  readonly index: boolean;
  /** The PostgreSQL database that the projection is kept in, `postgres://…`; a SQLite file where there is none. */
  readonly indexDatabase: string | undefined;
  /** Demo transfers a block, 0–320; 0 outside devnet. */
  readonly demoTraffic: number;
}

/** Demo transfers a block: five senders, 64 pending each (PROTOCOL.md section 7). */
export const MAX_DEMO_TRAFFIC = 320;
const DEFAULT_HOST = '127.0.0.1';
const EVERY_HOST = '0.0.0.0';
const DAY_SECONDS = 86_400;
/** Development account whose address gets the rewards of a devnet where no other is named. */
export const DEFAULT_MINER_ACCOUNT = 9;

/**
 * @param usualLevel level where none was asked for: a command that prints its own result logs warnings only
 * @throws UsageError for a format or level that does not exist
 */
export function readLogConfig(settings: Settings, usualLevel: LogConfig['level'] = 'info'): LogConfig {
  return {
    format: parseChoice(settings.find('log-format'), LOG_FORMATS) ?? 'pretty',
    level: parseChoice(settings.find('log-level'), LOG_LEVELS) ?? usualLevel,
  };
}

/** @throws UsageError for an unknown network */
export function readChainConfig(settings: Settings): ChainConfig {
  const given = settings.find('network');
  const name = given?.text ?? 'devnet';
  if (!isNetworkName(name)) {
    throw new UsageError(`${given?.source} takes one of ${NETWORK_NAMES.join(', ')}, not "${name}"`);
  }
  const directory = settings.find('data-dir')?.text ?? join(homedir(), '.cairn', name);
  return { network: getNetwork(name), dataDirectory: resolve(directory) };
}

/** @throws UsageError for a network, host or port that cannot be used */
export function readRpcConfig(settings: Settings): RpcConfig {
  const chain = readChainConfig(settings);
  return {
    ...chain,
    rpc: {
      host: parseLoopbackHost(settings.find('rpc-host')) ?? DEFAULT_HOST,
      port: parsePort(settings.find('rpc-port')) ?? chain.network.ports.rpc,
    },
  };
}

/**
 * The configuration of `cairn start`: flags win over the environment, everything is validated.
 * @throws UsageError naming the flag or variable that cannot be used
 */
export function readNodeConfig(settings: Settings): NodeConfig {
  const base = readRpcConfig(settings);
  const { ports } = base.network;
  const explorer = {
    host: parseHost(settings.find('explorer-host')) ?? DEFAULT_HOST,
    port: parsePort(settings.find('explorer-port')) ?? ports.explorer,
  };
  const metrics = readMetricsConfig(settings);
  requireDistinctPorts({
    'explorer-port': explorer.port,
    'rpc-port': base.rpc.port,
    'metrics-port': metrics?.port,
  });
  const indexDatabase = readIndexDatabase(settings);
  const index = settings.isOn('index');
  settings.isOn('no-index');
  return {
    ...base,
    explorer,
    p2p: readPeerConfig(settings, base.network),
    metrics,
    mining: readMiningConfig(settings, base.network),
    index,
    indexDatabase: index ? indexDatabase : undefined,
    demoTraffic: readDemoTraffic(settings, base.network),
  };
}

/** What serves the Explorer API from a database. */
export interface ReplicaConfig {
  readonly network: Network;
  /** `postgres://…`. */
  readonly database: string;
  readonly explorer: Listener;
}

/**
 * The configuration of `cairn explorer`.
 * @throws UsageError naming the flag or variable that cannot be used
 */
export function readReplicaConfig(settings: Settings): ReplicaConfig {
  const { network } = readChainConfig(settings);
  const database = parseDatabaseUrl(settings.find('database'));
  if (database === undefined) {
    throw new UsageError('cairn explorer needs --database URL, or the URL in CAIRN_DATABASE');
  }
  return {
    network,
    database,
    explorer: {
      host: parseHost(settings.find('explorer-host')) ?? DEFAULT_HOST,
      port: parsePort(settings.find('explorer-port')) ?? network.ports.explorer,
    },
  };
}

/** The URL that was given to the switch itself, else the one in `CAIRN_INDEX_URL`. */
function readIndexDatabase(settings: Settings): string | undefined {
  const given = settings.find('index');
  const isSwitch = given === undefined || (!isDatabaseUrl(given.text) && !given.source.startsWith('--'));
  if (isSwitch || given.text === 'true') return parseDatabaseUrl(settings.findVariable('CAIRN_INDEX_URL'));
  return parseDatabaseUrl(given);
}

/**
 * Where rewards go: the named address, else development account 9 on devnet.
 * @param flag the setting that names it
 * @throws UsageError for an address of another network, or none where the network has no default
 */
export function readRewardAddress(settings: Settings, flag: 'miner' | 'to', network: Network): string {
  const named = parseAddress(settings.find(flag), network);
  if (named !== undefined) return named;
  if (network.name === 'devnet') return developmentAccounts(network)[DEFAULT_MINER_ACCOUNT]!.address;
  throw new UsageError(`mining on ${network.name} needs --${flag} ADDRESS`);
}

function readPeerConfig(settings: Settings, network: Network): PeerConfig | undefined {
  const isDevnet = network.name === 'devnet';
  const config = {
    host: parseHost(settings.find('p2p-host')) ?? (isDevnet ? DEFAULT_HOST : EVERY_HOST),
    port: parsePort(settings.find('p2p-port')) ?? network.ports.p2p,
    peers: parsePeers(settings.find('peer')),
    mdns: isDevnet && !settings.isOn('no-mdns'),
  };
  return settings.isOn('no-p2p') ? undefined : config;
}

function readMetricsConfig(settings: Settings): Listener | undefined {
  const host = parseHost(settings.find('metrics-host')) ?? DEFAULT_HOST;
  const port = parsePort(settings.find('metrics-port'));
  return port === undefined ? undefined : { host, port };
}

function readMiningConfig(settings: Settings, network: Network): MiningConfig | undefined {
  const pace = readPace(settings, network);
  const named = parseAddress(settings.find('miner'), network);
  if (!settings.isOn('mine')) return undefined;
  return { to: named ?? readRewardAddress(settings, 'miner', network), pace };
}

function readPace(settings: Settings, network: Network): MiningPace {
  const given = settings.find('mine-interval');
  const seconds = parseSeconds(given, DAY_SECONDS);
  if (network.name !== 'devnet') {
    if (given === undefined) return { kind: 'continuous' };
    throw new UsageError(`${given.source} is for devnet: on ${network.name} proof of work sets the pace`);
  }
  const interval = seconds ?? network.blockSpacingSeconds;
  return interval === 0 ? { kind: 'on-demand' } : { kind: 'interval', milliseconds: interval * 1_000 };
}

function readDemoTraffic(settings: Settings, network: Network): number {
  const given = settings.find('demo-traffic');
  const count = parseWholeNumber(given, 0, MAX_DEMO_TRAFFIC) ?? 0;
  if (count > 0 && network.name !== 'devnet') {
    throw new UsageError(`${given?.source} is for devnet: it spends the public development accounts' coins`);
  }
  return count;
}

/** Two may share a port that the system picks, because it picks two. */
function requireDistinctPorts(ports: Readonly<Record<string, number | undefined>>): void {
  const taken = new Map<number, string>();
  for (const [name, port] of Object.entries(ports)) {
    if (port === undefined || port === 0) continue;
    const other = taken.get(port);
    if (other !== undefined) {
      throw new UsageError(`--${other} and --${name} are both ${port}; each needs a port of its own`);
    }
    taken.set(port, name);
  }
}
