/** The statements that read the database. Each answer is one of them: one snapshot, which includes the height that it is of. */
import {
  EXPLORER_LIMITS,
  HISTORY_DIRECTIONS,
  type HistoryDirection,
  type TransactionKind,
} from '@cairn/api/explorer';
import type { Address } from '@cairn/protocol';
import type { ChainTip, PrefixMatches } from '../src/chain/chain-types.ts';
import {
  BLOCKS_OUT_OF_ORDER,
  FILTERED_ITEMS,
  type BlockRow,
  type MinerTotals,
  type RankedAddressRow,
  type StateRow,
  type TransactionRow,
} from '../src/projection/reader.ts';
import {
  blockColumns,
  rankedAddressColumns,
  stateColumns,
  transactionColumns,
} from '../src/projection/schema.ts';
import type { StoredSeriesRow } from '../src/projection/series.ts';
import type { Statement } from './connection.ts';
import { POSTGRES } from './schema.ts';

/** The state of the tables and of the node that writes them, in the snapshot of an answer. */
export interface HeadRow extends StateRow {
  readonly schema_version: number;
  readonly index_state: 'building' | 'ready' | 'error';
  readonly target_height: number;
  readonly syncing: boolean;
  readonly ready: boolean;
  /** Seconds since the node wrote its state, by the server's clock. */
  readonly node_age: number;
}

const HEAD = `${stateColumns(POSTGRES)}, s.schema_version, n.index_state, n.target_height, n.syncing, n.ready,
  extract(epoch FROM clock_timestamp() - n.seen_at)::float8 AS node_age`;

/** A statement whose only row has the head and, as JSON, lists of rows. */
export interface ListStatement<Lists> extends Statement {
  /** Only for the type of the rows of each list. */
  readonly lists?: Lists;
}

/**
 * @param lists a query for each list, in which `s` is the row of `state`
 * @param before a `WITH` clause for tables that several lists need
 */
function statement<Lists>(
  name: string,
  lists: { readonly [List in keyof Lists]: string },
  before = '',
): ListStatement<Lists> {
  const built = Object.entries<string>(lists).map(
    ([list, query]) => `'${list}', COALESCE((SELECT json_agg(r) FROM (${query}) AS r), '[]')`,
  );
  return {
    name,
    text: `${before} SELECT ${HEAD}, json_build_object(${built.join(', ')}) AS lists FROM state AS s CROSS JOIN node AS n`,
  };
}

const BLOCKS = `SELECT ${blockColumns(POSTGRES)} FROM blocks AS b`;

/** Transactions with their blocks. The limit makes the planner look each block up. @param rows rows of `transactions` */
function transactions(rows: string, order: string): string {
  return `SELECT ${transactionColumns(POSTGRES)} FROM (${rows}) AS t CROSS JOIN LATERAL (
    SELECT id, timestamp FROM blocks WHERE height = t.height LIMIT 1
  ) AS b ORDER BY ${order}`;
}

/** A block and a page of its transactions: skips $1, returns at most $2. @param condition on the block, with $3 */
function blockPage(name: string, condition: string) {
  return statement<{ blocks: BlockRow; transactions: TransactionRow }>(name, {
    blocks: `${BLOCKS} WHERE ${condition}`,
    transactions: transactions(
      `SELECT t.* FROM blocks AS b JOIN transactions AS t
         ON t.sequence >= b.first_sequence + $1::bigint
         AND t.sequence < b.first_sequence + LEAST($1::bigint + $2::bigint, b.transaction_count)
       WHERE ${condition}`,
      't.sequence',
    ),
  });
}

/** The height above a list of blocks: $2 or the tip's height plus 1, whichever is lower, minus $3 skipped blocks. */
const LIST_TOP = 'LEAST(COALESCE($2::bigint, s.height + 1), s.height + 1) - $3::bigint';

