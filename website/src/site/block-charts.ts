import type { BlockSummary } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { amountNumber, type ChartData, type ChartSeries, numberText } from '@cairn/ui';
import { barKind, type ChartTools, compactText, durationText } from './formats.ts';
import { expectedHashes, mined } from './figures.ts';
import { defineTexts, type TranslationsOf } from './translations.ts';
import type { Locale } from './locale.ts';

export const texts = defineTexts({
  en: {
    'chart.interval': 'Block interval',
    'chart.intervalSeries': 'Time',
    'chart.transactions': 'Transactions per block',
    'chart.transactionsSeries': 'Transactions',
    'chart.size': 'Block size',
    'chart.sizeSeries': 'Size',
    'chart.difficulty': 'Expected hashes per block',
    'chart.difficultySeries': 'Hashes',
    'chart.fees': 'Fees per block',
    'chart.feesSeries': 'Fees',
  },
  de: {
    'chart.interval': 'Blockabstand',
    'chart.intervalSeries': 'Zeit',
    'chart.transactions': 'Transaktionen pro Block',
    'chart.transactionsSeries': 'Transaktionen',
    'chart.size': 'Blockgröße',
    'chart.sizeSeries': 'Größe',
    'chart.difficulty': 'Erwartete Hashes pro Block',
    'chart.difficultySeries': 'Hashes',
    'chart.fees': 'Gebühren pro Block',
    'chart.feesSeries': 'Gebühren',
  },
});

/** A figure of blocks that a chart can show. */
type BlockFigure = 'interval' | 'transactions' | 'size' | 'difficulty' | 'fees';

export const BLOCK_FIGURES: readonly BlockFigure[] = [
  'transactions',
  'interval',
  'size',
  'fees',
  'difficulty',
];

/** Title of a figure's chart. */
export const blockChartTitle = (figure: BlockFigure, locale: Locale): string =>
  texts.translationsFor(locale).t(`chart.${figure}`);

/**
 * One figure of the newest blocks as a chart.
 * @param blocks oldest first. `interval` shows one block less, because it needs the time of the previous block, and
 *   skips the genesis block, whose timestamp is fixed by the rules.
 */
export function blockChart(
  figure: BlockFigure,
  blocks: readonly BlockSummary[],
  tools: ChartTools,
): ChartData {
  const translations = texts.translationsFor(tools.translations.locale);
  const shown = figure === 'interval' ? mined(blocks).slice(1) : blocks;
  const drawn = FIGURES[figure](blocks, { ...tools, translations });
  return {
    xs: shown.map(({ height }) => height),
    xLabel: translations.t('chart.block'),
    xText: (index) => translations.count(shown[index]?.height ?? 0),
    xTick: translations.count,
    ...drawn,
    series: drawn.series.map((one) => (one.kind === 'bars' ? { ...one, kind: barKind(shown.length) } : one)),
  };
}

/** The chart's tools with the texts of these charts. */
type Tools = ChartTools & { readonly translations: TranslationsOf<typeof texts> };

type Drawn = Pick<ChartData, 'series' | 'yTick' | 'yUnit'>;

const FIGURES: Record<BlockFigure, (blocks: readonly BlockSummary[], tools: Tools) => Drawn> = {
  interval: (blocks, { translations }) => {
    const timed = mined(blocks);
    const seconds = timed.slice(1).map(({ timestamp }, index) => timestamp - (timed[index]?.timestamp ?? 0));
    return {
      yUnit: 'seconds',
      yTick: (y) => durationText(translations, y),
      series: [
        series(translations.t('chart.intervalSeries'), 'bars', 2, seconds, (value) =>
          durationText(translations, value),
        ),
      ],
    };
  },
  transactions: (blocks, { translations }) => ({
    yUnit: 'integer',
    yTick: (y) => compactText(translations, y),
    series: [
      series(
        translations.t('chart.transactionsSeries'),
        'bars',
        1,
        blocks.map((block) => block.transaction_count),
        translations.count,
      ),
    ],
  }),
  size: (blocks, { translations }) => ({
    yUnit: 'bytes',
    yTick: (y) => translations.bytes(Math.round(y)),
    series: [
      series(
        translations.t('chart.sizeSeries'),
        'area',
        3,
        blocks.map((block) => block.size_bytes),
        translations.bytes,
      ),
    ],
  }),
  difficulty: (blocks, { translations }) => {
    const hashes = blocks.map(({ bits }) => expectedHashes(bits));
    return {
      yUnit: 'integer',
      yTick: (y) => compactText(translations, y),
      series: [
        series(
          translations.t('chart.difficultySeries'),
          'step',
          4,
          hashes.map((one) => Number(one ?? 0n)),
          (_, index) => numberText(hashes[index] ?? 0n, translations.locale),
        ),
      ],
    };
  },
  fees: (blocks, { translations, amountText, unit }) => {
    const fees = blocks.map((block) => parsePebbles(block.total_fees));
    const values = fees.map((fee) => amountNumber(fee, unit));
    return {
      yTick: (y) => compactText(translations, y),
      series: [
        series(translations.t('chart.feesSeries'), 'bars', 3, values, (_, index) =>
          amountText(fees[index] ?? 0n),
        ),
      ],
    };
  },
};

function series(
  label: string,
  kind: ChartSeries['kind'],
  color: ChartSeries['color'],
  values: readonly number[],
  textOf: (value: number, index: number) => string,
): ChartSeries {
  return { label, kind, color, values, text: (index) => textOf(values[index] ?? 0, index) };
}
