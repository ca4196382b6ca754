import {
  type BlockList,
  type BlockSummary,
  EXPLORER_LIMITS,
  type ExplorerClient,
  type MinerList,
  type Series,
  SERIES_FIGURES,
  type SeriesFigure,
} from '@cairn/api/explorer';
import { HEADER_SIZE, TRANSACTION_SIZE } from '@cairn/protocol';
import { failureOf } from '../../site/failure.ts';
import { expectedHashes } from '../../site/figures.ts';
import { byIndex, byTip, request, type Request } from '../../site/request.ts';
import { blocksRequest } from '../lists/index.ts';

/**
 * What the wall can show: so many newest blocks, or so many newest buckets of a length. `all` takes the shortest buckets
 * that one answer has room for.
 */
export const RANGES = {
  blocks: { step: 'block', count: 50 },
  day: { step: 'hour', count: 24 },
  week: { step: 'hour', count: 168 },
  month: { step: 'day', count: 31 },
  year: { step: 'day', count: 366 },
  all: { step: undefined, count: EXPLORER_LIMITS.series.maximum },
} as const;
export type Range = keyof typeof RANGES;
export type Step = 'block' | 'hour' | 'day' | 'week';

export const RANGE_NAMES = Object.keys(RANGES) as Range[];

/** Values at `from`, `from + 1 step` and so on: pebbles as decimal strings, other figures as numbers, `null` if unknown. */
export interface Line {
  readonly from: number;
  readonly values: readonly (string | number | null)[];
}

/** The figures of a range, with those of the range before where the chain is as long. Plain data. */
export interface Wall {
  readonly range: Range;
  readonly step: Step;
  /** Height or Unix seconds from one value to the next. */
  readonly stepLength: number;
  readonly lines: Readonly<Partial<Record<SeriesFigure, Line>>>;
  /** Of the newest block that the figures count. */
  readonly height: number;
  /** Of `blocks`, newest first. */
  readonly blocks?: BlockList | undefined;
  /** Who mined the blocks of the range; absent without an index. */
  readonly miners?: MinerList | undefined;
}

/** What a wall shows is in its URL. */
export interface WallParams {
  /** By default a day, or the newest blocks of a chain that is younger, or quiet: half of its hours had no block. */
  readonly range: Range | undefined;
  /** The chart that is expanded. */
  readonly figure: SeriesFigure | undefined;
}

export function wallParams({ searchParams }: URL): WallParams {
  const named = <Name extends string>(names: readonly Name[], key: string) =>
    names.find((name) => name === searchParams.get(key));
  return { range: named(RANGE_NAMES, 'range'), figure: named(SERIES_FIGURES, 'figure') };
}

/** Path of a wall, without a language prefix. */
export function wallPath({ range, figure }: WallParams): string {
  const query = new URLSearchParams({ ...(range && { range }), ...(figure && { figure }) }).toString();
  return query === '' ? '/statistics' : `/statistics?${query}`;
}

/** Times are asked for once a minute at most: that takes a request a figure, and a block changes only the last bucket. */
const MINUTE_MS = 60_000;

export const wallRequest = (range: Range | undefined): Request<Wall> => ({
  ...request<Wall>(
    `wall ${range ?? ''}`,
    (api, options, before) => loadWall(api, range, options, before),
    (status) => (status.index.ready || (range ?? 'blocks') !== 'blocks' ? byIndex(status) : byTip(status)),
  ),
  pauseMs: (wall) => (wall.range === 'blocks' ? 0 : MINUTE_MS),
});

interface Options {
  readonly signal: AbortSignal;
}

async function loadWall(
  api: ExplorerClient,
  asked: Range | undefined,
  options: Options,
  before: Wall | undefined,
): Promise<Wall> {
  const range = asked ?? before?.range ?? ((await hasBusyDay(api, options)) ? 'day' : 'blocks');
  const wall =
    range === 'blocks' ? await loadBlocks(api, options, before) : await loadSeries(api, range, options);
  const blocks = Math.min(blocksIn(wall), EXPLORER_LIMITS.minerRange.maximum);
  const miners =
    blocks === 0 ? undefined : await unlessUnindexed(async () => api.listMiners({ blocks }, options));
  return { ...wall, miners };
}

