import { expect, it, onTestFinished } from 'vitest';
import pg from 'pg';
import { toProjectionError } from '../connection.ts';
import { PostgresReadingEngine } from '../reading-engine.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup } from './test-setup.ts';

it.skipIf(!hasPostgres)(
  'a query that takes too long is unanswered; one whose connection ends or that is wrong is a failure',
  async () => {
    const { database, start } = await openTestSetup();
    await caughtUp(start()); // makes the tables
    const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
      work.then(
        () => undefined,
        (error: unknown) => toProjectionError(error).code,
      );
    const ask = async (text: string, queryMs?: number): Promise<string | undefined> => {
      const engine = new PostgresReadingEngine(database.url, 'test', 1, queryMs);
      onTestFinished(() => engine.close());
      return codeOf(engine.ask({ name: 'test', lists: { rows: text } }));
    };
    expect(await ask('SELECT pg_sleep(0.5)', 50)).toBe('unanswered');
    // Long enough to open its only connection, which then stays in use.
    const options = { connectionString: database.url, max: 1, connectionTimeoutMillis: 1_000 };
    const busy = new pg.Pool(options);
    onTestFinished(() => busy.end());
    const taken = await busy.connect();
    expect(await codeOf(busy.query('SELECT 1'))).toBe('unanswered');
    taken.release();
    expect(await ask('SELECT pg_terminate_backend(pg_backend_pid())')).toBe('storage_failed');
    expect(await ask('SELECT nothing')).toBe('storage_failed');
  },
);
