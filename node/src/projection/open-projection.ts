import type { Logger } from 'pino';
import type { ProjectedChain } from './next-step.ts';
import { Projection } from './projection.ts';
import type { ProjectionFileOptions } from './sqlite/projection-file.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';

export interface SqliteProjectionOptions extends Pick<ProjectionFileOptions, 'onStep' | 'maxPages'> {
  readonly chain: ProjectedChain;
  /** `<data-dir>/explorer.sqlite`; it belongs to this process alone. */
  readonly path: string;
  readonly logger: Logger;
  /** See `ProjectionOptions`. */
  readonly retryMilliseconds?: number;
}

/** Begins to keep the projection of a chain in a SQLite file. */
export function startSqliteProjection(options: SqliteProjectionOptions): Projection {
  const { chain, path, onStep, maxPages, ...rest } = options;
  const { chainId } = chain.network;
  const file = { path, chainId, ...(onStep && { onStep }), ...(maxPages !== undefined && { maxPages }) };
  return Projection.start({ ...rest, chain, createStore: (listener) => new SqliteStore(file, listener) });
}
