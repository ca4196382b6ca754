import { readdirSync } from 'node:fs';
import { isOwnersChain, type Network } from '@cairn/protocol';
import { Chain, type ChainOptions } from '@cairn/chain';
import type { DevnetClock } from '@cairn/chain/devnet';
import { openDevnetClock } from './devnet-clock-file.ts';
import { nodeHome } from './node-home.ts';
import { NodeError, UsageError } from '../startup/errors.ts';
import { isDataDirectory, openDataDirectory, type DataDirectory, type Trial } from './data-directory.ts';

/** The network of a chain and its directory. */
export interface ChainConfig {
  readonly network: Network;
  /** Absolute path. */
  readonly dataDirectory: string;
}

type OpenChainOptions = Pick<ChainOptions, 'logger' | 'observer' | 'reindex' | 'signal' | 'onFatal'> & {
  /** For a chain that is kept only once it has begun (`DataDirectory.keep`). */
  readonly trial?: Trial;
};

/** An open chain and its locked data directory. */
interface OpenedChain {
  readonly chain: Chain;
  readonly directory: DataDirectory;
  /** True if this call created the chain. */
  readonly isNew: boolean;
  /** The clock for block timestamps and their validation, Unix milliseconds; adjustable on devnet. */
  readonly clock: () => number;
  /** The same clock with the methods to set it; `undefined` outside devnet. */
  readonly devnetClock: DevnetClock | undefined;
  /** Closes the chain and unlocks the directory. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a data directory and its chain; a new chain gets its genesis block.
 * @throws UsageError for a network that cannot be initialized, NodeError for a malformed clock, DataDirectoryError, BlockFileError, LevelError;
 * the signal's reason
 */
export async function openNodeChain(
  config: ChainConfig,
  { trial, ...options }: OpenChainOptions,
): Promise<OpenedChain> {
  const { network, dataDirectory } = config;
  if (!network.initializable) {
    throw new UsageError(
      `${network.name} is reserved and cannot be initialized in this version; choose testnet or devnet`,
    );
  }
  await using opened = new AsyncDisposableStack();
  const directory = openDataDirectory(dataDirectory, network, trial);
  opened.defer(() => directory.close());
  const devnetClock = isOwnersChain(network) ? openDevnetClock(directory.devnetClock) : undefined;
  const clock = devnetClock?.now ?? Date.now;
  const seconds = (): number => Math.floor(clock() / 1_000);
  const isNew = readdirSync(directory.blocks).length === 0;
  const chain = await Chain.open({ ...options, home: nodeHome(directory), network, clock: seconds });
  opened.defer(() => chain.close());
  const parts = opened.move();
  return { chain, directory, isNew, clock, devnetClock, close: () => parts.disposeAsync() };
}

/**
 * Requires a directory with a chain: a read-only command must not create one.
 * @throws NodeError; DataDirectoryError for one into which this user cannot look
 */
export function requireExistingChain({ dataDirectory, network }: ChainConfig): void {
  if (isDataDirectory(dataDirectory)) return;
  throw new NodeError(
    `there is no ${network.name} chain in ${dataDirectory}; make one with cairn init --network ${network.name}`,
  );
}
