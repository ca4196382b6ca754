import {
  type Address,
  blockIdFromBytes,
  COINBASE_SENDER,
  decodeBlockHeader,
  hexToBytes,
  ID_SIZE,
  TRANSACTION_LAYOUT,
  TRANSACTION_SIZE,
  transactionOffset,
} from '@cairn/protocol';
import type { Database, Statement } from 'better-sqlite3';
import type { ChainTip } from '../../chain/chain-reader.ts';
import { ProjectionError } from '../projection-store.ts';
import type { AddressRecord } from '../shared/address-record.ts';
import type { SourceBlock } from '../shared/block-source.ts';
import { Ledger } from '../shared/ledger.ts';
import {
  beginBlock,
  stateValues,
  tipOf,
  totalsOf,
  type RunningTotals,
  type StateRow,
} from '../shared/running-totals.ts';
import {
  addRows,
  SeriesChanges,
  seriesRowOf,
  type SeriesRow,
  type StoredSeriesRow,
} from '../shared/series.ts';
import { readTransferFields, type TransferFields } from '../shared/transfer-fields.ts';
import { AddressTable } from './address-table.ts';

const UNLOCK_SIG_OFFSET = TRANSACTION_LAYOUT.offsetOf('unlockSig');

interface StoredBlock {
  readonly id: Buffer;
  readonly first_sequence: number;
  readonly timestamp: number;
  readonly bits: number;
}

interface StoredTransfer {
  readonly from_address: Address;
  readonly to_address: Address;
  readonly value: string;
  readonly fee: number;
  readonly nonce: number;
}

/**
 * Appends blocks to the tables and removes them. Callers use it in a transaction, call `write` before they commit and `reset`
 * after a rollback.
 */
export class BlockWriter {
  readonly #addresses: AddressTable;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #series = new SeriesChanges();
  #totals!: RunningTotals;
  #ledger!: Ledger;

  /** @param addressCapacity number of address records cached in memory; for tests */
  constructor(database: Database, addressCapacity?: number) {
    this.#addresses = new AddressTable(database, addressCapacity);
    this.#statements = prepareStatements(database);
    this.reset();
  }

  /** The newest block; `undefined` before the first. */
  get tip(): ChainTip | undefined {
    return tipOf(this.#totals);
  }

  /** Adds a block. @throws ProjectionError `damaged` if its height is not the newest block's plus 1 */
  append(block: SourceBlock): void {
    const { height, id, raw, transactionCount } = block;
    const before = { ...this.#totals };
    beginBlock(this.#totals, block);
    const header = decodeBlockHeader(raw);
    const { timestamp, bits } = header;
    for (let index = 0; index < transactionCount; index += 1) this.#appendTransaction(block, index);
    const miner = this.#addresses.getForChange(header.miner)!.number;
    const reward = this.#totals.rewards - before.rewards;
    const fees = this.#totals.fees - before.fees;
    this.#statements.addBlock.run(
      height,
      hexToBytes(id),
      before.transactions,
      timestamp,
      bits,
      miner,
      String(reward),
      String(fees),
    );
    this.#series.add(header, this.#blockAt(height - 1)?.timestamp, before, this.#totals);
  }

  /**
   * Removes the newest block. Call it only if nothing was appended since the last `write`.
   * @throws ProjectionError `damaged` if that block or an address of it is not stored
   */
  stepBack(): void {
    const totals = this.#totals;
    const { deleteBlock, deleteTransactions, transfersFrom } = this.#statements;
    const block = this.#blockAt(totals.height);
    if (block === undefined) throw new ProjectionError('damaged', 'there is no block to remove');
    const before = { ...totals };
    for (const row of transfersFrom.iterate(block.first_sequence)) {
      this.#ledger.disconnect(transferFieldsOf(row as StoredTransfer));
    }
    deleteTransactions.run(block.first_sequence);
    for (const record of this.#addresses.changed()) this.#cutHistory(record);
    deleteBlock.run(totals.height);
    totals.height -= 1;
    const parent = this.#blockAt(totals.height);
    totals.blockId = parent === undefined ? '' : blockIdFromBytes(parent.id);
    totals.transactions = block.first_sequence;
    this.#series.add({ ...block, height: before.height }, parent?.timestamp, before, totals);
  }

  /**
   * Writes the changes that are only in memory until then: new history entries, addresses, series and totals. (Blocks,
   * transactions and removed history entries are written at once.)
   */
  write(): void {
    // All entries of an address at once, because they are adjacent in the table.
    for (const record of this.#addresses.changed()) this.#writeHistory(record);
    this.#addresses.write();
    for (const change of this.#series.take()) this.#writeSeries(change);
    this.#statements.putState.run(...stateValues(this.#totals));
  }

  /** Discards the changes in memory and reads the totals from the database. */
  reset(): void {
    this.#addresses.reset();
    this.#series.take();
    this.#totals = totalsOf(this.#statements.state.get() as StateRow);
    this.#ledger = new Ledger(this.#addresses, this.#totals);
  }

  #appendTransaction({ height, raw, ids }: SourceBlock, index: number): void {
    const start = transactionOffset(index);
    const fields = readTransferFields(raw, start);
    this.#statements.addTransaction.run(
      this.#totals.transactions,
      height,
      index,
      ids.subarray(index * ID_SIZE, (index + 1) * ID_SIZE),
      fields.fromAddress,
      fields.toAddress,
      String(fields.value),
      fields.fee,
      fields.nonce,
      raw.subarray(start + UNLOCK_SIG_OFFSET, start + TRANSACTION_SIZE),
    );
    this.#ledger.connect(fields);
  }

  #blockAt(height: number): StoredBlock | undefined {
    return this.#statements.blockAt.get(height) as StoredBlock | undefined;
  }

  #writeSeries(change: SeriesRow): void {
    const { step, start } = change;
    const { seriesAt, putSeries, deleteSeries } = this.#statements;
    const stored = seriesAt.get(step, start) as StoredSeriesRow | undefined;
    const row = addRows(change, stored && seriesRowOf(stored));
    if (row.blocks === 0) deleteSeries.run(step, start);
    else putSeries.run({ ...row, ...textOf(row) });
  }

  #writeHistory({ number, transactionCount, unwritten }: AddressRecord): void {
    let position = transactionCount - unwritten.length;
    for (const sequence of unwritten) this.#statements.addToHistory.run(number, position++, sequence);
    unwritten.length = 0;
  }

