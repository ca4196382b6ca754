import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ChainObserver } from './chain/chain-interface.ts';
import { openChain, type Chain } from './chain/chain.ts';
import type { ChainConfig } from './config.ts';
import { NodeError } from './node-error.ts';
import {
  isDataDirectory,
  openDataDirectory,
  openForReading,
  type DataDirectory,
} from './storage/data-directory.ts';

export interface ChainSurroundings {
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Gets the time that each block takes; absent if nothing is measured. */
  readonly observer?: ChainObserver;
  /** Whether to rebuild the index from the block files; false by default. */
  readonly reindex?: boolean;
  /** Whether to open the chain for reading only, which needs no write permission; false by default. */
  readonly onlyRead?: boolean;
  /** Ends a rebuild of the index; the next one resumes it. */
  readonly signal?: AbortSignal;
}

/** An open chain and the locked directory that it lives in. */
export interface OpenedChain {
  readonly chain: Chain;
  readonly directory: DataDirectory;
  /** True when the genesis block was stored by this very call. */
  readonly initialized: boolean;
  /** Closes the chain and frees the directory. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a data directory and its chain; a new one gets its genesis block.
 * @throws NodeError for a network that cannot be initialized; DataDirectoryError, BlockFileError, each with one clear line
 */
export async function openNodeChain(
  config: ChainConfig,
  { clock, logger, observer, reindex = false, onlyRead = false, signal }: ChainSurroundings,
): Promise<OpenedChain> {
  const { network, dataDirectory } = config;
  if (!network.initializable) {
    throw new NodeError(
      `${network.name} is reserved and cannot be initialized in this version; choose testnet or devnet`,
    );
  }
  const directory = (onlyRead ? openForReading : openDataDirectory)(dataDirectory, network);
  try {
    const seconds = (): number => Math.floor(clock() / 1_000);
    const chain = await openChain({
      dataDirectory: directory,
      network,
      logger,
      clock: seconds,
      reindex,
      ...(observer && { observer }),
      ...(signal && { signal }),
    });
    const close = async (): Promise<void> => {
      await chain.close();
      directory.close();
    };
    try {
      const initialized = chain.tip() === undefined;
      if (initialized) await chain.initializeGenesis();
      return { chain, directory, initialized, close };
    } catch (error) {
      await chain.close();
      throw error;
    }
  } catch (error) {
    directory.close();
    throw error;
  }
}

/**
 * Refuses a directory without a chain, which a command that only reads must not make.
 * @throws NodeError
 */
export function requireExistingChain({ dataDirectory, network }: ChainConfig): void {
  if (isDataDirectory(dataDirectory) && existsSync(join(dataDirectory, 'blocks'))) return;
  throw new NodeError(
    `there is no ${network.name} chain in ${dataDirectory}; make one with cairn init --network ${network.name}`,
  );
}
