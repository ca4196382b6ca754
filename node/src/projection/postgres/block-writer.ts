import { bytesToHex, transactionOffset, TRANSACTION_SIZE } from '@cairn/protocol';
import { writeU32 } from '@cairn/protocol/layout';
import type pg from 'pg';
import type { ChainTip } from '../../chain/chain-reader.ts';
import type { SourceBlock } from '../sqlite/block-source.ts';
import { readTransferFields, type TransferFields } from '../sqlite/transfer-fields.ts';
import { AddressBook, type AddressRecord } from './address-book.ts';
import { writeAddresses } from './address-writer.ts';
import { BinaryRows, fieldOffset, writeCount } from './binary-rows.ts';
import { encodeSummary, SUMMARY_SIZE } from './block-summary.ts';
import { copyIn } from './copy-in.ts';
import { fillRanking, updateRanking } from './ranking-buckets.ts';
import { RAW_OFFSET, RECORD_SIZE } from './transaction-record.ts';

const ID_SIZE = 32;
const TRANSACTION_SIZES = [8, 8, 4, RECORD_SIZE];
const HISTORY_SIZES = [4, 4, 8];
const BLOCK_SIZES = [4, ID_SIZE, 8, SUMMARY_SIZE];
const [SEQUENCE, KEY, HEIGHT, RECORD] = TRANSACTION_SIZES.map((_, field) =>
  fieldOffset(TRANSACTION_SIZES, field),
) as [number, number, number, number];
const [OWNER, POSITION, PLACE] = HISTORY_SIZES.map((_, field) => fieldOffset(HISTORY_SIZES, field)) as [
  number,
  number,
  number,
];

/** Running totals; sums in pebbles. */
interface Totals {
  height: number;
  /** Hex; empty before the first block. */
  blockId: string;
  transactions: number;
  addresses: number;
  fees: bigint;
  transferred: bigint;
  rewards: bigint;
  isRanked: boolean;
}

interface StateRow {
  readonly height: number;
  readonly block_id: Buffer;
  readonly transactions: number;
  readonly addresses: number;
  readonly fees: string;
  readonly transferred: string;
  readonly rewards: string;
  readonly ranked: boolean;
}

/** A block whose transactions were read. */
interface ReadBlock extends SourceBlock {
  readonly transfers: readonly TransferFields[];
}

/**
 * Puts blocks into the tables and takes them out again. Everything that a block changes follows from its transactions,
 * which are stored: taking it back needs no record of its own. Callers wrap each call in a transaction, and call `load`
 * where it failed.
 */
