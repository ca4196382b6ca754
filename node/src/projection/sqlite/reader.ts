import { HISTORY_DIRECTIONS, type AddressSummary } from '@cairn/api/explorer';
import { MAX_U32, type Address, type BlockId } from '@cairn/protocol';
import type { Statement } from 'better-sqlite3';
import Database from 'better-sqlite3';
import type { StoredBlockSummary } from '../../chain/chain-types.ts';
import {
  blockOf,
  BLOCKS_OUT_OF_ORDER,
  FILTERED_ITEMS,
  filteredLimit,
  filteredPage,
  LISTED_MINERS,
  serializeRankedAddress,
  timesOf,
  totalsOf,
  transactionOf,
  type BlockRow,
  type ChainTotals,
  type FeedRequest,
  type HistoryRequest,
  type ListedTransaction,
  type MinerBlocksRequest,
  type MinersPage,
  type MinerTotals,
  type Page,
  type PageRequest,
  type RankedAddressRow,
  type StateRow,
  type TransactionRow,
} from '../reader.ts';
import { blockColumns, rankedAddressColumns, stateColumns, transactionColumns } from '../schema.ts';
import {
  clipSeries,
  SERIES_STEPS,
  seriesRowOf,
  type SeriesPage,
  type SeriesRequest,
  type StoredSeriesRow,
} from '../series.ts';
import { ProjectionError, type ProjectionStore, type Reported } from '../store.ts';
import { BUSY_TIMEOUT_MS, SQLITE, toProjectionError } from './database.ts';

type StoreReader = ProjectionStore['reader'];
type Statements = ReturnType<typeof prepareStatements>;

/**
 * Reads the projection's SQLite file over one read-only connection. Reads are synchronous: a page takes SQLite about 50 µs, less
 * than a message to another thread and back, and in WAL mode the writer never blocks a reader. Each answer is one short read
 * transaction, which includes the row of `state`.
 */
export class SqliteReader implements StoreReader {
  readonly #path: string;
  readonly #reported: Reported;
  readonly #onFailure: (error: ProjectionError) => void;
  #connection: { database: Database.Database; statements: Statements } | undefined;

  /**
   * @param reported answers are of this state
   * @param onFailure called with the error of every failed query
   */
  constructor(path: string, reported: Reported, onFailure: (error: ProjectionError) => void) {
    this.#path = path;
    this.#reported = reported;
    this.#onFailure = onFailure;
  }

