import type pg from 'pg';

/** A bucket with more addresses is cut: an offset walks through one bucket at the most. */
const MAX_SIZE = 1_024;
/** Addresses of a bucket that is newly made. */
const FILLED_SIZE = 512;
/** A bucket with fewer is joined to the one before it. */
const MIN_SIZE = 128;

interface Bucket {
  readonly first: Buffer;
  readonly size: number;
}

const PLACES = `SELECT ranking_key, (row_number() OVER (ORDER BY ranking_key) - 1) / ${FILLED_SIZE} AS place FROM cairn.addresses`;

/** Makes the ranking of all stored addresses, whose index is there. Called within a transaction. */
export async function fillRanking(client: pg.Client): Promise<void> {
  await client.query(`
    TRUNCATE cairn.ranking_buckets;
    INSERT INTO cairn.ranking_buckets
      SELECT CASE WHEN place = 0 THEN '' ELSE (array_agg(ranking_key ORDER BY ranking_key))[1] END, count(*)
      FROM (${PLACES}) AS placed GROUP BY place;
    INSERT INTO cairn.ranking_buckets VALUES ('', 0) ON CONFLICT DO NOTHING;
    ANALYZE cairn.addresses`);
}

/** Keeps the buckets level with what `writeAddresses` has just written. */
export async function updateRanking(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Bucket>(`
    WITH moved AS (
      SELECT old_key AS key, -1 AS change FROM changed WHERE old_key IS DISTINCT FROM new_key AND old_key IS NOT NULL
      UNION ALL
      SELECT new_key, 1 FROM changed WHERE old_key IS DISTINCT FROM new_key AND new_key IS NOT NULL
    ), changes AS (
      SELECT bucket.first, sum(moved.change)::integer AS change
      FROM moved CROSS JOIN LATERAL (
        SELECT first FROM cairn.ranking_buckets WHERE first <= moved.key ORDER BY first DESC LIMIT 1
      ) AS bucket
      GROUP BY bucket.first HAVING sum(moved.change) <> 0
    )
    UPDATE cairn.ranking_buckets AS buckets SET size = size + change
    FROM changes WHERE buckets.first = changes.first
    RETURNING buckets.first, size`);
  for (const { first, size } of rows) {
    if (size > MAX_SIZE) await split(client, first);
    else if (size < MIN_SIZE && first.length > 0) await join(client, first);
  }
}

async function split(client: pg.Client, first: Buffer): Promise<void> {
  await client.query(
    `WITH bounds AS (
       SELECT (SELECT min_next.first FROM cairn.ranking_buckets AS min_next
               WHERE min_next.first > $1 ORDER BY min_next.first LIMIT 1) AS next
     ), placed AS (
       ${PLACES} WHERE ranking_key >= $1
         AND ranking_key < COALESCE((SELECT next FROM bounds), decode(repeat('ff', 43), 'hex'))
     ), parts AS (
       SELECT CASE WHEN place = 0 THEN $1 ELSE (array_agg(ranking_key ORDER BY ranking_key))[1] END AS first, count(*) AS size
       FROM placed GROUP BY place
     )
     INSERT INTO cairn.ranking_buckets SELECT first, size FROM parts
     ON CONFLICT (first) DO UPDATE SET size = EXCLUDED.size`,
    [first],
  );
}

/** Joins a bucket to the one before it, as it is by now; that one may be cut again later. */
async function join(client: pg.Client, first: Buffer): Promise<void> {
  const { rows } = await client.query<Bucket>(
    `WITH gone AS (DELETE FROM cairn.ranking_buckets WHERE first = $1 RETURNING size)
     UPDATE cairn.ranking_buckets SET size = cairn.ranking_buckets.size + gone.size FROM gone
     WHERE first = (SELECT first FROM cairn.ranking_buckets WHERE first < $1 ORDER BY first DESC LIMIT 1)
     RETURNING first, cairn.ranking_buckets.size AS size`,
    [first],
  );
  const [joined] = rows;
  if (joined !== undefined && joined.size > MAX_SIZE) await split(client, joined.first);
}
