import type { LocatedBlock } from '../chain/chain-types.ts';
import type { Dialect, Row, WritingEngine } from './engine.ts';
import {
  Ledger,
  projectedBlock,
  transactionRows,
  type AddressRow,
  type ProjectedBlock,
  type StoredBlock,
  type StoredTransfer,
} from './ledger.ts';
import type { StateRow } from './reader.ts';
import { addressColumns, PUT, seriesColumns, stateColumns } from './schema.ts';
import { addRows, seriesRowOf, type SeriesRow, type StoredSeriesRow } from './series.ts';
import type { ProjectionWriter, WriterCommand, WriterResult } from './store.ts';

/** The points at which a kill leaves a different state on disk: a transaction is written but not committed; it is committed. */
export const PROJECTION_STEPS = ['written', 'committed'] as const;

export interface TableWriterOptions {
  /** Number of address records in memory; for tests of their eviction. */
  readonly addressCapacity?: number | undefined;
  /** Kills the process at this step, from this height on; for tests of a killed process. */
  readonly killAt?: { readonly step: (typeof PROJECTION_STEPS)[number]; readonly height: number } | undefined;
}

/** Bytes of blocks that are decoded together: a batch may have many times as many. */
const PART_BYTES = 2 * 1024 * 1024;

/** Writes the tables of either engine: what a command of the projection does with them. */
export class TableWriter implements ProjectionWriter {
  readonly #engine: WritingEngine;
  readonly #options: TableWriterOptions;
  readonly #statements: Statements;
  /** Read again after a failed change. */
  #ledger: Ledger | undefined;

  constructor(engine: WritingEngine, options: TableWriterOptions = {}) {
    this.#engine = engine;
    this.#options = options;
    this.#statements = statementsOf(engine.dialect);
  }

  async run(command: WriterCommand): Promise<WriterResult> {
    switch (command.type) {
      case 'open': {
        const discarded = await this.#engine.open(command.isDamaged);
        this.#ledger = await this.#readLedger();
        return { tip: this.#ledger.tip, discarded };
      }
      case 'append':
        await this.#change((ledger) => this.#append(ledger, command.blocks));
        break;
      case 'stepBack':
        await this.#change((ledger) => this.#stepBack(ledger));
        break;
      case 'publish':
        await this.#engine.publish?.(command.node);
        break;
      case 'close':
        await this.#engine.close();
        this.#ledger = undefined;
    }
    return { tip: this.#ledger?.tip };
  }

  async #change(work: (ledger: Ledger) => Promise<void>): Promise<void> {
    const ledger = this.#ledger ?? (await this.#readLedger());
    this.#ledger = undefined;
    await this.#engine.transaction(async () => {
      await work(ledger);
      this.#passStep('written', ledger);
    });
    this.#ledger = ledger;
    this.#passStep('committed', ledger);
  }

  async #readLedger(): Promise<Ledger> {
    const [state] = await this.#engine.query<StateRow>(this.#statements.state);
    const tip = await this.#blockAt(state!.height);
    return new Ledger(state!, tip?.timestamp, this.#options.addressCapacity);
  }

  async #append(ledger: Ledger, located: readonly LocatedBlock[]): Promise<void> {
    const rows: Row[] = [];
    for (const blocks of partsOf(located)) {
      await this.#learn(ledger, new Set(blocks.flatMap(({ transactions }) => transactions.addresses)));
      await this.#engine.insert('transactions', transactionRowsOf(blocks, ledger.transactions));
      for (const block of blocks) rows.push(ledger.connect(block));
    }
    await this.#engine.insert('blocks', rows);
    await this.#write(ledger);
  }

  async #stepBack(ledger: Ledger): Promise<void> {
    const height = ledger.tip?.height ?? -1;
    const [block, parent] = [await this.#blockAt(height), await this.#blockAt(height - 1)];
    const sequence = block?.first_sequence ?? Number.MAX_SAFE_INTEGER;
    const { transfersFrom, deleteTransactions, deleteBlock } = this.#statements;
    const transfers = await this.#engine.query<StoredTransfer>(transfersFrom, { sequence });
    await this.#learn(ledger, new Set(transfers.flatMap((one) => [one.from_address, one.to_address])));
    ledger.disconnect(block, parent, transfers);
    const numbers = await this.#write(ledger);
    const { cutHistory, deleteHistory, deleteAddresses, updateLastSeen } = this.#statements;
    await this.#engine.query(cutHistory, { numbers: numbers.changed });
    await this.#engine.query(updateLastSeen, { numbers: numbers.changed });
    await this.#engine.query(deleteHistory, { numbers: numbers.removed });
    await this.#engine.query(deleteAddresses, { numbers: numbers.removed });
    await this.#engine.query(deleteTransactions, { sequence });
    await this.#engine.query(deleteBlock, { height });
  }

  async #blockAt(height: number): Promise<StoredBlock | undefined> {
    return (await this.#engine.query<StoredBlock>(this.#statements.blockAt, { height }))[0];
  }

  async #learn(ledger: Ledger, named: Iterable<string>): Promise<void> {
    const addresses = ledger.unknown(named);
    if (addresses.length === 0) return;
    const rows = await this.#engine.query<AddressRow>(this.#statements.addresses, { addresses });
    for (const row of rows) ledger.learn(row);
  }

  /** Writes what the ledger collected in memory. @returns numbers of the addresses */
  async #write(ledger: Ledger): Promise<{ changed: number[]; removed: readonly number[] }> {
    const { history, addresses, removed, series, state } = ledger.take();
    await this.#engine.insert('history', history);
    await this.#engine.put('addresses', addresses, PUT.addresses);
    await this.#writeSeries(series);
    await this.#engine.query(this.#statements.putState, state);
    return { changed: addresses.map(([number]) => number as number), removed };
  }

  /** Adds to the stored buckets; not in SQL, because sums may exceed SQLite's 64 bits. */
  async #writeSeries(changes: readonly SeriesRow[]): Promise<void> {
    if (changes.length === 0) return;
    const starts = [...new Set(changes.map(({ start }) => start))];
    const rows = await this.#engine.query<StoredSeriesRow>(this.#statements.series, { starts });
    const stored = new Map(rows.map((row) => [`${row.step} ${row.start}`, seriesRowOf(row)]));
    const sums = changes.map((change) => addRows(change, stored.get(`${change.step} ${change.start}`)));
    await this.#engine.put('series', sums.map(valuesOf), PUT.series);
    if (sums.some(({ blocks }) => blocks === 0)) await this.#engine.query(this.#statements.deleteEmptySeries);
  }

  #passStep(step: (typeof PROJECTION_STEPS)[number], { tip }: Ledger): void {
    const { killAt } = this.#options;
    if (killAt?.step === step && (tip?.height ?? -1) >= killAt.height) process.kill(process.pid, 'SIGKILL');
  }
}

