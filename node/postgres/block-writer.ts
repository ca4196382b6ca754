import { type Address, blockIdFromBytes, COINBASE_SENDER, decodeBlockHeader } from '@cairn/protocol';
import type pg from 'pg';
import type { ChainTip } from '../src/chain/chain-reader.ts';
import { ProjectionError } from '../src/projection/projection-store.ts';
import type { AddressRecord } from '../src/projection/shared/address-record.ts';
import type { SourceBlock } from '../src/projection/shared/block-source.ts';
import { Ledger } from '../src/projection/shared/ledger.ts';
import {
  beginBlock,
  stateValues,
  tipOf,
  totalsOf,
  type RunningTotals,
  type StateRow,
} from '../src/projection/shared/running-totals.ts';
import { SeriesChanges } from '../src/projection/shared/series.ts';
import type { TransferFields } from '../src/projection/shared/transfer-fields.ts';
import { AddressTable } from './address-table.ts';
import { copyInto } from './connection.ts';
import {
  blockLine,
  chunksOf,
  historyLines,
  readTransfers,
  transactionLine,
  type ReadBlock,
} from './copy-rows.ts';
import { createLateIndexes } from './schema.ts';

/** Approximate size in bytes of the blocks that are decoded together. */
const BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Appends blocks to the tables and removes them. Callers wrap each call in a transaction, and call `load` after a failed
 * transaction. For the late indexes see `LATE_INDEXES` in schema.ts.
 */
export class BlockWriter {
  readonly #client: pg.Client;
  readonly #addresses: AddressTable;
  readonly #series = new SeriesChanges();
  /** Timestamp of the newest block; `undefined` before the first. */
  #tipTime: number | undefined;
  #totals!: RunningTotals;
  #hasLateIndexes = false;
  #ledger!: Ledger;

  private constructor(client: pg.Client, addressCapacity?: number) {
    this.#client = client;
    this.#addresses = new AddressTable(client, addressCapacity);
  }

  /** @param addressCapacity number of address records cached in memory; for tests */
  static async open(client: pg.Client, addressCapacity?: number): Promise<BlockWriter> {
    const writer = new BlockWriter(client, addressCapacity);
    await writer.load();
    return writer;
  }

  /** The newest block; `undefined` before the first. */
  get tip(): ChainTip | undefined {
    return tipOf(this.#totals);
  }

  /** True once the late indexes exist; only `clear` in schema.ts, which replaces all tables, drops them. */
  get hasLateIndexes(): boolean {
    return this.#hasLateIndexes;
  }

  /** Drops all changes in memory and reads the committed state. */
  async load(): Promise<void> {
    const { rows } = await this.#client.query<StateRow & { readonly ranked: boolean }>(
      'SELECT * FROM cairn.state',
    );
    this.#totals = totalsOf(rows[0]!);
    this.#hasLateIndexes = rows[0]!.ranked;
    this.#tipTime = await this.#timestampAt(this.#totals.height);
    this.#series.take();
    this.#addresses.reset(this.#totals.addresses === 0);
    this.#ledger = new Ledger(this.#addresses, this.#totals);
  }

