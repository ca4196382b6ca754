/** For tests only: projections of a real chain in a database of the shared cluster. */
import { pino } from 'pino';
import { expect } from 'vitest';
import { openTestChain, type TestChain } from '../../src/home/test-support.ts';
import { startPostgresProjection, type PostgresProjectionOptions } from '../projection.ts';
import type { Projection } from '@cairn/chain/projection';
import { ProjectionModel, readEverything } from '../../src/projection/model-test-support.ts';
import { blocksOf, pauseBriefly, UNKNOWN_ADDRESS, until } from '../../src/projection/test-support.ts';
import { createDatabase, type TestDatabase } from './databases.ts';

/** A chain and an empty database for its projection. */
export interface TestSetup {
  readonly testChain: TestChain;
  readonly database: TestDatabase;
  /** Everything that was logged, one JSON line each. */
  readonly log: string[];
  /** Starts a projection, which `remove` closes. */
  start(options?: Partial<PostgresProjectionOptions>): Projection;
  /** Fails unless the database answers every query like the model of the chain's blocks. */
  expectLikeModel(projection: Projection): Promise<void>;
  remove(): Promise<void>;
}

export async function openTestSetup(): Promise<TestSetup> {
  const [testChain, database] = await Promise.all([openTestChain(), createDatabase()]);
  const log: string[] = [];
  const started: Projection[] = [];
  return {
    testChain,
    database,
    log,
    start: (options) => {
      const projection = startPostgresProjection({
        chain: testChain.chain,
        url: database.url,
        logger: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
        pause: pauseBriefly,
        ...options,
      });
      started.push(projection);
      return projection;
    },
    expectLikeModel: (projection) => expectLikeModel(testChain, projection),
    remove: async () => {
      await Promise.all(started.map((projection) => projection.close()));
      await testChain.remove();
      await database.release();
    },
  };
}

/** Resolves when a projection has caught up with its chain. */
export function caughtUp(projection: Projection): Promise<void> {
  return until(() => {
    const { state, indexedHeight, targetHeight } = projection.status();
    return state === 'ready' && indexedHeight === targetHeight;
  });
}

async function expectLikeModel(testChain: TestChain, projection: Projection): Promise<void> {
  const model = new ProjectionModel(await blocksOf(testChain));
  const addresses = [...model.allAddresses(), UNKNOWN_ADDRESS];
  const limit = 7; // several pages of most lists
  expect(await readEverything(projection.reader()!, addresses, limit)).toEqual(
    await readEverything(model, addresses, limit),
  );
}