  /** @throws ProjectionError */
  open(): void {
    try {
      const database = new Database(this.#path, {
        readonly: true,
        fileMustExist: true,
        timeout: BUSY_TIMEOUT_MS,
      });
      // KiB. A larger cache makes random pages no faster: the system's page cache has them too.
      database.pragma('cache_size = -8000');
      this.#connection = { database, statements: prepareStatements(database) };
    } catch (error) {
      throw toProjectionError(error);
    }
  }

  async close(): Promise<void> {
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  blockAt(time: number): Promise<{ block: StoredBlockSummary } | undefined> {
    return this.#read(({ blockAt }) => {
      const row = blockAt.get(time) as BlockRow | undefined;
      return row && { block: blockOf(row) };
    });
  }

  transactions(request: FeedRequest): Promise<Page<ListedTransaction>> {
    return this.#read((statements, { chain_id: chain, transactions: total }) => {
      if (request.kind !== undefined || timesOf(request) !== undefined) {
        const { keys, found } = filteredFeed(statements, request);
        return filteredPage(listed(statements, chain, keys, 'DESC'), found);
      }
      const newest = total - 1 - request.offset;
      const rows = newest < 0 ? [] : statements.feed.all(newest - request.limit + 1, newest);
      return { items: rows.map((row) => transactionOf(row as TransactionRow, chain)), total };
    });
  }

  addressTransactions(address: Address, request: HistoryRequest): Promise<Page<ListedTransaction>> {
    return this.#read((statements, { chain_id: chain }) => {
      const found = statements.historyOf.get(address) as [number, number] | undefined;
      if (found === undefined) return { items: [], total: 0 };
      const [number, total] = found;
      const order = request.order === 'oldest' ? 'ASC' : 'DESC';
      if (request.direction !== undefined || timesOf(request) !== undefined) {
        const { keys, found } = filteredHistory(statements, number, request);
        return filteredPage(listed(statements, chain, keys, order), found);
      }
      const { offset, limit } = request;
      const first = order === 'ASC' ? offset : Math.max(0, total - offset - limit);
      const last = order === 'ASC' ? offset + limit - 1 : total - 1 - offset;
      const rows = statements.history[order].all(number, first, last);
      return { items: rows.map((row) => transactionOf(row as TransactionRow, chain)), total };
    });
  }

  addresses({ offset, limit }: PageRequest): Promise<Page<AddressSummary>> {
    return this.#read(({ richest, poorest }, { addresses: total }) => {
      const count = Math.min(limit, total - offset);
      if (count <= 0) return { items: [], total };
      // SQLite steps over every skipped entry: start from the nearer end. A page in the middle of 1,000,000 takes 23 ms.
      const skippedFromEnd = total - offset - count;
      const rows = offset <= skippedFromEnd ? richest.all(count, offset) : poorest.all(count, skippedFromEnd);
      return { items: rows.map((row) => serializeRankedAddress(row as RankedAddressRow)), total };
    });
  }

  totals(): Promise<ChainTotals | undefined> {
    return this.#read((_statements, state) => totalsOf(state));
  }

  series(request: SeriesRequest): Promise<SeriesPage | undefined> {
    return this.#read(({ seriesEnds, seriesRows, seriesAfter }, state) => {
      const step = SERIES_STEPS[request.step];
      const [first, newest] = seriesEnds.get({ step }) as [number | null, number | null];
      if (first === null || newest === null) return undefined;
      const { from, count } = clipSeries(request, { first, newest });
      const end = from + count * step;
      const rows = (seriesRows.all(step, from, end) as StoredSeriesRow[]).map(seriesRowOf);
      let supply = BigInt(state.rewards) - BigInt(state.fees);
      let { addresses } = state;
      const later = request.hasTotals ? seriesAfter.iterate(step, end) : [];
      for (const [emitted, appeared] of later as Iterable<[string, number]>) {
        supply -= BigInt(emitted);
        addresses -= appeared;
      }
      return { height: state.height, from, count, rows, supply, addresses };
    });
  }

  miners(blocks: number): Promise<MinersPage> {
    return this.#read(({ minedAbove }, { height }) => {
      const floor = Math.max(0, height - blocks);
      const miners = sumByMiner(minedAbove.all(floor) as MinedRow[]);
      const ranked = miners.sort((a, b) => b.blocks - a.blocks || b.last - a.last);
      return {
        height,
        blocks: Math.max(0, height - floor),
        miners: ranked.length,
        rows: ranked.slice(0, LISTED_MINERS),
      };
    });
  }

  miner(address: Address): Promise<MinerTotals> {
    return this.#read(({ minerTotals }, { height }) => {
      const row = minerTotals.get({ address }) as Omit<MinerTotals, 'height'> | undefined;
      return { height, blocks: 0, rewards: '0', fees: '0', first: null, last: null, ...row };
    });
  }

  minerBlocks(
    address: Address,
    { offset, limit, before }: MinerBlocksRequest,
  ): Promise<Page<StoredBlockSummary>> {
    return this.#read(({ minedBy, minedBlocks }, { height }) => {
      const total = (minedBy.get(address) as number | undefined) ?? 0;
      const highest = Math.min(before ?? height + 1, height + 1) - 1;
      const rows = total === 0 ? [] : minedBlocks.all(address, highest, limit, offset);
      return { items: rows.map((row) => blockOf(row as BlockRow)), total };
    });
  }

  /** @param query runs in the snapshot that `state` belongs to */
  async #read<Answer>(query: (statements: Statements, state: StateRow) => Answer): Promise<Answer> {
    const { answer } = await this.#reported.read(
      () => this.#query(query),
      ({ blockId }) => blockId,
    );
    return answer;
  }

  #query<Answer>(query: (statements: Statements, state: StateRow) => Answer): {
    blockId: BlockId | '';
    answer: Answer;
  } {
    if (this.#connection === undefined)
      throw new ProjectionError('storage_failed', 'the projection is closed');
    const { database, statements } = this.#connection;
    try {
      return database.transaction(() => {
        const state = statements.state.get() as StateRow;
        return { blockId: state.block_id, answer: query(statements, state) };
      })();
    } catch (error) {
      const failure = toProjectionError(error);
      this.#onFailure(failure);
      throw failure;
    }
  }
}

/** The keys of a page: sequence numbers; and those found in the whole list, at least `FILTERED_ITEMS` and one if it is longer. */
interface FilteredKeys {
  readonly keys: readonly number[];
  readonly found: number;
}

/** The limits on timestamps and heights of a filtered list; blocks between the heights may have other timestamps. */
function rangeOf({ heightsAt }: Statements, request: FeedRequest | HistoryRequest) {
  const times = timesOf(request);
  if (times === undefined) return { from: 0, to: MAX_U32, low: 0, high: MAX_U32 };
  const [low, high] = heightsAt.get(times) as [number | null, number | null];
  return { ...times, low: low ?? 0, high: high ?? -1 };
}