/** Numbers of the addresses of a page, read from the index of the ranking. */
function ranked(order: string, offset: string, limit: string): string {
  return `(SELECT number FROM addresses ORDER BY ${order} OFFSET ${offset} LIMIT ${limit})`;
}

/** True if a page is nearer to the top of the ranking than to its end: an offset reads every skipped row. */
const IN_UPPER_HALF = '2 * $1::bigint <= s.addresses';

/** Starts of the oldest and newest bucket; `null` without one. */
interface SeriesEnds {
  readonly first: number | null;
  readonly newest: number | null;
}

/** Totals of a miner in a range, and the number of all miners there. */
interface MinerTotalsRow {
  readonly address: Address;
  readonly blocks: number;
  readonly rewards: string;
  readonly fees: string;
  readonly last: number;
  readonly miners: number;
}

const SERIES_START = `(SELECT GREATEST(COALESCE($2::bigint, max(start) - ($3::bigint - 1) * $1), min(start))
  FROM series WHERE step = $1)`;
const SERIES_END = `${SERIES_START} + $3::bigint * $1`;

/** At most `BLOCKS_OUT_OF_ORDER` blocks with timestamps from $3 to $4, from either end. */
function nearest(order: 'ASC' | 'DESC'): string {
  return `(SELECT height FROM blocks WHERE timestamp BETWEEN $3::bigint AND $4::bigint
    ORDER BY timestamp ${order}, height ${order} LIMIT ${BLOCKS_OUT_OF_ORDER}) AS nearest`;
}

/** Limits $3 to $4 on timestamps; `heights` is the lowest and the highest block in them. */
const HEIGHTS = `heights AS MATERIALIZED (
  SELECT (SELECT min(height) FROM ${nearest('ASC')}) AS low, (SELECT max(height) FROM ${nearest('DESC')}) AS high
)`;
const KEYS = FILTERED_ITEMS + 1;

interface FilteredLists {
  totals: { total: number };
  transactions: TransactionRow;
}

/**
 * A page of a filtered list: skips $1, returns at most $2.
 * @param tables what `total` and `keys` read
 * @param keys query for the sequence numbers of the page
 */
function filteredList(
  name: string,
  tables: readonly string[],
  { total, keys }: { readonly total: string; readonly keys: string },
  order: 'ASC' | 'DESC',
) {
  const rows = `SELECT t.* FROM (${keys}) AS k
    CROSS JOIN LATERAL (SELECT * FROM transactions WHERE sequence = k.sequence LIMIT 1) AS t`;
  return statement<FilteredLists>(
    name,
    {
      totals: `SELECT ${total} AS total FROM listed`,
      transactions: transactions(rows, `t.sequence ${order}`),
    },
    `WITH ${tables.join(', ')}`,
  );
}

/** A page of the feed with these transactions only. @param isTimed of blocks with timestamps from $3 to $4 */
export function filteredFeed(kind: TransactionKind | undefined, isTimed: boolean) {
  const last = kind === 'coinbase' ? 'first_sequence' : 'first_sequence + transaction_count - 1';
  const count = { all: 'transaction_count', coinbase: '1', transfer: 'transaction_count - 1' }[kind ?? 'all'];
  const conditions = [
    'true',
    ...(kind === 'transfer' ? ['transaction_count > 1'] : []),
    ...(isTimed
      ? [
          'height BETWEEN (SELECT low FROM heights) AND (SELECT high FROM heights)',
          'timestamp BETWEEN $3::bigint AND $4::bigint',
        ]
      : []),
  ];
  // Blocks, newest first, with the number of listed transactions before each.
  const listed = `listed AS MATERIALIZED (
    SELECT last, count, sum(count) OVER (ORDER BY height DESC) - count AS before FROM (
      SELECT height, ${last} AS last, ${count} AS count FROM blocks WHERE ${conditions.join(' AND ')}
      ORDER BY height DESC LIMIT ${KEYS}
    ) AS b
  )`;
  const end = `LEAST($1::bigint + $2::bigint, ${FILTERED_ITEMS})`;
  const keys = `SELECT last - (position - before) AS sequence FROM listed CROSS JOIN LATERAL
      generate_series(GREATEST(before, $1::bigint), LEAST(before + count, ${end}) - 1) AS position
    WHERE before < ${end} AND before + count > $1::bigint`;
  return filteredList(
    `feed ${kind} ${isTimed}`,
    isTimed ? [HEIGHTS, listed] : [listed],
    { total: 'COALESCE(sum(count), 0)::bigint', keys },
    'DESC',
  );
}