function* partsOf(located: readonly LocatedBlock[]): Generator<ProjectedBlock[]> {
  let blocks: ProjectedBlock[] = [];
  let bytes = 0;
  for (const block of located) {
    blocks.push(projectedBlock(block));
    bytes += block.size;
    if (bytes < PART_BYTES) continue;
    yield blocks;
    blocks = [];
    bytes = 0;
  }
  if (blocks.length > 0) yield blocks;
}

function* transactionRowsOf(blocks: readonly ProjectedBlock[], first: number): Generator<Row> {
  let sequence = first;
  for (const block of blocks) {
    yield* transactionRows(block, sequence);
    sequence += block.transactions.count;
  }
}

/** A row of the table `series`. */
function valuesOf(row: SeriesRow): Row {
  const { step, start, blocks, transactions, addresses, intervals, interval_seconds: seconds } = row;
  const sums = [row.fees, row.transferred, row.emitted, row.work].map(String);
  return [step, start, blocks, transactions, addresses, ...sums, intervals, seconds];
}

type Statements = ReturnType<typeof statementsOf>;

function statementsOf(engine: Dialect) {
  const { hex, decimal, oneOf } = engine;
  return {
    state: `SELECT ${stateColumns(engine)} FROM state AS s`,
    putState: `UPDATE state SET height = @height, block_id = @blockId, transactions = @transactions,
      addresses = @addresses, fees = @fees, transferred = @transferred, rewards = @rewards`,
    blockAt: `SELECT ${hex('id')} AS id, timestamp, bits, first_sequence FROM blocks WHERE height = @height`,
    deleteBlock: 'DELETE FROM blocks WHERE height = @height',
    transfersFrom: `SELECT from_address, to_address, ${decimal('value')} AS value, fee, nonce FROM transactions
      WHERE sequence >= @sequence ORDER BY sequence DESC`,
    deleteTransactions: 'DELETE FROM transactions WHERE sequence >= @sequence',
    addresses: `SELECT ${addressColumns(engine)} FROM addresses AS a WHERE address ${oneOf('addresses')}`,
    deleteAddresses: `DELETE FROM addresses WHERE number ${oneOf('numbers')}`,
    deleteHistory: `DELETE FROM history WHERE address ${oneOf('numbers')}`,
    /** Removes what lies above the stored numbers of transactions. */
    cutHistory: `DELETE FROM history WHERE (address, position) IN (
      SELECT h.address, h.position FROM addresses AS a JOIN history AS h
        ON h.address = a.number AND h.position >= a.transaction_count WHERE a.number ${oneOf('numbers')})`,
    updateLastSeen: `UPDATE addresses SET last_seen = (
        SELECT t.height FROM history AS h JOIN transactions AS t ON t.sequence = h.sequence
        WHERE h.address = addresses.number AND h.position = addresses.transaction_count - 1)
      WHERE number ${oneOf('numbers')}`,
    series: `SELECT ${seriesColumns(engine)} FROM series WHERE start ${oneOf('starts')}`,
    deleteEmptySeries: 'DELETE FROM series WHERE blocks = 0',
  };
}
