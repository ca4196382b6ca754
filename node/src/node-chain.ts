import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_FUTURE_SECONDS, medianTime } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { ChainObserver } from './chain/chain-interface.ts';
import { openChain, type Chain } from './chain/chain.ts';
import type { ChainConfig } from './config.ts';
import { DevnetClock } from './devnet-control/devnet-clock.ts';
import { NodeError } from './node-error.ts';
import {
  isDataDirectory,
  openDataDirectory,
  openForReading,
  type DataDirectory,
} from './storage/data-directory.ts';

export interface ChainSurroundings {
  /** The machine's clock, Unix milliseconds. */
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
  /** The clock that dates and judges blocks, Unix milliseconds: on devnet it may have been moved. */
  readonly clock: () => number;
  /** That clock on devnet. */
  readonly devnetClock: DevnetClock | undefined;
  /** Closes the chain and frees the directory. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a data directory and its chain; a new one gets its genesis block.
 * @throws NodeError for a network that cannot be initialized; DataDirectoryError, BlockFileError, each with one clear line
 */
export async function openNodeChain(
  config: ChainConfig,
  { clock: machineClock, logger, observer, reindex = false, onlyRead = false, signal }: ChainSurroundings,
): Promise<OpenedChain> {
  const { network, dataDirectory } = config;
  if (!network.initializable) {
    throw new NodeError(
      `${network.name} is reserved and cannot be initialized in this version; choose testnet or devnet`,
    );
  }
  const directory = (onlyRead ? openForReading : openDataDirectory)(dataDirectory, network);
  try {
    const isDevnet = network.name === 'devnet';
    const devnetClock = isDevnet ? DevnetClock.open(directory.devnetClock, machineClock) : undefined;
    const clock = devnetClock?.now ?? machineClock;
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
      if (devnetClock !== undefined && !onlyRead) bringUpToChain(devnetClock, chain, logger);
      return { chain, directory, initialized, clock, devnetClock, close };
    } catch (error) {
      await chain.close();
      throw error;
    }
  } catch (error) {
    directory.close();
    throw error;
  }
}

/** A devnet whose blocks are dated ahead of its clock, because its file was lost, could mine nothing for hours. */
function bringUpToChain(clock: DevnetClock, chain: Chain, logger: Logger): void {
  const earliest = medianTime(chain.nextBlockRules().lastTimestamps) + 1;
  if (earliest <= clock.seconds() + MAX_FUTURE_SECONDS) return;
  clock.reach(earliest);
  clock.save();
  logger.warn(
    `The devnet's clock was behind its chain: it is ${clock.offsetSeconds()} s ahead of the machine's`,
  );
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
