import { type Address, blockIdFromBytes, type TransactionId } from '@cairn/protocol';
import type { AddressSummary } from '@cairn/api/explorer';
import type { Statement } from 'better-sqlite3';
import Database from 'better-sqlite3';
import type { ConfirmedTransaction } from '../../chain/chain-reader.ts';
import {
  LISTED_MINERS,
  type ChainTotals,
  type MinerBlocksRequest,
  type MinersPage,
  type MinerTotals,
  type Page,
  type PageRequest,
  type ProjectionReader,
} from '../projection-reader.ts';
import { ProjectionError } from '../projection-store.ts';
import { serializeRankedAddress, type AddressRow } from '../shared/address-record.ts';
import {
  clipSeries,
  SERIES_STEPS,
  seriesRowOf,
  type SeriesPage,
  type SeriesRequest,
  type StoredSeriesRow,
} from '../shared/series.ts';
import { toProjectionError } from './database.ts';

type Connection = ReturnType<typeof connect>;

interface StateRow extends Omit<ChainTotals, 'blockId'> {
  readonly chain: number;
  readonly block_id: Buffer;
}

/** The columns of `TRANSACTION`, in their order. */
type TransactionColumns = [
  height: number,
  index: number,
  id: TransactionId,
  from: Address,
  to: Address,
  value: string,
  fee: number,
  nonce: number,
  unlockSig: Buffer,
];

/** Reads the projection's SQLite file over one read-only connection. */
export class SqliteReader implements ProjectionReader {
  readonly #onFailure: (error: ProjectionError) => void;
  #connection: Connection | undefined;
  /** The row of `state` in the current snapshot. */
  #state!: StateRow;

  /** @param onFailure called with the error of every failed query */
  constructor(onFailure: (error: ProjectionError) => void) {
    this.#onFailure = onFailure;
  }

  /** Opens the file and a snapshot of its committed state. */
  open(path: string): void {
    this.#connection = connect(path);
    this.show();
  }

  /** Moves to a snapshot of the committed state; later commits stay invisible until the next `show`. */
  show(): void {
    this.release();
    const { begin, state } = this.#require();
    begin.run();
    this.#state = state.get() as StateRow; // a snapshot begins with the first read
  }

  /** Ends the snapshot; until the next `show`, queries read the committed state. */
  release(): void {
    if (this.#connection?.database.inTransaction === true) this.#connection.end.run();
  }

  close(): void {
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  async transactions({ offset, limit }: PageRequest): Promise<Page<ConfirmedTransaction>> {
    return this.#read(({ feed }, { chain, transactions: total }) => {
      const newest = total - 1 - offset;
      const rows = newest < 0 ? [] : feed.all(newest - limit + 1, newest);
      return { items: toTransactions(rows, chain), total };
    });
  }

  async addressTransactions(
    address: Address,
    { offset, limit }: PageRequest,
  ): Promise<Page<ConfirmedTransaction>> {
    return this.#read(({ historyOf, history }, { chain }) => {
      const [number, total] = (historyOf.get(address) as [number, number] | undefined) ?? [-1, 0];
      const newest = total - 1 - offset;
      const rows = newest < 0 ? [] : history.all(number, newest - limit + 1, newest);
      return { items: toTransactions(rows, chain), total };
    });
  }

  async addresses({ offset, limit }: PageRequest): Promise<Page<AddressSummary>> {
    return this.#read(({ richest, poorest }, { addresses: total }) => {
      const count = Math.min(limit, total - offset);
      if (count <= 0) return { items: [], total };
      // SQLite steps over every skipped entry: start from the nearer end. A page in the middle of 1,000,000 takes 23 ms.
      const skippedFromEnd = total - offset - count;
      const rows = offset <= skippedFromEnd ? richest.all(count, offset) : poorest.all(count, skippedFromEnd);
      return { items: (rows as AddressRow[]).map(serializeRankedAddress), total };
    });
  }

  async totals(): Promise<ChainTotals | undefined> {
    return this.#read((_connection, { block_id, chain: _chain, ...totals }) =>
      totals.height < 0 ? undefined : { ...totals, blockId: blockIdFromBytes(block_id) },
    );
  }

  async series(request: SeriesRequest): Promise<SeriesPage | undefined> {
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

  async miners(blocks: number): Promise<MinersPage> {
    return this.#read(({ minedAbove, addressNumbered }, { height }) => {
      const floor = Math.max(0, height - blocks);
      const sums = [...sumByMiner(minedAbove.all(floor))];
      const rows = sums
        .sort(([, a], [, b]) => b.blocks - a.blocks || b.last - a.last)
        .slice(0, LISTED_MINERS)
        .map(([miner, sum]) => ({ address: addressNumbered.get(miner) as Address, ...sum }));
      return { height, blocks: Math.max(0, height - floor), miners: sums.length, rows };
    });
  }

  async miner(address: Address): Promise<MinerTotals> {
    return this.#read(({ minerTotals }, { height }) => {
      const row = minerTotals.get(address) as Omit<MinerTotals, 'height'> | undefined;
      return { height, blocks: 0, rewards: '0', fees: '0', first: null, last: null, ...row };
    });
  }

  async minerBlocks(address: Address, { offset, limit, before }: MinerBlocksRequest): Promise<Page<number>> {
    return this.#read(({ minedBy, minedHeights }, { height }) => {
      const [number, total] = (minedBy.get(address) as [number, number] | undefined) ?? [-1, 0];
      const highest = Math.min(before ?? height + 1, height + 1) - 1;
      const items = total === 0 ? [] : (minedHeights.all(number, highest, limit, offset) as number[]);
      return { items, total };
    });
  }

  #read<Answer>(query: (connection: Connection, state: StateRow) => Answer): Answer {
    try {
      return query(this.#require(), this.#state);
    } catch (error) {
      const failure = toProjectionError(error);
      this.#onFailure(failure);
      throw failure;
    }
  }

  #require(): Connection {
    if (this.#connection === undefined)
      throw new ProjectionError('storage_failed', 'the projection is closed');
    return this.#connection;
  }
}

