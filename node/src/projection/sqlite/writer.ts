import type { Address } from '@cairn/protocol';
import type { Database, Statement } from 'better-sqlite3';
import type { LocatedBlock } from '../../chain/chain-types.ts';
import {
  Ledger,
  projectedBlock,
  transactionRows,
  type AddressRow,
  type StoredBlock,
  type StoredTransfer,
} from '../ledger.ts';
import type { StateRow } from '../reader.ts';
import { stateColumns } from '../schema.ts';
import { addRows, seriesRowOf, type SeriesRow, type StoredSeriesRow } from '../series.ts';
import { ProjectionError, type ProjectionWriter, type WriterCommand, type WriterResult } from '../store.ts';
import { openForWriting, SQLITE, type SqliteFile } from './database.ts';

/** The points at which a kill leaves a different state on disk: a transaction is written but not committed; it is committed. */
export const PROJECTION_STEPS = ['written', 'committed'] as const;

export interface SqliteWriterSetup extends SqliteFile {
  /** Kills the process at this step, from this height on; for tests of a killed process. */
  readonly killAt?: { readonly step: (typeof PROJECTION_STEPS)[number]; readonly height: number } | undefined;
  /** Number of address records in memory; for tests of their eviction. */
  readonly addressCapacity?: number | undefined;
}

/** Writes the projection's SQLite file. */
export class SqliteWriter implements ProjectionWriter {
  readonly #setup: SqliteWriterSetup;
  #open: { database: Database; statements: Statements; ledger: Ledger } | undefined;

  constructor(setup: SqliteWriterSetup) {
    this.#setup = setup;
  }

