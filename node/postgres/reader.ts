import {
  explorerError,
  type AddressSummary,
  type BlockLocator,
  type IdentifierPrefix,
} from '@cairn/api/explorer';
import {
  type AccountState,
  type Address,
  type BlockId,
  concatBytes,
  encodeBlockHeader,
  encodeTransaction,
  HEADER_SIZE,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type { PrefixMatches, StoredBlockSummary } from '../src/chain/chain-types.ts';
import type { AtTip, ExplorerReader, FeeEstimate, ProofRow } from '../src/explorer-api/index.ts';
import {
  blockOf,
  filteredPage,
  LISTED_MINERS,
  serializeRankedAddress,
  timesOf,
  totalsOf,
  transactionOf,
  type ChainTotals,
  type FeedRequest,
  type HistoryRequest,
  type ListedTransaction,
  type TransactionRow,
  type MinerBlocksRequest,
  type MinersPage,
  type MinerTotals,
  type Page,
  type PageRequest,
} from '../src/projection/reader.ts';
import {
  bucketStart,
  clipSeries,
  SERIES_STEPS,
  seriesRowOf,
  type SeriesPage,
  type SeriesRequest,
} from '../src/projection/series.ts';
import type { ProjectionError, ProjectionStore, Reported } from '../src/projection/store.ts';
import { digestTransactions } from '../src/chain/transaction-checks.ts';
import { WholeBlocks, type BlockBytes, type BlockSource } from '../src/chain/whole-blocks.ts';
import type { ReadingPool } from './connection.ts';
import { filteredFeed, filteredHistory, STATEMENTS, type HeadRow, type ListStatement } from './queries.ts';

type StoreReader = ProjectionStore['reader'];

/**
 * Reads the database: all core and indexed routes for a replica, the indexed ones for the node that writes the database. Each
 * list or look-up is one statement, and its answer is used only if it is of the reported state, so that all rows, the height
 * and the entity tag agree. Reading the bytes of a block takes several statements.
 */
export class PostgresReader implements ExplorerReader, StoreReader {
  readonly #pool: ReadingPool;
  readonly #reported: Reported;
  readonly #onFailure: (error: ProjectionError) => void;
  readonly #wholeBlocks: WholeBlocks;
  #isClosed = false;

  /**
   * @param pool closed with the reader
   * @param reported the state that answers have to be of
   * @param onFailure called with the error of every failed query, except a timeout or a query after `close`
   */
  constructor(options: {
    pool: ReadingPool;
    reported: Reported;
    logger: Logger;
    onFailure?: (error: ProjectionError) => void;
  }) {
    this.#pool = options.pool;
    this.#reported = options.reported;
    this.#onFailure = options.onFailure ?? (() => undefined);
    const digest = async (transactions: Uint8Array) => digestTransactions(transactions);
    this.#wholeBlocks = new WholeBlocks(new StoredBlockBytes(options.pool), digest, options.logger);
  }

  /** The pool connects by itself. */
  open(): void {}

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.close();
  }

  async blocks({ limit, offset, before }: PageRequest & { before?: number | undefined }) {
    const [{ height }, { blocks }] = await this.#read(STATEMENTS.blockList, [limit, before ?? null, offset]);
    return { blocks: blocks.map(blockOf), tipHeight: height };
  }

  async headers(from: number, count: number): Promise<Uint8Array> {
    const { blocks } = await this.blocks({ before: from + count, limit: count, offset: 0 });
    const wanted = blocks.filter(({ height }) => height >= from);
    return concatBytes(...wanted.toReversed().map(({ header }) => encodeBlockHeader(header)));
  }

  async block(reference: BlockLocator): Promise<AtTip<{ block: StoredBlockSummary }> | undefined> {
    return this.blockTransactions(reference, { offset: 0, limit: 0 });
  }

  async blockTransactions(reference: BlockLocator, { offset, limit }: PageRequest) {
    const [statement, key] =
      reference.kind === 'height'
        ? [STATEMENTS.blockByHeight, reference.height]
        : [STATEMENTS.blockById, Buffer.from(reference.id, 'hex')];
    const [head, { blocks, transactions }] = await this.#read(statement, [offset, limit, key]);
    if (blocks[0] === undefined) return undefined;
    const items = transactions.map((row) => transactionOf(row, head.chain_id));
    return { block: blockOf(blocks[0]), transactions: items, tipHeight: head.height };
  }

  async blockAt(time: number): Promise<AtTip<{ block: StoredBlockSummary }> | undefined> {
    const [{ height }, { blocks }] = await this.#read(STATEMENTS.blockAt, [time]);
    return blocks[0] && { block: blockOf(blocks[0]), tipHeight: height };
  }

  async fees(): Promise<FeeEstimate> {
    const [, { fees }] = await this.#read(STATEMENTS.fees);
    const { blocks: sampledBlocks, percentiles } = fees[0]!;
    const [nextBlock, fewBlocks, economy] = (percentiles ?? [0, 0, 0]).map(BigInt) as [
      bigint,
      bigint,
      bigint,
    ];
    return { nextBlock, fewBlocks, economy, sampledBlocks };
  }

  async transaction(id: TransactionId): Promise<AtTip<ListedTransaction> | undefined> {
    const { transaction, tipHeight } = await this.#find(id);
    return transaction && { ...transaction, tipHeight };
  }

  async startingWith({ id, address }: IdentifierPrefix, limit: number): Promise<PrefixMatches> {
    const bound = (fill: string) => (id === undefined ? null : Buffer.from(id.padEnd(64, fill), 'hex'));
    const values = [bound('0'), bound('f'), address ?? null, limit];
    const [, { addresses, ...found }] = await this.#read(STATEMENTS.startingWith, values);
    return { ...found, addresses: addresses.map((row) => row.address) };
  }

  async account(address: Address): Promise<AccountState | undefined> {
    const [, { accounts }] = await this.#read(STATEMENTS.account, [address]);
    return accounts[0] && { balance: BigInt(accounts[0].balance), nonce: accounts[0].nonce };
  }

  async transactions(request: FeedRequest): Promise<AtTip<Page<ListedTransaction>>> {
    const { offset, limit, kind } = request;
    const times = timesOf(request);
    if (kind === undefined && times === undefined) {
      const [head, { transactions }] = await this.#read(STATEMENTS.feed, [offset, limit]);
      return listOf(head, transactions, head.transactions);
    }
    const values = [offset, limit, ...(times === undefined ? [] : [times.from, times.to])];
    const [head, lists] = await this.#read(filteredFeed(kind, times !== undefined), values);
    return filteredListOf(head, lists);
  }

  async addressTransactions(
    address: Address,
    request: HistoryRequest,
  ): Promise<AtTip<Page<ListedTransaction>>> {
    const { offset, limit, direction, order } = request;
    const times = timesOf(request);
    if (direction === undefined && times === undefined) {
      const statement = order === 'oldest' ? STATEMENTS.oldestHistory : STATEMENTS.newestHistory;
      const [head, lists] = await this.#read(statement, [offset, limit, address]);
      return listOf(head, lists.transactions, lists.totals[0]?.total ?? 0);
    }
    const statement = filteredHistory(direction, order === 'oldest' ? 'ASC' : 'DESC', times !== undefined);
    const values = [offset, limit, ...(times === undefined ? [] : [times.from, times.to]), address];
    const [head, lists] = await this.#read(statement, values);
    return filteredListOf(head, lists);
  }

  async addresses({ offset, limit }: PageRequest): Promise<Page<AddressSummary>> {
    const [{ addresses: total }, { addresses }] = await this.#read(STATEMENTS.ranking, [offset, limit]);
    return { items: addresses.map(serializeRankedAddress), total };
  }

  async totals(): Promise<ChainTotals> {
    const [head] = await this.#read(STATEMENTS.head);
    const totals = totalsOf(head);
    if (totals === undefined) throw explorerError('explorer_index_unavailable');
    return totals;
  }

  async series(request: SeriesRequest): Promise<SeriesPage | undefined> {
    const { from, count, hasTotals } = request;
    const step = SERIES_STEPS[request.step];
    const values = [step, from === undefined ? null : bucketStart(step, from), count, hasTotals];
    const [head, { ends, rows, later }] = await this.#read(STATEMENTS.series, values);
    const { first, newest } = ends[0]!;
    if (first === null || newest === null) return undefined;
    const { emitted, addresses } = later[0]!;
    return {
      height: head.height,
      ...clipSeries(request, { first, newest }),
      rows: rows.map(seriesRowOf),
      supply: BigInt(head.rewards) - BigInt(head.fees) - BigInt(emitted),
      addresses: head.addresses - addresses,
    };
  }

  async miners(blocks: number): Promise<MinersPage> {
    const [{ height }, { rows }] = await this.#read(STATEMENTS.miners, [blocks, LISTED_MINERS]);
    return {
      height,
      blocks: Math.max(0, Math.min(blocks, height)),
      miners: rows[0]?.miners ?? 0,
      rows: rows.map(({ miners: _all, rewards, fees, ...row }) => ({
        ...row,
        rewards: BigInt(rewards),
        fees: BigInt(fees),
      })),
    };
  }

  async miner(address: Address): Promise<MinerTotals> {
    const [{ height }, { miners }] = await this.#read(STATEMENTS.miner, [address]);
    return { height, blocks: 0, rewards: '0', fees: '0', first: null, last: null, ...miners[0] };
  }

  async minerBlocks(
    address: Address,
    { limit, before, offset }: MinerBlocksRequest,
  ): Promise<AtTip<Page<StoredBlockSummary>>> {
    const values = [limit, before ?? null, offset, address];
    const [{ height }, { totals, blocks }] = await this.#read(STATEMENTS.minerBlocks, values);
    return { items: blocks.map(blockOf), total: totals[0]?.total ?? 0, tipHeight: height };
  }

  blockBytes(block: StoredBlockSummary): Promise<BlockBytes | undefined> {
    return this.#wholeBlocks.bytes(block);
  }

  accountProof(): Promise<never> {
    return Promise.reject(explorerError('proofs_unavailable'));
  }

  async proof(id: TransactionId): Promise<ProofRow | undefined> {
    const { transaction, block } = await this.#find(id);
    if (transaction === undefined || block === undefined) return undefined;
    const tree = await this.#wholeBlocks.merkleTree(block);
    return tree && { transaction, block, path: tree.path(transaction.index) };
  }

  /** Finds a transaction and its block. A transaction that does not hash to its ID counts as absent. */
  async #find(id: TransactionId) {
    const [head, lists] = await this.#read(STATEMENTS.transaction, [Buffer.from(id, 'hex')]);
    const [row, blockRow] = [lists.transactions[0], lists.blocks[0]];
    const transaction = row && transactionOf(row, head.chain_id);
    const isIntact = transaction && transactionId(encodeTransaction(transaction.transaction)) === id;
    const tipHeight = head.height;
    return isIntact ? { transaction, block: blockRow && blockOf(blockRow), tipHeight } : { tipHeight };
  }

  /** Runs a statement whose answer is of the reported state. @throws ProjectionError */
  #read<Lists>(
    statement: ListStatement<Lists>,
    values: readonly unknown[] = [],
  ): Promise<[head: HeadRow, lists: ListsOf<Lists>]> {
    return this.#reported.read(
      async () => {
        try {
          return await readLists(this.#pool, statement, values);
        } catch (error) {
          const failure = error as ProjectionError;
          if (!this.#isClosed && failure.code !== 'timed_out') this.#onFailure(failure);
          throw failure;
        }
      },
      ([head]) => head.block_id,
    );
  }
}

