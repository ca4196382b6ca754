import type { Network } from '@cairn/protocol';
import { pino, type Logger } from 'pino';
import { Chain, type ChainOptions, type Home } from '@cairn/chain';
import { DEVNET } from '@cairn/chain/test-support';
import { Mempool } from '@cairn/chain/mempool';
import { startSqliteProjection } from '../../src/projection/index.ts';
import type { Projection } from '@cairn/chain/projection';
import type { DatabasePlace } from '@cairn/chain/storage';
import { openDataDirectory } from '../../src/home/data-directory.ts';
import { runtime } from '../../src/home/runtime.ts';
import { levelFolder } from '../../src/home/level-folder.ts';
import { nodeHome } from '../../src/home/node-home.ts';

/** A small limit, so that there are several block files. */
export const SMALL_BLOCK_FILE = 6_000;
/** Unix seconds: a fixed time for all processes, so that pending entries are equal byte for byte. */
const NOW = 4_000_000_000;

export interface StoresOptions extends Pick<ChainOptions, 'changeLimits' | 'onCommitStep' | 'onFatal'> {
  readonly maxBlockFileSize?: number | undefined;
  readonly path: string;
  /** Devnet by default. */
  readonly network?: Network;
  /** Whether to open the pending store too; by default, if its folder exists. */
  readonly pending?: boolean;
  /** Whether the projection follows the chain; false by default. */
  readonly projected?: boolean;
  /** Unix seconds; by default a fixed time in the far future. */
  readonly clock?: () => number;
  /** By default one that keeps the messages. */
  readonly logger?: Logger;
  /** Where the stores are; in a data directory at `path` by default. */
  readonly place?: StorePlace;
}

/** Where the stores of a node are while they are open. */
export interface StorePlace {
  readonly home: Home;
  readonly mempool: DatabasePlace;
  /** `undefined` for a node without a projection. */
  project(chain: Chain, logger: Logger): Projection | undefined;
  /** Call it once the chain is closed. */
  close(): void;
}

/** The open stores of one data directory: a chain, and optionally its mempool and projection. */
export interface Stores {
  readonly chain: Chain;
  readonly mempool: Mempool | undefined;
  readonly projection: Projection | undefined;
  readonly path: string;
  /** Everything that was logged. */
  readonly messages: readonly string[];
  close(): Promise<void>;
}

/** In a data directory. */
export function placeInFolder(
  options: Pick<StoresOptions, 'path' | 'network' | 'maxBlockFileSize' | 'projected'>,
): StorePlace {
  const directory = openDataDirectory(options.path, options.network ?? DEVNET);
  return {
    home: nodeHome(directory, options.maxBlockFileSize),
    mempool: levelFolder(directory.mempool),
    project: (chain, logger) =>
      options.projected === true
        ? startSqliteProjection({ chain, path: directory.projection, logger })
        : undefined,
    close: () => directory.close(),
  };
}

/** Opens the stores like a node: the chain, including its recovery, then the mempool and the projection. */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { path, network = DEVNET, clock = () => NOW } = options;
  const messages: string[] = [];
  const keep = (line: string): void => void messages.push((JSON.parse(line) as { msg: string }).msg);
  const logger = options.logger ?? pino({ level: 'info' }, { write: keep });
  const place = options.place ?? placeInFolder(options);
  const withPending = options.pending ?? place.mempool.exists();
  const { home } = place;
  const chain = await Chain.open({ ...options, home, network, logger, clock }).catch((error: unknown) => {
    place.close();
    throw error;
  });
  const milliseconds = (): number => clock() * 1_000;
  const mempool = withPending
    ? await Mempool.open({ chain, place: place.mempool, clock: milliseconds, runtime, logger })
    : undefined;
  const projection = place.project(chain, logger);
  const close = async (): Promise<void> => {
    await projection?.close();
    await mempool?.close();
    await chain.close();
    place.close();
  };
  return { chain, mempool, projection, path, messages, close };
}
