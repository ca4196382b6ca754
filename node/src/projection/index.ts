import type { Logger } from 'pino';
import { Projection, type Pause, type ProjectedChain, type ProjectionStore } from './projection.ts';
import { SqliteReadingEngine, type SqliteFile } from './sqlite/engine.ts';
import { WriterThread } from './store.ts';

export type { ProjectionReader } from './index-reader.ts';
export type { ProjectedChain, Projection } from './projection.ts';
export { formatSum } from './answers.ts';
export type * from './answers.ts';
export { SERIES_STEPS, type SeriesPage, type SeriesRow } from './series.ts';
export { ProjectionError } from './store.ts';

export interface SqliteProjectionOptions extends Omit<SqliteFile, 'chainId'> {
  readonly chain: ProjectedChain;
  readonly logger: Logger;
  readonly pause?: Pause | undefined;
}

/** Starts the projection of a chain in a SQLite file. */
export function startSqliteProjection(options: SqliteProjectionOptions): Projection {
  const { chain, logger, pause, ...setup } = options;
  const file: SqliteFile = { ...setup, chainId: chain.network.chainId };
  return new Projection({ chain, logger, pause, createStore: () => createSqliteStore(file) });
}

/** A store in a SQLite file. */
export function createSqliteStore(file: SqliteFile): ProjectionStore {
  return {
    writer: new WriterThread(new URL('sqlite/writer-thread.ts', import.meta.url), file),
    engine: new SqliteReadingEngine(file.path),
  };
}
