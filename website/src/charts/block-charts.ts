import type { BlockSummary } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { amountNumber, type ChartData, type ChartSeries, numberText } from '@cairn/ui';
import { type ChartTools, compactText, durationText } from '../figures/formats.ts';
import { expectedHashes, mined } from '../figures/work.ts';

/** Charts of a range of blocks. */
type BlockFigure = 'interval' | 'transactions' | 'size' | 'difficulty' | 'fees';

/** Number of bars above which they are drawn as steps, since they would merge. */
const MANY = 90;

export const BLOCK_FIGURES: readonly BlockFigure[] = [
  'transactions',
  'interval',
  'size',
  'fees',
  'difficulty',
];

/**
 * One figure of the newest blocks as a chart.
 * @param blocks oldest first; `interval` needs one more at the beginning, and skips the genesis block, whose timestamp is
 *   fixed by the rules
 */
export function blockChart(
  figure: BlockFigure,
  blocks: readonly BlockSummary[],
  tools: ChartTools,
): ChartData {
  const { words } = tools;
  const shown = figure === 'interval' ? mined(blocks).slice(1) : blocks;
  const drawn = FIGURES[figure](blocks, tools);
  return {
    xs: shown.map(({ height }) => height),
    xLabel: words.t('chart.block'),
    xText: (index) => words.count(shown[index]?.height ?? 0),
    xTick: words.count,
    ...drawn,
    series: drawn.series.map((one) =>
      one.kind === 'bars' && shown.length > MANY ? { ...one, kind: 'step' } : one,
    ),
  };
}

type Drawn = Pick<ChartData, 'series' | 'yTick' | 'yUnit'>;

const FIGURES: Record<BlockFigure, (blocks: readonly BlockSummary[], tools: ChartTools) => Drawn> = {
  interval: (blocks, { words }) => {
    const timed = mined(blocks);
    const seconds = timed.slice(1).map(({ timestamp }, index) => timestamp - (timed[index]?.timestamp ?? 0));
    return {
      yUnit: 'seconds',
      yTick: (y) => durationText(words, y),
      series: [
        series(words.t('chart.intervalSeries'), 'bars', 2, seconds, (value) => durationText(words, value)),
      ],
    };
  },
  transactions: (blocks, { words }) => ({
    yUnit: 'integer',
    yTick: (y) => compactText(words, y),
    series: [
      series(
        words.t('chart.transactionsSeries'),
        'bars',
        1,
        blocks.map((block) => block.transaction_count),
        words.count,
      ),
    ],
  }),
  size: (blocks, { words }) => ({
    yUnit: 'bytes',
    yTick: (y) => words.bytes(Math.round(y)),
    series: [
      series(
        words.t('chart.sizeSeries'),
        'area',
        3,
        blocks.map((block) => block.size_bytes),
        words.bytes,
      ),
    ],
  }),
  difficulty: (blocks, { words }) => {
    const hashes = blocks.map(({ bits }) => expectedHashes(bits));
    return {
      yUnit: 'integer',
      yTick: (y) => compactText(words, y),
      series: [
        series(
          words.t('chart.difficultySeries'),
          'step',
          4,
          hashes.map((one) => Number(one ?? 0n)),
          (_, index) => numberText(hashes[index] ?? 0n, words.locale),
        ),
      ],
    };
  },
  fees: (blocks, { words, amountText, unit }) => {
    const fees = blocks.map((block) => parsePebbles(block.total_fees));
    const values = fees.map((fee) => amountNumber(fee, unit));
    return {
      yTick: (y) => compactText(words, y),
      series: [
        series(words.t('chart.feesSeries'), 'bars', 3, values, (_, index) => amountText(fees[index] ?? 0n)),
      ],
    };
  },
};

function series(
  label: string,
  kind: ChartSeries['kind'],
  color: ChartSeries['color'],
  values: readonly number[],
  wording: (value: number, index: number) => string,
): ChartSeries {
  return { label, kind, color, values, text: (index) => wording(values[index] ?? 0, index) };
}
