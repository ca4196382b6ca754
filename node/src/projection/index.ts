import type { Logger } from 'pino';
import type { ProjectedChain } from './next-step.ts';
import { Projection } from './projection.ts';
import type { ProjectionFileOptions } from './sqlite/projection-file.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';

export type { Projection, RunningProjection } from './projection.ts';
export {
  formatSum,
  type ChainTotals,
  type MinerBlocksRequest,
  type MinersPage,
  type MinerTotals,
  type Page,
  type PageRequest,
  type ProjectionReader,
} from './projection-reader.ts';
export { progressOf, type ProjectionStatus } from './projection-status.ts';
export { ProjectionError } from './projection-store.ts';
export { SERIES_STEPS, type SeriesPage, type SeriesRequest, type SeriesRow } from './shared/series.ts';

export interface SqliteProjectionOptions extends Omit<ProjectionFileOptions, 'chainId'> {
  readonly chain: ProjectedChain;
  readonly logger: Logger;
  /** Milliseconds before the first retry after a failure; see `ProjectionOptions`. */
  readonly retryMs?: number;
}

/** Starts the projection of a chain in a SQLite file. */
export function startSqliteProjection(options: SqliteProjectionOptions): Projection {
  const { chain, logger, retryMs, ...file } = options;
  return Projection.start({
    chain,
    logger,
    ...(retryMs !== undefined && { retryMs }),
    createStore: (listener) => new SqliteStore({ ...file, chainId: chain.network.chainId }, listener),
  });
}
