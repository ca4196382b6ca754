import { ProjectionError } from '../src/projection/projection-store.ts';
import type { Queryable } from './connection.ts';

/** Version of the schema. A node empties a database with an older version and fills it again from its chain. */
export const SCHEMA_VERSION = 5;

/** All tables are in the schema `cairn`; a database belongs to one network. Amounts are pebbles, IDs are raw bytes. */
const TABLES = `
  CREATE SCHEMA IF NOT EXISTS cairn;
  CREATE TABLE cairn.state (
    is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
    schema_version integer NOT NULL,
    chain_id integer NOT NULL,
    version bigint NOT NULL,
    height integer NOT NULL DEFAULT -1,
    block_id bytea NOT NULL DEFAULT '',
    transactions bigint NOT NULL DEFAULT 0,
    addresses bigint NOT NULL DEFAULT 0,
    fees numeric NOT NULL DEFAULT 0,
    transferred numeric NOT NULL DEFAULT 0,
    rewards numeric NOT NULL DEFAULT 0,
    ranked boolean NOT NULL DEFAULT false
  );
  COMMENT ON TABLE cairn.state IS 'One row: the newest block and the running totals, changed together with all other tables';
  COMMENT ON COLUMN cairn.state.version IS 'Counts the changes: of two answers the one with the larger version is newer';
  COMMENT ON COLUMN cairn.state.ranked IS 'True once the indexes exist that a first backfill creates at its end';

  CREATE TABLE cairn.node (
    is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
    index_state text NOT NULL DEFAULT 'building',
    target_height integer NOT NULL DEFAULT -1,
    syncing boolean NOT NULL DEFAULT true,
    ready boolean NOT NULL DEFAULT false,
    seen_at timestamptz NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE cairn.node IS 'One row: the state of the node that writes this database, every five seconds at least';
  INSERT INTO cairn.node DEFAULT VALUES;

  CREATE TABLE cairn.blocks (
    height integer PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    version bigint NOT NULL,
    previous_id bytea NOT NULL,
    merkle_root bytea NOT NULL,
    miner text COLLATE "C" NOT NULL,
    timestamp bigint NOT NULL,
    bits bigint NOT NULL,
    nonce bigint NOT NULL,
    transaction_count integer NOT NULL,
    total_fees numeric NOT NULL,
    reward numeric NOT NULL,
    first_sequence bigint NOT NULL
  );
  COMMENT ON COLUMN cairn.blocks.first_sequence IS 'Sequence number of the block''s first transaction';

  CREATE TABLE cairn.transactions (
    sequence bigint PRIMARY KEY,
    height integer NOT NULL,
    position integer NOT NULL,
    id bytea NOT NULL,
    nonce bigint NOT NULL,
    fee bigint NOT NULL,
    value numeric(20, 0) NOT NULL,
    from_address text COLLATE "C" NOT NULL,
    to_address text COLLATE "C" NOT NULL,
    unlock_sig bytea NOT NULL
  );
  CREATE INDEX transactions_id ON cairn.transactions USING hash (id);
  COMMENT ON COLUMN cairn.transactions.sequence IS 'Number in the chain, from 0 without a gap: a page of the feed is a range';
  COMMENT ON COLUMN cairn.transactions.position IS 'Number in the block, from 0';

  CREATE TABLE cairn.addresses (
    address text COLLATE "C" PRIMARY KEY,
    number integer NOT NULL,
    balance numeric(20, 0) NOT NULL,
    nonce bigint NOT NULL,
    received numeric NOT NULL,
    sent numeric NOT NULL,
    fees numeric NOT NULL,
    transaction_count integer NOT NULL,
    first_seen integer NOT NULL,
    last_seen integer NOT NULL,
    mined integer NOT NULL,
    rewards numeric NOT NULL,
    reward_fees numeric NOT NULL
  );
  COMMENT ON COLUMN cairn.addresses.number IS 'Number in order of appearance, from 0: the address in cairn.history';

  COMMENT ON COLUMN cairn.addresses.mined IS 'Blocks, without the genesis block';
  COMMENT ON COLUMN cairn.addresses.rewards IS 'Of these blocks, fees included';
  COMMENT ON COLUMN cairn.addresses.reward_fees IS 'Fees in these rewards';

  CREATE TABLE cairn.history (
    address integer NOT NULL,
    position integer NOT NULL,
    sequence bigint NOT NULL
  );
  COMMENT ON TABLE cairn.history IS 'The transactions of each address: position counts them from 0 without a gap';

  CREATE TABLE cairn.series (
    step integer NOT NULL,
    start bigint NOT NULL,
    blocks integer NOT NULL,
    transactions bigint NOT NULL,
    addresses bigint NOT NULL,
    fees numeric NOT NULL,
    transferred numeric NOT NULL,
    emitted numeric NOT NULL,
    work numeric NOT NULL,
    intervals integer NOT NULL,
    interval_seconds bigint NOT NULL,
    PRIMARY KEY (step, start)
  );
  COMMENT ON TABLE cairn.series IS 'Sums over the blocks whose timestamps lie in an hour, a day or a week; without the genesis block';
  COMMENT ON COLUMN cairn.series.step IS 'Seconds of the bucket';
  COMMENT ON COLUMN cairn.series.start IS 'Unix time';
  COMMENT ON COLUMN cairn.series.addresses IS 'Addresses that appeared';
  COMMENT ON COLUMN cairn.series.emitted IS 'Rewards without fees';
  COMMENT ON COLUMN cairn.series.intervals IS 'Blocks from height 2 on';
  COMMENT ON COLUMN cairn.series.interval_seconds IS 'Between these blocks and their parents';`;

