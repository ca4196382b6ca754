/** The queries that answer requests, and the conversion of their rows. */
import type { AddressSummary, IdentifierPrefix } from '@cairn/api/explorer';
import {
  type Address,
  type BlockId,
  blockSize,
  hexToBytes,
  parseBlockId,
  parseTransactionId,
} from '@cairn/protocol';
import type {
  ChainTip,
  ConfirmedTransaction,
  PrefixMatches,
  StoredBlockSummary,
} from '../src/chain/chain-reader.ts';
import type { ChainTotals, Page, PageRequest } from '../src/projection/projection-reader.ts';
import { serializeRankedAddress, type RankedAddressRow } from '../src/projection/shared/address-record.ts';
import {
  bucketStart,
  clipSeries,
  SERIES_STEPS,
  seriesRowOf,
  type SeriesPage,
  type SeriesRequest,
  type StoredSeriesRow,
} from '../src/projection/shared/series.ts';

/** A statement that each connection prepares once. Its result is a single row, which includes the head. */
export interface Query {
  readonly name: string;
  readonly text: string;
}

/** The columns of the head: version and state of the database in the snapshot of an answer. */
export interface HeadRow {
  readonly version: number;
  readonly schema_version: number;
  readonly chain_id: number;
  /** -1 before the first block. */
  readonly height: number;
  /** 64 lowercase hex characters; empty before the first block. */
  readonly block_id: BlockId;
  readonly transaction_total: number;
  readonly ranked: boolean;
  readonly index_state: 'building' | 'ready' | 'error';
  readonly target_height: number;
  readonly syncing: boolean;
  readonly ready: boolean;
  /** Seconds since the writing node published its state, by the server's clock. */
  readonly node_age: number;
}

const HEAD_COLUMNS = `
  s.version, s.schema_version, s.chain_id, s.height, encode(s.block_id, 'hex') AS block_id,
  s.transactions AS transaction_total, s.ranked, n.index_state, n.target_height, n.syncing, n.ready,
  extract(epoch FROM clock_timestamp() - n.seen_at)::float8 AS node_age`;

/** A row of `cairn.blocks` in JSON, where bytes are `\x` and hex. */
interface BlockJson {
  readonly height: number;
  readonly id: string;
  readonly version: number;
  readonly previous_id: string;
  readonly merkle_root: string;
  readonly miner: Address;
  readonly timestamp: number;
  readonly bits: number;
  readonly nonce: number;
  readonly transaction_count: number;
  readonly total_fees: string;
  readonly reward: string;
}

/** SQL for a JSON array of blocks, the highest first. */
export function blocks(condition: string): string {
  return `(SELECT json_agg(b ORDER BY b.height DESC) FROM (
    SELECT height, id, version, previous_id, merkle_root, miner, timestamp, bits, nonce, transaction_count,
      total_fees::text, reward::text
    FROM cairn.blocks WHERE ${condition}
  ) AS b) AS blocks`;
}

/** A row of `cairn.transactions` in JSON. */
interface TransactionJson {
  readonly height: number;
  readonly position: number;
  readonly id: string;
  readonly nonce: number;
  readonly fee: number;
  readonly value: string;
  readonly from_address: Address;
  readonly to_address: Address;
  readonly unlock_sig: string;
}

/**
 * SQL for a JSON array of transactions by sequence number, and for the heights of their blocks.
 * @param rows `FROM … WHERE …` with `cairn.transactions` as `t`
 */
function transactions(rows: string, order: 'ASC' | 'DESC'): string {
  return `SELECT json_agg(t ORDER BY t.sequence ${order}) AS transactions, array_agg(DISTINCT t.height) AS heights FROM (
    SELECT t.sequence, t.height, t.position, t.id, t.nonce, t.fee, t.value::text, t.from_address, t.to_address, t.unlock_sig
    ${rows}
  ) AS t`;
}

export function defineQuery(name: string, columns: string, tables = ''): Query {
  const all = [HEAD_COLUMNS, columns].filter(Boolean).join(', ');
  return { name, text: `SELECT ${all} FROM cairn.state AS s CROSS JOIN cairn.node AS n ${tables}` };
}

