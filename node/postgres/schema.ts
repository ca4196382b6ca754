import { ProjectionError } from '../src/projection/projection-store.ts';
import type { Queryable } from './connection.ts';
import { dropLateIndexes } from './late-indexes.ts';

/**
 * The schema, a step a version; `cairn.state.schema_version` is the version that a database has. A step that was released
 * is never changed: a new one is added. Everything is in the schema `cairn`, for one network a database.
 *
 * - `state`: one row with the newest projected block and the running totals, changed together with everything else.
 *   `version` counts the changes, so that of two answers the newer one is known. `ranked` is false until the ranking and
 *   the late indexes are made (late-indexes.ts), which is done best once a first backfill is through.
 * - `node`: what the node that writes says of itself, and when it did last.
 * - `blocks`: `summary` is what answers say of a block (block-summary.ts); its header is the first part of a raw block.
 * - `transactions`: each has a sequence number, from 0 without a gap, so that a page of the feed at any depth is a range.
 *   `record` is height (4), index in the block (4), ID (32) and the 213 bytes; a block is its header and the last 213
 *   bytes of its records, so that nothing is stored twice. `id_key` is the beginning of the ID: an index over 8 bytes is
 *   a third of one over 32, and the rest is compared where it points.
 * - `addresses`: numbered from 0 in order of appearance. `ranking_key` is 2^64 − 1 − balance (8 bytes, big-endian) and the
 *   address: ascending keys are the ranking. Its index is a late one.
 * - `history`: `position` counts an address's transactions from 0 without a gap, for the same reason as `sequence`. Its
 *   unique index over address and position is a late one.
 * - `ranking_buckets`: the ranking cut into runs of known size, which an offset skips whole. `first` is a bucket's lower
 *   bound; the lowest is empty and always there.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE cairn.state (
    is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
    schema_version integer NOT NULL,
    chain_id integer NOT NULL,
    version bigint NOT NULL,
    height integer NOT NULL,
    block_id bytea NOT NULL,
    transactions bigint NOT NULL,
    addresses bigint NOT NULL,
    fees numeric NOT NULL,
    transferred numeric NOT NULL,
    rewards numeric NOT NULL,
    ranked boolean NOT NULL
  );
  CREATE TABLE cairn.node (
    is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
    index_state text NOT NULL,
    target_height integer NOT NULL,
    syncing boolean NOT NULL,
    ready boolean NOT NULL,
    seen_at timestamptz NOT NULL
  );
  INSERT INTO cairn.node VALUES (true, 'building', -1, true, false, now());
  CREATE TABLE cairn.blocks (
    height integer PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    first_sequence bigint NOT NULL,
    summary bytea NOT NULL
  );
  CREATE TABLE cairn.transactions (
    sequence bigint PRIMARY KEY,
    id_key bigint NOT NULL,
    height integer NOT NULL,
    record bytea NOT NULL
  );
  ALTER TABLE cairn.transactions ALTER COLUMN record SET STORAGE PLAIN;
  CREATE INDEX transactions_id ON cairn.transactions (id_key);
  CREATE TABLE cairn.addresses (
    address text COLLATE "C" PRIMARY KEY,
    number integer NOT NULL,
    ranking_key bytea NOT NULL,
    balance numeric(20, 0) NOT NULL,
    nonce bigint NOT NULL,
    received numeric NOT NULL,
    sent numeric NOT NULL,
    fees numeric NOT NULL,
    transaction_count integer NOT NULL,
    first_seen integer NOT NULL,
    last_seen integer NOT NULL
  );
  CREATE TABLE cairn.history (
    address integer NOT NULL,
    position integer NOT NULL,
    sequence bigint NOT NULL,
    PRIMARY KEY (address, position)
  );
  CREATE TABLE cairn.ranking_buckets (first bytea PRIMARY KEY, size integer NOT NULL);
  INSERT INTO cairn.ranking_buckets VALUES ('', 0);
  `,
  // The index of the histories is made with the ranking from now on (late-indexes.ts), here as well.
  `
  ALTER TABLE cairn.history DROP CONSTRAINT history_pkey;
  UPDATE cairn.state SET ranked = false;
  `,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** Tables whose rows belong to the chain; all of them empty when the projection begins anew. */
const CHAIN_TABLES = ['blocks', 'transactions', 'addresses', 'history', 'ranking_buckets'] as const;

/**
 * Brings an empty or older database to the current schema. Called within a transaction.
 * @param chainId of the network; an empty database is made its own
 * @throws ProjectionError `storage_failed` for a database of another network, or of a newer version of this program
 */
export async function migrate(client: Queryable, chainId: number): Promise<void> {
  const version = await readVersion(client, chainId);
  if (version === SCHEMA_VERSION) return;
  if (version === 0) await client.query('CREATE SCHEMA IF NOT EXISTS cairn');
  for (const step of MIGRATIONS.slice(version)) await client.query(step);
  if (version === 0) {
    await client.query(
      `INSERT INTO cairn.state VALUES (true, ${SCHEMA_VERSION}, $1, 0, -1, '', 0, 0, 0, 0, 0, false)`,
      [chainId],
    );
  }
  await client.query('UPDATE cairn.state SET schema_version = $1', [SCHEMA_VERSION]);
}

/** Empties every table and begins anew; `version` goes on counting. Called within a transaction. */
export async function clear(client: Queryable): Promise<void> {
  await client.query(`TRUNCATE ${CHAIN_TABLES.map((name) => `cairn.${name}`).join(', ')}`);
  await dropLateIndexes(client);
  await client.query(`INSERT INTO cairn.ranking_buckets VALUES ('', 0)`);
  await client.query(
    `UPDATE cairn.state SET version = version + 1, height = -1, block_id = '', transactions = 0,
       addresses = 0, fees = 0, transferred = 0, rewards = 0, ranked = false`,
  );
}

/** @returns 0 for a database without our tables */
async function readVersion(client: Queryable, chainId: number): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('cairn.state') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return 0;
  const state = await client.query<{ schema_version: number; chain_id: number }>(
    'SELECT schema_version, chain_id FROM cairn.state',
  );
  const problem = findForeignTraits(state.rows[0], chainId);
  if (problem !== undefined) throw new ProjectionError('storage_failed', problem);
  return state.rows[0]!.schema_version;
}

/**
 * Why a database is not to be touched. One of another network is somebody's: it is never emptied.
 * @param state its row; `undefined` where there is none
 */
export function findForeignTraits(
  state: { schema_version: number; chain_id: number } | undefined,
  chainId: number,
): string | undefined {
  if (state === undefined) return 'the database has the tables of a projection, but no state';
  if (state.chain_id !== chainId) {
    return `the database holds chain ${state.chain_id}, not ${chainId}: name another database`;
  }
  if (state.schema_version > SCHEMA_VERSION) {
    return `the database has schema ${state.schema_version}; this version knows ${SCHEMA_VERSION}: update this program`;
  }
  return undefined;
}
