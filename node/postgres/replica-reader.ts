import type { AddressSummary, BlockLocator } from '@cairn/api/explorer';
import { explorerIndexUnavailable } from '@cairn/api/explorer';
import { transactionId, encodeTransaction, type AccountState } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { ConfirmedTransaction, StoredBlockSummary } from '../src/chain/chain-reader.ts';
import type { AtTip, ExplorerReader, ProofRow, TransactionRow } from '../src/explorer-api/index.ts';
import type { ChainTotals, Page, PageRequest } from '../src/projection/index.ts';
import { decodeSummaries } from './block-summary.ts';
import { toProjectionError } from './connection.ts';
import { pageValues, QUESTIONS, type Question } from './questions.ts';
import { type ReadingPool } from './reading-pool.ts';
import {
  chainTotals,
  feedPage,
  historyPage,
  rankingPage,
  type AccountRow,
  type BlocksRow,
  type FeedRow,
  type HeadRow,
  type HistoryRow,
  type RankingRow,
  type TotalsRow,
} from './rows.ts';
import { ProvenBlocks, type BlockBytes } from '../src/whole-blocks/proven-blocks.ts';
import type { BlockSliceReader } from './block-slice-reader.ts';
import type { HeadFollower } from './head-follower.ts';
import { headOf } from './head.ts';

/**
 * Reads the database that a node projects into. Each method asks one statement, which has the head in it: its rows are of
 * one height. The follower's head is never older than the newest answer.
 */
export class ReplicaReader implements ExplorerReader {
  readonly #pool: ReadingPool;
  readonly #follower: HeadFollower;
  readonly #provenBlocks: ProvenBlocks;

  constructor(pool: ReadingPool, slices: BlockSliceReader, follower: HeadFollower, logger: Logger) {
    this.#pool = pool;
    this.#follower = follower;
    this.#provenBlocks = new ProvenBlocks(slices, logger);
  }

  async blocks({ limit, offset, before }: PageRequest & { before?: number | undefined }) {
    const row = await this.#ask<BlocksRow>(QUESTIONS.blockList, [limit, before ?? null, offset]);
    return { blocks: blocksOf(row), tipHeight: row.height };
  }

  async block(reference: BlockLocator): Promise<AtTip<{ block: StoredBlockSummary }> | undefined> {
    const row =
      reference.kind === 'height'
        ? await this.#ask<BlocksRow>(QUESTIONS.blockByHeight, [reference.height])
        : await this.#ask<BlocksRow>(QUESTIONS.blockById, [Buffer.from(reference.id, 'hex')]);
    const [block] = blocksOf(row);
    return block && { block, tipHeight: row.height };
  }

  async blockTransactions(reference: BlockLocator, page: PageRequest) {
    const row =
      reference.kind === 'height'
        ? await this.#ask<FeedRow>(QUESTIONS.blockPageByHeight, [...pageValues(page), reference.height])
        : await this.#ask<FeedRow>(QUESTIONS.blockPageById, [
            ...pageValues(page),
            Buffer.from(reference.id, 'hex'),
          ]);
    const [block] = blocksOf(row);
    return block && { block, transactions: feedPage(row).items, tipHeight: row.height };
  }

  async transaction(id: string): Promise<AtTip<TransactionRow> | undefined> {
    const { transaction, block, tipHeight } = await this.#find(id);
    return block && transaction && { ...transaction, block, tipHeight };
  }

  async account(address: string): Promise<AccountState | undefined> {
    const { balance, nonce } = await this.#ask<AccountRow>(QUESTIONS.account, [address]);
    return balance === null ? undefined : { balance: BigInt(balance), nonce: nonce! };
  }

  async transactions(page: PageRequest): Promise<AtTip<Page<TransactionRow>>> {
    const row = await this.#ask<FeedRow>(QUESTIONS.feed, pageValues(page));
    return withBlocks(feedPage(row), row);
  }

  async addressTransactions(address: string, page: PageRequest): Promise<AtTip<Page<TransactionRow>>> {
    const row = await this.#ask<HistoryRow>(QUESTIONS.history, [...pageValues(page), address]);
    return withBlocks(historyPage(row), row);
  }

  async addresses(page: PageRequest): Promise<Page<AddressSummary>> {
    return rankingPage(await this.#ask<RankingRow>(QUESTIONS.ranking, pageValues(page)));
  }

  async totals(): Promise<ChainTotals> {
    const totals = chainTotals(await this.#ask<TotalsRow>(QUESTIONS.totals));
    if (totals === undefined) throw explorerIndexUnavailable();
    return totals;
  }

  blockBytes(block: StoredBlockSummary): Promise<BlockBytes | undefined> {
    return this.#provenBlocks.openBytes(block);
  }

  async proof(id: string): Promise<ProofRow | undefined> {
    const { transaction, block } = await this.#find(id);
    if (transaction === undefined || block === undefined) return undefined;
    const proof = await this.#provenBlocks.proof(block);
    return proof && { transaction, block, path: proof.tree.path(transaction.index) };
  }

  /** The transaction is hashed again: a record that is another one is none. */
  async #find(id: string) {
    const bytes = Buffer.from(id, 'hex');
    const row = await this.#ask<FeedRow>(QUESTIONS.transaction, [String(bytes.readBigInt64BE()), bytes]);
    const [transaction] = feedPage(row).items;
    const isIt =
      transaction !== undefined && transactionId(encodeTransaction(transaction.transaction)) === id;
    const [block] = isIt ? blocksOf(row) : [];
    return { transaction, block, tipHeight: row.height };
  }

  /** @throws ProjectionError when the database cannot be asked */
  async #ask<Row extends HeadRow>(question: Question, values: readonly unknown[] = []): Promise<Row> {
    const row = await this.#pool.ask<Row>(question, values).catch((error: unknown) => {
      throw toProjectionError(error);
    });
    await this.#follower.reach(headOf(row));
    return row;
  }
}

function blocksOf({ blocks }: BlocksRow): StoredBlockSummary[] {
  return decodeSummaries(blocks ?? new Uint8Array());
}

function withBlocks({ items, total }: Page<ConfirmedTransaction>, row: FeedRow): AtTip<Page<TransactionRow>> {
  const blocks = new Map(blocksOf(row).map((block) => [block.height, block]));
  const rows = items.map((item) => ({ ...item, block: blocks.get(item.height)! }));
  return { items: rows, total, tipHeight: row.height };
}
