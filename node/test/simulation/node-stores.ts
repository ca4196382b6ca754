import type { Chain, Home } from '@cairn/chain';
import type { DatabasePlace } from '@cairn/chain/storage';
import type { Network } from '@cairn/protocol';
import type { Logger } from 'pino';
import { openDataDirectory } from '../../src/home/data-directory.ts';
import { levelFolder } from '../../src/home/level-folder.ts';
import { nodeHome } from '../../src/home/node-home.ts';
import { startSqliteProjection } from '../../src/projection/index.ts';
import type { Projection } from '@cairn/chain/projection';

/** The stores of a node while it runs. */
export interface NodeStores {
  readonly home: Home;
  readonly mempool: DatabasePlace;
  /** `undefined` for a node without a projection. */
  project(chain: Chain, logger: Logger): Projection | undefined;
  /** Gives them back once the chain is closed. */
  close(): void;
}

/** Where the nodes of a world have their stores, and which of their writes fail. */
export interface SimulatedDisk {
  /** Writes fail only while it is true. */
  isFailing: boolean;
  /** Writes that failed. */
  readonly failures: number;
  /** Writes of nodes that had to end. */
  readonly problems: readonly string[];
  /** Call when a node starts. @param folder of the node */
  repair(folder: string): void;
  /** Opens the stores of a node. */
  open(folder: string, network: Network, isProjected: boolean): NodeStores;
}

/** A small limit, so that there are several block files. */
export const BLOCK_FILE = 40_000;

/** The stores in a data directory. */
export function openFolder(folder: string, network: Network, isProjected: boolean): NodeStores {
  const directory = openDataDirectory(folder, network);
  return {
    home: nodeHome(directory, BLOCK_FILE),
    mempool: levelFolder(directory.mempool),
    project: (chain, logger) =>
      isProjected ? startSqliteProjection({ chain, path: directory.projection, logger }) : undefined,
    close: () => directory.close(),
  };
}
