import { transactionOffset } from '@cairn/protocol';
import type pg from 'pg';
import type { ChainTip } from '../src/chain/chain-reader.ts';
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
import { readTransferFields } from '../src/projection/shared/transfer-fields.ts';
import { AddressBook } from './address-book.ts';
import { writeAddresses } from './address-writer.ts';
import { BlockRows, HistoryRows, TransactionRows, type ReadBlock } from './block-rows.ts';
import { copyIn } from './copy-in.ts';
import { makeLateIndexes } from './late-indexes.ts';
import { fillRanking, updateRanking } from './ranking-buckets.ts';
import { blockIdAt, cutHistory, deleteBlock, firstSequence, transfersFrom } from './stored-blocks.ts';

/** Bytes of blocks whose addresses are asked for at once. */
const LOT_BYTES = 16 * 1024 * 1024;

/**
 * Puts blocks into the tables and takes them out again. Callers wrap each call in a transaction, and call `load` where it
 * failed.
 */
export class BlockWriter {
  readonly #client: pg.Client;
  readonly #addresses = new AddressBook();
  #totals!: RunningTotals;
  #ledger!: Ledger;

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
    return tipOf(this.#totals);
  }

  get isRanked(): boolean {
    return this.#totals.isRanked;
  }

  /** Goes to what is stored. */
  async load(): Promise<void> {
    const { rows } = await this.#client.query<StateRow & pg.QueryResultRow>('SELECT * FROM cairn.state');
    this.#totals = totalsOf(rows[0]!);
    this.#addresses.forget(this.#totals.addresses === 0);
    this.#ledger = new Ledger(this.#addresses, this.#totals);
  }

  /** @throws RangeError for a block that does not continue the newest one */
  async append(sources: Iterable<SourceBlock>): Promise<void> {
    const first = this.#totals.height + 1;
    const rows = new BlockRows();
    const blocks = readEach(sources);
    // Where every address is known, blocks are read while their rows are sent.
    for (const lot of this.#addresses.isComplete ? [blocks] : lotsOf(blocks)) {
      if (Array.isArray(lot)) await this.#addresses.load(this.#client, namedIn(lot));
      await this.#copy('transactions', this.#connectAll(lot, rows));
    }
    await this.#copy('blocks', [rows.end()]);
    await this.#copy('history', this.#takeHistory());
    await this.#write(first);
  }

  /** Takes the newest block off again; needs the late indexes. @throws RangeError when there is none */
  async stepBack(): Promise<void> {
    const totals = this.#totals;
    const first = await firstSequence(this.#client, totals.height);
    const transfers = await transfersFrom(this.#client, first, totals.transactions - first);
    await this.#addresses.load(this.#client, namedIn([{ transfers }]));
    for (const fields of transfers.toReversed()) this.#ledger.disconnect(fields);
    const changed = this.#addresses.changed();
    await cutHistory(this.#client, changed);
    await deleteBlock(this.#client, totals.height, first);
    totals.height -= 1;
    totals.blockId = await blockIdAt(this.#client, totals.height);
    totals.transactions = first;
    totals.addresses -= changed.filter(({ transactionCount }) => transactionCount === 0).length;
    await this.#write();
  }

  /** Makes the ranking and the late indexes, which are kept from then on. */
  async rank(): Promise<void> {
    await makeLateIndexes(this.#client);
    await fillRanking(this.#client);
    this.#totals.isRanked = true;
    await this.#writeState();
  }

  /** Connects blocks while their rows are sent. */
  *#connectAll(blocks: Iterable<ReadBlock>, blockRows: BlockRows): Generator<Buffer> {
    const rows = new TransactionRows();
    for (const block of blocks) {
      beginBlock(this.#totals, block);
      blockRows.addBlock(block, this.#totals.transactions);
      for (const [index, fields] of block.transfers.entries()) {
        rows.addTransaction(block, index, this.#totals.transactions);
        this.#ledger.connect(fields);
        if (rows.isFull) yield rows.take();
      }
    }
    yield rows.end();
  }

  /** New entries of every history: all of an address at once, because they stand together. */
  *#takeHistory(): Generator<Buffer> {
    const rows = new HistoryRows();
    for (const record of this.#addresses.changed()) yield* rows.takeEntries(record);
    yield rows.end();
  }

  #copy(table: 'blocks' | 'transactions' | 'history', chunks: Iterable<Buffer>): Promise<void> {
    return copyIn(this.#client, `COPY cairn.${table} FROM STDIN (FORMAT binary)`, chunks);
  }

  /** @param first height of the first block that was appended */
  async #write(first = this.#totals.height): Promise<void> {
    await writeAddresses(this.#client, this.#addresses.changed());
    if (this.#totals.isRanked) await updateRanking(this.#client);
    await this.#writeState();
    this.#addresses.settle(first);
  }

  async #writeState(): Promise<void> {
    await this.#client.query({
      name: 'state',
      text: `UPDATE cairn.state SET version = version + 1, height = $1, block_id = $2, transactions = $3,
               addresses = $4, fees = $5, transferred = $6, rewards = $7, ranked = $8`,
      values: [...stateValues(this.#totals), this.#totals.isRanked],
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

/** Lots of about `LOT_BYTES`, so that few questions are asked and memory stays bounded. */
function* lotsOf(blocks: Iterable<ReadBlock>): Generator<ReadBlock[]> {
  let lot: ReadBlock[] = [];
  let bytes = 0;
  for (const block of blocks) {
    lot.push(block);
    bytes += block.raw.length;
    if (bytes < LOT_BYTES) continue;
    yield lot;
    lot = [];
    bytes = 0;
  }
  if (lot.length > 0) yield lot;
}

function* namedIn(blocks: Iterable<Pick<ReadBlock, 'transfers'>>): Generator<string> {
  for (const { transfers } of blocks) {
    for (const { isCoinbase, fromAddress, toAddress } of transfers) {
      if (!isCoinbase) yield fromAddress;
      yield toAddress;
    }
  }
}
