import { bytesToHex } from '@cairn/protocol';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  bindNames,
  conflictOf,
  type NewRow,
  type Parameters,
  ProjectionError,
  type TableName,
  TABLES,
  TableWriter,
  valuesOf,
  type WriterCommand,
  type WriterResult,
  type WritingEngine,
} from '@cairn/chain/projection';
import { readFile } from '../src/projection/read-file.ts';
import { connectionConfig } from './connection.ts';
import { POSTGRES, prepareTables } from './schema.ts';

/** What the writing thread is made from. */
export interface PostgresSetup {
  /** `postgres://…`; libpq's variables complete it. */
  readonly url: string;
  readonly chainId: number;
  /** Instead of `SILENCE_MS`; for tests. */
  readonly silenceMs?: number | undefined;
}

/** The state of the node that writes a database, for the replicas that read it. */
export interface PublishedNode {
  readonly index_state: 'building' | 'ready' | 'error';
  /** Height of the node's tip; -1 without one. */
  readonly target_height: number;
  readonly syncing: boolean;
  readonly ready: boolean;
}

/** A command to the writing thread: tells replicas the state of the node. */
export interface PublishCommand {
  readonly type: 'publish';
  readonly node: PublishedNode;
}

/** Key of the advisory lock that the writing node holds: "cairn" in ASCII. Each database has its own advisory locks. */
const LEASE_KEY = 0x63_61_69_72_6e;

/**
 * After this time without a byte in either direction, a connection counts as lost. The node publishes its state every
 * second, and no statement takes half of this time.
 */
const SILENCE_MS = 120_000;

/**
 * Settings of the writing connection. No commit waits for the disk: commits lost in a crash of the server are projected again
 * from the chain. Every statement looks up keys; without statistics, the planner would rather read whole tables. One fails after 30 s of waiting for a lock. The server detects within half a minute that the node's
 * machine is unreachable, and releases the lease.
 */
const SESSION = `
  SET synchronous_commit = off; SET client_min_messages = warning; SET lock_timeout = '30s';
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/** Tables for rows that may replace stored ones. */
const CHANGED = (Object.keys(TABLES) as TableName[])
  .filter((name) => conflictOf(POSTGRES, name) !== '')
  .map((name) => `CREATE TEMPORARY TABLE changed_${name} (LIKE ${name}) ON COMMIT DELETE ROWS`)
  .join(';');

/**
 * Writes the database over one connection, which has the lease: an advisory lock of the server that ends with the connection.
 * Because every write uses this connection, a node that lost the lease cannot write.
 */
class PostgresWritingEngine implements WritingEngine {
  readonly dialect = POSTGRES;
  readonly #setup: PostgresSetup;
  #client: pg.Client | undefined;

  constructor(setup: PostgresSetup) {
    this.#setup = setup;
  }

  /**
   * Connects, takes the lease and prepares the tables.
   * @throws ProjectionError `storage_failed` if another node has the lease, or the database belongs to another network or a newer
   *   version of this program
   */
  async open(isDamaged: boolean): Promise<string | undefined> {
    const { url, chainId, silenceMs = SILENCE_MS } = this.#setup;
    const socket = new Socket().setTimeout(silenceMs, () => {
      socket.destroy(new Error(`the database server was silent for ${silenceMs / 1_000} seconds`));
    });
    const client = new pg.Client({ ...connectionConfig(url, 'cairn node'), stream: () => socket });
    client.on('error', () => undefined); // the current or next statement fails with this error
    try {
      await client.connect();
      await client.query(SESSION);
      await takeLease(client);
      await client.query('BEGIN');
      const discarded = await prepareTables(client, chainId, isDamaged);
      await client.query('COMMIT');
      await client.query(CHANGED);
      this.#client = client;
      return discarded;
    } catch (error) {
      await client.end().catch(() => undefined); // the error of opening is the informative one
      throw error;
    }
  }

  async query<Result>(text: string, parameters: Parameters = {}): Promise<Result[]> {
    const bound = bindNames(text, parameters, POSTGRES);
    const values = bound.names.map((name) => parameters[name]);
    return (await this.#client!.query<Result & pg.QueryResultRow>(bound.text, values)).rows;
  }

  /** By COPY; rows that may replace stored ones into a temporary table first, which other commands of a transaction use too. */
  async insert<Name extends TableName>(table: Name, rows: Iterable<NewRow<Name>>): Promise<void> {
    const conflict = conflictOf(POSTGRES, table);
    const target = conflict === '' ? table : `changed_${table}`;
    // The rows are generated while the server reads earlier ones.
    const copy = this.#client!.query(copyFrom(`COPY ${target} FROM STDIN`));
    await pipeline(Readable.from(chunksOf(table, rows)), copy);
    if (conflict === '') return;
    await this.query(
      `WITH rows AS (DELETE FROM ${target} RETURNING *) INSERT INTO ${table} SELECT * FROM rows ${conflict}`,
    );
  }

  async publish({ index_state: state, target_height: target, syncing, ready }: PublishedNode): Promise<void> {
    await this.#client!.query(
      'UPDATE node SET index_state = $1, target_height = $2, syncing = $3, ready = $4, seen_at = now()',
      [state, target, syncing, ready],
    );
  }

  async close(): Promise<void> {
    await this.#client?.end();
    this.#client = undefined;
  }
}

/** Runs the commands of a projection in PostgreSQL, one after another. @throws Error of `pg`, or ProjectionError */
export function createPostgresWriter(setup: PostgresSetup) {
  const engine = new PostgresWritingEngine(setup);
  const writer = new TableWriter(engine, readFile);
  return async (command: WriterCommand | PublishCommand): Promise<WriterResult> => {
    if (command.type !== 'publish') return writer.run(command);
    await engine.publish(command.node);
    return { tip: undefined };
  };
}

async function takeLease(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    LEASE_KEY,
  ]);
  if (rows[0]?.taken !== true)
    throw new ProjectionError('storage_failed', 'another node writes this database');
}

/** Minimum length of a chunk, except the last, in characters: the stream handles chunks faster than lines. */
const CHUNK_LENGTH = 64 * 1024;

/** Rows in COPY's text format: fields separated by tabs. Only the backslash of `bytea` values needs an escape. */
function* chunksOf<Name extends TableName>(table: Name, rows: Iterable<NewRow<Name>>): Generator<Buffer> {
  const values = valuesOf(table);
  let chunk = '';
  for (const row of rows) {
    const fields = values(row).map((value) =>
      value instanceof Uint8Array ? `\\\\x${bytesToHex(value)}` : value,
    );
    chunk += `${fields.join('\t')}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk, 'latin1');
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk, 'latin1');
}
