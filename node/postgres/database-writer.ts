import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ChainTip } from '../src/chain/chain-reader.ts';
import { ProjectionError } from '../src/projection/projection-store.ts';
import type { SourceBlock } from '../src/projection/shared/block-source.ts';
import { BlockWriter } from './block-writer.ts';
import { connectionConfig, HEAD_CHANNEL, toProjectionError } from './connection.ts';
import { clear, prepareSchema } from './schema.ts';

/** Configuration of the writing thread. */
export interface WriterSetup {
  /** `postgres://…`; libpq's variables complete it. */
  readonly url: string;
  readonly chainId: number;
  /** Instead of `SILENCE_MS`; for tests. */
  readonly silenceMs?: number;
  /** Number of address records that the thread caches; for tests of their eviction. */
  readonly addressCapacity?: number;
}

/** The state of the writing node, published for replicas. */
export interface PublishedNode {
  readonly indexState: 'building' | 'ready' | 'error';
  /** Height of the node's tip; -1 without one. */
  readonly targetHeight: number;
  readonly syncing: boolean;
  readonly ready: boolean;
}

/** Key of the advisory lock that the writing node holds: "cairn" in ASCII. Each database has its own advisory locks. */
const LEASE_KEY = 0x63_61_69_72_6e;

/** Number of attempts to take the lease: another writer may be about to stop. */
const LEASE_ATTEMPTS = 10;
const LEASE_PAUSE_MS = 100;

/**
 * After this time without a byte in either direction, a connection counts as lost. The node publishes its state every five
 * seconds, and no statement takes half of this time, except the creation of the late indexes (schema.ts).
 */
const SILENCE_MS = 120_000;

/**
 * Settings of the writing connection. No commit waits for the disk: commits lost in a crash of the server are projected again
 * from the chain. A statement fails after 30 s of waiting for a lock. The server detects within half a minute that the node's
 * machine is unreachable, and releases the lease.
 */
const SESSION = `
  SET synchronous_commit = off; SET timezone = 'UTC'; SET client_min_messages = warning; SET lock_timeout = '30s';
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/** The server's memory for sorting the rows of a new index. */
const SORT_MEMORY = '128MB';

/**
 * Writes the database over one connection, which has the lease. The lease is an advisory lock of the server that ends with the
 * connection. Because every write uses this connection, a node that lost the lease cannot write.
 */
export class DatabaseWriter {
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #setup: WriterSetup;
  #writer!: BlockWriter;

  private constructor(setup: WriterSetup) {
    this.#setup = setup;
    this.#socket = new Socket();
    this.#client = new pg.Client({
      ...connectionConfig(setup.url, 'cairn node'),
      stream: () => this.#socket,
    });
    this.#client.on('error', () => undefined); // the current or next statement fails with this error
    const silence = this.#silenceMs();
    this.#socket.setTimeout(silence, () => {
      this.#socket.destroy(new Error(`the database server was silent for ${silence / 1_000} seconds`));
    });
  }

  /**
   * Connects, takes the lease and creates or migrates the tables.
   * @throws ProjectionError `storage_failed` if the server is unreachable, another node has the lease, or the database belongs
   *   to another network or a newer version of this program
   */
  static async open(setup: WriterSetup): Promise<DatabaseWriter> {
    const writer = new DatabaseWriter(setup);
    const client = writer.#client;
    try {
      await client.connect();
      await client.query(SESSION);
      await takeLease(client);
      await inTransaction(client, () => prepareSchema(client, setup.chainId));
      writer.#writer = await BlockWriter.open(client, setup.addressCapacity);
      return writer;
    } catch (error) {
      await client.end().catch(() => undefined); // the error of opening is the informative one
      throw toProjectionError(error);
    }
  }

  get tip(): ChainTip | undefined {
    return this.#writer.tip;
  }

  /**
   * Adds blocks in one transaction.
   * @param hasMore false if the last block is the chain's newest: the API may query the database after it, so that the late
   *   indexes are created too
   */
  append(blocks: Iterable<SourceBlock> | AsyncIterable<SourceBlock>, hasMore: boolean): Promise<void> {
    if (hasMore) return this.#commit(() => this.#writer.append(blocks));
    return this.#commitIndexed(async () => {
      await this.#writer.append(blocks);
      await this.#createLateIndexes();
    });
  }

  /** Removes the newest block in one transaction. */
  stepBack(): Promise<void> {
    return this.#commitIndexed(async () => {
      await this.#createLateIndexes(); // rarely needed: a step back during a first backfill
      await this.#writer.stepBack();
    });
  }

  /** Empties the database. */
  async discard(): Promise<void> {
    await this.#commit(() => clear(this.#client, this.#setup.chainId));
    await this.#writer.load();
  }

  /** Publishes the node's state, which also shows replicas that the node is running. */
  async publish({ indexState, targetHeight, syncing, ready }: PublishedNode): Promise<void> {
    await this.#client
      .query(
        `WITH before AS (SELECT * FROM cairn.node),
           changed AS (UPDATE cairn.node SET index_state = $1, target_height = $2, syncing = $3, ready = $4, seen_at = now())
         SELECT pg_notify('${HEAD_CHANNEL}', '') FROM before
         WHERE (before.index_state, before.syncing, before.ready) IS DISTINCT FROM ($1, $3, $4)`,
        [indexState, targetHeight, syncing, ready],
      )
      .catch(throwProjectionError);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  #silenceMs(): number {
    return this.#setup.silenceMs ?? SILENCE_MS;
  }

  /** Commits work that may create the late indexes, which takes up to hours; until then silence does not end the connection. */
  async #commitIndexed(work: () => Promise<void>): Promise<void> {
    if (this.#writer.hasLateIndexes) return this.#commit(work);
    this.#socket.setTimeout(0);
    await this.#commit(work);
    // The planner has no statistics of the new tables yet; VACUUM enables index-only scans for deep pages of the ranking.
    await this.#client
      .query('ANALYZE cairn.blocks, cairn.transactions, cairn.history')
      .then(() => this.#client.query('VACUUM (ANALYZE) cairn.addresses'))
      .catch(throwProjectionError);
    this.#socket.setTimeout(this.#silenceMs());
  }

  async #createLateIndexes(): Promise<void> {
    if (this.#writer.hasLateIndexes) return;
    await this.#client.query(`SET LOCAL maintenance_work_mem = '${SORT_MEMORY}'`);
    await this.#writer.createLateIndexes();
  }

  async #commit(work: () => Promise<void>): Promise<void> {
    try {
      await inTransaction(this.#client, async () => {
        await work();
        await this.#client.query(`NOTIFY ${HEAD_CHANNEL}`);
      });
    } catch (error) {
      // Best effort: on a lost connection the next command fails too, and the projection reconnects.
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
    await sleep(LEASE_PAUSE_MS);
  }
  throw new ProjectionError('storage_failed', 'another node writes this database');
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // the server rolls back for a lost connection
    throw error;
  }
}

function throwProjectionError(error: unknown): never {
  throw toProjectionError(error);
}
