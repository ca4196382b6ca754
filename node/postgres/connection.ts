import pg from 'pg';
import { ProjectionError } from '@cairn/chain/projection';

/** How long a connection may take to open. */
const CONNECT_MS = 10_000;
/** Idle time before TCP keep-alive probes. */
const KEEP_ALIVE_MS = 10_000;

/** OID of `bigint`. Every bigint of the schema is below 2^53. */
const INT8 = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Tables are found without a prefix. JIT compilation takes longer than any of the statements runs. */
export const OPTIONS = '-c search_path=cairn -c jit=off';

/**
 * The configuration of every connection. Libpq's variables (`PGUSER`, `PGPASSWORD`, …) complete the URL.
 * @param url `postgres://…`
 * @param name application name in the server's `pg_stat_activity`
 */
export function connectionConfig(url: string, name: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: OPTIONS,
    types,
  };
}

/** A database's URL for a log line, without user and password. */
export function describeDatabase(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/**
 * The SQLSTATEs of a statement timeout and of a conflict with a standby's replay, and the messages of two errors of pg without a
 * code: query timeout and busy pool.
 */
const UNANSWERED = /^(57014|40\w{3}|Query read timeout|timeout exceeded when trying to connect)$/;

/** Turns any error of PostgreSQL into a ProjectionError. */
export function toProjectionError(error: unknown): ProjectionError {
  if (error instanceof ProjectionError) return error;
  const { message, code = '' } = error as { message: string; code?: string };
  const kind = UNANSWERED.test(code || message) ? 'unanswered' : 'storage_failed';
  return new ProjectionError(kind, message || code, { cause: error }); // a refused connection has only a code
}
