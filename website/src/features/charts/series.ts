import { SERIES_FIGURES, type Series, type SeriesFigure } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { amountNumber, type ChartData, type ChartSeries } from '@cairn/ui';
import { byIndex, request } from '../../site/request.ts';
import { AMOUNT_FIGURES } from '../../site/figures.ts';
import { barKind, type ChartTools, compactText, durationText, hashRateText } from '../../site/formats.ts';
import { translationsFor, type Translations } from './texts.ts';

/** Ranges of a chart, each with the length and the number of its buckets. An answer of the API has at most 750. */
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

/** The chart that a page shows. */
export interface ChartParams {
  readonly figure: SeriesFigure;
  readonly range: ChartRange;
}

/** Settings in the URL of a chart; an unknown value means the default. */
export function chartsParams({ searchParams }: URL): ChartParams {
  const range = searchParams.get('range') ?? '';
  return {
    figure: SERIES_FIGURES.find((figure) => figure === searchParams.get('figure')) ?? DEFAULT_FIGURE,
    range: Object.hasOwn(CHART_RANGES, range) ? (range as ChartRange) : DEFAULT_RANGE,
  };
}

/** The values of a chart. */
export const seriesRequest = ({ figure, range }: ChartParams) =>
  request(
    `series ${figure} ${range}`,
    (api, options) => api.getSeries({ figure, ...CHART_RANGES[range] }, options),
    byIndex,
  );

/** Path of a chart, without a language prefix. */
export const chartPath = ({ figure, range }: ChartParams): string =>
  `/charts?figure=${figure}&range=${range}`;

/** Figures whose axis does not begin at zero, because from zero their curve would look flat. */
const CUT_AXES: ReadonlySet<SeriesFigure> = new Set(['supply', 'addresses', 'difficulty']);
/** Figures whose value is a sum over the bucket: they are drawn as bars, all others as a line. */
const SUMS: ReadonlySet<SeriesFigure> = new Set(['transactions', 'fees', 'transferred', 'size']);
/** Significant digits of the ticks. Three are not enough for an axis that does not begin at zero. */
const AXIS_DIGITS = 5;

/** Chart of a figure of the chain over time, in UTC. */
export function seriesChart(
  series: Series,
  { translations: { locale }, amountText, unit }: ChartTools,
): ChartData {
  const translations = translationsFor(locale);
  const { figure, step_seconds: step, from, values } = series;
  const isAmount = AMOUNT_FIGURES.has(figure);
  const xs = values.map((_, index) => from + index * step);
  const dateText = dateFormat(translations.locale, step);
  const drawn = values.map((value) => {
    if (value === null) return null;
    return isAmount ? amountNumber(parsePebbles(String(value)), unit) : Number(value);
  });
  const exact = (index: number): string => {
    const value = values[index];
    if (value === null || value === undefined) return translations.t('charts.none');
    return isAmount
      ? amountText(parsePebbles(String(value)))
      : valueText(figure, Number(value), translations);
  };
  return {
    xs,
    xLabel: translations.t(step === 604_800 ? 'charts.weekOf' : 'charts.time'),
    xText: (index) => dateText(xs[index] ?? 0),
    xTick: tickFormat(translations.locale, step),
    xUnit: 'seconds',
    yTick: (y) =>
      isAmount ? compactText(translations, y, AXIS_DIGITS) : valueText(figure, y, translations, true),
    yUnit: Y_UNITS[figure],
    fromZero: !CUT_AXES.has(figure) || xs.length === 1,
    series: [
      {
        label: translations.t(`charts.${figure}`),
        kind: kindOf(figure, xs.length),
        color: 1,
        values: drawn,
        text: exact,
      },
    ],
  };
}

const Y_UNITS: Partial<Record<SeriesFigure, ChartData['yUnit']>> = {
  transactions: 'integer',
  addresses: 'integer',
  size: 'bytes',
  block_interval: 'seconds',
};

function kindOf(figure: SeriesFigure, length: number): ChartSeries['kind'] {
  if (!SUMS.has(figure) && length > 1) return 'line';
  return barKind(length);
}

function valueText(figure: SeriesFigure, value: number, translations: Translations, isShort = false): string {
  if (figure === 'size') return translations.bytes(Math.round(value));
  if (figure === 'block_interval') return durationText(translations, value);
  if (figure === 'hash_rate') return hashRateText(translations, value);
  return isShort || figure === 'difficulty'
    ? compactText(translations, value, AXIS_DIGITS)
    : translations.count(value);
}

/** Formats the beginning of a bucket, with the time only if buckets are hours. In UTC, because buckets begin in UTC. */
function dateFormat(locale: string, step: number): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    dateStyle: 'medium',
    ...(step < 86_400 && { timeStyle: 'short' }),
  });
  return (seconds) => format.format(seconds * 1_000);
}

/** Formats a tick. Buckets of hours show the date only where a day begins, so that the labels have room. */
function tickFormat(locale: string, step: number): (seconds: number) => string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const date = format({ month: 'short', day: 'numeric', ...(step === 604_800 && { year: '2-digit' }) });
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (seconds) => (step < DAY && seconds % DAY !== 0 ? time : date).format(seconds * 1_000);
}

const DAY = 86_400;
