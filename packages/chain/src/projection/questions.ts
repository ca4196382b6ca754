/** The queries of the indexed routes, the same for SQLite and PostgreSQL. */
import {
  type AddressOrder,
  EXPLORER_LIMITS,
  HISTORY_DIRECTIONS,
  isByValue,
  type FeedOrder,
  type HistoryDirection,
  type HistoryOrder,
  type TransactionKind,
} from '@cairn/api/contract';
import type { Dialect, Question } from './engine.ts';
import {
  type AddressRow,
  FILTERED_ITEMS,
  type MinersPage,
  type MinerTotals,
  type TransactionRow,
} from './answers.ts';
import { columnsOf } from './schema.ts';
import type { StoredRow } from './tables.ts';

/**
 * Timestamps do not always follow the heights, but PROTOCOL.md section 5 keeps a block near its neighbours in time: more than
 * their median, and at most two hours ahead of the clock. The lowest block of a time range is looked for among this many of its
 * earliest blocks, the highest among as many of its latest.
 */
const BLOCKS_OUT_OF_ORDER = 4_096;

/** Rows that are read to count a filtered list: one more shows that there are more. */
const COUNTED = FILTERED_ITEMS + 1;

/** A page of a list of transactions, and the length of the list. */
export interface ListedRows {
  readonly totals: { readonly total: number };
  readonly transactions: TransactionRow;
}

type Order = 'ASC' | 'DESC';
const REVERSED = { ASC: 'DESC', DESC: 'ASC' } as const;

/** The columns by which addresses are listed, each list's of an index. */
const RANKINGS: Readonly<Record<AddressOrder, readonly (readonly [column: string, order: Order])[]>> = {
  balance: [
    ['balance', 'DESC'],
    ['address', 'ASC'],
  ],
  transactions: [
    ['transaction_count', 'DESC'],
    ['number', 'ASC'],
  ],
  active: [
    ['last_seen', 'DESC'],
    ['number', 'ASC'],
  ],
  newest: [['number', 'DESC']],
};

/** The row of `state` alone. */
export const STATE: Question<unknown> = { name: 'state', lists: {} };

export type Questions = ReturnType<typeof questionsOf>;