function listOf(
  head: HeadRow,
  rows: readonly TransactionRow[],
  total: number,
): AtTip<Page<ListedTransaction>> {
  return { items: rows.map((row) => transactionOf(row, head.chain_id)), total, tipHeight: head.height };
}

function filteredListOf(
  head: HeadRow,
  lists: { readonly totals: readonly { total: number }[]; readonly transactions: readonly TransactionRow[] },
): AtTip<Page<ListedTransaction>> {
  const items = lists.transactions.map((row) => transactionOf(row, head.chain_id));
  return { ...filteredPage(items, lists.totals[0]?.total ?? 0), tipHeight: head.height };
}

type ListsOf<Lists> = { readonly [List in keyof Lists]: readonly Lists[List][] };

/** Runs a statement of queries.ts. @throws ProjectionError */
export async function readLists<Lists>(
  pool: ReadingPool,
  statement: ListStatement<Lists>,
  values: readonly unknown[] = [],
): Promise<[head: HeadRow, lists: ListsOf<Lists>]> {
  const { lists, ...head } = await pool.query<HeadRow & { readonly lists: ListsOf<Lists> }>(
    statement,
    values,
  );
  return [head, lists];
}

/** Transactions of one query for a block's bytes: about 10 ms of decoding. */
const ROWS_AT_ONCE = 1_000;

