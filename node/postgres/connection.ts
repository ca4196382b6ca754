import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ProjectionError } from '../src/projection/projection-store.ts';
import type { Query } from './queries.ts';

/** Anything that runs queries: a client or a pool of clients. */
export type Queryable = Pick<pg.Client, 'query'>;

/** Channel on which the writing node sends a notification (`NOTIFY`) for every change. */
export const HEAD_CHANNEL = 'cairn_head';

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
    // JIT compilation takes longer than any of these statements runs.
    options: '-c jit=off',
    types,
  };
}

/** A database's URL for a log line, without user and password. */
export function describeDatabase(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** SQLSTATE classes and Node's codes of a server that is unreachable, shutting down or starting up. */
const UNREACHABLE = /^(08|57P|E[A-Z]+$)/;

/** The SQLSTATE of a statement timeout, and the messages of two errors of pg without a code: query timeout and busy pool. */
const TIMED_OUT = /^(57014|Query read timeout|timeout exceeded when trying to connect)$/;

/** True if a query took too long or got no free connection in time, which is no failure of the server. */
export function isTimeout(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  return TIMED_OUT.test(code ?? message);
}

/** Turns any error of a PostgreSQL store into a ProjectionError. */
export function toProjectionError(error: unknown): ProjectionError {
  if (error instanceof ProjectionError) return error;
  const { message } = error as Error;
  const { code = '' } = error as { code?: string };
  const text = UNREACHABLE.test(code) ? `the database server is unreachable: ${message || code}` : message;
  return new ProjectionError('storage_failed', text, { cause: error });
}

/**
 * Inserts rows by COPY.
 * @param table name of the table; each row has a value for every column
 * @param chunks rows in COPY's text format, generated while the server reads earlier rows
 */
export async function copyInto(client: pg.Client, table: string, chunks: Iterable<Buffer>): Promise<void> {
  await pipeline(Readable.from(chunks), client.query(copyFrom(`COPY ${table} FROM STDIN`)));
}

/** Time limit of a query. */
const QUERY_MS = 10_000;
const IDLE_MS = 30_000;

/** SQLSTATE class of failures after which a query is retried: a conflict with a standby's replay, or a deadlock. */
const CONFLICT = /^40/;
const ATTEMPTS = 3;

/** Read-only connections. Each query is one statement with its own snapshot. */
export class ReadingPool {
  readonly #pool: pg.Pool;

  /** @param name application name in the server's `pg_stat_activity` @param size maximal number of connections */
  constructor(url: string, name: string, size: number) {
    this.#pool = new pg.Pool({
      ...connectionConfig(url, name),
      max: size,
      idleTimeoutMillis: IDLE_MS,
      query_timeout: QUERY_MS,
      statement_timeout: QUERY_MS,
      options: '-c default_transaction_read_only=on -c jit=off',
    });
    this.#pool.on('error', () => undefined); // an idle connection ended: the next query opens another
  }

  /** Runs a query and returns its only row. @throws pg's error, or Error if there is no row */
  async query<Row>({ name, text }: Query, values: readonly unknown[] = []): Promise<Row> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await this.#pool.query<Row & pg.QueryResultRow>({ name, text, values: [...values] });
        const [row] = rows;
        if (row === undefined) throw new Error(`the database has no answer to ${name}`);
        return row;
      } catch (error) {
        if (attempt === ATTEMPTS || !CONFLICT.test((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