/** Builds the questions for an engine. */
export function questionsOf(engine: Dialect) {
  const { decimal, sum, least, greatest, by, lookUp } = engine;
  const blocks = `SELECT ${columnsOf(engine, 'blocks', 'b')} FROM blocks AS b`;
  const transactions = transactionsOf(engine);
  const timeOf = (height: string): string => `(SELECT timestamp FROM blocks WHERE height = a.${height})`;
  const addresses = `${columnsOf(engine, 'addresses', 'a')},
    ${timeOf('first_seen')} AS first_time, ${timeOf('last_seen')} AS last_time`;
  const fromState = (column: string): string => `(SELECT ${column} FROM state)`;

  /** A range of positions in the history of the address. */
  const history = (order: Order): Question<ListedRows> => {
    const of = (column: string): string => `(SELECT ${column} FROM addresses WHERE address = @address)`;
    const total = of('transaction_count');
    const range =
      order === 'ASC'
        ? '@offset AND @offset + @limit - 1'
        : `${total} - @offset - @limit AND ${total} - @offset - 1`;
    return {
      name: `history ${order}`,
      lists: {
        totals: 'SELECT transaction_count AS total FROM addresses WHERE address = @address',
        transactions: transactions(
          `SELECT sequence FROM history WHERE address = ${of('number')} AND position BETWEEN ${range}
           ORDER BY position ${order} LIMIT @limit`,
          `t.sequence ${order}`,
        ),
      },
    };
  };

  // An engine steps over every skipped entry: a page is read from the nearer end.
  const isUpperHalf = `2 * @offset <= ${fromState('addresses')}`;
  const atEnd = `${greatest}(${least}(@limit, ${fromState('addresses')} - @offset), 0)`;
  /** A page of all addresses, read from an index. */
  const ranking = (order: AddressOrder) => {
    const keys = RANKINGS[order];
    const by = (table: string, isReversed = false) =>
      keys
        .map(([column, direction]) => `${table}${column} ${isReversed ? REVERSED[direction] : direction}`)
        .join(', ');
    const numbers = (isReversed: boolean, limit: string, offset: string): string =>
      `SELECT number FROM (SELECT number FROM addresses ORDER BY ${by('', isReversed)} LIMIT ${limit} OFFSET ${offset}) AS r`;
    const page = `${numbers(false, `CASE WHEN ${isUpperHalf} THEN @limit ELSE 0 END`, '@offset')}
      UNION ALL ${numbers(
        true,
        `CASE WHEN ${isUpperHalf} THEN 0 ELSE ${atEnd} END`,
        `${greatest}(${fromState('addresses')} - @offset - @limit, 0)`,
      )}`;
    return question<{ addresses: AddressRow }>(`ranking ${order}`, {
      addresses: `SELECT ${addresses} FROM (${page}) AS k
        ${lookUp('addresses AS a', 'a.number = k.number')} ORDER BY ${by('a.')}`,
    });
  };

  const ownBalance = '(SELECT balance FROM addresses WHERE address = @address)';

  // Each end is a subquery of its own, which reads one key: a single query for both would read all rows of the step.
  const seriesEnd = (aggregate: string): string =>
    `(SELECT ${aggregate}(start) FROM series WHERE step = @step)`;
  const seriesStart = `${greatest}(coalesce(@from, ${seriesEnd('max')} - (@count - 1) * @step), ${seriesEnd('min')})`;

  return {
    /** A page of the feed. */
    feed: question<{ transactions: TransactionRow }>('feed', {
      transactions: transactions(
        `SELECT sequence FROM transactions WHERE sequence
           BETWEEN ${fromState('transactions')} - @offset - @limit AND ${fromState('transactions')} - @offset - 1
         ORDER BY sequence DESC LIMIT @limit`,
        't.sequence DESC',
      ),
    }),
    filteredFeed: filteredFeedOf(engine),
    /** A page of the feed, or of its transactions of a kind, with the largest first, out of the first `@end` of them. */
    largest: largestOf(engine),
    /** A page of the history of an address. */
    history: { newest: history('DESC'), oldest: history('ASC') },
    filteredHistory: filteredHistoryOf(engine),
    /** Sums of a history, or of what it has in a time range. */
    historyTotals: historyTotalsOf(engine),
    /** The block with the greatest timestamp, then height, of those with at most this timestamp. */
    blockAt: question<{ blocks: StoredRow<'blocks'> }>('blockAt', {
      blocks: `${blocks} WHERE b.timestamp <= @time ORDER BY b.timestamp DESC, b.height DESC LIMIT 1`,
    }),
    /** A page of all addresses. */
    ranking: {
      balance: ranking('balance'),
      transactions: ranking('transactions'),
      active: ranking('active'),
      newest: ranking('newest'),
    },
    /** An address of the ranking, and how many rank before it: two ranges of the ranking's index are counted. */
    rank: question<{ addresses: AddressRow; positions: { readonly before: number } }>('rank', {
      addresses: `SELECT ${addresses} FROM addresses AS a WHERE a.address = @address`,
      positions: `SELECT (SELECT count(*) FROM addresses WHERE balance > ${ownBalance})
        + (SELECT count(*) FROM addresses WHERE balance = ${ownBalance} AND address < @address) AS before`,
    }),
    /**
     * `@count` buckets of `@step` seconds from time `@from` on, but not before the first; the newest if that is null. If `@hasTotals`
     * is 1, `later` has the sums of all buckets after these.
     */
    series: question<{
      ends: { readonly start: number; readonly newest: number };
      rows: StoredRow<'series'>;
      later: { readonly emitted: string; readonly addresses: number };
    }>('series', {
      ends: `SELECT * FROM (SELECT ${seriesStart} AS start, ${seriesEnd('max')} AS newest) AS e WHERE newest IS NOT NULL`,
      rows: `SELECT ${columnsOf(engine, 'series', 'series')} FROM series
        WHERE step = @step AND start >= ${seriesStart} AND start < ${seriesStart} + @count * @step ORDER BY start`,
      later: `SELECT ${sum('emitted')} AS emitted, coalesce(sum(addresses), 0) AS addresses FROM series
        WHERE @hasTotals = 1 AND step = @step AND start >= ${seriesStart} + @count * @step`,
    }),
    /** Miners of the newest blocks, the most blocks first; `miners` of each row counts them all. */
    miners: question<{ rows: Omit<MinersPage['items'][number], 'share'> & { readonly miners: number } }>(
      'miners',
      {
        rows: `SELECT miner AS address, count(*) AS blocks, ${sum('reward')} AS rewards, ${sum('fees')} AS fees,
          max(height) AS last_height, count(*) OVER () AS miners
        FROM blocks ${by()} WHERE height > ${greatest}(${fromState('height')} - @blocks, 0)
        GROUP BY miner ORDER BY count(*) DESC, max(height) DESC LIMIT ${EXPLORER_LIMITS.miners}`,
      },
    ),
    /** Totals of the blocks mined by an address. */
    miner: question<{ miners: Omit<MinerTotals, 'indexed_height'> }>('miner', {
      miners: `SELECT mined AS blocks, ${decimal('rewards')} AS rewards, ${decimal('reward_fees')} AS fees,
          (SELECT min(height) FROM blocks WHERE miner = @address AND height > 0) AS first_height,
          (SELECT max(height) FROM blocks WHERE miner = @address AND height > 0) AS last_height
        FROM addresses WHERE address = @address`,
    }),
    /** Blocks mined by an address below height `@before`, newest first. */
    minerBlocks: question<{ totals: { readonly total: number }; blocks: StoredRow<'blocks'> }>(
      'minerBlocks',
      {
        totals: 'SELECT mined AS total FROM addresses WHERE address = @address',
        blocks: `${blocks} WHERE b.miner = @address AND b.height BETWEEN 1 AND ${least}(@before - 1, ${fromState('height')})
        ORDER BY b.height DESC LIMIT @limit OFFSET @offset`,
      },
    ),
  };
}