/** Reads blocks as bytes, by encoding their headers and transactions again. */
class StoredBlockBytes implements BlockSource {
  readonly #pool: ReadingPool;

  constructor(pool: ReadingPool) {
    this.#pool = pool;
  }

  /** @param slice whole transactions; the first slice begins with the block header @throws ProjectionError */
  async readBlockSlice(
    { id }: { readonly id: BlockId },
    { offset, length }: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array | undefined> {
    const hasHeader = offset === 0;
    const first = hasHeader ? 0 : (offset - HEADER_SIZE) / TRANSACTION_SIZE;
    const end = (offset + length - HEADER_SIZE) / TRANSACTION_SIZE;
    const parts: Uint8Array[] = [];
    for (let index = first; index < end; index += ROWS_AT_ONCE) {
      const values = [index, Math.min(ROWS_AT_ONCE, end - index), Buffer.from(id, 'hex')];
      const [head, { blocks, transactions }] = await readLists(this.#pool, STATEMENTS.blockById, values);
      if (blocks[0] === undefined) return undefined;
      if (hasHeader && index === 0) parts.push(encodeBlockHeader(blockOf(blocks[0]).header));
      for (const row of transactions)
        parts.push(encodeTransaction(transactionOf(row, head.chain_id).transaction));
    }
    return concatBytes(...parts);
  }

  blockDamage({ height }: { readonly height: number }): Error {
    return new Error(`block ${height} is damaged in the database`);
  }
}
