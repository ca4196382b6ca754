import type { BlockSummary } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { amountNumber, type ChartData, type ChartSeries, numberText } from '@cairn/ui';
import { expectedHashes, mined } from '../../site/figures.ts';
import { barKind, type ChartTools, compactText, durationText } from '../../site/formats.ts';
import { type Translations, translationsFor } from './texts.ts';

/** A figure of blocks that a chart can show. */
type BlockFigure = 'interval' | 'transactions' | 'size' | 'difficulty' | 'fees';

export const BLOCK_FIGURES: readonly BlockFigure[] = [
  'transactions',
  'interval',
  'size',
  'fees',
  'difficulty',
];

/** The chart's tools with the texts of these charts. */
type Tools = ChartTools & { readonly translations: Translations };

/** How a figure of a block is drawn and written. */
interface Drawn {
  readonly kind: ChartSeries['kind'];
  readonly color: ChartSeries['color'];
  readonly yUnit?: ChartData['yUnit'];
  /** @param before the block below */
  readonly value: (block: BlockSummary, tools: Tools, before: BlockSummary | undefined) => number;
  /** The exact value; `tick` by default. */
  readonly text?: (value: number, tools: Tools, block: BlockSummary) => string;
  readonly tick: (y: number, tools: Tools) => string;
}

const FIGURES: Record<BlockFigure, Drawn> = {
  interval: {
    kind: 'bars',
    color: 2,
    yUnit: 'seconds',
    value: ({ timestamp }, _, before) => timestamp - (before?.timestamp ?? 0),
    tick: (y, { translations }) => durationText(translations, y),
  },
  transactions: {
    kind: 'bars',
    color: 1,
    yUnit: 'integer',
    value: (block) => block.transaction_count,
    text: (value, { translations }) => translations.count(value),
    tick: (y, { translations }) => compactText(translations, y),
  },
  size: {
    kind: 'area',
    color: 3,
    yUnit: 'bytes',
    value: (block) => block.size_bytes,
    tick: (y, { translations }) => translations.bytes(Math.round(y)),
  },
  difficulty: {
    kind: 'step',
    color: 4,
    yUnit: 'integer',
    value: ({ bits }) => Number(expectedHashes(bits) ?? 0n),
    text: (_, { translations }, { bits }) => numberText(expectedHashes(bits) ?? 0n, translations.locale),
    tick: (y, { translations }) => compactText(translations, y),
  },
  fees: {
    kind: 'bars',
    color: 3,
    value: ({ total_fees }, { unit }) => amountNumber(parsePebbles(total_fees), unit),
    text: (_, { amountText }, { total_fees }) => amountText(parsePebbles(total_fees)),
    tick: (y, { translations }) => compactText(translations, y),
  },
};

/**
 * One figure of the newest blocks as a chart.
 * @param blocks oldest first. `interval` shows one block less, because it needs the time of the previous block, and
 *   skips the genesis block, whose timestamp is fixed by the rules.
 */
export function blockChart(
  figure: BlockFigure,
  blocks: readonly BlockSummary[],
  chartTools: ChartTools,
): ChartData {
  const translations = translationsFor(chartTools.translations.locale);
  const tools = { ...chartTools, translations };
  const { kind, color, yUnit, value, tick, text = tick } = FIGURES[figure];
  const all = figure === 'interval' ? mined(blocks) : blocks;
  const shown = figure === 'interval' ? all.slice(1) : all;
  const values = shown.map((block, index) => value(block, tools, all[index]));
  return {
    xs: shown.map(({ height }) => height),
    xLabel: translations.t('chart.block'),
    xText: (index) => translations.count(shown[index]?.height ?? 0),
    xTick: translations.count,
    yTick: (y) => tick(y, tools),
    yUnit,
    series: [
      {
        label: translations.t(`chart.${figure}`),
        kind: kind === 'bars' ? barKind(shown.length) : kind,
        color,
        values,
        text: (index) => (shown[index] === undefined ? '' : text(values[index]!, tools, shown[index])),
      },
    ],
  };
}