function filteredFeed(statements: Statements, request: FeedRequest): FilteredKeys {
  const { kind, offset } = request;
  const { count, blocks } = statements.filteredFeed[kind ?? 'all'];
  const range = rangeOf(statements, request);
  const begin = kind === 'transfer' ? 1 : 0;
  const keys: number[] = [];
  let passed = 0;
  for (const row of blocks.iterate(range)) {
    const [first, transactions] = row as [number, number];
    const end = kind === 'coinbase' ? 1 : transactions;
    for (let index = end - 1; index >= begin && keys.length < filteredLimit(request); index -= 1) {
      if (passed >= offset) keys.push(first + index);
      passed += 1;
    }
    if (keys.length === filteredLimit(request)) break;
  }
  return { keys, found: count.get(range) as number };
}

/** With a direction, a range of sequence numbers in the index of directions; without one, a range of positions. */
function filteredHistory(statements: Statements, number: number, request: HistoryRequest): FilteredKeys {
  const { direction, offset, order = 'newest' } = request;
  const { low, high, from, to } = rangeOf(statements, request);
  const [lowest, highest] = [low, high].map((height) => statements.sequencesOf.get(height));
  const [first] = (lowest as [number, number] | undefined) ?? [0];
  const [, last] = (highest as [number, number] | undefined) ?? [0, high < 0 ? -1 : Number.MAX_SAFE_INTEGER];
  const list = { number, direction, first, last, from, to };
  const { count, keys } = statements.filteredHistory[direction === undefined ? 'all' : 'direction'];
  const page = { ...list, offset, limit: filteredLimit(request) };
  return { keys: keys[order].all(page) as number[], found: count.get(list) as number };
}

/** The transactions with these sequence numbers. */
function listed(
  { bySequence }: Statements,
  chain: number,
  sequences: readonly number[],
  order: 'ASC' | 'DESC',
): ListedTransaction[] {
  const rows = bySequence[order].all(JSON.stringify(sequences));
  return rows.map((row) => transactionOf(row as TransactionRow, chain));
}

