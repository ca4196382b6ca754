import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Address } from '@cairn/protocol';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { LocatedBlock } from '../src/chain/chain-types.ts';
import {
  Ledger,
  projectedBlock,
  transactionRows,
  type AddressRecord,
  type AddressRow,
  type ProjectedBlock,
  type Row,
  type StoredBlock,
  type StoredTransfer,
} from '../src/projection/ledger.ts';
import type { StateRow } from '../src/projection/reader.ts';
import { stateColumns } from '../src/projection/schema.ts';
import type { SeriesRow } from '../src/projection/series.ts';
import {
  ProjectionError,
  type ProjectionWriter,
  type PublishedNode,
  type WriterCommand,
  type WriterResult,
} from '../src/projection/store.ts';
import { connectionConfig, toProjectionError } from './connection.ts';
import { POSTGRES, prepareTables } from './schema.ts';

/** Configuration of the writing thread. */
export interface PostgresWriterSetup {
  /** `postgres://…`; libpq's variables complete it. */
  readonly url: string;
  readonly chainId: number;
  /** Instead of `SILENCE_MS`; for tests. */
  readonly silenceMs?: number | undefined;
  /** Number of address records in memory; for tests of their eviction. */
  readonly addressCapacity?: number | undefined;
}

/** Key of the advisory lock that the writing node holds: "cairn" in ASCII. Each database has its own advisory locks. */
const LEASE_KEY = 0x63_61_69_72_6e;

/**
 * After this time without a byte in either direction, a connection counts as lost. The node publishes its state every five
 * seconds, and no statement takes half of this time.
 */
const SILENCE_MS = 120_000;

/**
 * Settings of the writing connection. No commit waits for the disk: commits lost in a crash of the server are projected again
 * from the chain. A statement fails after 30 s of waiting for a lock. The server detects within half a minute that the node's
 * machine is unreachable, and releases the lease.
 */
