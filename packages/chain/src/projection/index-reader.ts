import {
  type AddressOrder,
  type AddressSummary,
  type HistoryDirection,
  isByValue,
} from '@cairn/api/contract';
import { MAX_U32, type Address } from '@cairn/protocol';
import type { ChainTip, ListedTransaction, PageRequest, StoredBlockSummary } from '../chain/chain-types.ts';
import type { Answer, Dialect, Parameters, Question } from './engine.ts';
import { type DirectionSums, questionsOf, STATE, type ListedRows, type Questions } from './questions.ts';
import {
  blockOf,
  FILTERED_ITEMS,
  serializeRankedAddress,
  transactionOf,
  type FeedRequest,
  type HistoryRequest,
  type HistoryTotals,
  type MinerBlocksRequest,
  type MinersPage,
  type MinerTotals,
  formatSum,
  type Page,
  type RankedAddress,
  type SeriesRequest,
  type StateRow,
  type TotalsRequest,
} from './answers.ts';
import { bucketStart, SERIES_STEPS, type SeriesPage } from './series.ts';

/** Asks the tables of an engine. @throws ProjectionError */
export type Ask = <Lists>(question: Question<Lists>, parameters: Parameters) => Promise<Answer<Lists>>;

/** The questions that the indexed routes ask. */
export type ProjectionReader = Pick<IndexReader, keyof IndexReader>;

/**
 * Answers the indexed routes from the tables of either engine. Every answer is of one snapshot, and every method throws
 * ProjectionError if there is none.
 */
export class IndexReader {
  readonly #ask: Ask;
  readonly #questions: Questions;

  constructor(dialect: Dialect, ask: Ask) {
    this.#ask = ask;
    this.#questions = questionsOf(dialect);
  }

  /** The block with the greatest timestamp, then height, of those with at most this timestamp. */
  async blockAt(time: number): Promise<StoredBlockSummary | undefined> {
    const [block] = (await this.#ask(this.#questions.blockAt, { time })).lists.blocks;
    return block && blockOf(block);
  }

  /**
   * Confirmed transactions, newest first by default: height, then index, descending. By value, the items of a list that is sorted, not
   * read from an index, are no answer if its total is a minimum.
   */
  async transactions(request: FeedRequest): Promise<Page<ListedTransaction>> {
    const { kind, order = 'newest', offset, limit } = request;
    const times = timesOf(request);
    const end = Math.min(offset + limit, FILTERED_ITEMS);
    if (order === 'largest' && times === undefined) {
      const page = { offset, limit: Math.max(0, end - offset), end };
      const { state, lists } = await this.#ask(this.#questions.largest(kind), page);
      const blocks = state.height + 1;
      const found = { all: state.transactions, coinbase: blocks, transfer: state.transactions - blocks };
      return filteredPage({ state, lists: { ...lists, totals: [{ total: found[kind ?? 'all'] }] } });
    }
    if (kind !== undefined || times !== undefined || isByValue(order)) {
      const question = this.#questions.filteredFeed(kind, times !== undefined, order);
      const part = isByValue(order) ? { limit: Math.max(0, end - offset), end: FILTERED_ITEMS } : { end };
      return filteredPage(await this.#ask(question, { ...times, offset, ...part }));
    }
    const { state, lists } = await this.#ask(this.#questions.feed, { offset, limit });
    return pageOf(state, lists.transactions, state.transactions);
  }

  /**
   * Transactions that an address sent or received, newest first by default; empty for an unknown address. By value, the items of
   * a list whose total is a minimum are no answer.
   */
  async addressTransactions(
    address: Address,
    request: HistoryRequest,
  ): Promise<Page<ListedTransaction> & { readonly tip: ChainTip | undefined }> {
    const { direction, order = 'newest', offset } = request;
    const times = timesOf(request);
    if (direction !== undefined || times !== undefined || isByValue(order)) {
      const question = this.#questions.filteredHistory(direction !== undefined, order, times !== undefined);
      const limit = Math.max(0, Math.min(request.limit, FILTERED_ITEMS - offset));
      const of = { address, ...(direction !== undefined && { direction }), ...times };
      const answer = await this.#ask(question, { ...of, offset, limit });
      return { ...filteredPage(answer), tip: tipOf(answer.state) };
    }
    const { limit } = request;
    const { state, lists } = await this.#ask(this.#questions.history[order], { address, offset, limit });
    return { ...pageOf(state, lists.transactions, lists.totals[0]?.total ?? 0), tip: tipOf(state) };
  }

  /** Sums of the transactions of an address in a time range, or of all; zeros if there are none. */
  async addressTotals(address: Address, request: TotalsRequest): Promise<HistoryTotals> {
    const times = timesOf(request);
    const question = this.#questions.historyTotals(times !== undefined);
    const { state, lists } = await this.#ask(question, { address, ...times });
    const {
      in: received,
      out: sent,
      mined,
      self,
    } = Object.fromEntries(lists.sums.map((row) => [row.direction, row])) as Partial<
      Record<HistoryDirection, DirectionSums>
    >;
    const sumOf = (row: DirectionSums | undefined): string => formatSum(row?.value_sum ?? '0');
    return {
      tip: tipOf(state),
      count: lists.sums.reduce((all, { count }) => all + count, 0),
      received: sumOf(received),
      sent: sumOf(sent),
      fees: formatSum(String(BigInt(sent?.fee_sum ?? 0) + BigInt(self?.fee_sum ?? 0))),
      mined: sumOf(mined),
      to_self: sumOf(self),
      largest_in: received && transactionOf(received, state.chain_id),
      largest_out: sent && transactionOf(sent, state.chain_id),
      ...(lists.totals[0]!.total > FILTERED_ITEMS && { is_minimum: true }),
    };
  }

  /** Every address: by default, balance descending, then address ascending. */
  async addresses(request: PageRequest & { readonly order?: AddressOrder }): Promise<Page<AddressSummary>> {
    const { order = 'balance', offset, limit } = request;
    const { state, lists } = await this.#ask(this.#questions.ranking[order], { offset, limit });
    return { items: lists.addresses.map(serializeRankedAddress), total: state.addresses };
  }

  /** An address's row of the ranking, and its position, counted from 1; `undefined` for one that is not there. */
  async addressRank(address: Address): Promise<RankedAddress | undefined> {
    const { state, lists } = await this.#ask(this.#questions.rank, { address });
    const [[row], [position]] = [lists.addresses, lists.positions];
    if (row === undefined || position === undefined) return undefined;
    const summary = serializeRankedAddress(row);
    return { tip: tipOf(state), summary, rank: position.before + 1, total: state.addresses };
  }

  /** `undefined` while nothing is projected. */
  async totals(): Promise<StateRow | undefined> {
    const { state } = await this.#ask(STATE, {});
    return state.height < 0 ? undefined : state;
  }

  /** Sums over hours, days or weeks; `undefined` while only the genesis block is projected. */
  async series({ figure, step: name, from, count }: SeriesRequest): Promise<SeriesPage | undefined> {
    const step = SERIES_STEPS[name];
    const hasTotals = figure === 'supply' || figure === 'addresses';
    const { state, lists } = await this.#ask(this.#questions.series, {
      step,
      from: from === undefined ? null : bucketStart(step, from),
      count,
      hasTotals: hasTotals ? 1 : 0,
    });
    const [[ends], [later]] = [lists.ends, lists.later];
    if (ends === undefined || later === undefined) return undefined;
    return {
      height: state.height,
      from: ends.start,
      count: Math.max(0, Math.min(count, (ends.newest - ends.start) / step + 1)),
      rows: lists.rows,
      supply: BigInt(state.rewards) - BigInt(state.fees) - BigInt(later.emitted),
      addresses: state.addresses - later.addresses,
    };
  }