/** The block for which a condition on `f` is true, and a page of its transactions: skips $1, returns at most $2. */
function blockPage(name: string, condition: string): Query {
  return defineQuery(
    name,
    `${blocks('height = f.height')}, p.transactions`,
    `LEFT JOIN cairn.blocks AS f ON ${condition} CROSS JOIN LATERAL (${transactions(
      `FROM cairn.transactions AS t WHERE t.sequence >= f.first_sequence + $1::bigint
         AND t.sequence < f.first_sequence + LEAST($1::bigint + $2::bigint, f.transaction_count)`,
      'ASC',
    )}) AS p`,
  );
}

/** SQL for the height above a list of blocks: $2, at most the tip's height plus 1, minus $3 skipped blocks. */
const LIST_TOP = 'LEAST(COALESCE($2::bigint, s.height + 1), s.height + 1) - $3::bigint';

/** SQL for the addresses of a page, read from an index alone; afterwards only the page's rows are read from the table. */
function ranked(order: string, offset: string, limit: string): string {
  return `(SELECT address FROM cairn.addresses ORDER BY ${order} OFFSET ${offset} LIMIT ${limit})`;
}

/** SQL that is true if a page is nearer to the top of the ranking than to its end: an offset reads every skipped row. */
const IN_UPPER_HALF = '2 * $1::bigint <= s.addresses';
const RANKING = `
  SELECT json_agg(a ORDER BY a.balance::numeric DESC, a.address) AS items FROM (
    ${ranked('balance DESC, address', '$1', `CASE WHEN ${IN_UPPER_HALF} THEN $2::bigint ELSE 0 END`)}
    UNION ALL
    ${ranked(
      'balance, address DESC',
      'GREATEST(s.addresses - $1::bigint - $2::bigint, 0)',
      `CASE WHEN ${IN_UPPER_HALF} THEN 0 ELSE GREATEST(LEAST($2::bigint, s.addresses - $1::bigint), 0) END`,
    )}
  ) AS page CROSS JOIN LATERAL (
    -- Without the limit the planner, which estimates a page as a tenth of the table, would read all of it.
    SELECT address, balance::text, nonce, received::text, sent::text, fees::text, transaction_count, first_seen, last_seen
    FROM cairn.addresses WHERE address = page.address LIMIT 1
  ) AS a`;

/** SQL for a JSON array of the first $4 rows, in the order of their identifiers. */
function matches(rows: string): string {
  return `(SELECT COALESCE(json_agg(m ORDER BY m.id COLLATE "C"), '[]') FROM (${rows} LIMIT $4) AS m)`;
}