  /** Adds blocks. @throws ProjectionError `damaged` if the height of a block is not that of the block before it plus 1 */
  async append(sources: Iterable<SourceBlock> | AsyncIterable<SourceBlock>): Promise<void> {
    const blocks: string[] = [];
    for await (const batch of batchesOf(sources)) {
      await this.#addresses.load(batch.flatMap(({ transfers }) => addressesIn(transfers)));
      await copyInto(this.#client, 'cairn.transactions', chunksOf(this.#connect(batch, blocks)));
    }
    await copyInto(this.#client, 'cairn.blocks', chunksOf(blocks));
    // Write all new entries of an address next to each other, because a page reads them together.
    const history = this.#addresses.changed().values().map(historyLines);
    await copyInto(this.#client, 'cairn.history', chunksOf(history));
    await this.#write();
  }

  /** Removes the newest block; requires the late indexes. @throws ProjectionError `damaged` if rows of the block are missing */
  async stepBack(): Promise<void> {
    const totals = this.#totals;
    const before = { ...totals };
    const { rows: blocks } = await this.#client.query<RemovedBlock>(
      `DELETE FROM cairn.blocks WHERE height = $1
       RETURNING height, first_sequence AS first, previous_id AS previous, timestamp, bits`,
      [totals.height],
    );
    if (blocks[0] === undefined) throw new ProjectionError('damaged', 'there is no block to remove');
    const { first, previous } = blocks[0];
    const transfers = await this.#deleteTransactions(first);
    if (transfers.length !== totals.transactions - first) {
      const problem = `${transfers.length} transactions instead of ${totals.transactions - first}`;
      throw new ProjectionError('damaged', problem);
    }
    await this.#addresses.load(addressesIn(transfers));
    for (const fields of transfers) this.#ledger.disconnect(fields);
    const changed = this.#addresses.changed();
    await cutHistory(this.#client, changed);
    totals.height -= 1;
    totals.blockId = totals.height < 0 ? '' : blockIdFromBytes(previous);
    totals.transactions = first;
    totals.addresses -= changed.filter(({ transactionCount }) => transactionCount === 0).length;
    this.#tipTime = await this.#timestampAt(totals.height);
    this.#series.add(blocks[0], this.#tipTime, before, totals);
    await this.#write();
  }

  /** Creates the late indexes, which may take hours. */
  async createLateIndexes(): Promise<void> {
    await createLateIndexes(this.#client);
    this.#hasLateIndexes = true;
    await this.#writeState();
  }

  /**
   * Connects blocks, and yields the rows of their transactions for COPY, each just before the transaction is connected.
   * @param blockLines receives the row of each block
   */
  *#connect(batch: readonly ReadBlock[], blockLines: string[]): Generator<string> {
    for (const block of batch) {
      const before = { ...this.#totals };
      beginBlock(this.#totals, block);
      blockLines.push(blockLine(block, this.#totals.transactions));
      for (const [index, fields] of block.transfers.entries()) {
        yield transactionLine(block, index, this.#totals.transactions);
        this.#ledger.connect(fields);
      }
      const header = decodeBlockHeader(block.raw);
      this.#series.add(header, this.#tipTime, before, this.#totals);
      this.#tipTime = header.timestamp;
    }
  }

  async #timestampAt(height: number): Promise<number | undefined> {
    const { rows } = await this.#client.query<{ timestamp: number }>(
      'SELECT timestamp FROM cairn.blocks WHERE height = $1',
      [height],
    );
    return rows[0]?.timestamp;
  }

  /** @returns the deleted transactions, newest first */
  async #deleteTransactions(first: number): Promise<TransferFields[]> {
    const { rows } = await this.#client.query<TransferRow>(
      `WITH gone AS (DELETE FROM cairn.transactions WHERE sequence >= $1 RETURNING *)
       SELECT nonce, fee, value, from_address, to_address FROM gone ORDER BY sequence DESC`,
      [first],
    );
    return rows.map(({ nonce, fee, value, from_address: fromAddress, to_address: toAddress }) => ({
      isCoinbase: fromAddress === COINBASE_SENDER,
      fromAddress,
      toAddress,
      nonce,
      fee: BigInt(fee),
      value: BigInt(value),
    }));
  }

  async #write(): Promise<void> {
    await this.#addresses.write();
    await this.#writeSeries();
    await this.#writeState();
  }

  async #writeSeries(): Promise<void> {
    const changes = this.#series.take();
    if (changes.length === 0) return;
    await this.#client.query(ADD_TO_SERIES, [
      JSON.stringify(changes, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ]);
    const reduced = changes.filter(({ blocks }) => blocks < 0);
    if (reduced.length === 0) return;
    await this.#client.query(DROP_EMPTY_BUCKETS, [
      reduced.map(({ step }) => step),
      reduced.map(({ start }) => start),
    ]);
  }

  async #writeState(): Promise<void> {
    await this.#client.query({
      name: 'state',
      text: `UPDATE cairn.state SET version = version + 1, height = $1, block_id = $2, transactions = $3,
               addresses = $4, fees = $5, transferred = $6, rewards = $7, ranked = $8`,
      values: [...stateValues(this.#totals), this.#hasLateIndexes],
    });
  }
}