/**
 * A page of the history of the address $3 or, with limits on timestamps from $3 to $4, of $5: with a direction, a range of
 * sequence numbers in the index of directions; without one, a range of positions.
 */
export function filteredHistory(
  direction: HistoryDirection | undefined,
  order: 'ASC' | 'DESC',
  isTimed: boolean,
) {
  const address = `(SELECT number FROM addresses WHERE address = ${isTimed ? '$5' : '$3'})`;
  const first = '(SELECT first_sequence FROM blocks, heights WHERE height = low)';
  const last = '(SELECT first_sequence + transaction_count - 1 FROM blocks, heights WHERE height = high)';
  /** One step in the index of each direction. */
  const position = (aggregate: string, condition: string, to: string): string =>
    `(SELECT ${aggregate}(p) FROM (VALUES ${HISTORY_DIRECTIONS.map((one) => `('${one}')`).join(', ')}) AS d
      CROSS JOIN LATERAL (SELECT position AS p FROM history
        WHERE address = ${address} AND direction = d.column1 AND sequence ${condition} ORDER BY sequence ${to} LIMIT 1) AS h)`;
  const conditions = [`address = ${address}`];
  if (direction !== undefined) conditions.push(`direction = '${direction}'`);
  if (isTimed) conditions.push('timestamp BETWEEN $3::bigint AND $4::bigint');
  if (isTimed && direction !== undefined) conditions.push(`sequence BETWEEN ${first} AND ${last}`);
  if (isTimed && direction === undefined) {
    const [start, end] = [position('min', `>= ${first}`, 'ASC'), position('max', `<= ${last}`, 'DESC')];
    conditions.push(`position BETWEEN ${start} AND ${end}`);
  }
  const key = direction === undefined ? 'position' : 'sequence';
  const listed = `listed AS MATERIALIZED (
    SELECT sequence FROM history WHERE ${conditions.join(' AND ')} ORDER BY ${key} ${order} LIMIT ${KEYS}
  )`;
  const keys = `SELECT sequence FROM (SELECT sequence FROM listed ORDER BY sequence ${order} LIMIT ${FILTERED_ITEMS}) AS l
    ORDER BY sequence ${order} OFFSET $1 LIMIT $2`;
  return filteredList(
    `history ${direction} ${order} ${isTimed}`,
    isTimed ? [HEIGHTS, listed] : [listed],
    { total: 'count(*)', keys },
    order,
  );
}

/** A page of the history of address $3 from its oldest or newest transaction on: skips $1, returns at most $2. */
function history(name: string, order: 'ASC' | 'DESC') {
  const start = order === 'ASC' ? 'position >= $1::bigint' : 'position < a.transaction_count - $1::bigint';
  return statement<FilteredLists>(name, {
    totals: 'SELECT transaction_count AS total FROM addresses WHERE address = $3',
    transactions: transactions(
      `SELECT t.* FROM addresses AS a CROSS JOIN LATERAL (
         SELECT sequence FROM history WHERE address = a.number AND ${start} ORDER BY position ${order} LIMIT $2
       ) AS h JOIN transactions AS t USING (sequence) WHERE a.address = $3`,
      `t.sequence ${order}`,
    ),
  });
}

