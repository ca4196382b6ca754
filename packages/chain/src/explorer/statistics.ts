import {
  explorerAdditions,
  explorerError,
  explorerRoutes,
  serializeBlock,
  type SeriesFigure,
} from '@cairn/api/contract';
import { formatPebbles, HEADER_SIZE, TRANSACTION_SIZE } from '@cairn/protocol';
import { formatSum } from '../projection/answers.ts';
import { SERIES_STEPS, type SeriesPage, type SeriesRow } from '../projection/series.ts';
import type { Resource } from './router.ts';
import { heightOf, serializePagination, serializeTotals } from './serializers.ts';

/** Totals of the chain, its series, and its miners. */
export const statistics: Resource = ({ indexed }, { network, chain }) => {
  indexed(explorerRoutes.getStats, async (_call, index) => {
    const totals = await index.totals();
    if (totals === undefined) throw explorerError('explorer_index_unavailable');
    return { network: network.name, stats: serializeTotals(totals, network) };
  });

  indexed(explorerAdditions.getSeries, async (call, index) => {
    const { figure, step } = call;
    const page = await index.series(call);
    return {
      network: network.name,
      figure,
      step_seconds: SERIES_STEPS[step],
      from: page?.from ?? 0,
      indexed_height: page?.height ?? 0,
      values: page === undefined ? [] : valuesOf(figure, SERIES_STEPS[step], page),
    };
  });

  indexed(explorerAdditions.listMiners, async ({ blocks }, index) => ({
    network: network.name,
    ...(await index.miners(blocks)),
  }));

  /** Answers with zeros for an address that has mined nothing, as `getAddress` does for one without a history. */
  indexed(explorerAdditions.getMiner, async ({ address }, index) => ({
    network: network.name,
    address,
    ...(await index.miner(address)),
  }));

  /** Newest first, with the pagination of `listBlocks`. */
  indexed(explorerAdditions.listMinerBlocks, async (call, index) => {
    const { address, before_height: before } = call;
    const page = await index.minerBlocks(address, call);
    const tip = heightOf(chain.view.tip);
    return {
      network: network.name,
      address,
      items: page.items.map((block) => serializeBlock(block, tip)),
      pagination: {
        ...serializePagination(call, page),
        before_height: before ?? null,
        next_before_height: page.items.at(-1)?.height ?? before ?? 0,
      },
    };
  });
};

type Value = string | number | null;

/** Value of a bucket with blocks, for each figure that depends on this bucket alone. */
const BUCKET_VALUES: Readonly<
  Record<Exclude<SeriesFigure, 'addresses' | 'supply'>, (row: SeriesRow) => Value>
> = {
  transactions: ({ transactions }) => transactions,
  fees: ({ fees }) => formatSum(fees),
  transferred: ({ transferred }) => formatSum(transferred),
  block_interval: ({ intervals, interval_seconds: seconds }) =>
    intervals === 0 ? null : seconds / intervals,
  size: ({ blocks, transactions }) => blocks * HEADER_SIZE + transactions * TRANSACTION_SIZE,
  difficulty: ({ blocks, work }) => Number(work) / blocks,
  // Mean work of a block, times intervals, divided by the seconds of these; unknown if timestamps do not increase in total.
  hash_rate: ({ work, blocks, intervals, interval_seconds: seconds }) =>
    seconds > 0 ? (Number(work) * intervals) / blocks / seconds : null,
};
/** Value of a bucket without blocks: a sum is 0, a mean is `null` (unknown). */
const EMPTY_VALUES: Readonly<Record<keyof typeof BUCKET_VALUES, Value>> = {
  transactions: 0,
  fees: '0',
  transferred: '0',
  block_interval: null,
  size: 0,
  difficulty: null,
  hash_rate: null,
};

function valuesOf(figure: SeriesFigure, step: number, page: SeriesPage): Value[] {
  const byStart = new Map(page.rows.map((row) => [row.start, row]));
  const buckets = Array.from({ length: page.count }, (_, index) => byStart.get(page.from + index * step));
  if (figure === 'supply')
    return totalsAfter(buckets, page.supply, ({ emitted }) => BigInt(emitted)).map(formatPebbles);
  if (figure === 'addresses') {
    const appeared = ({ addresses }: SeriesRow): bigint => BigInt(addresses);
    return totalsAfter(buckets, BigInt(page.addresses), appeared).map(Number);
  }
  return buckets.map((row) => (row === undefined ? EMPTY_VALUES[figure] : BUCKET_VALUES[figure](row)));
}

/** The total at the end of each bucket, computed backwards from the total at the end of the last. */
function totalsAfter(
  buckets: readonly (SeriesRow | undefined)[],
  last: bigint,
  added: (row: SeriesRow) => bigint,
): bigint[] {
  let total = last;
  return buckets
    .toReversed()
    .map((row) => {
      const after = total;
      if (row !== undefined) total -= added(row);
      return after;
    })
    .reverse();
}