const SESSION = `
  SET synchronous_commit = off; SET client_min_messages = warning; SET lock_timeout = '30s';
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/** Bytes of blocks that are decoded, and copied into the table, together. */
const PART_BYTES = 16 * 1024 * 1024;

/**
 * Writes the database over one connection, which has the lease: an advisory lock of the server that ends with the connection.
 * Because every write uses this connection, a node that lost the lease cannot write.
 */
export class PostgresWriter implements ProjectionWriter {
  readonly #setup: PostgresWriterSetup;
  #open: { client: pg.Client; ledger: Ledger } | undefined;

  constructor(setup: PostgresWriterSetup) {
    this.#setup = setup;
  }

  async run(command: WriterCommand): Promise<WriterResult> {
    switch (command.type) {
      case 'open':
        return this.#connect(command.isDamaged);
      case 'append':
        await this.#change((client, ledger) => append(client, ledger, command.blocks));
        break;
      case 'stepBack':
        await this.#change(stepBack);
        break;
      case 'publish':
        await publish(this.#require().client, command.node);
        break;
      case 'close':
        await this.#open?.client.end();
        this.#open = undefined;
    }
    return { tip: this.#open?.ledger.tip };
  }

  /**
   * Connects, takes the lease and prepares the tables.
   * @throws ProjectionError `storage_failed` if the server is unreachable, another node has the lease, or the database belongs
   *   to another network or a newer version of this program
   */
  async #connect(isDamaged: boolean): Promise<WriterResult> {
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
      const discarded = await inTransaction(client, () => prepareTables(client, chainId, isDamaged));
      await client.query('CREATE TEMPORARY TABLE changed (LIKE addresses) ON COMMIT DELETE ROWS');
      const ledger = await this.#readLedger(client);
      this.#open = { client, ledger };
      return { tip: ledger.tip, discarded };
    } catch (error) {
      await client.end().catch(() => undefined); // the error of opening is the informative one
      throw error;
    }
  }

  async #change(work: (client: pg.Client, ledger: Ledger) => Promise<void>): Promise<void> {
    const open = this.#require();
    const { client, ledger } = open;
    try {
      await inTransaction(client, async () => {
        await work(client, ledger);
        await write(client, ledger);
      });
    } catch (error) {
      // Best effort: on a lost connection the next command fails too, and the projection reconnects.
      open.ledger = await this.#readLedger(client).catch(() => ledger);
      throw toProjectionError(error);
    }
  }

  async #readLedger(client: pg.Client): Promise<Ledger> {
    const { rows } = await client.query<StateRow>(`SELECT ${stateColumns(POSTGRES)} FROM state AS s`);
    const state = rows[0]!;
    const tip = await blockAt(client, state.height);
    return new Ledger(state, tip?.timestamp, this.#setup.addressCapacity);
  }

  #require(): { client: pg.Client; ledger: Ledger } {
    if (this.#open === undefined) throw new ProjectionError('storage_failed', 'the database is not open');
    return this.#open;
  }
}

async function takeLease(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    LEASE_KEY,
  ]);
  if (rows[0]?.taken !== true)
    throw new ProjectionError('storage_failed', 'another node writes this database');
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // the server rolls back for a lost connection
    throw error;
  }
}

async function append(client: pg.Client, ledger: Ledger, located: readonly LocatedBlock[]): Promise<void> {
  const rows: Row[] = [];
  for (const blocks of partsOf(located)) {
    await learn(
      client,
      ledger,
      blocks.flatMap(({ transactions }) => transactions.addresses),
    );
    await copyInto(client, 'transactions', transactionRowsOf(blocks, ledger.transactions));
    for (const block of blocks) rows.push(ledger.connect(block));
  }
  await copyInto(client, 'blocks', rows);
}

/** Reads blocks a part at a time, because a batch may have 64 MiB. */
function* partsOf(located: readonly LocatedBlock[]): Generator<ProjectedBlock[]> {
  let blocks: ProjectedBlock[] = [];
  let bytes = 0;
  for (const block of located) {
    blocks.push(projectedBlock(block));
    bytes += block.size;
    if (bytes < PART_BYTES) continue;
    yield blocks;
    blocks = [];
    bytes = 0;
  }
  if (blocks.length > 0) yield blocks;
}

function* transactionRowsOf(blocks: readonly ProjectedBlock[], first: number): Generator<Row> {
  let sequence = first;
  for (const block of blocks) {
    yield* transactionRows(block, sequence);
    sequence += block.transactions.count;
  }
}

async function stepBack(client: pg.Client, ledger: Ledger): Promise<void> {
  const height = ledger.tip?.height ?? -1;
  const [block, parent] = [await blockAt(client, height), await blockAt(client, height - 1)];
  const { rows: transfers } = await client.query<StoredTransfer>(
    `WITH gone AS (DELETE FROM transactions WHERE sequence >= $1 RETURNING *)
     SELECT from_address, to_address, value, fee, nonce FROM gone ORDER BY sequence DESC`,
    [block?.first_sequence],
  );
  await client.query('DELETE FROM blocks WHERE height = $1', [height]);
  await learn(
    client,
    ledger,
    transfers.flatMap(({ from_address: from, to_address: to }) => [from, to]),
  );
  await cutHistory(client, ledger.disconnect(block, parent, transfers));
}

async function blockAt(client: pg.Client, height: number): Promise<StoredBlock | undefined> {
  const { rows } = await client.query<StoredBlock>(
    `SELECT encode(id, 'hex') AS id, timestamp, bits, first_sequence FROM blocks WHERE height = $1`,
    [height],
  );
  return rows[0];
}

async function learn(client: pg.Client, ledger: Ledger, addresses: Iterable<Address>): Promise<void> {
  const unknown = ledger.unknown(addresses);
  if (unknown.length === 0) return;
  const { rows } = await client.query<AddressRow>('SELECT * FROM addresses WHERE address = ANY($1)', [
    unknown,
  ]);
  for (const row of rows) ledger.learn(row);
}

const COUNTS = 'unnest($1::integer[], $2::integer[]) AS given (number, count)';

/** Removes history from position `transaction_count` on, and sets `last_seen` to the height of the newest remaining transaction. */
async function cutHistory(client: pg.Client, changed: readonly AddressRecord[]): Promise<void> {
  const values = [changed.map(({ number }) => number), changed.map(({ transaction_count: count }) => count)];
  await client.query(
    `DELETE FROM history USING ${COUNTS} WHERE address = number AND position >= count`,
    values,
  );
  const { rows } = await client.query<{ number: number; height: number }>(
    `SELECT number, height FROM ${COUNTS} JOIN history AS h ON h.address = number AND h.position = count - 1
     JOIN transactions USING (sequence)`,
    values,
  );
  const heights = new Map(rows.map(({ number, height }) => [number, height]));
  for (const record of changed) record.last_seen = heights.get(record.number) ?? record.last_seen;
}

const PUT_ADDRESSES = `
  INSERT INTO addresses SELECT * FROM changed ON CONFLICT (number) DO UPDATE SET
    balance = excluded.balance, nonce = excluded.nonce, received = excluded.received, sent = excluded.sent,
    fees = excluded.fees, transaction_count = excluded.transaction_count, last_seen = excluded.last_seen,
    mined = excluded.mined, rewards = excluded.rewards, reward_fees = excluded.reward_fees`;

/** Writes what the ledger collected in memory. */
async function write(client: pg.Client, ledger: Ledger): Promise<void> {
  const { history, addresses, removed, series, state } = ledger.take();
  await copyInto(client, 'history', history);
  await copyInto(client, 'changed', addresses);
  await client.query(PUT_ADDRESSES);
  if (removed.length > 0) await client.query('DELETE FROM addresses WHERE number = ANY($1)', [removed]);
  await writeSeries(client, series);
  await client.query(
    `UPDATE state SET height = $1, block_id = $2, transactions = $3, addresses = $4,
       fees = $5, transferred = $6, rewards = $7`,
    [...state],
  );
}

const ADD_TO_SERIES = `
  INSERT INTO series AS stored SELECT * FROM json_populate_recordset(NULL::series, $1)
  ON CONFLICT (step, start) DO UPDATE SET
    blocks = stored.blocks + excluded.blocks,
    transactions = stored.transactions + excluded.transactions,
    addresses = stored.addresses + excluded.addresses,
    fees = stored.fees + excluded.fees,
    transferred = stored.transferred + excluded.transferred,
    emitted = stored.emitted + excluded.emitted,
    work = stored.work + excluded.work,
    intervals = stored.intervals + excluded.intervals,
    interval_seconds = stored.interval_seconds + excluded.interval_seconds`;

async function writeSeries(client: pg.Client, changes: readonly SeriesRow[]): Promise<void> {
  if (changes.length === 0) return;
  await client.query(ADD_TO_SERIES, [
    JSON.stringify(changes, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ]);
  if (changes.some(({ blocks }) => blocks < 0)) await client.query('DELETE FROM series WHERE blocks = 0');
}

async function publish(client: pg.Client, node: PublishedNode): Promise<void> {
  await client.query(
    'UPDATE node SET index_state = $1, target_height = $2, syncing = $3, ready = $4, seen_at = now()',
    [node.indexState, node.targetHeight, node.syncing, node.ready],
  );
}

/** Inserts rows by COPY; they are generated while the server reads earlier ones. */
async function copyInto(client: pg.Client, table: string, rows: Iterable<Row>): Promise<void> {
  await pipeline(Readable.from(chunksOf(rows)), client.query(copyFrom(`COPY ${table} FROM STDIN`)));
}

/** Minimum length of a chunk, except the last, in characters: the stream handles chunks faster than lines. */
const CHUNK_LENGTH = 64 * 1024;

/** Rows in COPY's text format: fields separated by tabs. Only the backslash of `bytea` values needs an escape. */
function* chunksOf(rows: Iterable<Row>): Generator<Buffer> {
  let chunk = '';
  for (const row of rows) {
    const fields = row.map((value) => (Buffer.isBuffer(value) ? `\\\\x${value.toString('hex')}` : value));
    chunk += `${fields.join('\t')}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk, 'latin1');
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk, 'latin1');
}
