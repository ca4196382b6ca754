import { type Pause, type ProjectedChain, Projection, type ProjectionStore } from '@cairn/chain/projection';
import type { Logger } from 'pino';
import { runtime } from '../home/runtime.ts';
import { SqliteReadingEngine, type SqliteFile } from './sqlite/engine.ts';
import { WriterThread } from './thread.ts';

export interface SqliteProjectionOptions extends Omit<SqliteFile, 'chainId'> {
  readonly chain: ProjectedChain;
  readonly logger: Logger;
  readonly pause?: Pause | undefined;
}

/** Starts the projection of a chain in a SQLite file. */
export function startSqliteProjection(options: SqliteProjectionOptions): Projection {
  const { chain, logger, pause = runtime.sleep, ...setup } = options;
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