export const STATEMENTS = {
  head: statement<Record<string, never>>('head', {}),
  /** The newest $1 blocks. */
  newestBlocks: statement<{ blocks: BlockRow }>('newestBlocks', {
    blocks: `${BLOCKS} WHERE b.height > s.height - $1::bigint ORDER BY b.height DESC`,
  }),
  /** At most $1 blocks below height $2 (null: from the tip on); skips the newest $3. */
  blockList: statement<{ blocks: BlockRow }>('blockList', {
    blocks: `${BLOCKS} WHERE b.height < ${LIST_TOP} AND b.height >= ${LIST_TOP} - $1::bigint ORDER BY b.height DESC`,
  }),
  blockByHeight: blockPage('blockByHeight', 'b.height = $3::bigint'),
  /** $3 is the ID, 32 bytes. */
  blockById: blockPage('blockById', 'b.id = $3::bytea'),
  /** The transaction with ID $1, and its block. */
  transaction: statement<{ transactions: TransactionRow; blocks: BlockRow }>('transaction', {
    transactions: transactions('SELECT * FROM transactions WHERE id = $1 LIMIT 1', 't.sequence'),
    blocks: `${BLOCKS} WHERE b.height = (SELECT height FROM transactions WHERE id = $1 LIMIT 1)`,
  }),
  /** Matches of a prefix: blocks and transactions with IDs from $1 to $2, addresses that begin with $3; at most $4 of each. */
  startingWith: statement<{
    blocks: ChainTip;
    transactions: PrefixMatches['transactions'][number];
    addresses: { address: Address };
  }>('startingWith', {
    blocks: `SELECT encode(id, 'hex') AS id, height FROM blocks WHERE id BETWEEN $1::bytea AND $2::bytea ORDER BY blocks.id LIMIT $4`,
    transactions: `SELECT encode(id, 'hex') AS id, height FROM transactions
      WHERE id BETWEEN $1::bytea AND $2::bytea ORDER BY transactions.id LIMIT $4`,
    addresses: `SELECT address FROM addresses
      WHERE address >= $3::text COLLATE "C" AND address < ($3::text || '{') COLLATE "C" ORDER BY address LIMIT $4`,
  }),
  account: statement<{ accounts: { balance: string; nonce: number } }>('account', {
    accounts: 'SELECT balance::text AS balance, nonce FROM addresses WHERE address = $1',
  }),
  /** A page of the feed: skips $1 transactions, returns at most $2. */
  feed: statement<{ transactions: TransactionRow }>('feed', {
    transactions: transactions(
      `SELECT * FROM transactions WHERE sequence < s.transactions - $1::bigint
         AND sequence >= s.transactions - $1::bigint - $2::bigint ORDER BY sequence DESC LIMIT $2`,
      't.sequence DESC',
    ),
  }),
  newestHistory: history('newestHistory', 'DESC'),
  oldestHistory: history('oldestHistory', 'ASC'),
  /** The block with the greatest timestamp, then height, of those with at most timestamp $1. */
  blockAt: statement<{ blocks: BlockRow }>('blockAt', {
    blocks: `${BLOCKS} WHERE b.timestamp <= $1::bigint ORDER BY b.timestamp DESC, b.height DESC LIMIT 1`,
  }),
  /** Fees of the newest blocks with transfers, without the genesis block; as `FeeEstimator`. */
  fees: statement<{ fees: { blocks: number; percentiles: [number, number, number] | null } }>(
    'fees',
    {
      fees: `SELECT (SELECT count(*) FROM sampled) AS blocks,
          percentile_disc(ARRAY[0.9, 0.5, 0.1]) WITHIN GROUP (ORDER BY t.fee) AS percentiles
        FROM sampled AS b JOIN transactions AS t
          ON t.sequence > b.first_sequence AND t.sequence < b.first_sequence + b.transaction_count`,
    },
    `WITH sampled AS MATERIALIZED (
      SELECT first_sequence, transaction_count FROM blocks
      WHERE transaction_count > 1 AND height > GREATEST((SELECT height FROM state) - ${EXPLORER_LIMITS.feeDepth}, 0)
      ORDER BY height DESC LIMIT ${EXPLORER_LIMITS.feeBlocks}
    )`,
  ),
  /** A page of the ranking: skips $1 addresses, returns at most $2. Without its limit, the look-up would read the whole table. */
  ranking: statement<{ addresses: RankedAddressRow }>('ranking', {
    addresses: `SELECT ${rankedAddressColumns(POSTGRES)} FROM (
        ${ranked('balance DESC, address', '$1', `CASE WHEN ${IN_UPPER_HALF} THEN $2::bigint ELSE 0 END`)}
        UNION ALL
        ${ranked(
          'balance, address DESC',
          'GREATEST(s.addresses - $1::bigint - $2::bigint, 0)',
          `CASE WHEN ${IN_UPPER_HALF} THEN 0 ELSE GREATEST(LEAST($2::bigint, s.addresses - $1::bigint), 0) END`,
        )}
      ) AS page CROSS JOIN LATERAL (SELECT * FROM addresses WHERE number = page.number LIMIT 1) AS a
      ORDER BY a.balance DESC, a.address`,
  }),
  /**
   * Buckets of $1 seconds: $3 of them from time $2 on (null: the newest). If $4 is true, `later` has the sums of all buckets
   * after these.
   */
  series: statement<{
    ends: SeriesEnds;
    rows: StoredSeriesRow;
    later: { emitted: string; addresses: number };
  }>('series', {
    ends: 'SELECT min(start) AS first, max(start) AS newest FROM series WHERE step = $1::integer',
    rows: `SELECT step, start, blocks, transactions, addresses, fees::text, transferred::text, emitted::text, work::text,
        intervals, interval_seconds
      FROM series WHERE step = $1 AND start >= ${SERIES_START} AND start < ${SERIES_END} ORDER BY start`,
    later: `SELECT COALESCE(sum(emitted), 0)::text AS emitted, COALESCE(sum(addresses), 0)::bigint AS addresses
      FROM series WHERE $4 AND step = $1 AND start >= ${SERIES_END}`,
  }),
  /** Miners of the newest $1 blocks, the most blocks first; `miners` of each row counts them all. At most $2. */
  miners: statement<{ rows: MinerTotalsRow }>('miners', {
    rows: `SELECT miner AS address, count(*) AS blocks, sum(reward)::text AS rewards, sum(fees)::text AS fees,
        max(height) AS last, count(*) OVER () AS miners
      FROM blocks WHERE height > GREATEST(s.height - $1::bigint, 0) AND height <= s.height
      GROUP BY miner ORDER BY count(*) DESC, max(height) DESC LIMIT $2`,
  }),
  /** Totals of the blocks mined by address $1. */
  miner: statement<{ miners: Omit<MinerTotals, 'height'> }>('miner', {
    miners: `SELECT mined AS blocks, rewards::text, reward_fees::text AS fees,
        (SELECT min(height) FROM blocks WHERE miner = $1 AND height > 0) AS first,
        (SELECT max(height) FROM blocks WHERE miner = $1 AND height > 0) AS last
      FROM addresses WHERE address = $1`,
  }),
  /** At most $1 blocks mined by address $4 below height $2 (null: from the tip on); skips the newest $3. */
  minerBlocks: statement<{ totals: { total: number }; blocks: BlockRow }>('minerBlocks', {
    totals: 'SELECT mined AS total FROM addresses WHERE address = $4',
    blocks: `${BLOCKS} WHERE b.miner = $4 AND b.height > 0
        AND b.height < LEAST(COALESCE($2::bigint, s.height + 1), s.height + 1)
      ORDER BY b.height DESC LIMIT $1 OFFSET $3`,
  }),
} as const;
