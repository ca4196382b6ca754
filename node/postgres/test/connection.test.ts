import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import pg from 'pg';
import { toProjectionError } from '../connection.ts';
import { PostgresReadingEngine } from '../reading-engine.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup, type TestSetup } from './test-projection.ts';

/** The code of the error with which work ends. */
const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => toProjectionError(error).code,
  );

describe.skipIf(!hasPostgres)('an error of a query', () => {
  let setup: TestSetup;

  beforeEach(async () => {
    setup = await openTestSetup();
    const projection = setup.start(); // makes the tables
    await caughtUp(projection);
    await projection.close();
  });

  afterEach(() => setup.remove());

  const ask = async (text: string, queryMs?: number): Promise<string | undefined> => {
    const engine = new PostgresReadingEngine(setup.database.url, 'test', 1, queryMs);
    onTestFinished(() => engine.close());
    return codeOf(engine.ask({ name: 'test', lists: { rows: text } }));
  };

  it('is a timeout if the answer or a free connection took too long', async () => {
    expect(await ask('SELECT pg_sleep(0.5)', 50)).toBe('unanswered');
    // Long enough to open its only connection, which then stays in use.
    const options = { connectionString: setup.database.url, max: 1, connectionTimeoutMillis: 2_000 };
    const busy = new pg.Pool(options);
    onTestFinished(() => busy.end());
    const taken = await busy.connect();
    expect(await codeOf(busy.query('SELECT 1'))).toBe('unanswered');
    taken.release();
  });

  it('is a failure if the connection ended or the statement is wrong', async () => {
    expect(await ask('SELECT pg_terminate_backend(pg_backend_pid())')).toBe('storage_failed');
    expect(await ask('SELECT nothing')).toBe('storage_failed');
  });
});