function prepareStatements(database: Database.Database) {
  const transactions = `${transactionColumns(SQLITE)} FROM transactions AS t JOIN blocks AS b USING (height)`;
  // Without `+ 0`, SQLite plans a statement anew for each value bound to a bare parameter of LIMIT or compared with a key.
  const ranking = (order: string): Statement =>
    database.prepare(
      `SELECT ${rankedAddressColumns(SQLITE)} FROM addresses AS a WHERE number IN
         (SELECT number FROM addresses ORDER BY ${order} LIMIT ? + 0 OFFSET ? + 0)
       ORDER BY a.balance DESC, a.address`,
    );
  const inBothOrders = (sql: (order: 'ASC' | 'DESC') => string) => ({
    ASC: database.prepare(sql('ASC')),
    DESC: database.prepare(sql('DESC')),
  });
  // The index is named because SQLite would read the one on timestamps, and sort. Its own entries have all that is needed.
  const filteredBlocks = (index: string, condition: string, found: string) => {
    const rows = `blocks INDEXED BY ${index}
      WHERE height BETWEEN @low AND @high AND timestamp BETWEEN @from AND @to ${condition} ORDER BY height DESC`;
    return {
      blocks: database.prepare(`SELECT first_sequence, transaction_count FROM ${rows}`).raw(),
      count: database
        .prepare(
          `SELECT coalesce(sum(found), 0) FROM (SELECT ${found} AS found FROM ${rows} LIMIT ${FILTERED_ITEMS + 1})`,
        )
        .pluck(),
    };
  };
  const filteredHistory = (condition: string, key: string) => {
    const rows = `history WHERE address = @number AND ${condition} AND timestamp BETWEEN @from AND @to`;
    const keys = (order: 'ASC' | 'DESC') =>
      database
        .prepare(`SELECT sequence FROM ${rows} ORDER BY ${key} ${order} LIMIT @limit + 0 OFFSET @offset + 0`)
        .pluck();
    return {
      keys: { newest: keys('DESC'), oldest: keys('ASC') },
      count: database
        .prepare(`SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${FILTERED_ITEMS + 1})`)
        .pluck(),
    };
  };
  /** The position of the first transaction from a sequence number on, or the last up to it: one step in each direction's index. */
  const position = (aggregate: string, condition: string, order: string): string =>
    `(SELECT ${aggregate}((SELECT position FROM history
       WHERE address = @number AND direction = d.column1 AND sequence ${condition} ORDER BY sequence ${order} LIMIT 1))
     FROM (VALUES ${HISTORY_DIRECTIONS.map((direction) => `('${direction}')`).join(', ')}) AS d)`;
  const nearest = (order: string): string =>
    `(SELECT height FROM blocks WHERE timestamp BETWEEN @from AND @to
      ORDER BY timestamp ${order}, height ${order} LIMIT ${BLOCKS_OUT_OF_ORDER})`;
  return {
    state: database.prepare(`SELECT ${stateColumns(SQLITE)} FROM state AS s`),
    feed: database.prepare(`SELECT ${transactions} WHERE sequence BETWEEN ? AND ? ORDER BY sequence DESC`),
    historyOf: database.prepare('SELECT number, transaction_count FROM addresses WHERE address = ?').raw(),
    history: inBothOrders(
      (order) => `SELECT ${transactions} JOIN history AS h USING (sequence)
       WHERE h.address = ? + 0 AND position BETWEEN ? AND ? ORDER BY position ${order}`,
    ),
    bySequence: inBothOrders(
      (order) => `SELECT ${transactions} WHERE sequence IN (SELECT value FROM json_each(?))
       ORDER BY sequence ${order}`,
    ),
    blockAt: database.prepare(
      `SELECT ${blockColumns(SQLITE)} FROM blocks AS b WHERE timestamp <= ?
       ORDER BY timestamp DESC, height DESC LIMIT 1`,
    ),
    heightsAt: database
      .prepare(
        `SELECT (SELECT min(height) FROM ${nearest('ASC')}), (SELECT max(height) FROM ${nearest('DESC')})`,
      )
      .raw(),
    filteredFeed: {
      all: filteredBlocks('blocks_listed', '', 'transaction_count'),
      coinbase: filteredBlocks('blocks_listed', '', '1'),
      transfer: filteredBlocks('blocks_with_transfers', 'AND transaction_count > 1', 'transaction_count - 1'),
    },
    /** Sequence numbers of a block's first and last transaction. */
    sequencesOf: database
      .prepare(
        'SELECT first_sequence, first_sequence + transaction_count - 1 FROM blocks WHERE height = ? + 0',
      )
      .raw(),
    filteredHistory: {
      direction: filteredHistory('direction = @direction AND sequence BETWEEN @first AND @last', 'sequence'),
      all: filteredHistory(
        `position BETWEEN ${position('min', '>= @first', 'ASC')} AND ${position('max', '<= @last', 'DESC')}`,
        'position',
      ),
    },
    richest: ranking('balance DESC, address'),
    poorest: ranking('balance, address DESC'),
    // Two subqueries that read one key each: a single query for min and max would read all rows of the step.
    seriesEnds: database
      .prepare(
        `SELECT (SELECT min(start) FROM series WHERE step = @step), (SELECT max(start) FROM series WHERE step = @step)`,
      )
      .raw(),
    seriesRows: database.prepare(
      'SELECT * FROM series WHERE step = ? AND start >= ? AND start < ? ORDER BY start',
    ),
    seriesAfter: database
      .prepare('SELECT emitted, addresses FROM series WHERE step = ? AND start >= ?')
      .raw(),
    minedAbove: database.prepare(
      'SELECT height, miner, reward, fees FROM blocks WHERE height > ? ORDER BY height DESC',
    ),
    minerTotals: database.prepare(
      `SELECT mined AS blocks, rewards, reward_fees AS fees,
         (SELECT min(height) FROM blocks WHERE miner = @address AND height > 0) AS first,
         (SELECT max(height) FROM blocks WHERE miner = @address AND height > 0) AS last
       FROM addresses WHERE address = @address`,
    ),
    minedBy: database.prepare('SELECT mined FROM addresses WHERE address = ?').pluck(),
    minedBlocks: database.prepare(
      `SELECT ${blockColumns(SQLITE)} FROM blocks AS b WHERE miner = ? AND height BETWEEN 1 AND ? + 0
       ORDER BY height DESC LIMIT ? + 0 OFFSET ? + 0`,
    ),
  };
}

interface MinedRow {
  readonly height: number;
  readonly miner: Address;
  readonly reward: string;
  readonly fees: string;
}

/** Sums blocks by miner. Not in SQL, because sums may exceed SQLite's 64 bits. @param rows newest first */
function sumByMiner(rows: readonly MinedRow[]) {
  const sums = new Map<
    Address,
    { address: Address; blocks: number; rewards: bigint; fees: bigint; last: number }
  >();
  for (const { height, miner: address, reward, fees } of rows) {
    const sum = sums.get(address) ?? { address, blocks: 0, rewards: 0n, fees: 0n, last: height };
    sum.blocks += 1;
    sum.rewards += BigInt(reward);
    sum.fees += BigInt(fees);
    sums.set(address, sum);
  }
  return [...sums.values()];
}