/** Adds the changes of the series to the stored buckets. */
const ADD_TO_SERIES = `
  INSERT INTO cairn.series AS stored SELECT * FROM json_populate_recordset(NULL::cairn.series, $1)
  ON CONFLICT (step, start) DO UPDATE SET
    blocks = stored.blocks + excluded.blocks,
    transactions = stored.transactions + excluded.transactions,
    addresses = stored.addresses + excluded.addresses,
    fees = stored.fees + excluded.fees,
    transferred = stored.transferred + excluded.transferred,
    emitted = stored.emitted + excluded.emitted,
    work = stored.work + excluded.work,
    intervals = stored.intervals + excluded.intervals,
    interval_seconds = stored.interval_seconds + excluded.interval_seconds`;
/** Run after a step back, which changes one bucket of each step. */
const DROP_EMPTY_BUCKETS =
  'DELETE FROM cairn.series USING unnest($1::integer[], $2::bigint[]) AS given (s, t) WHERE step = s AND start = t AND blocks = 0';

interface RemovedBlock {
  readonly height: number;
  /** Sequence number of its first transaction. */
  readonly first: number;
  readonly previous: Buffer;
  readonly timestamp: number;
  readonly bits: number;
}

interface TransferRow {
  readonly nonce: number;
  readonly fee: number;
  readonly value: string;
  readonly from_address: Address;
  readonly to_address: Address;
}

/** Blocks in batches of about `BATCH_BYTES`: few queries for addresses, and bounded memory. */
async function* batchesOf(
  blocks: Iterable<SourceBlock> | AsyncIterable<SourceBlock>,
): AsyncGenerator<ReadBlock[]> {
  let batch: ReadBlock[] = [];
  let bytes = 0;
  for await (const block of blocks) {
    batch.push(readTransfers(block));
    bytes += block.raw.length;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function addressesIn(transfers: readonly TransferFields[]): Address[] {
  return transfers.flatMap(({ isCoinbase, fromAddress, toAddress }) =>
    isCoinbase ? [toAddress] : [fromAddress, toAddress],
  );
}

const COUNTS = 'unnest($1::integer[], $2::integer[]) AS given (number, count)';

/**
 * Deletes the history entries of addresses from position `transactionCount` on, and sets `lastSeen` to the height of the newest
 * remaining transaction.
 * @throws ProjectionError `damaged` if that transaction is missing
 */
async function cutHistory(client: pg.Client, changed: readonly AddressRecord[]): Promise<void> {
  const numbers = changed.map(({ number }) => number);
  const counts = changed.map(({ transactionCount }) => transactionCount);
  await client.query(
    `DELETE FROM cairn.history USING ${COUNTS} WHERE address = number AND position >= count`,
    [numbers, counts],
  );
  const { rows } = await client.query<{ number: number; height: number }>(
    `SELECT number, height FROM ${COUNTS}
     JOIN cairn.history AS h ON h.address = number AND h.position = count - 1
     JOIN cairn.transactions USING (sequence)`,
    [numbers, counts],
  );
  const heights = new Map(rows.map(({ number, height }) => [number, height]));
  for (const record of changed) {
    if (record.transactionCount === 0) continue;
    const height = heights.get(record.number);
    if (height === undefined) {
      throw new ProjectionError('damaged', `the newest transaction of ${record.address} is missing`);
    }
    record.lastSeen = height;
  }
}
