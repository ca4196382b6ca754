import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressSummary, BlockLocator, IdentifierPrefix } from '@cairn/api/explorer';
import { explorerIndexUnavailable } from '@cairn/api/explorer';
import {
  type AccountState,
  type Address,
  concatBytes,
  encodeBlockHeader,
  encodeTransaction,
  HEADER_SIZE,
  TRANSACTION_SIZE,
  transactionId,
  type TransactionId,
} from '@cairn/protocol';
import type { Logger } from 'pino';
import type {
  ChainTip,
  ConfirmedTransaction,
  PrefixMatches,
  StoredBlockSummary,
} from '../src/chain/chain-reader.ts';
import type { AtTip, ExplorerReader, ProofRow, TransactionRow } from '../src/explorer-api/index.ts';
import type {
  ChainTotals,
  MinerBlocksRequest,
  MinersPage,
  MinerTotals,
  Page,
  PageRequest,
  SeriesPage,
  SeriesRequest,
} from '../src/projection/index.ts';
import { ProjectionError } from '../src/projection/projection-store.ts';
import type { SliceSource } from '../src/whole-blocks/block-proof.ts';
import { ProvenBlocks, type BlockBytes } from '../src/whole-blocks/proven-blocks.ts';
import { toProjectionError, type ReadingPool } from './connection.ts';
import type { HeadFollower } from './head-follower.ts';
import {
  MINER_QUERIES,
  minerBlocksValues,
  minersPage,
  minersValues,
  minerTotals,
  type MinerBlocksRow,
  type MinerRow,
  type MinersRow,
} from './miner-queries.ts';
import {
  blocksOf,
  chainTotals,
  feedPage,
  historyPage,
  matchesValues,
  pageValues,
  QUERIES,
  rankingPage,
  seriesPage,
  seriesValues,
  transactionsOf,
  type AccountRow,
  type BlocksRow,
  type HeadRow,
  type HistoryRow,
  type MatchesRow,
  type PageRow,
  type Query,
  type RankingRow,
  type SeriesAnswerRow,
  type TotalsRow,
} from './queries.ts';

/** Maximal number of attempts of a query whose answer is older than the follower's head, and the pause between two. */
const ATTEMPTS = 5;
const PAUSE_MS = 20;

/**
 * Reads the database that a node writes. Each list or lookup is one statement whose row includes the head; the answer is used
 * only if that head is the follower's. So all rows are of one height, and the entity tag made from the head identifies them.
 * Reading the bytes of a block takes several statements.
 */
export class ReplicaReader implements ExplorerReader {
  readonly #pool: ReadingPool;
  readonly #follower: HeadFollower;
  readonly #provenBlocks: ProvenBlocks;

  constructor(pool: ReadingPool, follower: HeadFollower, logger: Logger) {
    this.#pool = pool;
    this.#follower = follower;
    this.#provenBlocks = new ProvenBlocks(new BlockSliceReader(pool), logger);
  }

  async blocks({ limit, offset, before }: PageRequest & { before?: number | undefined }) {
    const row = await this.#query<BlocksRow>(QUERIES.blockList, [limit, before ?? null, offset]);
    return { blocks: blocksOf(row), tipHeight: row.height };
  }

  async block(reference: BlockLocator): Promise<AtTip<{ block: StoredBlockSummary }> | undefined> {
    return this.blockTransactions(reference, { offset: 0, limit: 0 });
  }

  async blockTransactions(reference: BlockLocator, page: PageRequest) {
    const [query, key] =
      reference.kind === 'height'
        ? [QUERIES.blockByHeight, reference.height]
        : [QUERIES.blockById, Buffer.from(reference.id, 'hex')];
    const row = await this.#query<PageRow>(query, [...pageValues(page), key]);
    const [block] = blocksOf(row);
    return block && { block, transactions: transactionsOf(row), tipHeight: row.height };
  }

  async transaction(id: TransactionId): Promise<AtTip<TransactionRow> | undefined> {
    const { transaction, block, tipHeight } = await this.#find(id);
    return block && transaction && { ...transaction, block, tipHeight };
  }

  async startingWith(prefix: IdentifierPrefix, limit: number): Promise<PrefixMatches> {
    const row = await this.#query<MatchesRow>(QUERIES.startingWith, matchesValues(prefix, limit));
    const { found_blocks: blocks, found_transactions: transactions, found_addresses: addresses } = row;
    return { blocks, transactions, addresses: addresses.map(({ id }) => id) };
  }

  async account(address: Address): Promise<AccountState | undefined> {
    const { balance, nonce } = await this.#query<AccountRow>(QUERIES.account, [address]);
    return balance === null ? undefined : { balance: BigInt(balance), nonce: nonce! };
  }

  async transactions(page: PageRequest): Promise<AtTip<Page<TransactionRow>>> {
    const row = await this.#query<PageRow>(QUERIES.feed, pageValues(page));
    return withBlocks(feedPage(row), row);
  }

