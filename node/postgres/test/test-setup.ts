/** For tests only: projections of a real chain in a database of the shared cluster, and replicas that serve it. */
import { NETWORKS } from '@cairn/protocol';
import type { Projection } from '@cairn/chain/projection';
import { pino, type Logger } from 'pino';
import { onTestFinished } from 'vitest';
import { startExplorerApi } from '../../src/explorer-api/index.ts';
import { openTestChain, type TestChain } from '../../src/home/test-support.ts';
import { expectLikeModel, pauseBriefly, until } from '../../src/projection/test-support.ts';
import { toProjectionError } from '../connection.ts';
import { startPostgresProjection, type PostgresProjectionOptions } from '../projection.ts';
import { openReplica, type Replica } from '../replica.ts';
import { createPostgresWriter, type PostgresSetup } from '../writing-engine.ts';
import { createDatabase, type TestDatabase } from './databases.ts';

/** Registers what is done at the end of a test, or of all. */
type AtEnd = (close: () => Promise<void>) => void;

/** A chain and an empty database for its projection. */
export interface TestSetup {
  readonly testChain: TestChain;
  readonly database: TestDatabase;
  /** Everything that was logged, one JSON line each. */
  readonly log: string[];
  /** Starts a projection, which is closed at the end. */
  readonly start: (options?: Partial<PostgresProjectionOptions>) => Projection;
  /** Fails unless the database answers every query like the model of the chain's blocks. */
  readonly expectLikeModel: (projection: Projection) => Promise<void>;
}

export async function openTestSetup(atEnd: AtEnd = onTestFinished): Promise<TestSetup> {
  const [testChain, database] = await Promise.all([openTestChain(), createDatabase()]);
  const { logger, log } = recorder();
  const started: Projection[] = [];
  atEnd(async () => {
    await Promise.all(started.map((projection) => projection.close()));
    await testChain.remove();
    await database.release();
  });
  return {
    testChain,
    database,
    log,
    start: (options) => {
      const { chain } = testChain;
      const common = { chain, url: database.url, logger, pause: pauseBriefly, startWriter: writeHere };
      const projection = startPostgresProjection({ ...common, ...options });
      started.push(projection);
      return projection;
    },
    expectLikeModel: (projection) => expectLikeModel(testChain, { projection }),
  };
}

/** A logger that keeps its lines. */
export function recorder(level = 'debug'): { readonly logger: Logger; readonly log: string[] } {
  const log: string[] = [];
  return { logger: pino({ level }, { write: (line: string) => void log.push(line) }), log };
}

/** A writer in this thread: one of its own takes half a second of the processor to start. */
export function writeHere(
  setup: PostgresSetup,
): ReturnType<NonNullable<PostgresProjectionOptions['startWriter']>> {
  const write = createPostgresWriter(setup);
  let last: Promise<unknown> = Promise.resolve();
  const run: typeof write = (command) => {
    const next = last.then(() => write(command));
    last = next.catch(() => undefined);
    return next.catch((error: unknown) => {
      throw toProjectionError(error);
    });
  };
  return { run, close: async () => void (await run({ type: 'close' })) };
}

/** Resolves when a projection has caught up with its chain. */
export function caughtUp(projection: Projection): Promise<void> {
  return until(() => {
    const { state, indexedHeight, targetHeight } = projection.status();
    return state === 'ready' && indexedHeight === targetHeight;
  });
}

type IndexState = ReturnType<Replica['context']['indexStatus']>['state'];

/**
 * Starts a replica that serves an Explorer API, and waits for a state of its index.
 * @returns its URL, what it knows, and what it logs
 */
export async function startReplica(
  database: string,
  state: IndexState = 'ready',
  atEnd: AtEnd = onTestFinished,
) {
  const { logger, log } = recorder('info');
  const replica = openReplica({ network: NETWORKS.devnet, database, logger });
  const api = await startExplorerApi(replica.context, { host: '127.0.0.1', port: 0 });
  atEnd(async () => {
    await api.close();
    await replica.close();
  });
  const { context } = replica;
  await until(() => context.indexStatus().state === state);
  return { url: api.url, context, log };
}
