import { bytesToHex, hexToBytes, transactionOffset } from '@cairn/protocol';
import type { Database, Statement } from 'better-sqlite3';
import type { ChainTip } from '../../chain/chain-reader.ts';
import { AddressTable, type AddressRecord } from './address-table.ts';
import type { SourceBlock } from './block-source.ts';
import { HistoryTable } from './history-table.ts';
import { rawPlace, RECORD_SIZE, RUN_LENGTH, runOf, TransactionRuns } from './transaction-runs.ts';
import { readTransferFields, type TransferFields } from './transfer-fields.ts';

/** Running totals; sums in pebbles. */
interface Totals {
  height: number;
  /** 32 bytes; none before the first block. */
  blockId: Uint8Array;
  transactions: number;
  addresses: number;
  fees: bigint;
  transferred: bigint;
  rewards: bigint;
  /** Whether the ranking is made; it is kept from then on. */
  isRanked: boolean;
}

interface StateRow {
  height: number;
  block_id: Buffer;
  transactions: number;
  addresses: number;
  fees: string;
  transferred: string;
  rewards: string;
  ranked: number;
}

/**
 * Puts blocks into the tables and takes them out again. Everything that a block changes follows from its transactions,
 * which are stored: taking it back needs no record of its own. Callers wrap it in a transaction, call `write` before
 * they commit it and `forget` when it failed.
 */
export class BlockWriter {
  readonly #addresses: AddressTable;
  readonly #history: HistoryTable;
  readonly #runs: TransactionRuns;
  readonly #statements: ReturnType<typeof prepareStatements>;
  #totals: Totals;

  constructor(database: Database) {
    this.#addresses = new AddressTable(database);
    this.#history = new HistoryTable(database);
    this.#runs = new TransactionRuns(database);
    this.#statements = prepareStatements(database);
    this.#totals = this.#load();
  }

  /** The newest block; `undefined` before the first. */
  get tip(): ChainTip | undefined {
    const { height, blockId } = this.#totals;
    return height < 0 ? undefined : { height, id: bytesToHex(blockId) };
  }

  /** Whether `rank` has nothing left to do. */
  get isRanked(): boolean {
    return this.#totals.isRanked;
  }

  /** @throws RangeError for a block that does not continue the newest one */
  append(block: SourceBlock): void {
    const totals = this.#totals;
    const { height, id, raw, transactionCount } = block;
    if (height !== totals.height + 1)
      throw new RangeError(`block ${height} does not follow ${totals.height}`);
    totals.height = height;
    totals.blockId = hexToBytes(id);
    this.#statements.addBlock.run(height, totals.blockId, totals.transactions);
    for (let index = 0; index < transactionCount; index += 1) {
      this.#runs.add(block, index);
      const fields = readTransferFields(raw, transactionOffset(index));
      this.#connect(fields, height, totals.transactions++);
    }
  }

  /** Takes the newest block off. Nothing may have been appended since the last `write`. @throws RangeError when there is none */
  stepBack(): void {
    const totals = this.#totals;
    const { blockAt, deleteBlock } = this.#statements;
    const block = blockAt.get(totals.height) as { first_sequence: number } | undefined;
    if (block === undefined) throw new RangeError('there is no block to take off');
    for (const fields of this.#newestFirst(block.first_sequence)) this.#disconnect(fields);
    for (const record of this.#addresses.changed()) this.#cutHistory(record);
    this.#runs.cut(block.first_sequence);
    deleteBlock.run(totals.height);
    totals.height -= 1;
    totals.blockId = (blockAt.get(totals.height) as { id: Buffer } | undefined)?.id ?? new Uint8Array();
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
    const { height, blockId, transactions, addresses, fees, transferred, rewards } = this.#totals;
    const sums = [fees, transferred, rewards].map(String);
    const ranked = Number(this.#totals.isRanked);
    this.#statements.putState.run(height, blockId, transactions, addresses, ...sums, ranked);
  }

  /** Goes back to what is stored. */
  forget(): void {
    this.#totals = this.#load();
  }

  #connect(fields: TransferFields, height: number, sequence: number): void {
    const { isCoinbase, fromAddress, toAddress, value, fee, nonce } = fields;
    const totals = this.#totals;
    if (isCoinbase) {
      totals.rewards += value;
    } else {
      const sender = this.#open(fromAddress, height);
      sender.balance -= value + fee;
      sender.sent += value;
      sender.fees += fee;
      sender.nonce = nonce;
      addToHistory(sender, height, sequence);
      totals.fees += fee;
      totals.transferred += value;
    }
    const receiver = this.#open(toAddress, height);
    receiver.balance += value;
    receiver.received += value;
    if (isCoinbase || fromAddress !== toAddress) addToHistory(receiver, height, sequence);
  }

  /** The contrary of `#connect`, for the transactions of a block from the last to the first. */
  #disconnect({ isCoinbase, fromAddress, toAddress, value, fee, nonce }: TransferFields): void {
    const totals = this.#totals;
    const receiver = this.#require(toAddress);
    receiver.balance -= value;
    receiver.received -= value;
    if (isCoinbase || fromAddress !== toAddress) receiver.transactionCount -= 1;
    if (isCoinbase) {
      totals.rewards -= value;
      return;
    }
    const sender = this.#require(fromAddress);
    sender.balance += value + fee;
    sender.sent -= value;
    sender.fees -= fee;
    sender.nonce = nonce - 1;
    sender.transactionCount -= 1;
    totals.fees -= fee;
    totals.transferred -= value;
  }

  #open(address: string, height: number): AddressRecord {
    return (
      this.#addresses.change(address) ?? this.#addresses.create(address, this.#totals.addresses++, height)
    );
  }

  #require(address: string): AddressRecord {
    const record = this.#addresses.change(address);
    if (record === undefined) throw new RangeError(`${address} is named by a transaction and not known`);
    return record;
  }

  /** The stored transactions from a number on, the last one first. */
  *#newestFirst(first: number): Generator<TransferFields> {
    const last = this.#totals.transactions - 1;
    for (let run = runOf(last); run >= runOf(first); run -= 1) {
      const records = this.#runs.read(run);
      const start = Math.max(first - run * RUN_LENGTH, 0);
      for (let place = records.length / RECORD_SIZE - 1; place >= start; place -= 1) {
        yield readTransferFields(records, rawPlace(place * RECORD_SIZE));
      }
    }
  }

  #cutHistory(record: AddressRecord): void {
    this.#history.cut(record);
    if (record.transactionCount === 0) this.#totals.addresses -= 1;
    else record.lastSeen = this.#history.newestHeight(record, this.#runs);
  }

  #load(): Totals {
    const row = this.#statements.state.get() as StateRow;
    const { height, transactions, addresses } = row;
    const isRanked = row.ranked !== 0;
    this.#runs.load(transactions);
    this.#addresses.load(isRanked);
    return {
      height,
      blockId: row.block_id,
      transactions,
      addresses,
      fees: BigInt(row.fees),
      transferred: BigInt(row.transferred),
      rewards: BigInt(row.rewards),
      isRanked,
    };
  }
}

function addToHistory(record: AddressRecord, height: number, sequence: number): void {
  record.unwritten.push(sequence);
  record.transactionCount += 1;
  record.lastSeen = height;
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