export class BlockWriter {
  readonly #client: pg.Client;
  readonly #addresses = new AddressBook();
  #totals!: Totals;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(client: pg.Client): Promise<BlockWriter> {
    const writer = new BlockWriter(client);
    await writer.load();
    return writer;
  }

  /** The newest block; `undefined` before the first. */
  get tip(): ChainTip | undefined {
    const { height, blockId } = this.#totals;
    return height < 0 ? undefined : { height, id: blockId };
  }

  get isRanked(): boolean {
    return this.#totals.isRanked;
  }

  /** Goes to what is stored. */
  async load(): Promise<void> {
    const { rows } = await this.#client.query<StateRow>('SELECT * FROM cairn.state');
    const row = rows[0]!;
    this.#addresses.forget(row.addresses === 0);
    this.#totals = {
      height: row.height,
      blockId: bytesToHex(row.block_id),
      transactions: row.transactions,
      addresses: row.addresses,
      fees: BigInt(row.fees),
      transferred: BigInt(row.transferred),
      rewards: BigInt(row.rewards),
      isRanked: row.ranked,
    };
  }

  /** @throws RangeError for a block that does not continue the newest one */
  async append(sources: Iterable<SourceBlock>): Promise<void> {
    const blocks = this.#addresses.isComplete ? readEach(sources) : await this.#readAll(sources);
    const rows = new BinaryRows(BLOCK_SIZES);
    await copyIn(
      this.#client,
      'COPY cairn.transactions FROM STDIN (FORMAT binary)',
      this.#connectAll(blocks, rows),
    );
    await copyIn(this.#client, 'COPY cairn.blocks FROM STDIN (FORMAT binary)', [rows.end()]);
    await copyIn(this.#client, 'COPY cairn.history FROM STDIN (FORMAT binary)', this.#takeHistory());
    await this.#write();
  }

  /** Takes the newest block off again. @throws RangeError when there is none */
  async stepBack(): Promise<void> {
    const totals = this.#totals;
    const first = await this.#firstSequence(totals.height);
    if (first === undefined) throw new RangeError('there is no block to take off');
    const transfers = await this.#storedTransfers(first);
    await this.#addresses.load(this.#client, namedIn(transfers));
    for (const fields of transfers.toReversed()) this.#disconnect(fields);
    await this.#cutHistory();
    await this.#client.query('DELETE FROM cairn.transactions WHERE sequence >= $1', [first]);
    await this.#client.query('DELETE FROM cairn.blocks WHERE height = $1', [totals.height]);
    totals.height -= 1;
    totals.blockId = await this.#idAt(totals.height);
    totals.transactions = first;
    await this.#write();
  }

  /** Makes the ranking, which is kept from then on. */
  async rank(): Promise<void> {
    await fillRanking(this.#client);
    this.#totals.isRanked = true;
    await this.#writeState();
  }

  /** Reads blocks and what is stored of the addresses that they name. */
  async #readAll(sources: Iterable<SourceBlock>): Promise<ReadBlock[]> {
    const blocks = [...readEach(sources)];
    await this.#addresses.load(this.#client, namedIn(blocks.flatMap(({ transfers }) => transfers)));
    return blocks;
  }

  /** Connects blocks while their rows are sent. */
  *#connectAll(blocks: Iterable<ReadBlock>, blockRows: BinaryRows): Generator<Buffer> {
    const rows = new BinaryRows(TRANSACTION_SIZES);
    for (const block of blocks) {
      this.#begin(block, blockRows);
      for (const [index, fields] of block.transfers.entries()) {
        addTransaction(rows, block, index, this.#totals.transactions);
        this.#connect(fields, block.height, this.#totals.transactions++);
        if (rows.isFull) yield rows.take();
      }
    }
    yield rows.end();
  }

  #begin({ height, id, raw, transactionCount, transfers }: ReadBlock, rows: BinaryRows): void {
    const totals = this.#totals;
    if (height !== totals.height + 1)
      throw new RangeError(`block ${height} does not follow ${totals.height}`);
    totals.height = height;
    totals.blockId = id;
    const totalFees = transfers.reduce((sum, { isCoinbase, fee }) => (isCoinbase ? sum : sum + fee), 0n);
    const summary = encodeSummary({ raw, id, transactionCount, totalFees, reward: transfers[0]!.value });
    addBlock(rows, { height, id, first: totals.transactions, summary });
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

  /** New entries of every history: all of an address at once, because they stand together. */
  *#takeHistory(): Generator<Buffer> {
    const rows = new BinaryRows(HISTORY_SIZES);
    for (const { number, transactionCount, unwritten } of this.#addresses.changed()) {
      let position = transactionCount - unwritten.length;
      for (const sequence of unwritten) {
        const start = rows.add();
        writeU32(rows.bytes, start + OWNER, number);
        writeU32(rows.bytes, start + POSITION, position++);
        writeCount(rows.bytes, start + PLACE, sequence);
        if (rows.isFull) yield rows.take();
      }
      unwritten.length = 0;
    }
    yield rows.end();
  }

  /** Takes off what each changed address has beyond its count, and sees when it was last seen. */
  async #cutHistory(): Promise<void> {
    const changed = this.#addresses.changed();
    const numbers = changed.map(({ number }) => number);
    const counts = changed.map(({ transactionCount }) => transactionCount);
    const given = 'unnest($1::integer[], $2::integer[]) AS given (number, count)';
    await this.#client.query(
      `DELETE FROM cairn.history USING ${given} WHERE address = number AND position >= count`,
      [numbers, counts],
    );
    const { rows } = await this.#client.query<{ number: number; height: number }>(
      `SELECT number, height FROM ${given}
       JOIN cairn.history ON address = number AND position = count - 1
       JOIN cairn.transactions USING (sequence)`,
      [numbers, counts],
    );
    const heights = new Map(rows.map(({ number, height }) => [number, height]));
    for (const record of changed) {
      if (record.transactionCount === 0) this.#totals.addresses -= 1;
      else record.lastSeen = requireHeight(heights.get(record.number), record);
    }
  }

  async #storedTransfers(first: number): Promise<TransferFields[]> {
    const { rows } = await this.#client.query<{ record: Buffer }>(
      'SELECT record FROM cairn.transactions WHERE sequence >= $1 ORDER BY sequence',
      [first],
    );
    const expected = this.#totals.transactions - first;
    if (rows.length !== expected) throw new RangeError(`${rows.length} transactions instead of ${expected}`);
    return rows.map(({ record }) => readTransferFields(record, RAW_OFFSET));
  }

  async #firstSequence(height: number): Promise<number | undefined> {
    const { rows } = await this.#client.query<{ first_sequence: number }>(
      'SELECT first_sequence FROM cairn.blocks WHERE height = $1',
      [height],
    );
    return rows[0]?.first_sequence;
  }

  async #idAt(height: number): Promise<string> {
    const { rows } = await this.#client.query<{ id: Buffer }>(
      'SELECT id FROM cairn.blocks WHERE height = $1',
      [height],
    );
    return rows[0] === undefined ? '' : bytesToHex(rows[0].id);
  }

  async #write(): Promise<void> {
    await writeAddresses(this.#client, this.#addresses.changed());
    if (this.#totals.isRanked) await updateRanking(this.#client);
    await this.#writeState();
    this.#addresses.settle();
  }

  async #writeState(): Promise<void> {
    const { height, blockId, transactions, addresses, fees, transferred, rewards, isRanked } = this.#totals;
    const sums = [fees, transferred, rewards].map(String);
    await this.#client.query({
      name: 'state',
      text: `UPDATE cairn.state SET version = version + 1, height = $1, block_id = $2, transactions = $3,
               addresses = $4, fees = $5, transferred = $6, rewards = $7, ranked = $8`,
      values: [height, Buffer.from(blockId, 'hex'), transactions, addresses, ...sums, isRanked],
    });
  }
}

