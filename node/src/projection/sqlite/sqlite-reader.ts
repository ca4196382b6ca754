import Database from 'better-sqlite3';
import type { AddressSummary } from '@cairn/api/explorer';
import type { ConfirmedTransaction } from '../../chain/chain-reader.ts';
import type { ChainTotals, Page, PageRequest, ProjectionReader } from '../projection-reader.ts';
import { ProjectionError } from '../projection-store.ts';
import { RankingReader } from './ranking-reader.ts';
import { toProjectionError } from './sqlite-errors.ts';
import { readRecord, RECORD_SIZE } from '../shared/transaction-record.ts';
import { recordOffset, RUN_LENGTH, runOf } from './transaction-runs.ts';

type Connection = ReturnType<typeof connect>;
type TotalsRow = Omit<ChainTotals, 'blockId'> & { blockId: Buffer };

/** Read side of the projection's SQLite file: one connection that cannot write. */
export class SqliteReader implements ProjectionReader {
  readonly #onFailure: (error: ProjectionError) => void;
  #connection: Connection | undefined;
  /** Of the snapshot. */
  #transactions = 0;

  /** @param onFailure hears of every question that could not be answered */
  constructor(onFailure: (error: ProjectionError) => void) {
    this.#onFailure = onFailure;
  }

  /** Opens the file and shows what is committed in it. */
  open(path: string): void {
    this.#connection = connect(path);
    this.show();
  }

  /** Shows what is committed now, and nothing newer until the next `show`. */
  show(): void {
    this.release();
    const { begin, totals, ranking } = this.#require();
    begin.run();
    // A snapshot begins with the first read.
    this.#transactions = (totals.get() as TotalsRow).transactions;
    ranking.forget();
  }

  /** Gives up the snapshot. */
  release(): void {
    if (this.#connection?.database.inTransaction === true) this.#connection.end.run();
  }

  close(): void {
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  async transactions({ offset, limit }: PageRequest): Promise<Page<ConfirmedTransaction>> {
    return this.#read(({ feed }, total) => {
      const newest = total - 1 - offset;
      if (newest < 0) return { items: [], total };
      const oldest = Math.max(0, newest - limit + 1);
      const runs = feed.all(runOf(oldest), runOf(newest)) as Buffer[];
      const items: ConfirmedTransaction[] = [];
      for (let sequence = newest; sequence >= oldest; sequence -= 1) {
        items.push(readRecord(runs[runOf(newest) - runOf(sequence)]!, recordOffset(sequence)));
      }
      return { items, total };
    });
  }

  async addressTransactions(
    address: string,
    { offset, limit }: PageRequest,
  ): Promise<Page<ConfirmedTransaction>> {
    return this.#read(({ historyOf, history }) => {
      const [number, total] = (historyOf.get(address) as [number, number] | undefined) ?? [-1, 0];
      const newest = total - 1 - offset;
      const records = newest >= 0 ? history.all(number, newest - limit + 1, newest) : [];
      return { items: (records as Buffer[]).map((record) => readRecord(record)), total };
    });
  }

  async addresses(page: PageRequest): Promise<Page<AddressSummary>> {
    return this.#read(({ ranking }) => ranking.read(page));
  }

  async totals(): Promise<ChainTotals | undefined> {
    return this.#read(({ totals }) => {
      const { blockId, ...row } = totals.get() as TotalsRow;
      return row.height < 0 ? undefined : { ...row, blockId: blockId.toString('hex') };
    });
  }

  /** @param ask gets the count of all transactions as well */
  #read<Answer>(ask: (connection: Connection, transactions: number) => Answer): Answer {
    try {
      return ask(this.#require(), this.#transactions);
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

function connect(path: string) {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  // KiB. Pages at random places of a large index are read as quickly as with four times as much: the system has them in
  // memory too, and pages that all ask for are remembered as answers.
  database.pragma('cache_size = -8000');
  return {
    database,
    begin: database.prepare('BEGIN'),
    end: database.prepare('COMMIT'),
    ranking: new RankingReader(database),
    totals: database.prepare(
      'SELECT height, block_id AS blockId, transactions, addresses, fees, transferred, rewards FROM state',
    ),
    feed: database
      .prepare('SELECT records FROM transactions WHERE run BETWEEN ? AND ? ORDER BY run DESC')
      .pluck(),
    historyOf: database.prepare('SELECT number, transaction_count FROM addresses WHERE address = ?').raw(),
    // The sum keeps SQLite from planning anew for each address: it would look whether that is one for which `address` is a
    // constant and needs no order, which takes twice as long as finding a short history.
    history: database
      .prepare(
        `SELECT substr(records, 1 + (sequence % ${RUN_LENGTH}) * ${RECORD_SIZE}, ${RECORD_SIZE})
         FROM history JOIN transactions ON run = sequence / ${RUN_LENGTH}
         WHERE address = ? + 0 AND position BETWEEN ? AND ? ORDER BY position DESC`,
      )
      .pluck(),
  };
}
