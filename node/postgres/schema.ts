import type pg from 'pg';
import {
  definitions,
  type Dialect,
  emptyState,
  ProjectionError,
  SCHEMA_VERSION,
  type StateRow,
  valuesOf,
} from '@cairn/chain/projection';

/** More rows than a page has. */
const FEW = 1_000;

/** All tables are in the schema `cairn`; a database belongs to one network. */
export const POSTGRES: Dialect = {
  types: {
    int: 'integer',
    bigint: 'bigint',
    amount: 'numeric',
    ranked: 'numeric',
    bytes: 'bytea',
    text: 'text COLLATE "C"',
  },
  table: '',
  orderedTable: '',
  begin: 'BEGIN',
  hex: (column) => `encode(${column}, 'hex')`,
  decimal: (column) => `${column}::text`,
  sum: (column) => `coalesce(sum(${column}), 0)::text`,
  plus: (a, b) => `${a} + ${b}`,
  byAmount: (column, order) => `${column} ${order}`,
  pebbles: (column) => `LEAST(${column}, 9223372036854775807)::bigint`,
  time: (column) => `to_timestamp(${column}) AT TIME ZONE 'UTC'`,
  least: 'LEAST',
  greatest: 'GREATEST',
  oneOf: (name) => `= ANY (@${name})`,
  by: () => '',
  // Without statistics, as after a first backfill, the planner would read whole tables if it did not know the limit.
  lookUp: (table, condition, order) =>
    `CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${condition}
       ${order === undefined ? 'LIMIT 1' : `ORDER BY ${order} LIMIT ${FEW}`}) AS ${table.split(' AS ')[1]!}`,
  // Texts and arrays get the type of the column that they are compared with.
  parameter: (_name, value, position) => {
    if (typeof value === 'number' || value === null) return `$${position}::bigint`;
    return value instanceof Uint8Array ? `$${position}::bytea` : `$${position}`;
  },
};

/** By this row the writing node tells replicas its state, every second. SQLite has no such table. */
const NODE = `CREATE TABLE node (
  single integer PRIMARY KEY CHECK (single = 0),
  index_state text NOT NULL,      -- building, ready, error
  target_height integer NOT NULL, -- of the node's tip
  syncing boolean NOT NULL,
  ready boolean NOT NULL,
  seen_at timestamptz NOT NULL    -- when the row was written
)`;

/**
 * Creates the tables in an empty database, and makes those of an older schema anew. Call within a transaction.
 * @param chainId chain ID of the network, to which an empty database then belongs
 * @param isDamaged makes any tables of the network anew
 * @returns why existing tables were discarded
 * @throws ProjectionError `storage_failed` for a database of another network or of a newer version of this program
 */
export async function prepareTables(
  client: pg.Client,
  chainId: number,
  isDamaged = false,
): Promise<string | undefined> {
  const { rows: tables } = await client.query(`SELECT WHERE to_regclass('cairn.state') IS NOT NULL`);
  const [stored] =
    tables.length === 0
      ? []
      : (await client.query<Versions>('SELECT schema_version, chain_id FROM state')).rows;
  const problem = stored && findMismatch(stored, chainId);
  const isOlder = stored?.chain_id === chainId && stored.schema_version < SCHEMA_VERSION;
  if (problem !== undefined && !isOlder) throw new ProjectionError('storage_failed', problem);
  if (stored !== undefined && problem === undefined && !isDamaged) return undefined;
  await createTables(client, chainId);
  return stored && (problem ?? 'it is damaged');
}

type Versions = Pick<StateRow, 'schema_version' | 'chain_id'>;

/** Why a database cannot be used: its tables are of another network or version; `undefined` if it can be used. */
export function findMismatch(
  { schema_version: version, chain_id: chain }: Versions,
  chainId: number,
): string | undefined {
  if (chain !== chainId) return `the database contains chain ${chain}, not ${chainId}: use another database`;
  if (version === SCHEMA_VERSION) return undefined;
  return `the database has schema ${version}, this program ${SCHEMA_VERSION}: update the older one`;
}

/** Replaces every table of the schema, not the schema itself, which has the grants of replicas. */
async function createTables(client: pg.Client, chainId: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = to_regnamespace('cairn') AND relkind = 'r'`,
  );
  // One query of many statements: a round trip each would take longer than the statements.
  const statements = [
    ...rows.map(({ name }) => `DROP TABLE ${name} CASCADE`),
    'CREATE SCHEMA IF NOT EXISTS cairn',
    ...definitions(POSTGRES),
    NODE,
    `INSERT INTO node VALUES (0, 'building', -1, true, false, now())`,
  ];
  await client.query(statements.join(';\n'));
  const state = valuesOf('state')(emptyState(chainId));
  await client.query(
    `INSERT INTO state VALUES (${state.map((_, index) => `$${index + 1}`).join(', ')})`,
    state,
  );
}