function* readEach(sources: Iterable<SourceBlock>): Generator<ReadBlock> {
  for (const block of sources) yield readTransfers(block);
}

function readTransfers(block: SourceBlock): ReadBlock {
  const transfers = Array.from({ length: block.transactionCount }, (_, index) =>
    readTransferFields(block.raw, transactionOffset(index)),
  );
  return { ...block, transfers };
}

function namedIn(transfers: readonly TransferFields[]): string[] {
  return transfers.flatMap(({ isCoinbase, fromAddress, toAddress }) =>
    isCoinbase ? [toAddress] : [fromAddress, toAddress],
  );
}

function addTransaction(
  rows: BinaryRows,
  { height, raw, ids }: SourceBlock,
  index: number,
  sequence: number,
): void {
  const start = rows.add();
  const { bytes } = rows;
  const id = index * ID_SIZE;
  writeCount(bytes, start + SEQUENCE, sequence);
  ids.copy(bytes, start + KEY, id, id + 8);
  writeU32(bytes, start + HEIGHT, height);
  const record = start + RECORD;
  writeU32(bytes, record, height);
  writeU32(bytes, record + 4, index);
  ids.copy(bytes, record + 8, id, id + ID_SIZE);
  const place = transactionOffset(index);
  raw.copy(bytes, record + RAW_OFFSET, place, place + TRANSACTION_SIZE);
}

interface BlockRow {
  readonly height: number;
  readonly id: string;
  readonly first: number;
  readonly summary: Uint8Array;
}

function addBlock(rows: BinaryRows, { height, id, first, summary }: BlockRow): void {
  const start = rows.add();
  const place = (field: number): number => start + fieldOffset(BLOCK_SIZES, field);
  writeU32(rows.bytes, place(0), height);
  rows.bytes.set(Buffer.from(id, 'hex'), place(1));
  writeCount(rows.bytes, place(2), first);
  rows.bytes.set(summary, place(3));
}

function addToHistory(record: AddressRecord, height: number, sequence: number): void {
  record.unwritten.push(sequence);
  record.transactionCount += 1;
  record.lastSeen = height;
}

function requireHeight(height: number | undefined, { address }: AddressRecord): number {
  if (height === undefined) throw new RangeError(`the newest transaction of ${address} is missing`);
  return height;
}
