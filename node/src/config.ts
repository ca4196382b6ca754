import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { LogConfig } from '@cairn/http/log';
import {
  type Address,
  COINBASE_SENDER,
  getNetwork,
  identifyAddressNetwork,
  isValidAddress,
  type Network,
} from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { Settings } from './commands/flags.ts';
import type { ChainConfig } from './chain/node-chain.ts';
import type { MiningPace } from './miner/mining-loop.ts';
import type { PeerConfig } from './p2p/peer-network-handle.ts';
import type { Listener } from './startup/listening.ts';
import { UsageError } from './startup/errors.ts';

/** A data directory, and where its node serves the private RPC. */
export interface RpcConfig extends ChainConfig {
  /** The host is a loopback host: `parseLoopbackHost` of `commands/flags.ts` refuses any other. */
  readonly rpc: Listener;
}

export interface MiningConfig {
  /** Address of the rewards. */
  readonly to: Address;
  readonly pace: MiningPace;
}

/** The configuration of `cairn start`. */
export interface NodeConfig extends RpcConfig {
  readonly explorer: Listener;
  /** The peer network; `undefined` if it is disabled. */
  readonly p2p: PeerConfig | undefined;
  /** Where the node serves metrics to Prometheus; `undefined` if it does not. */
  readonly metrics: Listener | undefined;
  /** `undefined` if the node does not mine. */
  readonly mining: MiningConfig | undefined;
  /** Address of the rewards of blocks that the control socket mines; devnet only. */
  readonly controlRewards: Address | undefined;
  /** True to keep the projection, which the indexed routes need. */
  readonly index: boolean;
  /** `postgres://…` of the database that keeps the projection; `undefined` for a SQLite file. */
  readonly indexDatabase: string | undefined;
  /** Demo transfers per block, 0–320; 0 outside devnet. */
  readonly demoTraffic: number;
}

/** The configuration of `cairn explorer`, which serves the Explorer API from a database. */
export interface ReplicaConfig {
  readonly network: Network;
  /** `postgres://…`. */
  readonly database: string;
  readonly explorer: Listener;
}

const LOOPBACK = '127.0.0.1';
const ALL_INTERFACES = '0.0.0.0';
/** Development account that gets the rewards of a devnet by default. */
const DEFAULT_MINER_ACCOUNT = 9;

/** @param defaultLevel level without `--log-level`: `warn` for commands that print their own result */
export function readLogConfig({ flags }: Settings, defaultLevel: LogConfig['level'] = 'info'): LogConfig {
  return { format: flags.logFormat ?? 'pretty', level: flags.logLevel ?? defaultLevel };
}

export function readChainConfig({ flags: { network = 'devnet', dataDir } }: Settings): ChainConfig {
  return {
    network: getNetwork(network),
    dataDirectory: resolve(dataDir ?? join(homedir(), '.cairn', network)),
  };
}

export function readRpcConfig(settings: Settings): RpcConfig {
  const chain = readChainConfig(settings);
  const { rpcHost: host = LOOPBACK, rpcPort: port = chain.network.ports.rpc } = settings.flags;
  return { ...chain, rpc: { host, port } };
}

/**
 * The configuration of `cairn start`.
 * @throws UsageError for settings that contradict each other
 */
export function readNodeConfig(settings: Settings): NodeConfig {
  const base = readRpcConfig(settings);
  const explorer = readExplorerConfig(settings, base.network);
  const { metricsHost = LOOPBACK, metricsPort } = settings.flags;
  const metrics = metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort };
  requireDistinctPorts({
    'explorer-port': explorer.port,
    'rpc-port': base.rpc.port,
    'metrics-port': metrics?.port,
  });
  const { index = false, indexUrl } = settings.flags;
  return {
    ...base,
    explorer,
    p2p: readPeerConfig(settings, base.network),
    metrics,
    mining: readMiningConfig(settings, base.network),
    controlRewards:
      base.network.name === 'devnet' ? readRewardAddress(settings, 'miner', base.network) : undefined,
    index: index !== false,
    indexDatabase: index === true ? indexUrl : index || undefined,
    demoTraffic: readDemoTraffic(settings, base.network),
  };
}

