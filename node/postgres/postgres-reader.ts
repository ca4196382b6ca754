import { once } from 'node:events';
import type { Address } from '@cairn/protocol';
import type { AddressSummary } from '@cairn/api/explorer';
import type { ChainTip, ConfirmedTransaction } from '../src/chain/chain-reader.ts';
import type {
  ChainTotals,
  MinerBlocksRequest,
  MinersPage,
  MinerTotals,
  Page,
  PageRequest,
  ProjectionReader,
} from '../src/projection/projection-reader.ts';
import { ProjectionError } from '../src/projection/projection-store.ts';
import type { SeriesPage, SeriesRequest } from '../src/projection/shared/series.ts';
import { isTimeout, ReadingPool, toProjectionError } from './connection.ts';
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
  pageValues,
  QUERIES,
  rankingPage,
  seriesPage,
  seriesValues,
  type HeadRow,
  type HistoryRow,
  type PageRow,
  type Query,
  type RankingRow,
  type SeriesAnswerRow,
  type TotalsRow,
} from './queries.ts';

/** Connections for the indexed routes of a node; its core routes need none. */
const CONNECTIONS = 4;
/** How long an answer of another height waits until the writer reports that height, in milliseconds. */
const REPORT_MS = 1_000;

/**
 * Reads the database for the node that writes it. Every answer is of the height that the node reports. A command is committed
 * shortly before this thread is notified: until then, a query that returns the newer height is retried. If that height is not
 * reported within a second, another program has changed the tables, and the query fails.
 */
export class PostgresReader implements ProjectionReader {
  readonly #pool: ReadingPool;
  readonly #onFailure: (error: ProjectionError) => void;
  /** `height id` of the newest block that the writer reported. */
  #shown = '';
  #isClosed = false;
  #changed = Promise.withResolvers<void>();

  /** @param onFailure called with the error of every failed query, except a timeout or a query after `close` */
  constructor(url: string, onFailure: (error: ProjectionError) => void) {
    this.#pool = new ReadingPool(url, 'cairn node, reading', CONNECTIONS);
    this.#onFailure = onFailure;
  }

  /** From now on, all answers are of the height of this newest block. */
  show(tip: ChainTip | undefined): void {
    this.#shown = tip === undefined ? '-1 ' : `${tip.height} ${tip.id}`;
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await this.#pool.close();
  }

  async transactions(page: PageRequest): Promise<Page<ConfirmedTransaction>> {
    return feedPage(await this.#query<PageRow>(QUERIES.feed, pageValues(page)));
  }

  async addressTransactions(address: Address, page: PageRequest): Promise<Page<ConfirmedTransaction>> {
    return historyPage(await this.#query<HistoryRow>(QUERIES.history, [...pageValues(page), address]));
  }

  async addresses(page: PageRequest): Promise<Page<AddressSummary>> {
    return rankingPage(await this.#query<RankingRow>(QUERIES.ranking, pageValues(page)));
  }

  async totals(): Promise<ChainTotals | undefined> {
    return chainTotals(await this.#query<TotalsRow>(QUERIES.totals));
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

  async minerBlocks(address: Address, request: MinerBlocksRequest): Promise<Page<number>> {
    const values = minerBlocksValues(address, request);
    const row = await this.#query<MinerBlocksRow>(MINER_QUERIES.minerBlocks, values);
    return { items: blocksOf(row).map(({ height }) => height), total: row.mined ?? 0 };
  }

  async #query<Row extends HeadRow>(query: Query, values?: readonly unknown[]): Promise<Row> {
    let deadline: AbortSignal | undefined;
    for (;;) {
      const changed = this.#changed.promise;
      const row = await this.#queryOnce<Row>(query, values);
      if (`${row.height} ${row.block_id}` === this.#shown) return row;
      deadline ??= AbortSignal.timeout(REPORT_MS);
      if (deadline.aborted) {
        const problem = `the database contains block ${row.height}, which its writer did not report`;
        throw new ProjectionError('storage_failed', problem);
      }
      await Promise.race([changed, once(deadline, 'abort')]);
    }
  }

  async #queryOnce<Row>(query: Query, values?: readonly unknown[]): Promise<Row> {
    try {
      if (this.#isClosed) throw new ProjectionError('storage_failed', 'the database is closed');
      return await this.#pool.query<Row>(query, values);
    } catch (error) {
      const failure = toProjectionError(error);
      // Pages in the middle of a large ranking may take too long, which is no failure of the projection.
      if (!this.#isClosed && !isTimeout(error)) this.#onFailure(failure);
      throw failure;
    }
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
