import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import pg from 'pg';
import { isTimeout } from '../connection.ts';
import { hasPostgres } from './databases.ts';
import { openTestSetup, type TestSetup } from './test-projection.ts';

/** The error with which work ends. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.skipIf(!hasPostgres)('an error of a query', () => {
  let setup: TestSetup;

  beforeEach(async () => {
    setup = await openTestSetup();
  });

  afterEach(() => setup.remove());

  function poolWith(options: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool({ connectionString: setup.database.url, ...options });
    onTestFinished(() => pool.end());
    return pool;
  }

  it('is a timeout if the statement, the answer or a free connection took too long', async () => {
    const slow = 'SELECT pg_sleep(0.5)';
    expect(isTimeout(await errorOf(poolWith({ statement_timeout: 50 }).query(slow)))).toBe(true);
    expect(isTimeout(await errorOf(poolWith({ query_timeout: 50 }).query(slow)))).toBe(true);
    // Long enough to open its only connection, which then stays in use.
    const busy = poolWith({ max: 1, connectionTimeoutMillis: 2_000 });
    const taken = await busy.connect();
    expect(isTimeout(await errorOf(busy.query('SELECT 1')))).toBe(true);
    taken.release();
  });

  it('is no timeout if the connection ended or the statement is wrong', async () => {
    const pool = poolWith({});
    pool.on('error', () => undefined); // the ended connection is reported here as well
    expect(isTimeout(await errorOf(pool.query('SELECT pg_terminate_backend(pg_backend_pid())')))).toBe(false);
    expect(isTimeout(await errorOf(pool.query('SELECT nothing')))).toBe(false);
  });
});
