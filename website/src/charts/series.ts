import { SERIES_FIGURES, type Series, type SeriesFigure } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import type { ChartData, ChartSeries, Unit } from '@cairn/ui';
import { amountForTheEye } from '../figures/coins.ts';
import { compactText, durationText, hashRateText } from '../figures/formats.ts';
import type { Words } from '../messages/words.ts';

/** Ranges of a chart: the newest buckets of a length. */
export const CHART_RANGES = {
  day: { step: 'hour', count: 24 },
  week: { step: 'hour', count: 168 },
  month: { step: 'day', count: 31 },
  year: { step: 'day', count: 366 },
  all: { step: 'week', count: 750 },
} as const;
export type ChartRange = keyof typeof CHART_RANGES;

const DEFAULT_FIGURE: SeriesFigure = 'transactions';
const DEFAULT_RANGE: ChartRange = 'month';

/** What the address of a chart says; anything it does not know means the default. */
export function chartsPlace({ searchParams }: URL): { figure: SeriesFigure; range: ChartRange } {
  return {
    figure: SERIES_FIGURES.find((figure) => figure === searchParams.get('figure')) ?? DEFAULT_FIGURE,
    range: rangeNamed(searchParams.get('range')) ?? DEFAULT_RANGE,
  };
}

function rangeNamed(name: string | null): ChartRange | undefined {
  return name !== null && Object.hasOwn(CHART_RANGES, name) ? (name as ChartRange) : undefined;
}

/** The path of a chart without its language. */
export const chartPath = (figure: SeriesFigure, range: ChartRange): string =>
  `/charts?figure=${figure}&range=${range}`;

const AMOUNTS: ReadonlySet<SeriesFigure> = new Set(['fees', 'transferred', 'supply']);
/** Figures whose curve is flat seen from zero. */
const CUT: ReadonlySet<SeriesFigure> = new Set(['supply', 'addresses', 'difficulty']);
const SUMS: ReadonlySet<SeriesFigure> = new Set(['transactions', 'fees', 'transferred', 'size']);
/** From here on bars would be one wall. */
const MANY = 90;
/** A curve that is cut off below needs more digits to tell its ticks apart. */
const AXIS_DIGITS = 5;

export interface SeriesChartTools {
  readonly words: Words;
  /** An exact amount as text in the reader's unit. */
  readonly amountText: (pebbles: bigint) => string;
  readonly unit: Unit;
}

/** A figure of the chain as a chart over time, UTC. */
export function seriesChart(series: Series, { words, amountText, unit }: SeriesChartTools): ChartData {
  const { figure, step_seconds: step, from, values } = series;
  const isAmount = AMOUNTS.has(figure);
  const xs = values.map((_, index) => from + index * step);
  const dateText = dateFormat(words.locale, step);
  const drawn = values.map((value) => {
    if (value === null) return null;
    return isAmount ? amountForTheEye(parsePebbles(String(value)), unit) : Number(value);
  });
  const exact = (index: number): string => {
    const value = values[index];
    if (value === null || value === undefined) return words.t('charts.none');
    return isAmount ? amountText(parsePebbles(String(value))) : valueText(figure, Number(value), words);
  };
  return {
    xs,
    xLabel: words.t(step === 604_800 ? 'charts.weekOf' : 'charts.time'),
    xText: (index) => dateText(xs[index] ?? 0),
    xTick: tickFormat(words.locale, step),
    xSteps: 'seconds',
    yTick: (y) => (isAmount ? compactText(words, y, AXIS_DIGITS) : valueText(figure, y, words, true)),
    steps: STEPS[figure],
    fromZero: !CUT.has(figure) || xs.length === 1,
    series: [
      {
        label: words.t(`charts.${figure}`),
        kind: kindOf(figure, xs.length),
        ink: 1,
        values: drawn,
        text: exact,
      },
    ],
  };
}

const STEPS: Partial<Record<SeriesFigure, ChartData['steps']>> = {
  transactions: 'ones',
  addresses: 'ones',
  size: 'bytes',
  block_interval: 'seconds',
};

function kindOf(figure: SeriesFigure, length: number): ChartSeries['kind'] {
  if (!SUMS.has(figure) && length > 1) return 'line';
  return length > MANY ? 'step' : 'bars';
}

function valueText(figure: SeriesFigure, value: number, words: Words, isShort = false): string {
  if (figure === 'size') return words.bytes(Math.round(value));
  if (figure === 'block_interval') return durationText(words, value);
  if (figure === 'hash_rate') return hashRateText(words, value);
  return isShort || figure === 'difficulty' ? compactText(words, value, AXIS_DIGITS) : words.count(value);
}

/** Hours with their time, days without. Buckets begin in UTC, and a local date could be the day before. */
function dateFormat(locale: string, step: number): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    dateStyle: 'medium',
    ...(step < 86_400 && { timeStyle: 'short' }),
  });
  return (seconds) => format.format(seconds * 1_000);
}

function tickFormat(locale: string, step: number): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(step < 86_400 && { hour: '2-digit', minute: '2-digit' }),
    ...(step === 604_800 && { year: '2-digit' }),
  });
  return (seconds) => format.format(seconds * 1_000);
}
