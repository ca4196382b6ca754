import type { Logger } from 'pino';
import { IndexReader } from './index-reader.ts';
import { Projection, type ProjectedChain, type ProjectionStore, type StoreParts } from './projection.ts';
import type { SqliteFile } from './sqlite/database.ts';
import { SqliteReadingEngine } from './sqlite/engine.ts';
import { WriterThread } from './store.ts';

export type { ProjectionReader } from './index-reader.ts';
export {
  progressOf,
  type ProjectedChain,
  type Projection,
  type ProjectionStatus,
  type RunningProjection,
} from './projection.ts';
export { formatSum } from './reader.ts';
export type * from './reader.ts';
export { SERIES_STEPS, type SeriesPage, type SeriesRequest, type SeriesRow } from './series.ts';
export { ProjectionError } from './store.ts';

export interface SqliteProjectionOptions extends Omit<SqliteFile, 'chainId'> {
  readonly chain: ProjectedChain;
  readonly logger: Logger;
  /** Milliseconds before the first retry after a failure; see `ProjectionOptions`. */
  readonly retryMs?: number | undefined;
}

/** Starts the projection of a chain in a SQLite file. */
export function startSqliteProjection(options: SqliteProjectionOptions): Projection {
  const { chain, logger, retryMs, ...setup } = options;
  const { chainId } = chain.network;
  return new Projection({
    chain,
    logger,
    retryMs,
    createStore: (parts) => createSqliteStore({ ...setup, chainId }, parts),
  });
}

/** A store in a SQLite file. */
export function createSqliteStore(
  setup: SqliteFile,
  { reported, onReadFailure }: StoreParts,
): ProjectionStore {
  return {
    writer: new WriterThread(new URL('sqlite/writer-thread.ts', import.meta.url), setup),
    reader: new IndexReader({
      engine: new SqliteReadingEngine(setup.path),
      reported,
      onFailure: onReadFailure,
    }),
  };
}
