import type { PageRequest } from '../src/projection/projection-reader.ts';

/** A statement that is prepared once a connection. */
export interface Question {
  readonly name: string;
  readonly text: string;
}

/** The head: what every answer says of the moment that it is of. Each statement has it, and so its own snapshot. */
export const HEAD_COLUMNS = `
  s.version, s.schema_version, s.chain_id, s.height, encode(s.block_id, 'hex') AS block_id, s.transactions, s.ranked,
  n.index_state, n.target_height, n.syncing, n.ready,
  extract(epoch FROM clock_timestamp() - n.seen_at)::float8 AS node_age`;

export const HEAD_TABLES = 'cairn.state AS s CROSS JOIN cairn.node AS n';

/** Summaries of blocks, the highest first, one after the other. */
function summaries(condition: string): string {
  return `(SELECT string_agg(b.summary, ''::bytea ORDER BY b.height DESC) FROM cairn.blocks AS b WHERE ${condition}) AS blocks`;
}

/** The feed: $1 items skipped, $2 at the most. */
const FEED_RECORDS = `
  SELECT string_agg(t.record, ''::bytea ORDER BY t.sequence DESC) AS records,
    min(t.height) AS lowest, max(t.height) AS highest
  FROM cairn.transactions AS t
  WHERE t.sequence <= s.transactions - 1 - $1::bigint AND t.sequence > s.transactions - 1 - $1::bigint - $2::bigint`;

/** The history of $3: $1 items skipped, $2 at the most. */
const HISTORY_RECORDS = `
  SELECT string_agg(t.record, ''::bytea ORDER BY h.position DESC) AS records, array_agg(DISTINCT t.height) AS heights
  FROM (
    SELECT position, sequence FROM cairn.history
    WHERE address = a.number AND position <= a.transaction_count - 1 - $1::bigint
    ORDER BY position DESC LIMIT $2
  ) AS h JOIN cairn.transactions AS t USING (sequence)`;

/**
 * The lines of a page of the ranking: $1 skipped, $2 at the most. The buckets before are skipped by their sizes; the sums
 * are made no further than needed.
 */
const RANKING_ITEMS = `
  WITH place AS (
    SELECT first, before FROM (
      SELECT first, size, sum(size) OVER (ORDER BY first) - size AS before FROM cairn.ranking_buckets
    ) AS sums WHERE before + size > $1::bigint ORDER BY first LIMIT 1
  )
  SELECT json_agg(json_build_array(address, balance::text, nonce, received::text, sent::text, fees::text,
    transaction_count, first_seen, last_seen) ORDER BY ranking_key) AS items
  FROM (
    SELECT * FROM cairn.addresses WHERE ranking_key >= (SELECT first FROM place)
    ORDER BY ranking_key OFFSET $1::bigint - (SELECT before FROM place) LIMIT $2
  ) AS page`;

const TOTALS_COLUMNS = `s.addresses, s.fees::text, s.transferred::text, s.rewards::text`;

const BLOCK_PAGE = 'p.summary AS blocks, p.records';

function blockPage(condition: string): string {
  return `LEFT JOIN LATERAL (
    SELECT b.summary, (
      SELECT string_agg(t.record, ''::bytea ORDER BY t.sequence) FROM cairn.transactions AS t
      WHERE t.height = b.height
        AND t.sequence >= b.first_sequence + $1::bigint AND t.sequence < b.first_sequence + $1::bigint + $2::bigint
    ) AS records
    FROM cairn.blocks AS b WHERE b.${condition}
  ) AS p ON true`;
}

function question(name: string, columns: string, rest = ''): Question {
  return { name, text: `SELECT ${HEAD_COLUMNS}${columns && `, ${columns}`} FROM ${HEAD_TABLES} ${rest}` };
}

/** Every question; each is one statement, so that its answer is of one moment. */
export const QUESTIONS = {
  head: question('head', ''),
  totals: question('totals', TOTALS_COLUMNS),
  feed: question(
    'feed',
    `p.records, ${summaries('b.height BETWEEN p.lowest AND p.highest')}`,
    `CROSS JOIN LATERAL (${FEED_RECORDS}) AS p`,
  ),
  history: question(
    'history',
    `COALESCE(a.transaction_count, 0) AS total, p.records, ${summaries('b.height = ANY (p.heights)')}`,
    `LEFT JOIN cairn.addresses AS a ON a.address = $3 CROSS JOIN LATERAL (${HISTORY_RECORDS}) AS p`,
  ),
  /** The newest $1 blocks. */
  newestBlocks: question('newestBlocks', summaries('b.height > s.height - $1::bigint')),
  /** $1 blocks below height $2 (the tip and those below it where that is null), $3 skipped. */
  blockList: question(
    'blockList',
    summaries(`b.height < LEAST(COALESCE($2::bigint, s.height + 1), s.height + 1) - $3::bigint
      AND b.height >= LEAST(COALESCE($2::bigint, s.height + 1), s.height + 1) - $3::bigint - $1::bigint`),
  ),
  blockByHeight: question('blockByHeight', summaries('b.height = $1::bigint')),
  blockById: question('blockById', summaries('b.id = $1')),
  /** Transactions of the block at $3: $1 skipped, $2 at the most. */
  blockPageByHeight: question('blockPageByHeight', BLOCK_PAGE, blockPage('height = $3::bigint')),
  /** The same of the block with ID $3. */
  blockPageById: question('blockPageById', BLOCK_PAGE, blockPage('id = $3')),
  /** The transaction with ID $2, which begins with $1. */
  transaction: question(
    'transaction',
    `p.records, ${summaries('b.height = p.height')}`,
    `LEFT JOIN LATERAL (
       SELECT t.record AS records, t.height FROM cairn.transactions AS t
       WHERE t.id_key = $1 AND substr(t.record, 9, 32) = $2 LIMIT 1
     ) AS p ON true`,
  ),
  account: question(
    'account',
    'a.balance::text AS balance, a.nonce',
    'LEFT JOIN cairn.addresses AS a ON a.address = $1',
  ),
  /** Bytes of the block at height $1 with ID $2: its transactions from $3 on, $4 at the most, and its header. */
  blockSlice: question(
    'blockSlice',
    `b.summary AS blocks, (
       SELECT string_agg(substr(t.record, 41), ''::bytea ORDER BY t.sequence) FROM cairn.transactions AS t
       WHERE t.height = b.height
         AND t.sequence >= b.first_sequence + $3::bigint AND t.sequence < b.first_sequence + $3::bigint + $4::bigint
     ) AS transactions_raw`,
    'LEFT JOIN cairn.blocks AS b ON b.height = $1 AND b.id = $2',
  ),
  ranking: question('ranking', 's.addresses AS total, p.items', `CROSS JOIN LATERAL (${RANKING_ITEMS}) AS p`),
} as const satisfies Record<string, Question>;

/** The values of a page's first two parameters. */
export function pageValues({ offset, limit }: PageRequest): [offset: number, limit: number] {
  return [offset, limit];
}