/**
 * The configuration of `cairn explorer`.
 * @throws UsageError if there is no database
 */
export function readReplicaConfig(settings: Settings): ReplicaConfig {
  const { network } = readChainConfig(settings);
  const { database } = settings.flags;
  if (database === undefined) {
    throw new UsageError('cairn explorer needs --database URL, or the URL in CAIRN_DATABASE');
  }
  return { network, database, explorer: readExplorerConfig(settings, network) };
}

/**
 * Address of the rewards: the configured one, or development account 9 on devnet.
 * @throws UsageError for an address of another network, or a missing one if the network has no default
 */
export function readRewardAddress(settings: Settings, flag: 'miner' | 'to', network: Network): Address {
  const address = settings.flags[flag];
  if (address !== undefined) return requireAddress(address, settings.sourceOf(flag), network);
  if (network.name === 'devnet') return developmentAccounts(network)[DEFAULT_MINER_ACCOUNT]!.address;
  throw new UsageError(`mining on ${network.name} needs --${flag} ADDRESS`);
}

function requireAddress(text: string, source: string, network: Network): Address {
  if (isValidAddress(text, network)) return text;
  if (text === COINBASE_SENDER) throw new UsageError(`${source}: the coinbase sentinel is not an address`);
  const other = identifyAddressNetwork(text);
  throw new UsageError(
    other === undefined
      ? `${source} takes an address of ${network.name}, not "${text}"`
      : `${source}: ${text} is an address of ${other}, not of ${network.name}`,
  );
}

function readExplorerConfig({ flags }: Settings, { ports }: Network): Listener {
  return { host: flags.explorerHost ?? LOOPBACK, port: flags.explorerPort ?? ports.explorer };
}

function readPeerConfig({ flags }: Settings, network: Network): PeerConfig | undefined {
  if (flags.p2p === false) return undefined;
  const isDevnet = network.name === 'devnet';
  return {
    host: flags.p2pHost ?? (isDevnet ? LOOPBACK : ALL_INTERFACES),
    port: flags.p2pPort ?? network.ports.p2p,
    peers: flags.peer ?? [],
    bootstrap: flags.bootstrap ?? (isDevnet ? undefined : []),
    localPeers: flags.localPeers ?? false,
    mdns: isDevnet && flags.mdns !== false,
    inboundPerNetwork: flags.inboundPerNetwork,
    expectsPeers: !isDevnet,
  };
}

function readMiningConfig(settings: Settings, network: Network): MiningConfig | undefined {
  const { mine = false, miner } = settings.flags;
  const pace = readPace(settings, network);
  if (!mine && miner !== undefined) requireAddress(miner, settings.sourceOf('miner'), network);
  return mine ? { to: readRewardAddress(settings, 'miner', network), pace } : undefined;
}

function readPace({ flags: { mineInterval }, sourceOf }: Settings, network: Network): MiningPace {
  if (network.name !== 'devnet') {
    if (mineInterval === undefined) return { kind: 'continuous' };
    throw new UsageError(
      `${sourceOf('mine-interval')} is for devnet: on ${network.name} proof of work sets the pace`,
    );
  }
  const seconds = mineInterval ?? network.blockSpacingSeconds;
  return seconds === 0 ? { kind: 'on-demand' } : { kind: 'interval', milliseconds: seconds * 1_000 };
}

function readDemoTraffic({ flags: { demoTraffic = 0 }, sourceOf }: Settings, network: Network): number {
  if (demoTraffic === 0 || network.name === 'devnet') return demoTraffic;
  throw new UsageError(
    `${sourceOf('demo-traffic')} is for devnet: it spends the public development accounts' coins`,
  );
}

/** Port 0 may be used twice, because the system picks a different port each time. */
function requireDistinctPorts(ports: Readonly<Record<string, number | undefined>>): void {
  const taken = new Map<number, string>();
  for (const [name, port] of Object.entries(ports)) {
    if (port === undefined || port === 0) continue;
    const other = taken.get(port);
    if (other !== undefined) {
      throw new UsageError(`--${other} and --${name} are both ${port}; each needs a different port`);
    }
    taken.set(port, name);
  }
}