  async addressTransactions(address: Address, page: PageRequest): Promise<AtTip<Page<TransactionRow>>> {
    const row = await this.#query<HistoryRow>(QUERIES.history, [...pageValues(page), address]);
    return withBlocks(historyPage(row), row);
  }

  async addresses(page: PageRequest): Promise<Page<AddressSummary>> {
    return rankingPage(await this.#query<RankingRow>(QUERIES.ranking, pageValues(page)));
  }

  async totals(): Promise<ChainTotals> {
    const totals = chainTotals(await this.#query<TotalsRow>(QUERIES.totals));
    if (totals === undefined) throw explorerIndexUnavailable();
    return totals;
  }

  async series(request: SeriesRequest): Promise<SeriesPage | undefined> {
    return seriesPage(request, await this.#query<SeriesAnswerRow>(QUERIES.series, seriesValues(request)));
  }

  async miners(blocks: number): Promise<MinersPage> {
    return minersPage(blocks, await this.#query<MinersRow>(MINER_QUERIES.miners, minersValues(blocks)));
  }

  async miner(address: Address): Promise<MinerTotals> {
    return minerTotals(await this.#query<MinerRow>(MINER_QUERIES.miner, [address]));
  }

  async minerBlocks(address: Address, request: MinerBlocksRequest): Promise<AtTip<Page<StoredBlockSummary>>> {
    const values = minerBlocksValues(address, request);
    const row = await this.#query<MinerBlocksRow>(MINER_QUERIES.minerBlocks, values);
    return { items: blocksOf(row), total: row.mined ?? 0, tipHeight: row.height };
  }

  async blockBytes(block: StoredBlockSummary): Promise<BlockBytes | undefined> {
    return this.#provenBlocks.openBytes(block);
  }

  async proof(id: TransactionId): Promise<ProofRow | undefined> {
    const { transaction, block } = await this.#find(id);
    if (transaction === undefined || block === undefined) return undefined;
    const proof = await this.#provenBlocks.proof(block);
    return proof && { transaction, block, path: proof.tree.path(transaction.index) };
  }

  /** Finds a transaction and its block. A transaction that does not hash to its ID counts as absent. */
  async #find(id: TransactionId) {
    const row = await this.#query<PageRow>(QUERIES.transaction, [Buffer.from(id, 'hex')]);
    const [transaction] = transactionsOf(row);
    const isIntact =
      transaction !== undefined && transactionId(encodeTransaction(transaction.transaction)) === id;
    const [block] = isIntact ? blocksOf(row) : [];
    return { transaction, block, tipHeight: row.height };
  }

  /**
   * Runs a query until its answer has the version of the follower's head, so that rows and entity tag agree.
   * @throws ProjectionError if the database cannot be queried, or no answer has that version
   */
  async #query<Row extends HeadRow>(query: Query, values: readonly unknown[] = []): Promise<Row> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await sleep(PAUSE_MS);
      const row = await runQuery<Row>(this.#pool, query, values);
      if (row.version === (await this.#follower.waitForVersion(row.version))) return row;
    }
    throw new ProjectionError(
      'storage_failed',
      'the database server answers from an older height than before',
    );
  }
}

/** Reads blocks as bytes, by encoding their headers and transactions again. */
class BlockSliceReader implements SliceSource {
  readonly #pool: ReadingPool;

  constructor(pool: ReadingPool) {
    this.#pool = pool;
  }

  /** @param slice whole transactions; the first slice begins with the block header @throws ProjectionError */
  async readBlockSlice(
    { id }: ChainTip,
    { offset, length }: { offset: number; length: number },
  ): Promise<Uint8Array | undefined> {
    const hasHeader = offset === 0;
    const first = hasHeader ? 0 : (offset - HEADER_SIZE) / TRANSACTION_SIZE;
    const count = (length - (hasHeader ? HEADER_SIZE : 0)) / TRANSACTION_SIZE;
    const values = [first, count, Buffer.from(id, 'hex')];
    const row = await runQuery<PageRow>(this.#pool, QUERIES.blockById, values);
    const [block] = blocksOf(row);
    if (block === undefined) return undefined;
    const transactions = transactionsOf(row).map(({ transaction }) => encodeTransaction(transaction));
    return concatBytes(...(hasHeader ? [encodeBlockHeader(block.header)] : []), ...transactions);
  }

  blockDamage(height: number, offset: number): Error {
    return new Error(`block ${height} is damaged in the database, at its byte ${offset}`);
  }
}

async function runQuery<Row>(pool: ReadingPool, query: Query, values: readonly unknown[]): Promise<Row> {
  try {
    return await pool.query<Row>(query, values);
  } catch (error) {
    throw toProjectionError(error);
  }
}

function withBlocks({ items, total }: Page<ConfirmedTransaction>, row: PageRow): AtTip<Page<TransactionRow>> {
  const blocks = new Map(blocksOf(row).map((block) => [block.height, block]));
  const rows = items.map((item) => ({ ...item, block: blocks.get(item.height)! }));
  return { items: rows, total, tipHeight: row.height };
}
