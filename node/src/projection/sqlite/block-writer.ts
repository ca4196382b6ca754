import { bytesToHex, hexToBytes, transactionOffset } from '@cairn/protocol';
import type { Database, Statement } from 'better-sqlite3';
import type { ChainTip } from '../../chain/chain-reader.ts';
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
import { readTransferFields, type TransferFields } from '../shared/transfer-fields.ts';
import { RAW_OFFSET, RECORD_SIZE } from '../shared/transaction-record.ts';
import { AddressTable } from './address-table.ts';
import { HistoryTable } from './history-table.ts';
import { RUN_LENGTH, runOf, TransactionRuns } from './transaction-runs.ts';

/**
 * Puts blocks into the tables and takes them out again. Callers wrap it in a transaction, call `write` before they commit it
 * and `forget` when it failed.
 */
export class BlockWriter {
  readonly #addresses: AddressTable;
  readonly #history: HistoryTable;
  readonly #runs: TransactionRuns;
  readonly #statements: ReturnType<typeof prepareStatements>;
  #totals!: RunningTotals;
  #ledger!: Ledger;

  constructor(database: Database) {
    this.#addresses = new AddressTable(database);
    this.#history = new HistoryTable(database);
    this.#runs = new TransactionRuns(database);
    this.#statements = prepareStatements(database);
    this.forget();
  }

  /** The newest block; `undefined` before the first. */
  get tip(): ChainTip | undefined {
    return tipOf(this.#totals);
  }

  /** Whether `rank` has nothing left to do. */
  get isRanked(): boolean {
    return this.#totals.isRanked;
  }

  /** @throws RangeError for a block that does not continue the newest one */
  append(block: SourceBlock): void {
    const { height, id, raw, transactionCount } = block;
    beginBlock(this.#totals, block);
    this.#statements.addBlock.run(height, hexToBytes(id), this.#totals.transactions);
    for (let index = 0; index < transactionCount; index += 1) {
      this.#runs.add(block, index);
      this.#ledger.connect(readTransferFields(raw, transactionOffset(index)));
    }
  }

  /** Takes the newest block off. Nothing may have been appended since the last `write`. @throws RangeError when there is none */
  stepBack(): void {
    const totals = this.#totals;
    const { blockAt, deleteBlock } = this.#statements;
    const block = blockAt.get(totals.height) as { first_sequence: number } | undefined;
    if (block === undefined) throw new RangeError('there is no block to take off');
    for (const fields of this.#newestFirst(block.first_sequence)) this.#ledger.disconnect(fields);
    for (const record of this.#addresses.changed()) this.#cutHistory(record);
    this.#runs.cut(block.first_sequence);
    deleteBlock.run(totals.height);
    totals.height -= 1;
    const parent = blockAt.get(totals.height) as { id: Buffer } | undefined;
    totals.blockId = parent === undefined ? '' : bytesToHex(parent.id);
    totals.transactions = block.first_sequence;
  }

  /** Makes the ranking, which is kept from then on. */
  rank(): void {
    this.#addresses.rank();
    this.#totals.isRanked = true;
  }

  /**
   * Writes what was only changed in memory so far.
   * @param first height of the first block that was appended
   */
  write(first = this.#totals.height): void {
    this.#runs.write();
    for (const record of this.#addresses.changed()) this.#history.write(record);
    this.#addresses.write(first);
    this.#statements.putState.run(...stateValues(this.#totals), Number(this.#totals.isRanked));
  }

  /** Goes back to what is stored. */
  forget(): void {
    const totals = totalsOf(this.#statements.state.get() as StateRow);
    this.#runs.load(totals.transactions);
    this.#addresses.load(totals.isRanked);
    this.#totals = totals;
    this.#ledger = new Ledger(this.#addresses, totals);
  }

  /** The stored transactions from a number on, the last one first. */
  *#newestFirst(first: number): Generator<TransferFields> {
    const last = this.#totals.transactions - 1;
    for (let run = runOf(last); run >= runOf(first); run -= 1) {
      const records = this.#runs.read(run);
      const start = Math.max(first - run * RUN_LENGTH, 0);
      for (let place = records.length / RECORD_SIZE - 1; place >= start; place -= 1) {
        yield readTransferFields(records, place * RECORD_SIZE + RAW_OFFSET);
      }
    }
  }

  #cutHistory(record: AddressRecord): void {
    this.#history.cut(record);
    if (record.transactionCount === 0) this.#totals.addresses -= 1;
    else record.lastSeen = this.#history.newestHeight(record, this.#runs);
  }
}

function prepareStatements(database: Database) {
  const prepare = (sql: string): Statement => database.prepare(sql);
  return {
    state: prepare('SELECT * FROM state'),
    putState: prepare(
      `UPDATE state SET height = ?, block_id = ?, transactions = ?, addresses = ?,
         fees = ?, transferred = ?, rewards = ?, ranked = ?`,
    ),
    addBlock: prepare('INSERT INTO blocks VALUES (?, ?, ?)'),
    blockAt: prepare('SELECT id, first_sequence FROM blocks WHERE height = ?'),
    deleteBlock: prepare('DELETE FROM blocks WHERE height = ?'),
  };
}
