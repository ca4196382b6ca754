import Database from 'better-sqlite3';
import type {
  AddressTotals,
  ChainTotals,
  Page,
  PageRequest,
  ProjectedTransaction,
  ProjectionReader,
} from '../projection-reader.ts';
import { ProjectionError } from '../projection-store.ts';
import { RankingReader } from './ranking-reader.ts';
import { toProjectionError } from './sqlite-errors.ts';
import { readTransactionRow, TRANSACTION_COLUMNS, type TransactionRow } from './transaction-rows.ts';

type Connection = ReturnType<typeof connect>;
type TotalsRow = Omit<ChainTotals, 'blockId'> & { blockId: Buffer };

/** Read side of the projection's SQLite file: one connection that cannot write. */
export class SqliteReader implements ProjectionReader {
  readonly #onFailure: (error: ProjectionError) => void;
  #connection: Connection | undefined;

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
    totals.get(); // a snapshot begins with the first read
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

  transactions({ offset, limit }: PageRequest): Page<ProjectedTransaction> {
    return this.#read(({ transactionCount, feed }) => {
      const total = transactionCount.get() as number;
      const rows = offset < total ? feed.all(total - 1 - offset, limit) : [];
      return { items: (rows as TransactionRow[]).map(readTransactionRow), total };
    });
  }

  addressTransactions(address: string, { offset, limit }: PageRequest): Page<ProjectedTransaction> {
    return this.#read(({ historyOf, history }) => {
      const [number, total] = (historyOf.get(address) as [number, number] | undefined) ?? [-1, 0];
      const rows = offset < total ? history.all(number, total - 1 - offset, limit) : [];
      return { items: (rows as TransactionRow[]).map(readTransactionRow), total };
    });
  }

  addresses(page: PageRequest): Page<AddressTotals> {
    return this.#read(({ ranking }) => ranking.read(page));
  }

  totals(): ChainTotals | undefined {
    return this.#read(({ totals }) => {
      const { blockId, ...row } = totals.get() as TotalsRow;
      return row.height < 0 ? undefined : { ...row, blockId: blockId.toString('hex') };
    });
  }

  #read<Answer>(ask: (connection: Connection) => Answer): Answer {
    try {
      return ask(this.#require());
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
  database.pragma('cache_size = -32000');
  return {
    database,
    begin: database.prepare('BEGIN'),
    end: database.prepare('COMMIT'),
    ranking: new RankingReader(database),
    transactionCount: database.prepare('SELECT transactions FROM state').pluck(),
    totals: database.prepare(
      'SELECT height, block_id AS blockId, transactions, addresses, fees, transferred, rewards FROM state',
    ),
    feed: database
      .prepare(
        `SELECT ${TRANSACTION_COLUMNS} FROM transactions t JOIN blocks b USING (height)
         WHERE t.sequence <= ? ORDER BY t.sequence DESC LIMIT ?`,
      )
      .raw(),
    historyOf: database.prepare('SELECT number, transaction_count FROM addresses WHERE address = ?').raw(),
    history: database
      .prepare(
        `SELECT ${TRANSACTION_COLUMNS} FROM history h JOIN transactions t USING (sequence) JOIN blocks b USING (height)
         WHERE h.address = ? AND h.position <= ? ORDER BY h.position DESC LIMIT ?`,
      )
      .raw(),
  };
}
