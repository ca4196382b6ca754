import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ChainTip } from '../src/chain/chain-reader.ts';
import { ProjectionError } from '../src/projection/projection-store.ts';
import type { SourceBlock } from '../src/projection/shared/block-source.ts';
import { prepareAddresses } from './address-writer.ts';
import { BlockWriter } from './block-writer.ts';
import { connectionConfig, toProjectionError } from './connection.ts';
import { HEAD_CHANNEL, LEASE_KEY } from './names.ts';
import type { PublishedNode } from './published-node.ts';
import { clear, migrate } from './schema.ts';
import { SilenceLimit } from './silence.ts';
import type { WriterSetup } from './writer-messages.ts';

/** How long a new writer waits for one that is just leaving; then the projection is in error and tries again. */
const LEASE_ATTEMPTS = 10;
const LEASE_PAUSE_MILLISECONDS = 100;

/** Memory for sorting where the ranking is made. */
const SORT_MEMORY = '128MB';

/**
 * Of the writing session. What a crash of the server takes is caught up with from the chain: no commit waits for the disk. A
 * statement that waits for somebody's lock fails. The server finds out within half a minute that this machine is gone, and gives the
 * lease to another.
 */
const SESSION = `
  SET synchronous_commit = off; SET timezone = 'UTC'; SET client_min_messages = warning; SET lock_timeout = '30s';
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/**
 * The database, write side: one connection for as long as it lives, which holds the lease. The lease is a lock of the
 * server's that ends with the connection, and everything is written over that very connection: a node that lost it
 * cannot write any more, whatever it believes.
 */
export class DatabaseWriter {
  readonly #client: pg.Client;
  readonly #limit: SilenceLimit;
  readonly #writer: BlockWriter;

  private constructor(client: pg.Client, limit: SilenceLimit, writer: BlockWriter) {
    this.#client = client;
    this.#limit = limit;
    this.#writer = writer;
  }

  /**
   * Connects, takes the lease and brings the tables to the current schema.
   * @throws ProjectionError `storage_failed`: the server is away, another node writes, the database is not ours
   */
  static async open({ url, chainId, silenceMilliseconds }: WriterSetup): Promise<DatabaseWriter> {
    const client = new pg.Client(connectionConfig(url, 'cairn node'));
    client.on('error', () => undefined); // the statement under way, or the next one, is told
    try {
      await client.connect();
      const limit = new SilenceLimit(client, silenceMilliseconds);
      await client.query(SESSION);
      await takeLease(client);
      await inTransaction(client, () => migrate(client, chainId));
      await prepareAddresses(client);
      return new DatabaseWriter(client, limit, await BlockWriter.open(client));
    } catch (error) {
      await client.end().catch(() => undefined); // the failure to open says more
      throw toProjectionError(error);
    }
  }

  get tip(): ChainTip | undefined {
    return this.#writer.tip;
  }

  /** Adds blocks in one transaction. */
  append(blocks: Iterable<SourceBlock>): Promise<void> {
    return this.#commit(() => this.#writer.append(blocks));
  }

  /** Makes ranking and late indexes in one transaction, unless they are there. */
  async settle(): Promise<void> {
    if (!this.#writer.isRanked) await this.#limit.withoutLimit(() => this.#rank());
  }

  /** Takes the newest block off in one transaction. */
  async stepBack(): Promise<void> {
    await this.settle(); // within a first backfill that is rare
    await this.#commit(() => this.#writer.stepBack());
  }

  /** Begins anew with nothing. */
  async discard(): Promise<void> {
    await this.#commit(() => clear(this.#client));
    await this.#writer.load();
  }

  /** Tells replicas where the node stands; also that it is there. */
  async publish({ indexState, targetHeight, syncing, ready }: PublishedNode): Promise<void> {
    const { rowCount } = await this.#client
      .query(
        `WITH before AS (SELECT * FROM cairn.node)
         UPDATE cairn.node SET index_state = $1, target_height = $2, syncing = $3, ready = $4, seen_at = now() FROM before
         WHERE (before.index_state, before.syncing, before.ready) IS DISTINCT FROM ($1, $3, $4)`,
        [indexState, targetHeight, syncing, ready],
      )
      .catch(rethrow);
    if (rowCount === 0) {
      await this.#client
        .query('UPDATE cairn.node SET target_height = $1, seen_at = now()', [targetHeight])
        .catch(rethrow);
    } else {
      await this.#client.query(`NOTIFY ${HEAD_CHANNEL}`).catch(rethrow);
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #rank(): Promise<void> {
    await this.#commit(async () => {
      await this.#client.query(
        `SET LOCAL maintenance_work_mem = '${SORT_MEMORY}'; SET LOCAL work_mem = '${SORT_MEMORY}'`,
      );
      await this.#writer.rank();
    });
    // The planner knows nothing yet of tables that were just filled.
    await this.#client.query('ANALYZE cairn.blocks, cairn.transactions, cairn.history').catch(rethrow);
  }

  async #commit(work: () => Promise<void>): Promise<void> {
    try {
      await inTransaction(this.#client, async () => {
        await work();
        await this.#client.query(`NOTIFY ${HEAD_CHANNEL}`);
      });
    } catch (error) {
      // Best effort: a connection that is gone fails the next command as well, and then all is opened anew.
      await this.#writer.load().catch(() => undefined);
      throw toProjectionError(error);
    }
  }
}

async function takeLease(client: pg.Client): Promise<void> {
  for (let attempt = 1; attempt <= LEASE_ATTEMPTS; attempt += 1) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      LEASE_KEY,
    ]);
    if (rows[0]?.taken === true) return;
    await sleep(LEASE_PAUSE_MILLISECONDS);
  }
  throw new ProjectionError('storage_failed', 'another node writes this database');
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // a connection that is gone has rolled back
    throw error;
  }
}

function rethrow(error: unknown): never {
  throw toProjectionError(error);
}