  /** The miners of the newest blocks, at most 100: the most blocks first, of equal ones the miner of the newest block first. */
  async miners(range: number): Promise<MinersPage> {
    const { state, lists } = await this.#ask(this.#questions.miners, { blocks: range });
    const blocks = Math.max(0, Math.min(range, state.height));
    const miners = lists.rows[0]?.miners ?? 0;
    const listed = lists.rows.reduce((sum, row) => sum + row.blocks, 0);
    return {
      indexed_height: state.height,
      blocks,
      miners,
      items: lists.rows.map(({ miners: _all, ...row }) => ({
        ...row,
        share: row.blocks / blocks,
        rewards: formatSum(row.rewards),
        fees: formatSum(row.fees),
      })),
      others: { miners: miners - lists.rows.length, blocks: blocks - listed },
    };
  }

  /** Totals of the blocks mined by an address, without the genesis block; zeros if there are none. */
  async miner(address: Address): Promise<MinerTotals> {
    const { state, lists } = await this.#ask(this.#questions.miner, { address });
    const {
      blocks = 0,
      rewards = '0',
      fees = '0',
      first_height = null,
      last_height = null,
    } = lists.miners[0] ?? {};
    return {
      indexed_height: state.height,
      blocks,
      rewards: formatSum(rewards),
      fees: formatSum(fees),
      first_height,
      last_height,
    };
  }

  /** Blocks of a miner, newest first; `total` counts them all. */
  async minerBlocks(
    address: Address,
    { offset, limit, before_height: before = MAX_U32 }: MinerBlocksRequest,
  ): Promise<Page<StoredBlockSummary>> {
    const { lists } = await this.#ask(this.#questions.minerBlocks, { address, before, limit, offset });
    return { items: lists.blocks.map(blockOf), total: lists.totals[0]?.total ?? 0 };
  }
}

/** The newest block that an answer accounts for; `undefined` while nothing is projected. */
const tipOf = ({ height, block_id: id }: StateRow): ChainTip | undefined =>
  height < 0 ? undefined : { height, id };

/** The limits of a time range; `undefined` without one. */
function timesOf({
  from_time: from,
  to_time: to,
}: Pick<FeedRequest, 'from_time' | 'to_time'>): { from: number; to: number } | undefined {
  if (from === undefined && to === undefined) return undefined;
  return { from: from ?? 0, to: to ?? MAX_U32 };
}

function pageOf(
  { chain_id: chain }: StateRow,
  rows: readonly ListedRows['transactions'][],
  total: number,
): Page<ListedTransaction> {
  return { items: rows.map((row) => transactionOf(row, chain)), total };
}

/** A page of a filtered list, which is read up to `FILTERED_ITEMS` items. */
function filteredPage({ state, lists }: Answer<ListedRows>): Page<ListedTransaction> {
  const found = lists.totals[0]?.total ?? 0;
  return {
    ...pageOf(state, lists.transactions, Math.min(found, FILTERED_ITEMS)),
    ...(found > FILTERED_ITEMS && { totalIsMinimum: true }),
  };
}
