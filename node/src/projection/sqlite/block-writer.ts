import {
  bytesToHex,
  COINBASE_SENDER,
  decodeTransaction,
  hexToBytes,
  type Transaction,
} from '@cairn/protocol';
import type { Database, Statement } from 'better-sqlite3';
import type { ChainTip } from '../../chain/chain-reader.ts';
import { AddressTable, type AddressRecord } from './address-table.ts';
import type { SourceBlock } from './block-source.ts';

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
}

interface StateRow {
  height: number;
  block_id: Buffer;
  transactions: number;
  addresses: number;
  fees: string;
  transferred: string;
  rewards: string;
}

/**
 * Puts blocks into the tables and takes them out again. Everything that a block changes follows from its transactions,
 * which are stored: taking it back needs no record of its own. Callers wrap it in a transaction, call `write` before
 * they commit it and `forget` when it failed.
 */
export class BlockWriter {
  readonly #addresses: AddressTable;
  readonly #statements: ReturnType<typeof prepareStatements>;
  #totals: Totals;

  constructor(database: Database) {
    this.#addresses = new AddressTable(database);
    this.#statements = prepareStatements(database);
    this.#totals = this.#readTotals();
  }

  /** The newest block; `undefined` before the first. */
  get tip(): ChainTip | undefined {
    const { height, blockId } = this.#totals;
    return height < 0 ? undefined : { height, id: bytesToHex(blockId) };
  }

  /** @throws RangeError for a block that does not continue the newest one */
  append({ id, header, transactions }: SourceBlock): void {
    const totals = this.#totals;
    const { height, timestamp } = header;
    if (height !== totals.height + 1)
      throw new RangeError(`block ${height} does not follow ${totals.height}`);
    totals.height = height;
    totals.blockId = hexToBytes(id);
    this.#statements.addBlock.run(height, totals.blockId, timestamp, totals.transactions);
    for (const { raw, id: transactionId } of transactions) {
      const sequence = totals.transactions++;
      this.#statements.addTransaction.run(sequence, height, transactionId, raw);
      this.#connect(decodeTransaction(raw), height, sequence);
    }
  }

  /** Takes the newest block off. @throws RangeError when there is none */
  stepBack(): void {
    const totals = this.#totals;
    const { blockAt, rawFrom, deleteTransactions, deleteBlock } = this.#statements;
    const block = blockAt.get(totals.height) as { first_sequence: number } | undefined;
    if (block === undefined) throw new RangeError('there is no block to take off');
    const raws = rawFrom.all(block.first_sequence) as Buffer[];
    for (const raw of raws) this.#disconnect(decodeTransaction(raw));
    this.#restoreLastSeen();
    deleteTransactions.run(block.first_sequence);
    deleteBlock.run(totals.height);
    totals.height -= 1;
    totals.blockId = (blockAt.get(totals.height) as { id: Buffer } | undefined)?.id ?? new Uint8Array();
    totals.transactions = block.first_sequence;
  }

  /** Writes what was only changed in memory so far. */
  write(): void {
    this.#addresses.write();
    const { height, blockId, transactions, addresses, fees, transferred, rewards } = this.#totals;
    const sums = [fees, transferred, rewards].map(String);
    this.#statements.putState.run(height, blockId, transactions, addresses, ...sums);
  }

  /** Goes back to what is stored. */
  forget(): void {
    this.#addresses.forget();
    this.#totals = this.#readTotals();
  }

  #connect(
    { fromAddress, toAddress, value, fee, nonce }: Transaction,
    height: number,
    sequence: number,
  ): void {
    const totals = this.#totals;
    const isCoinbase = fromAddress === COINBASE_SENDER;
    if (isCoinbase) {
      totals.rewards += value;
    } else {
      const sender = this.#open(fromAddress, height);
      sender.balance -= value + fee;
      sender.sent += value;
      sender.fees += fee;
      sender.nonce = nonce;
      this.#addToHistory(sender, height, sequence);
      totals.fees += fee;
      totals.transferred += value;
    }
    const receiver = this.#open(toAddress, height);
    receiver.balance += value;
    receiver.received += value;
    if (isCoinbase || fromAddress !== toAddress) this.#addToHistory(receiver, height, sequence);
  }

  /** The contrary of `#connect`, for the transactions of a block from the last to the first. */
  #disconnect({ fromAddress, toAddress, value, fee, nonce }: Transaction): void {
    const totals = this.#totals;
    const isCoinbase = fromAddress === COINBASE_SENDER;
    const receiver = this.#require(toAddress);
    receiver.balance -= value;
    receiver.received -= value;
    if (isCoinbase || fromAddress !== toAddress) this.#removeFromHistory(receiver);
    if (isCoinbase) {
      totals.rewards -= value;
      return;
    }
    const sender = this.#require(fromAddress);
    sender.balance += value + fee;
    sender.sent -= value;
    sender.fees -= fee;
    sender.nonce = nonce - 1;
    this.#removeFromHistory(sender);
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

  #addToHistory(record: AddressRecord, height: number, sequence: number): void {
    this.#statements.addHistory.run(record.number, record.transactionCount++, sequence);
    record.lastSeen = height;
  }

  #removeFromHistory(record: AddressRecord): void {
    this.#statements.deleteHistory.run(record.number, --record.transactionCount);
    if (record.transactionCount === 0) this.#totals.addresses -= 1;
  }

  #restoreLastSeen(): void {
    for (const record of this.#addresses.changed) {
      if (record.transactionCount === 0) continue;
      const last = record.transactionCount - 1;
      record.lastSeen = this.#statements.heightInHistory.get(record.number, last) as number;
    }
  }

  #readTotals(): Totals {
    const row = this.#statements.state.get() as StateRow;
    const { height, transactions, addresses } = row;
    return {
      height,
      blockId: row.block_id,
      transactions,
      addresses,
      fees: BigInt(row.fees),
      transferred: BigInt(row.transferred),
      rewards: BigInt(row.rewards),
    };
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
    addBlock: prepare('INSERT INTO blocks VALUES (?, ?, ?, ?)'),
    blockAt: prepare('SELECT id, first_sequence FROM blocks WHERE height = ?'),
    deleteBlock: prepare('DELETE FROM blocks WHERE height = ?'),
    addTransaction: prepare('INSERT INTO transactions VALUES (?, ?, ?, ?)'),
    rawFrom: prepare('SELECT raw FROM transactions WHERE sequence >= ? ORDER BY sequence DESC').pluck(),
    deleteTransactions: prepare('DELETE FROM transactions WHERE sequence >= ?'),
    addHistory: prepare('INSERT INTO history VALUES (?, ?, ?)'),
    deleteHistory: prepare('DELETE FROM history WHERE address = ? AND position = ?'),
    heightInHistory: prepare(
      `SELECT height FROM history JOIN transactions USING (sequence) WHERE address = ? AND position = ?`,
    ).pluck(),
  };
}