  async run(command: WriterCommand): Promise<WriterResult> {
    switch (command.type) {
      case 'open': {
        const { database, discarded } = openForWriting(this.#setup, command.isDamaged);
        const statements = prepareStatements(database);
        this.#open = { database, statements, ledger: this.#readLedger(statements) };
        return { tip: this.#open.ledger.tip, discarded };
      }
      case 'append':
        this.#inTransaction((statements, ledger) => append(statements, ledger, command.blocks));
        break;
      case 'stepBack':
        this.#inTransaction(stepBack);
        break;
      case 'publish':
        break; // no other process reads the state of the node from the file
      case 'close':
        this.#open?.database.close();
        this.#open = undefined;
    }
    return { tip: this.#open?.ledger.tip };
  }

  #inTransaction(change: (statements: Statements, ledger: Ledger) => void): void {
    if (this.#open === undefined) throw new ProjectionError('storage_failed', 'the projection is not open');
    const { database, statements, ledger } = this.#open;
    try {
      database.transaction(() => {
        change(statements, ledger);
        write(statements, ledger);
        this.#passStep('written', ledger);
      })();
    } catch (error) {
      this.#open.ledger = this.#readLedger(statements);
      throw error;
    }
    this.#passStep('committed', ledger);
  }

  #readLedger({ state, blockAt }: Statements): Ledger {
    const row = state.get() as StateRow;
    const tip = blockAt.get(row.height) as StoredBlock | undefined;
    return new Ledger(row, tip?.timestamp, this.#setup.addressCapacity);
  }

  #passStep(step: (typeof PROJECTION_STEPS)[number], { tip }: Ledger): void {
    const { killAt } = this.#setup;
    if (killAt?.step === step && (tip?.height ?? -1) >= killAt.height) process.kill(process.pid, 'SIGKILL');
  }
}

function append(statements: Statements, ledger: Ledger, blocks: readonly LocatedBlock[]): void {
  for (const located of blocks) {
    const block = projectedBlock(located);
    learn(statements, ledger, block.transactions.addresses);
    for (const row of transactionRows(block, ledger.transactions)) statements.addTransaction.run(...row);
    statements.addBlock.run(...ledger.connect(block));
  }
}

function stepBack(statements: Statements, ledger: Ledger): void {
  const height = ledger.tip?.height ?? -1;
  const [block, parent] = [height, height - 1].map(
    (at) => statements.blockAt.get(at) as StoredBlock | undefined,
  );
  const transfers = statements.transfersFrom.all(block?.first_sequence ?? null) as StoredTransfer[];
  learn(
    statements,
    ledger,
    transfers.flatMap(({ from_address: from, to_address: to }) => [from, to]),
  );
  for (const record of ledger.disconnect(block, parent, transfers)) {
    const { number, transaction_count: count } = record;
    statements.cutHistory.run(number, count);
    if (count > 0) record.last_seen = statements.heightInHistory.get(number, count - 1) as number;
  }
  statements.deleteTransactions.run(block?.first_sequence);
  statements.deleteBlock.run(height);
}

function learn({ address }: Statements, ledger: Ledger, addresses: readonly Address[]): void {
  for (const unknown of ledger.unknown(addresses)) {
    const row = address.get(unknown) as AddressRow | undefined;
    if (row !== undefined) ledger.learn(row);
  }
}

/** Writes what the ledger collected in memory. */
function write(statements: Statements, ledger: Ledger): void {
  const { history, addresses, removed, series, state } = ledger.take();
  for (const row of history) statements.addToHistory.run(...row);
  for (const row of addresses) statements.putAddress.run(...row);
  for (const number of removed) statements.deleteAddress.run(number);
  for (const change of series) writeSeries(statements, change);
  statements.putState.run(...state);
}

/** Adds to a bucket, not in SQL, because sums may exceed SQLite's 64 bits. */
function writeSeries({ seriesAt, putSeries, deleteSeries }: Statements, change: SeriesRow): void {
  const { step, start } = change;
  const stored = seriesAt.get(step, start) as StoredSeriesRow | undefined;
  const row = addRows(change, stored && seriesRowOf(stored));
  const [fees, transferred, emitted, work] = [row.fees, row.transferred, row.emitted, row.work].map(String);
  if (row.blocks === 0) deleteSeries.run(step, start);
  else putSeries.run({ ...row, fees, transferred, emitted, work });
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(database: Database) {
  const prepare = (sql: string): Statement => database.prepare(sql);
  const insert = (table: string, columns: number): Statement =>
    prepare(`INSERT INTO ${table} VALUES (${Array.from({ length: columns }, () => '?').join(', ')})`);
  return {
    state: prepare(`SELECT ${stateColumns(SQLITE)} FROM state AS s`),
    putState: prepare(
      `UPDATE state SET height = ?, block_id = ?, transactions = ?, addresses = ?,
         fees = ?, transferred = ?, rewards = ?`,
    ),
    addBlock: insert('blocks', 13),
    blockAt: prepare(
      'SELECT lower(hex(id)) AS id, timestamp, bits, first_sequence FROM blocks WHERE height = ?',
    ),
    deleteBlock: prepare('DELETE FROM blocks WHERE height = ?'),
    addTransaction: insert('transactions', 10),
    transfersFrom: prepare(
      `SELECT from_address, to_address, value, fee, nonce FROM transactions
       WHERE sequence >= ? ORDER BY sequence DESC`,
    ),
    deleteTransactions: prepare('DELETE FROM transactions WHERE sequence >= ?'),
    address: prepare('SELECT * FROM addresses WHERE address = ?'),
    // Not `INSERT OR REPLACE`, which would also rewrite the unique index on the addresses.
    putAddress: prepare(
      `INSERT INTO addresses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET
         balance = excluded.balance, nonce = excluded.nonce, received = excluded.received, sent = excluded.sent,
         fees = excluded.fees, transaction_count = excluded.transaction_count, last_seen = excluded.last_seen,
         mined = excluded.mined, rewards = excluded.rewards, reward_fees = excluded.reward_fees`,
    ),
    deleteAddress: prepare('DELETE FROM addresses WHERE number = ?'),
    addToHistory: insert('history', 5),
    cutHistory: prepare('DELETE FROM history WHERE address = ? AND position >= ?'),
    heightInHistory: prepare(
      'SELECT height FROM history JOIN transactions USING (sequence) WHERE address = ? AND position = ?',
    ).pluck(),
    seriesAt: prepare('SELECT * FROM series WHERE step = ? AND start = ?'),
    putSeries: prepare(
      `INSERT OR REPLACE INTO series VALUES (@step, @start, @blocks, @transactions, @addresses, @fees, @transferred,
         @emitted, @work, @intervals, @interval_seconds)`,
    ),
    deleteSeries: prepare('DELETE FROM series WHERE step = ? AND start = ?'),
  };
}
