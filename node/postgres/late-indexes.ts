import type { Queryable } from './connection.ts';

/**
 * Indexes that are made once a first backfill is through, from sorted rows: that takes a fraction of the time that keeping
 * them row by row takes, where the rows come in no order of theirs. Nothing that is answered until then needs them.
 */
const LATE_INDEXES = {
  history_place: 'CREATE UNIQUE INDEX IF NOT EXISTS history_place ON cairn.history (address, position)',
  addresses_ranking: 'CREATE UNIQUE INDEX IF NOT EXISTS addresses_ranking ON cairn.addresses (ranking_key)',
} as const;

/** Makes those that are not there. Called within a transaction. */
export async function makeLateIndexes(client: Queryable): Promise<void> {
  for (const create of Object.values(LATE_INDEXES)) await client.query(create);
}

/** For tables that begin anew. Called within a transaction. */
export async function dropLateIndexes(client: Queryable): Promise<void> {
  for (const name of Object.keys(LATE_INDEXES)) await client.query(`DROP INDEX IF EXISTS cairn.${name}`);
}
