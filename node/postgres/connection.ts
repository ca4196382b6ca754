import pg from 'pg';
import { ProjectionError } from '../src/projection/projection-store.ts';

/** What asks: a client or a pool. */
export type Queryable = Pick<pg.Client, 'query'>;

/** How long a connection may take to open, in milliseconds. */
const CONNECT_MILLISECONDS = 10_000;
/** After so many milliseconds without a word the system asks whether the other machine is there. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/** OID of `bigint`. Every bigint of ours counts something and stays below 2^53. */
const INT8 = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * How every connection is made. What the URL does not say comes from libpq's variables (`PGUSER`, `PGPASSWORD`, …).
 * @param url `postgres://…`
 * @param name what the server shows in `pg_stat_activity`
 */
export function connectionConfig(url: string, name: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    // Compiling a statement takes longer than any of ours runs.
    options: '-c jit=off',
    types,
  };
}

/** A database in words for a log: never with a password. */
export function describeDatabase(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** SQLSTATE classes and Node's codes of a server that is away, going down, or not yet up. */
const AWAY = /^(08|57P|E[A-Z]+$)/;

/** Words whatever a PostgreSQL store throws as one of the projection's errors. */
export function toProjectionError(error: unknown): ProjectionError {
  if (error instanceof ProjectionError) return error;
  const { message } = error as Error;
  if (error instanceof RangeError) return new ProjectionError('damaged', message, { cause: error });
  const { code = '' } = error as { code?: string };
  const text = AWAY.test(code) ? `the database server is away: ${message || code}` : message;
  return new ProjectionError('storage_failed', text, { cause: error });
}