export function question<Lists>(
  name: string,
  lists: Question<Lists>['lists'],
  before?: string,
): Question<Lists> {
  return { name, lists, ...(before !== undefined && { before }) };
}

/**
 * Transactions with their blocks.
 * @param keys a query for sequence numbers: of one transaction each or, as `low` and `high`, of a few
 * @param orderBy terms over `t`, the transactions
 */
export function transactionsOf(engine: Dialect) {
  const { hex, lookUp } = engine;
  const columns = `${columnsOf(engine, 'transactions', 't')}, ${hex('b.id')} AS block_id, b.timestamp`;
  return (keys: string, orderBy: string, isRange = false): string => {
    const transactions = isRange
      ? lookUp('transactions AS t', 't.sequence BETWEEN k.low AND k.high', 't.sequence')
      : lookUp('transactions AS t', 't.sequence = k.sequence');
    return `SELECT ${columns} FROM (${keys}) AS k ${transactions}
      ${lookUp('blocks AS b', 'b.height = t.height')} ORDER BY ${orderBy}`;
  };
}

/** At most `BLOCKS_OUT_OF_ORDER` blocks with timestamps from `@from` to `@to`, from either end. */
function nearest(order: Order): string {
  return `(SELECT height FROM blocks WHERE timestamp BETWEEN @from AND @to
    ORDER BY timestamp ${order}, height ${order} LIMIT ${BLOCKS_OUT_OF_ORDER}) AS nearest`;
}

/** The lowest and the highest block with timestamps from `@from` to `@to`. */
const WITH_HEIGHTS = `WITH heights AS MATERIALIZED (
  SELECT (SELECT min(height) FROM ${nearest('ASC')}) AS low, (SELECT max(height) FROM ${nearest('DESC')}) AS high
)`;

/**
 * A page of the feed with these transactions only: up to position `@end`. By value, it sorts the first `@end`, which are consecutive
 * rows, in some 10 ms.
 * @param isTimed with limits on timestamps
 */