const TRANSACTION = `height, index_in_block, lower(hex(id)), from_address, to_address, value, fee, nonce, unlock_sig`;

function connect(path: string) {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  // KiB. A cache four times as large makes reads of random pages in a large index no faster: the system's page cache
  // also has those pages, and the answer cache has the popular answers.
  database.pragma('cache_size = -8000');
  // Without `+ 0`, SQLite re-plans the statement for each value bound to a bare parameter of LIMIT or compared with a key.
  const ranking = (order: string): Statement =>
    database.prepare(
      `SELECT * FROM addresses WHERE number IN
         (SELECT number FROM addresses ORDER BY ${order} LIMIT ? + 0 OFFSET ? + 0)
       ORDER BY balance DESC, address`,
    );
  return {
    database,
    begin: database.prepare('BEGIN'),
    end: database.prepare('COMMIT'),
    richest: ranking('balance DESC, address'),
    poorest: ranking('balance, address DESC'),
    state: database.prepare(
      'SELECT chain, height, block_id, transactions, addresses, fees, transferred, rewards FROM state',
    ),
    feed: database
      .prepare(
        `SELECT ${TRANSACTION} FROM transactions WHERE sequence BETWEEN ? AND ? ORDER BY sequence DESC`,
      )
      .raw(),
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
    minedAbove: database
      .prepare('SELECT height, miner, reward, fees FROM blocks WHERE height > ? ORDER BY height DESC')
      .raw(),
    addressNumbered: database.prepare('SELECT address FROM addresses WHERE number = ?').pluck(),
    // Two subqueries for min and max, as in `seriesEnds`.
    minerTotals: database.prepare(
      `SELECT mined AS blocks, rewards, reward_fees AS fees,
         (SELECT min(height) FROM blocks WHERE miner = number AND height > 0) AS first,
         (SELECT max(height) FROM blocks WHERE miner = number AND height > 0) AS last
       FROM addresses WHERE address = ?`,
    ),
    minedBy: database.prepare('SELECT number, mined FROM addresses WHERE address = ?').raw(),
    minedHeights: database
      .prepare(
        `SELECT height FROM blocks WHERE miner = ? + 0 AND height BETWEEN 1 AND ? + 0
         ORDER BY height DESC LIMIT ? + 0 OFFSET ? + 0`,
      )
      .pluck(),
    historyOf: database.prepare('SELECT number, transaction_count FROM addresses WHERE address = ?').raw(),
    history: database
      .prepare(
        `SELECT ${TRANSACTION} FROM history JOIN transactions USING (sequence)
         WHERE address = ? + 0 AND position BETWEEN ? AND ? ORDER BY position DESC`,
      )
      .raw(),
  };
}

/** Sums blocks by the number of their miner; `rows` are newest first. Not in SQL, because sums may exceed SQLite's 64 bits. */
function sumByMiner(rows: readonly unknown[]) {
  const sums = new Map<number, { blocks: number; rewards: bigint; fees: bigint; last: number }>();
  for (const [height, miner, reward, fees] of rows as [number, number, string, string][]) {
    const sum = sums.get(miner) ?? { blocks: 0, rewards: 0n, fees: 0n, last: height };
    sum.blocks += 1;
    sum.rewards += BigInt(reward);
    sum.fees += BigInt(fees);
    sums.set(miner, sum);
  }
  return sums;
}

function toTransactions(rows: readonly unknown[], chain: number): ConfirmedTransaction[] {
  return (rows as readonly TransactionColumns[]).map(
    ([height, index, id, fromAddress, toAddress, value, fee, nonce, unlockSig]) => ({
      id,
      height,
      index,
      transaction: {
        chain,
        nonce,
        fee: BigInt(fee),
        value: BigInt(value),
        fromAddress,
        toAddress,
        unlockSig: new Uint8Array(unlockSig.buffer, unlockSig.byteOffset, unlockSig.length),
      },
    }),
  );
}