const TABLE_NAMES = ['state', 'node', 'blocks', 'transactions', 'addresses', 'history', 'series'];
/** Tables that only older schema versions have. */
const FORMER_NAMES = ['ranking_buckets'];

/**
 * The late indexes. A first backfill creates them at its end, from sorted rows, in a fraction of the time of row-by-row
 * updates. Before that, the API sends no query that needs them; the removal of a block creates them first.
 */
const LATE_INDEXES = `
  CREATE INDEX IF NOT EXISTS transactions_id_start ON cairn.transactions (substr(id, 1, 8));
  CREATE INDEX IF NOT EXISTS blocks_miner ON cairn.blocks (miner, height);
  CREATE UNIQUE INDEX IF NOT EXISTS history_place ON cairn.history (address, position);
  CREATE UNIQUE INDEX IF NOT EXISTS addresses_ranking ON cairn.addresses (balance DESC, address);`;

/** Call within a transaction. */
export async function createLateIndexes(client: Queryable): Promise<void> {
  await client.query(LATE_INDEXES);
}

/**
 * Creates the tables in an empty database, or replaces those of an older schema. Call within a transaction.
 * @param chainId chain ID of the network, to which an empty database then belongs
 * @throws ProjectionError `storage_failed` for a database of another network or of a newer version of this program
 */
export async function prepareSchema(client: Queryable, chainId: number): Promise<void> {
  const stored = await readVersions(client, chainId);
  if (stored?.schema_version === SCHEMA_VERSION) return;
  await createTables(client, chainId, (stored?.version ?? -1) + 1);
}

/** Replaces all tables by empty ones. Call within a transaction. @throws ProjectionError like `prepareSchema` */
export async function clear(client: Queryable, chainId: number): Promise<void> {
  const stored = await readVersions(client, chainId);
  await createTables(client, chainId, (stored?.version ?? -1) + 1);
}

/** @param version first value of `cairn.state.version`, which never decreases, so that replicas notice every change */
async function createTables(client: Queryable, chainId: number, version: number): Promise<void> {
  const names = [...TABLE_NAMES, ...FORMER_NAMES].map((name) => `cairn.${name}`).join(', ');
  await client.query(`DO $$ BEGIN
    IF to_regnamespace('cairn') IS NOT NULL THEN DROP TABLE IF EXISTS ${names}; END IF;
  END $$; ${TABLES}`);
  await client.query('INSERT INTO cairn.state (schema_version, chain_id, version) VALUES ($1, $2, $3)', [
    SCHEMA_VERSION,
    chainId,
    version,
  ]);
}

interface Versions {
  readonly schema_version: number;
  readonly chain_id: number;
  readonly version: number;
}

/** @returns `undefined` for a database without the tables @throws ProjectionError like `prepareSchema` */
async function readVersions(client: Queryable, chainId: number): Promise<Versions | undefined> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('cairn.state') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return undefined;
  const state = await client.query<Versions>('SELECT schema_version, chain_id, version FROM cairn.state');
  const problem = findMismatch(state.rows[0], chainId);
  if (problem !== undefined) throw new ProjectionError('storage_failed', problem);
  return state.rows[0];
}

/**
 * Why a database must not be used: its tables are of another network or a newer version. `undefined` if it may be used.
 * @param state the row of `cairn.state`; `undefined` without one
 */
export function findMismatch(
  state: { schema_version: number; chain_id: number } | undefined,
  chainId: number,
): string | undefined {
  if (state === undefined) return 'the database has the tables of a projection, but no state';
  if (state.chain_id !== chainId) {
    return `the database contains chain ${state.chain_id}, not ${chainId}: use another database`;
  }
  if (state.schema_version > SCHEMA_VERSION) {
    return `the database has schema ${state.schema_version}; this version knows ${SCHEMA_VERSION}: update this program`;
  }
  return undefined;
}