function filteredFeedOf(engine: Dialect) {
  const { least, greatest, by, byAmount, lookUp } = engine;
  return (
    kind: TransactionKind | undefined,
    isTimed: boolean,
    feedOrder: FeedOrder = 'newest',
  ): Question<ListedRows> => {
    const newest = kind === 'coinbase' ? 'first_sequence' : 'first_sequence + transaction_count - 1';
    const listed = { all: 'transaction_count', coinbase: '1', transfer: 'transaction_count - 1' }[
      kind ?? 'all'
    ];
    const conditions = [
      ...(kind === 'transfer' ? ['transaction_count > 1'] : []),
      ...(isTimed
        ? [
            'height BETWEEN (SELECT low FROM heights) AND (SELECT high FROM heights)',
            'timestamp BETWEEN @from AND @to',
          ]
        : []),
    ];
    // The index is named because SQLite would read the one on timestamps, and sort. Its entries have all that is needed.
    const rows = `blocks ${by(kind === 'transfer' ? 'blocks_with_transfers' : 'blocks_listed')}
      ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`} ORDER BY height DESC`;
    // Blocks, newest first, with the number of listed transactions before each; each block has at least one.
    const numbered = `SELECT newest, listed, sum(listed) OVER (ORDER BY height DESC) - listed AS skipped
      FROM (SELECT height, ${newest} AS newest, ${listed} AS listed FROM ${rows} LIMIT @end) AS l`;
    const ranges = (
      first: string,
    ): string => `SELECT newest + skipped + 1 - ${least}(skipped + listed, @end) AS low,
        newest + skipped - ${greatest}(skipped, ${first}) AS high
      FROM (${numbered}) AS n WHERE skipped < @end AND skipped + listed > ${first}`;
    const byValue = `${byAmount('t.value', feedOrder === 'smallest' ? 'ASC' : 'DESC')}, t.sequence DESC`;
    return question<ListedRows>(
      `feed ${kind} ${isTimed} ${feedOrder}`,
      {
        totals: `SELECT coalesce(sum(listed), 0) AS total FROM (SELECT ${listed} AS listed FROM ${rows} LIMIT ${COUNTED}) AS l`,
        transactions: isByValue(feedOrder)
          ? transactionsOf(engine)(
              `SELECT t.sequence FROM (${ranges('0')}) AS k
                 ${lookUp('transactions AS t', 't.sequence BETWEEN k.low AND k.high', 't.sequence')}
               ORDER BY ${byValue} LIMIT @limit OFFSET @offset`,
              byValue,
            )
          : transactionsOf(engine)(ranges('@offset'), 't.sequence DESC', true),
      },
      isTimed ? WITH_HEIGHTS : undefined,
    );
  };
}

/** Of each kind, the first `@end` entries of its index; of all transactions, those of both indexes are sorted. */
function largestOf(engine: Dialect) {
  const order = (alias: string): string =>
    `${engine.byAmount(`${alias}.value`, 'DESC')}, ${alias}.sequence DESC`;
  const first = (kind: TransactionKind): string => {
    const [condition, index] = { coinbase: ['= 0', 'coinbases_value'], transfer: ['> 0', 'transfers_value'] }[
      kind
    ];
    return `SELECT sequence, value FROM (SELECT t.sequence, t.value FROM transactions AS t ${engine.by(index)}
      WHERE t.index_in_block ${condition} ORDER BY ${order('t')} LIMIT @end) AS ${kind}`;
  };
  return (kind: TransactionKind | undefined): Question<{ transactions: TransactionRow }> => {
    const rows = kind === undefined ? `${first('transfer')} UNION ALL ${first('coinbase')}` : first(kind);
    return question<{ transactions: TransactionRow }>(`largest ${kind}`, {
      transactions: transactionsOf(engine)(
        `SELECT v.sequence FROM (${rows}) AS v ORDER BY ${order('v')} LIMIT @limit OFFSET @offset`,
        order('t'),
      ),
    });
  };
}

/** Sums of the transactions of one direction, and the largest of these. */
export interface DirectionSums extends TransactionRow {
  readonly direction: HistoryDirection;
  readonly count: number;
  readonly value_sum: string;
  readonly fee_sum: string;
}

/**
 * Selects rows of an address's history, with limits on timestamps: with a direction, a range of sequence numbers in the index of
 * directions; without one, a range of positions.
 * @returns what follows `FROM`
 */
function historyRows(hasDirection: boolean, isTimed: boolean): string {
  const number = '(SELECT number FROM addresses WHERE address = @address)';
  const first = '(SELECT first_sequence FROM blocks WHERE height = (SELECT low FROM heights))';
  const last =
    '(SELECT first_sequence + transaction_count - 1 FROM blocks WHERE height = (SELECT high FROM heights))';
  /** One step in the index of each direction. */
  const position = (aggregate: string, condition: string, order: Order): string => {
    const steps = HISTORY_DIRECTIONS.map(
      (
        direction,
      ) => `SELECT (SELECT position FROM history WHERE address = ${number} AND direction = '${direction}'
        AND sequence ${condition} ORDER BY sequence ${order} LIMIT 1) AS position`,
    );
    return `(SELECT ${aggregate}(position) FROM (${steps.join(' UNION ALL ')}) AS p)`;
  };
  const conditions = [`address = ${number}`];
  if (hasDirection) conditions.push('direction = @direction');
  if (isTimed) conditions.push('timestamp BETWEEN @from AND @to');
  if (isTimed && hasDirection) conditions.push(`sequence BETWEEN ${first} AND ${last}`);
  if (isTimed && !hasDirection) {
    const [start, end] = [position('min', `>= ${first}`, 'ASC'), position('max', `<= ${last}`, 'DESC')];
    conditions.push(`position BETWEEN ${start} AND ${end}`);
  }
  return `history WHERE ${conditions.join(' AND ')}`;
}

/**
 * Sums of the newest `FILTERED_ITEMS` rows of a history by direction, in some 40 ms. Each row is looked up once, also for the largest
 * of each direction.
 */
function historyTotalsOf(engine: Dialect) {
  const { sum, byAmount, lookUp, hex } = engine;
  return (isTimed: boolean) => {
    const all = historyRows(false, isTimed);
    const summed = `summed AS MATERIALIZED (SELECT h.direction, t.sequence, t.value, t.fee
      FROM (SELECT sequence, direction FROM ${all} ORDER BY position DESC LIMIT ${FILTERED_ITEMS}) AS h
      ${lookUp('transactions AS t', 't.sequence = h.sequence')})`;
    const sums = `SELECT direction, count(*) AS count, ${sum('value')} AS value_sum, ${sum('fee')} AS fee_sum,
        (SELECT sequence FROM summed AS l WHERE l.direction = summed.direction
         ORDER BY ${byAmount('l.value', 'DESC')}, l.sequence DESC LIMIT 1) AS largest
      FROM summed GROUP BY direction`;
    return question<{ totals: { readonly total: number }; sums: DirectionSums }>(
      `history totals ${isTimed}`,
      {
        totals: `SELECT count(*) AS total FROM (SELECT 1 FROM ${all} LIMIT ${COUNTED}) AS l`,
        sums: `SELECT s.direction, s.count, s.value_sum, s.fee_sum, ${columnsOf(engine, 'transactions', 't')},
            ${hex('b.id')} AS block_id, b.timestamp
          FROM (${sums}) AS s ${lookUp('transactions AS t', 't.sequence = s.largest')}
          ${lookUp('blocks AS b', 'b.height = t.height')}`,
      },
      `${isTimed ? `${WITH_HEIGHTS},` : 'WITH'} ${summed}`,
    );
  };
}

/**
 * A page of some rows of a history. By value, `COUNTED` of its transactions are read and sorted, in some 25 ms: an index of the
 * values of each address would make the file a fifth larger.
 */
function filteredHistoryOf(engine: Dialect) {
  return (hasDirection: boolean, historyOrder: HistoryOrder, isTimed: boolean): Question<ListedRows> => {
    const order = historyOrder === 'oldest' || historyOrder === 'smallest' ? 'ASC' : 'DESC';
    const rows = historyRows(hasDirection, isTimed);
    const page = 'LIMIT @limit OFFSET @offset';
    const byValue = `${engine.byAmount('t.value', order)}, t.sequence DESC`;
    const [keys, orderBy] = isByValue(historyOrder)
      ? [
          `SELECT h.sequence FROM (SELECT sequence FROM ${rows} LIMIT ${COUNTED}) AS h
             ${engine.lookUp('transactions AS t', 't.sequence = h.sequence')} ORDER BY ${byValue} ${page}`,
          byValue,
        ]
      : [
          `SELECT sequence FROM ${rows} ORDER BY ${hasDirection ? 'sequence' : 'position'} ${order} ${page}`,
          `t.sequence ${order}`,
        ];
    return question<ListedRows>(
      `history ${hasDirection} ${historyOrder} ${isTimed}`,
      {
        totals: `SELECT count(*) AS total FROM (SELECT 1 FROM ${rows} LIMIT ${COUNTED}) AS l`,
        transactions: transactionsOf(engine)(keys, orderBy),
      },
      isTimed ? WITH_HEIGHTS : undefined,
    );
  };
}