/** The answer; `undefined` if the node has no index, or is still building it. */
async function unlessUnindexed<Data>(ask: () => Promise<Data>): Promise<Data | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (failureOf(error).kind === 'index') return undefined;
    throw error;
  }
}

async function hasBusyDay(api: ExplorerClient, options: Options): Promise<boolean> {
  const { count, step } = RANGES.day;
  const hours = await unlessUnindexed(async () => api.getSeries({ step, count: count + 1 }, options));
  const { values = [] } = hours ?? {};
  return values.length > count && values.filter((transactions) => transactions !== 0).length > count / 2;
}

async function loadSeries(
  api: ExplorerClient,
  range: Exclude<Range, 'blocks'>,
  options: Options,
): Promise<Wall> {
  const step = RANGES[range].step ?? (await shortestStep(api, options));
  const count = Math.min(RANGES[range].count * 2, EXPLORER_LIMITS.series.maximum);
  const series = await Promise.all(
    SERIES_FIGURES.map(async (figure) => api.getSeries({ figure, step, count }, options)),
  );
  const lines = Object.fromEntries(series.map(({ figure, from, values }) => [figure, { from, values }]));
  const [{ step_seconds: stepLength, indexed_height: height }] = series as [Series];
  return { range, step, stepLength, lines, height };
}

async function shortestStep(api: ExplorerClient, options: Options): Promise<Exclude<Step, 'block'>> {
  const { maximum } = EXPLORER_LIMITS.series;
  const weeks = (await api.getSeries({ step: 'week', count: maximum }, options)).values.length;
  if (weeks * 7 * 24 <= maximum) return 'hour';
  return weeks * 7 <= maximum ? 'day' : 'week';
}

/** Figures of one block. @param parent the block below */
const OF_BLOCK = {
  transactions: (block) => block.transaction_count,
  fees: (block) => block.total_fees,
  size: (block) => block.size_bytes,
  // The genesis block's timestamp is fixed by the rules.
  block_interval: ({ timestamp }, parent) => (parent?.height ? timestamp - parent.timestamp : null),
  difficulty: ({ bits }) => Number(expectedHashes(bits) ?? 0n),
} satisfies Partial<
  Record<SeriesFigure, (block: BlockSummary, parent: BlockSummary | undefined) => string | number | null>
>;

async function loadBlocks(api: ExplorerClient, options: Options, before: Wall | undefined): Promise<Wall> {
  // One more than are shown, because an interval needs the block below.
  const size = RANGES.blocks.count * 2 + 1;
  const blocks = await blocksRequest({ size }).load(api, options, before?.blocks);
  const all = blocks.items.toReversed();
  const shown = all.slice(1);
  const lines = Object.entries(OF_BLOCK).map(([figure, valueOf]) => [
    figure,
    { from: shown[0]?.height ?? 0, values: shown.map((block, index) => valueOf(block, all[index])) },
  ]);
  return {
    range: 'blocks',
    step: 'block',
    stepLength: 1,
    lines: Object.fromEntries(lines),
    height: all.at(-1)?.height ?? -1,
    blocks,
  };
}

/** Number of values of a range, without those of the range before. @param length of the line */
export const shownOf = ({ range }: Wall, length: number): number => Math.min(length, RANGES[range].count);

/**
 * Number of blocks in each bucket, from their size: a block has a header and transactions of fixed size.
 * @param at index in the lines
 */
export function blocksAt({ lines: { size, transactions } }: Wall, at: number): number {
  const bytes = Number(size?.values[at] ?? 0) - Number(transactions?.values[at] ?? 0) * TRANSACTION_SIZE;
  return Math.max(0, Math.round(bytes / HEADER_SIZE));
}

/** Number of blocks that the wall shows. */
function blocksIn(wall: Wall): number {
  const length = wall.lines.size?.values.length ?? 0;
  const shown = Array.from({ length: shownOf(wall, length) }, (_, index) => length - 1 - index);
  return shown.reduce((sum, at) => sum + blocksAt(wall, at), 0);
}