export const QUERIES = {
  head: defineQuery('head', ''),
  totals: defineQuery('totals', 's.addresses, s.fees::text, s.transferred::text, s.rewards::text'),
  /** A page of the feed: skips $1 transactions, returns at most $2. */
  feed: defineQuery(
    'feed',
    `p.transactions, ${blocks('height = ANY (p.heights)')}`,
    `CROSS JOIN LATERAL (${transactions(
      `FROM cairn.transactions AS t
       WHERE t.sequence < s.transactions - $1::bigint AND t.sequence >= s.transactions - $1::bigint - $2::bigint`,
      'DESC',
    )}) AS p`,
  ),
  /** A page of the history of address $3: skips $1 transactions, returns at most $2. */
  history: defineQuery(
    'history',
    `COALESCE(a.transaction_count, 0) AS history_total, p.transactions, ${blocks('height = ANY (p.heights)')}`,
    `LEFT JOIN cairn.addresses AS a ON a.address = $3 CROSS JOIN LATERAL (${transactions(
      `FROM (
         SELECT sequence FROM cairn.history
         WHERE address = a.number AND position < a.transaction_count - $1::bigint ORDER BY position DESC LIMIT $2
       ) AS h JOIN cairn.transactions AS t USING (sequence)`,
      'DESC',
    )}) AS p`,
  ),
  /** The newest $1 blocks. */
  newestBlocks: defineQuery('newestBlocks', blocks('height > s.height - $1::bigint')),
  /** At most $1 blocks below height $2 (null: from the tip on); skips the newest $3. */
  blockList: defineQuery('blockList', blocks(`height < ${LIST_TOP} AND height >= ${LIST_TOP} - $1::bigint`)),
  /** The block at height $3. */
  blockByHeight: blockPage('blockByHeight', 'f.height = $3::bigint'),
  /** The block with ID $3. */
  blockById: blockPage('blockById', 'f.id = $3'),
  /** The transaction with ID $1. */
  transaction: defineQuery(
    'transaction',
    `p.transactions, ${blocks('height = ANY (p.heights)')}`,
    `CROSS JOIN LATERAL (${transactions('FROM cairn.transactions AS t WHERE t.id = $1 LIMIT 1', 'ASC')}) AS p`,
  ),
  /** Matches of a prefix: blocks and transactions with IDs from $1 to $2, addresses that begin with $3; at most $4 of each. */
  startingWith: defineQuery(
    'startingWith',
    `${matches(
      `SELECT encode(id, 'hex') AS id, height FROM cairn.blocks WHERE id BETWEEN $1::bytea AND $2::bytea ORDER BY id`,
    )} AS found_blocks, ${matches(
      // The index contains the first eight bytes of each ID.
      `SELECT encode(id, 'hex') AS id, height FROM cairn.transactions
       WHERE substr(id, 1, 8) BETWEEN substr($1::bytea, 1, 8) AND substr($2::bytea, 1, 8)
         AND id BETWEEN $1::bytea AND $2::bytea ORDER BY substr(id, 1, 8), id`,
    )} AS found_transactions, ${matches(
      `SELECT address AS id FROM cairn.addresses
       WHERE address >= $3::text COLLATE "C" AND address < ($3::text || '{') COLLATE "C" ORDER BY address`,
    )} AS found_addresses`,
  ),
  account: defineQuery(
    'account',
    'a.balance::text AS balance, a.nonce',
    'LEFT JOIN cairn.addresses AS a ON a.address = $1',
  ),
  /**
   * Up to $3 buckets of $1 seconds from time $2 on (null: the newest buckets). If $4 is true, `emitted_after` and
   * `appeared_after` are the sums of all later buckets; otherwise 0.
   */
  series: defineQuery(
    'series',
    `e.first, e.newest, s.fees::text, s.rewards::text, s.addresses, p.rows, p.emitted_after, p.appeared_after`,
    `CROSS JOIN LATERAL (
       SELECT min(start) AS first, max(start) AS newest FROM cairn.series WHERE step = $1
     ) AS e CROSS JOIN LATERAL (
       SELECT GREATEST(COALESCE($2::bigint, e.newest - ($3::bigint - 1) * $1), e.first) AS wanted
     ) AS w CROSS JOIN LATERAL (
       SELECT json_agg(json_build_object(
           'step', step, 'start', start, 'blocks', blocks, 'transactions', transactions, 'addresses', addresses,
           'fees', fees::text, 'transferred', transferred::text, 'emitted', emitted::text, 'work', work::text,
           'intervals', intervals, 'interval_seconds', interval_seconds
         ) ORDER BY start) FILTER (WHERE start < w.wanted + $3::bigint * $1) AS rows,
         COALESCE(sum(emitted) FILTER (WHERE start >= w.wanted + $3::bigint * $1), 0)::text AS emitted_after,
         COALESCE(sum(addresses) FILTER (WHERE start >= w.wanted + $3::bigint * $1), 0)::text AS appeared_after
       FROM cairn.series WHERE step = $1 AND start >= w.wanted AND ($4 OR start < w.wanted + $3::bigint * $1)
     ) AS p`,
  ),
  /** A page of the ranking: skips $1 addresses, returns at most $2. */
  ranking: defineQuery('ranking', 's.addresses, r.items', `CROSS JOIN LATERAL (${RANKING}) AS r`),
} as const satisfies Record<string, Query>;

export interface BlocksRow extends HeadRow {
  readonly blocks: readonly BlockJson[] | null;
}

export interface PageRow extends BlocksRow {
  readonly transactions: readonly TransactionJson[] | null;
}

export interface HistoryRow extends PageRow {
  readonly history_total: number;
}

