import type { SeriesFigure } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { amountNumber, type ChartData, timeParts, timeTicks } from '@cairn/ui';
import { compactText, durationText, hashRateText } from '../../site/formats.ts';
import type { Translations } from './texts.ts';
import { blocksAt, type Range, RANGES, type Step, shownOf, type Wall } from './wall-data.ts';

/** Pebbles, or a number in the figure's unit. */
export type Value = bigint | number;

/** How values are written: exactly, and short on an axis. */
interface Format {
  readonly text: (value: Value, translations: Translations) => string;
  readonly tick: (y: number, translations: Translations) => string;
  readonly yUnit?: ChartData['yUnit'];
}

/** Significant digits of a tick: three are not enough for an axis that does not begin at zero. */
const TICK_DIGITS = 5;
const short: Format['tick'] = (y, translations) => compactText(translations, y, TICK_DIGITS);
const same = (write: (value: number, translations: Translations) => string): Format => ({
  text: (value, translations) => write(Number(value), translations),
  tick: (y, translations) => write(y, translations),
});

const AMOUNT: Format = { text: (value, { amount }) => amount(BigInt(value)), tick: short };
const COUNT: Format = {
  text: (value, { count }) => count(Number(value)),
  tick: short,
  yUnit: 'integer',
};
const BYTES: Format = { ...same((value, { bytes }) => bytes(Math.round(value))), yUnit: 'bytes' };
const SECONDS: Format = {
  ...same((value, translations) => durationText(translations, value)),
  yUnit: 'seconds',
};
const RATE: Format = same((value, translations) => hashRateText(translations, value));
const HASHES: Format = same((value, translations) => compactText(translations, value, TICK_DIGITS));

/** A chart of the wall. */
interface Figure extends Format {
  /** What the values of a range make together: their sum, their mean by blocks or by time, or the newest one. */
  readonly fold: 'sum' | 'blocks' | 'time' | 'last';
}

/** The charts by their names in the API, in order. */
export const FIGURES: Readonly<Record<SeriesFigure, Figure>> = {
  transactions: { ...COUNT, fold: 'sum' },
  transferred: { ...AMOUNT, fold: 'sum' },
  fees: { ...AMOUNT, fold: 'sum' },
  addresses: { ...COUNT, fold: 'last' },
  supply: { ...AMOUNT, fold: 'last' },
  block_interval: { ...SECONDS, fold: 'blocks' },
  size: { ...BYTES, fold: 'sum' },
  hash_rate: { ...RATE, fold: 'time' },
  difficulty: { ...HASHES, fold: 'blocks' },
};
const NAMES = Object.keys(FIGURES) as SeriesFigure[];

/** Figures of the work, which say nothing where a block needs none, as on devnet. */
const OF_WORK: ReadonlySet<SeriesFigure> = new Set(['difficulty', 'hash_rate']);

/** The charts of a wall, in order; all of them until it loads. */
export const figuresOf = (wall: Wall | undefined, hasWork: boolean): SeriesFigure[] =>
  NAMES.filter(
    (figure) => (wall === undefined || wall.lines[figure] !== undefined) && (hasWork || !OF_WORK.has(figure)),
  );

const valuesOf = (wall: Wall, figure: SeriesFigure): (Value | null)[] =>
  (wall.lines[figure]?.values ?? []).map((value) =>
    typeof value === 'string' ? parsePebbles(value) : value,
  );

/** What the values from one index up to another make together; `undefined` without any. */
function folded(wall: Wall, figure: SeriesFigure, from: number, to: number): Value | undefined {
  const { fold } = FIGURES[figure];
  const all = valuesOf(wall, figure);
  const part = all.slice(from, to).filter((value) => value !== null);
  if (part.length === 0) return undefined;
  if (fold === 'last') return part.at(-1);
  if (fold === 'sum') {
    const amounts = part.filter((value) => typeof value === 'bigint');
    return amounts.length > 0
      ? amounts.reduce((sum, value) => sum + value, 0n)
      : part.reduce<number>((sum, value) => sum + Number(value), 0);
  }
  const intervals = wall.lines.block_interval?.values;
  let [sum, weights] = [0, 0];
  for (let at = from; at < to; at += 1) {
    const value = all[at];
    if (value === null || value === undefined) continue;
    const weight = blocksAt(wall, at) * (fold === 'time' ? Number(intervals?.[at] ?? 0) : 1);
    sum += Number(value) * weight;
    weights += weight;
  }
  return weights === 0 ? undefined : sum / weights;
}

/** A figure of a range in one value, and how it changed. */
export interface Headline {
  readonly value: Value | undefined;
  /** 0.1 for a tenth more than in the range before; `undefined` if the chain is younger, or there was nothing. */
  readonly change: number | undefined;
  /** Values that were compared with as many before them: the newest bucket is not complete. 0 for a change since the start. */
  readonly compared: number;
  /** What the value is of: the range, or the whole chain where it is younger. */
  readonly range: Range;
}

