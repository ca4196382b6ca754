import { HISTORY_DIRECTIONS, type AddressSummary } from '@cairn/api/explorer';
import type { Address, BlockId } from '@cairn/protocol';
import type { Statement } from 'better-sqlite3';
import Database from 'better-sqlite3';
import type { StoredBlockSummary } from '../../chain/chain-reader.ts';
import {
  blockOf,
  FILTERED_ITEMS,
  LISTED_MINERS,
  pageOfKeys,
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
        const page = pageOfKeys(feedKeys(statements, request), request);
        return { ...page, items: listed(statements, chain, page.items, 'DESC') };
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
        const page = pageOfKeys(historyKeys(statements, number, request, order), request);
        return { ...page, items: listed(statements, chain, page.items, order) };
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

/** Heights of the lowest and the highest block with a timestamp in a range; blocks between them may have other timestamps. */
function heightsOf({ heightsAt }: Statements, request: FeedRequest | HistoryRequest) {
  const times = timesOf(request);
  if (times === undefined) return { times: { from: 0, to: Infinity }, heights: [0, Infinity] as const };
  const [low, high] = heightsAt.get(times.from, times.to) as [number | null, number | null];
  return { times, heights: [low ?? 0, high ?? -1] as const };
}

/** Sequence numbers of the transactions of a filtered feed, newest first: at most `FILTERED_ITEMS` and one. */
function feedKeys(statements: Statements, request: FeedRequest): number[] {
  const { kind } = request;
  const { times, heights } = heightsOf(statements, request);
  const blocks = kind === 'transfer' ? statements.blocksWithTransfers : statements.blocksBetween;
  const keys: number[] = [];
  for (const row of blocks.iterate(...heights, times.from, times.to)) {
    const [first, count] = row as [number, number];
    const begin = kind === 'transfer' ? 1 : 0;
    const end = kind === 'coinbase' ? 1 : count;
    for (let index = end - 1; index >= begin && keys.length <= FILTERED_ITEMS; index -= 1) {
      keys.push(first + index);
    }
    if (keys.length > FILTERED_ITEMS) break;
  }
  return keys;
}

/** Sequence numbers of the transactions of a filtered history in its order: at most `FILTERED_ITEMS` and one. */
function historyKeys(
  statements: Statements,
  number: number,
  request: HistoryRequest,
  order: 'ASC' | 'DESC',
): number[] {
  const { direction } = request;
  const { times, heights } = heightsOf(statements, request);
  const isTimed = timesOf(request) !== undefined;
  const [first, last] = isTimed
    ? (statements.sequencesBetween.get(...heights) as [number | null, number | null])
    : [0, Infinity];
  if (first === null || last === null) return [];
  const keys = statements.historyKeys(
    direction === undefined ? HISTORY_DIRECTIONS : [direction],
    order,
    isTimed,
  );
  return keys.all({ number, first, last, ...times }) as number[];
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
  const blocks = (condition: string): Statement =>
    database
      .prepare(
        `SELECT first_sequence, transaction_count FROM blocks
         WHERE height BETWEEN ? + 0 AND ? + 0 AND +timestamp BETWEEN ? AND ? ${condition} ORDER BY height DESC`,
      )
      .raw();
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
      .prepare('SELECT min(height), max(height) FROM blocks WHERE timestamp BETWEEN ? AND ?')
      .raw(),
    // The plus keeps SQLite from reading the index on timestamps, whose rows it would have to sort.
    blocksBetween: blocks(''),
    blocksWithTransfers: blocks('AND transaction_count > 1'),
    sequencesBetween: database
      .prepare(
        `SELECT (SELECT first_sequence FROM blocks WHERE height = ?),
           (SELECT first_sequence + transaction_count - 1 FROM blocks WHERE height = ?)`,
      )
      .raw(),
    /** Each direction is read in the order of its index, up to the limit, so that a long history is not sorted. */
    historyKeys: (directions: readonly string[], order: 'ASC' | 'DESC', isTimed: boolean): Statement => {
      const parts = directions.map(
        (direction) => `SELECT * FROM (SELECT h.sequence FROM history AS h
           ${isTimed ? 'CROSS JOIN transactions AS t USING (sequence) CROSS JOIN blocks AS b ON b.height = t.height' : ''}
           WHERE h.address = @number AND direction = '${direction}' AND h.sequence BETWEEN @first AND @last
           ${isTimed ? 'AND +b.timestamp BETWEEN @from AND @to' : 'AND @from <= @to'}
           ORDER BY h.sequence ${order} LIMIT ${FILTERED_ITEMS + 1})`,
      );
      const sql = `${parts.join(' UNION ALL ')} ORDER BY 1 ${order} LIMIT ${FILTERED_ITEMS + 1}`;
      return database.prepare(sql).pluck();
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