  #cutHistory(record: AddressRecord): void {
    const { number, transactionCount } = record;
    this.#statements.cutHistory.run(number, transactionCount);
    if (transactionCount === 0) this.#totals.addresses -= 1;
    else record.lastSeen = this.#statements.heightInHistory.get(number, transactionCount - 1) as number;
  }
}

function prepareStatements(database: Database) {
  const prepare = (sql: string): Statement => database.prepare(sql);
  return {
    state: prepare('SELECT * FROM state'),
    putState: prepare(
      `UPDATE state SET height = ?, block_id = ?, transactions = ?, addresses = ?,
         fees = ?, transferred = ?, rewards = ?`,
    ),
    addBlock: prepare('INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    blockAt: prepare('SELECT id, first_sequence, timestamp, bits FROM blocks WHERE height = ?'),
    deleteBlock: prepare('DELETE FROM blocks WHERE height = ?'),
    addTransaction: prepare('INSERT INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    transfersFrom: prepare(
      `SELECT from_address, to_address, value, fee, nonce FROM transactions
       WHERE sequence >= ? ORDER BY sequence DESC`,
    ),
    deleteTransactions: prepare('DELETE FROM transactions WHERE sequence >= ?'),
    seriesAt: prepare('SELECT * FROM series WHERE step = ? AND start = ?'),
    putSeries: prepare(
      `INSERT OR REPLACE INTO series VALUES (@step, @start, @blocks, @transactions, @addresses, @fees, @transferred,
         @emitted, @work, @intervals, @interval_seconds)`,
    ),
    deleteSeries: prepare('DELETE FROM series WHERE step = ? AND start = ?'),
    addToHistory: prepare('INSERT INTO history VALUES (?, ?, ?)'),
    cutHistory: prepare('DELETE FROM history WHERE address = ? AND position >= ?'),
    heightInHistory: prepare(
      'SELECT height FROM history JOIN transactions USING (sequence) WHERE address = ? AND position = ?',
    ).pluck(),
  };
}

/** Sums that may exceed 64 bits, as stored in the table. */
function textOf({ fees, transferred, emitted, work }: SeriesRow): Record<string, string> {
  return {
    fees: String(fees),
    transferred: String(transferred),
    emitted: String(emitted),
    work: String(work),
  };
}

function transferFieldsOf(row: StoredTransfer): TransferFields {
  return {
    isCoinbase: row.from_address === COINBASE_SENDER,
    fromAddress: row.from_address,
    toAddress: row.to_address,
    nonce: row.nonce,
    fee: BigInt(row.fee),
    value: BigInt(row.value),
  };
}