export interface MatchesRow extends HeadRow {
  readonly found_blocks: readonly ChainTip[];
  readonly found_transactions: PrefixMatches['transactions'];
  readonly found_addresses: readonly { readonly id: Address }[];
}

export interface AccountRow extends HeadRow {
  readonly balance: string | null;
  readonly nonce: number | null;
}

export interface RankingRow extends HeadRow {
  readonly addresses: number;
  readonly items: readonly RankedAddressRow[] | null;
}

export interface SeriesAnswerRow extends HeadRow {
  readonly first: number | null;
  readonly newest: number | null;
  readonly fees: string;
  readonly rewards: string;
  readonly addresses: number;
  readonly rows: readonly StoredSeriesRow[] | null;
  readonly emitted_after: string;
  readonly appeared_after: string;
}

export interface TotalsRow extends HeadRow {
  readonly addresses: number;
  readonly fees: string;
  readonly transferred: string;
  readonly rewards: string;
}

/** The parameters $1 and $2 of a query for a page. */
export function pageValues({ offset, limit }: PageRequest): [offset: number, limit: number] {
  return [offset, limit];
}

export function blocksOf(row: BlocksRow): StoredBlockSummary[] {
  return (row.blocks ?? []).map((block) => ({
    height: block.height,
    id: parseBlockId(block.id.slice(2)),
    header: {
      version: block.version,
      height: block.height,
      previousBlockId: parseBlockId(block.previous_id.slice(2)),
      merkleRoot: block.merkle_root.slice(2),
      miner: block.miner,
      timestamp: block.timestamp,
      bits: block.bits,
      nonce: block.nonce,
    },
    transactionCount: block.transaction_count,
    sizeBytes: blockSize(block.transaction_count),
    totalFees: BigInt(block.total_fees),
    reward: BigInt(block.reward),
  }));
}

export function transactionsOf({ transactions: rows, chain_id: chain }: PageRow): ConfirmedTransaction[] {
  return (rows ?? []).map((row) => ({
    height: row.height,
    index: row.position,
    id: parseTransactionId(row.id.slice(2)),
    transaction: {
      chain,
      nonce: row.nonce,
      fee: BigInt(row.fee),
      value: BigInt(row.value),
      fromAddress: row.from_address,
      toAddress: row.to_address,
      unlockSig: hexToBytes(row.unlock_sig.slice(2)),
    },
  }));
}

export function feedPage(row: PageRow): Page<ConfirmedTransaction> {
  return { items: transactionsOf(row), total: row.transaction_total };
}

export function historyPage(row: HistoryRow): Page<ConfirmedTransaction> {
  return { items: transactionsOf(row), total: row.history_total };
}

export function rankingPage({ items, addresses }: RankingRow): Page<AddressSummary> {
  return { items: (items ?? []).map(serializeRankedAddress), total: addresses };
}

export function chainTotals(row: TotalsRow): ChainTotals | undefined {
  const { height, block_id: blockId, transaction_total, addresses, fees, transferred, rewards } = row;
  if (height < 0) return undefined;
  return { height, blockId, transactions: transaction_total, addresses, fees, transferred, rewards };
}

/** The parameters of `QUERIES.startingWith`. */
export function matchesValues({ id, address }: IdentifierPrefix, limit: number): unknown[] {
  const bound = (fill: string) => (id === undefined ? null : Buffer.from(id.padEnd(64, fill), 'hex'));
  return [bound('0'), bound('f'), address ?? null, limit];
}

/** The parameters of `QUERIES.series`. */
export function seriesValues({
  step: name,
  from,
  count,
  hasTotals,
}: SeriesRequest): (number | boolean | null)[] {
  const step = SERIES_STEPS[name];
  return [step, from === undefined ? null : bucketStart(step, from), count, hasTotals];
}

export function seriesPage(request: SeriesRequest, row: SeriesAnswerRow): SeriesPage | undefined {
  const { first, newest } = row;
  if (first === null || newest === null) return undefined;
  return {
    height: row.height,
    ...clipSeries(request, { first, newest }),
    rows: (row.rows ?? []).map(seriesRowOf),
    supply: BigInt(row.rewards) - BigInt(row.fees) - BigInt(row.emitted_after),
    addresses: row.addresses - Number(row.appeared_after),
  };
}