export function headlineOf(wall: Wall, figure: SeriesFigure): Headline {
  const { length } = wall.lines[figure]?.values ?? [];
  const shown = shownOf(wall, length);
  const first = length - shown;
  const value = folded(wall, figure, first, length);
  const isLast = FIGURES[figure].fold === 'last';
  const end = isLast || wall.step === 'block' ? length : length - 1;
  const compared = end - first;
  const from = isLast ? first - 1 : first - compared;
  const now = folded(wall, figure, first, end);
  const before = from < 0 || wall.range === 'all' ? undefined : folded(wall, figure, from, first);
  const known = now !== undefined && before !== undefined && Number(before) !== 0;
  return {
    value,
    change: known ? Number(now) / Number(before) - 1 : undefined,
    compared: isLast ? 0 : compared,
    range: shown < RANGES[wall.range].count ? 'all' : wall.range,
  };
}

/** The value at an index of the chart; `undefined` if it is not known. */
export function valueAt(wall: Wall, figure: SeriesFigure, index: number): Value | undefined {
  const all = valuesOf(wall, figure);
  return all[all.length - shownOf(wall, all.length) + index] ?? undefined;
}

/** The values of a figure in the range. */
export function chartOf(wall: Wall, figure: SeriesFigure, translations: Translations): ChartData {
  const all = valuesOf(wall, figure);
  const first = all.length - shownOf(wall, all.length);
  const values = all.slice(first);
  const { fold, text, tick, yUnit } = FIGURES[figure];
  const xs = values.map((_, index) => wall.lines[figure]!.from + (first + index) * wall.stepLength);
  return {
    ...axisOf(wall.step, xs, translations),
    label: translations.t(`figure.${figure}`),
    values: values.map((value) => (typeof value === 'bigint' ? amountNumber(value) : value)),
    text: (index) => {
      const value = values[index];
      return value === null || value === undefined
        ? translations.t('statistics.noBlock')
        : text(value, translations);
    },
    yTick: (y) => tick(y, translations),
    yUnit,
    // From zero, a total or a target would look flat.
    fromZero: fold !== 'last' && figure !== 'difficulty',
    settled: wall.step === 'block' ? undefined : values.length - 2,
  };
}

/** With fewer, a drawing says nothing. */
const LEAST_CHANGES = 3;

/** True if the values change so often that a drawing shows more than the headline. */
export function isWorthDrawing({ values }: ChartData): boolean {
  const known = values.filter((value) => value !== null);
  return known.filter((value, at) => at > 0 && value !== known[at - 1]).length >= LEAST_CHANGES;
}

/** What there is to say of values without a drawing: `7 each in 24 blocks`, `1 to 7 in 24 blocks`. */
export function steadyText({ values, text, yUnit }: ChartData, step: Step, { t }: Translations): string {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  if (known.length === 0) return t('statistics.noBlock');
  const sorted = known.toSorted((one, other) => one.value - other.value);
  const [least, most] = [text(sorted[0]!.index), text(sorted.at(-1)!.index)];
  const isNone = yUnit !== 'seconds' && sorted.every(({ value }) => value === 0);
  const each = known.length === 1 ? least : t('statistics.each', { value: least });
  const same = isNone ? t('common.none') : each;
  const all = least === most ? same : t('statistics.between', { least, most });
  return t(`statistics.in.${step}`, { values: all, count: known.length });
}

const DAY = 86_400;
/** From this length on, an axis names months. */
const MONTHS = 200 * DAY;

/** The x axis: blocks, or buckets of time in UTC. */
function axisOf(
  step: Step,
  xs: readonly number[],
  { t, count, locale }: Translations,
): Pick<ChartData, 'xs' | 'xLabel' | 'xText' | 'xTick' | 'xTicks'> {
  const xLabel = t(`statistics.step.${step}`);
  if (step === 'block') return { xs, xLabel, xText: (index) => count(xs[index] ?? 0), xTick: count };
  const isLong = (xs.at(-1) ?? 0) - (xs[0] ?? 0) > MONTHS;
  const dayOf = locale === 'de' ? [0, 6] : [5];
  return {
    xs,
    xLabel,
    xText: (index) => {
      const { date, toMinute } = timeParts(xs[index] ?? 0, { locale });
      return step === 'hour' ? `${toMinute} UTC` : date;
    },
    xTick: (x) => {
      const { month, date, minute } = timeParts(x, { locale });
      if (step === 'hour' && x % DAY !== 0) return minute;
      return isLong ? month : date.slice(...dayOf);
    },
    xTicks: (most) => timeTicks(xs, most),
  };
}
