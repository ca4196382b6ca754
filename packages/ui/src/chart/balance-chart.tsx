import { COIN_DECIMALS } from '@cairn/protocol';
import { useContext, useMemo } from 'preact/hooks';
import { type ComponentTexts, useComponentTexts } from '../language/component-texts.ts';
import { AmountContext, amountNumber, amountText, type Unit } from '../lib/amounts.ts';
import { type TimeSettings, useTimeSettings } from '../lib/clock.ts';
import { exactTime } from '../lib/time.ts';
import type { ChartData } from './chart-model.ts';
import { Chart } from './chart.tsx';

/** The balance of an account from a block on. */
export interface BalancePoint {
  /** Unix seconds: the block's time. */
  readonly time: number;
  /** Pebbles. */
  readonly balance: bigint;
}

export interface BalanceChartProps {
  title: string;
  /** Oldest first, one for each block that changed the balance; `undefined` while loading. */
  points: readonly BalancePoint[] | undefined;
  /** Unix seconds of the left edge; that of the first point by default. */
  from?: number | undefined;
  /** Unix seconds of the right edge, to which the newest balance extends. */
  until: number;
}

/** The confirmed balance of an account over time. */
export function BalanceChart({ title, points, from = -Infinity, until }: BalanceChartProps) {
  const texts = useComponentTexts();
  const { zone } = useTimeSettings();
  const { unit } = useContext(AmountContext);
  const data = useMemo(() => {
    if (points === undefined) return undefined;
    const shown = pointsUntil(pointsFrom(points, from), until);
    return balanceChart(shown, { texts, zone, unit });
  }, [points, from, until, texts, zone, unit]);
  return <Chart title={title} data={data} />;
}

interface BalanceChartTools extends Pick<TimeSettings, 'zone'> {
  readonly texts: ComponentTexts;
  readonly unit: Unit;
}

/** Significant digits of the labels of an axis in pebbles. An axis in CRN shows all decimals. */
const PEBBLE_DIGITS = 6;

function balanceChart(points: readonly BalancePoint[], tools: BalanceChartTools): ChartData {
  const { texts, zone, unit } = tools;
  const { locale } = texts;
  const xs = risingTimes(points);
  const tick = new Intl.NumberFormat(
    locale,
    unit === 'pebbles'
      ? { notation: 'compact', maximumSignificantDigits: PEBBLE_DIGITS }
      : { maximumFractionDigits: COIN_DECIMALS },
  );
  const balances = points.map(({ balance }) => balance);
  const last = points.length - 1;
  return {
    xs,
    xLabel: texts.t('time'),
    xText: (index) =>
      index === last ? texts.t('now') : exactTime(points[index]?.time ?? 0, { zone, locale }),
    xTick: timeTicks(locale, zone, (xs.at(-1) ?? 0) - (xs[0] ?? 0)),
    xUnit: 'seconds',
    yTick: (y) => tick.format(y),
    label: texts.t('balance'),
    kind: 'step',
    values: balances.map((balance) => amountNumber(balance, unit)),
    text: (index) => amountText(balances[index] ?? 0n, locale, unit),
  };
}

const DAY = 86_400;

/** Formats the time axis: times of day, days or months. @param span seconds from its first to its last value */
function timeTicks(locale: string, zone: TimeSettings['zone'], span: number): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    ...(zone === 'utc' && { timeZone: 'UTC' }),
    ...(span < 2 * DAY
      ? {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
          ...(span < DAY / 24 && { second: '2-digit' }),
        }
      : { month: 'short', ...(span < 366 * DAY ? { day: 'numeric' } : { year: 'numeric' }) }),
  });
  return (seconds) => format.format(seconds * 1_000);
}

/**
 * The points from a time on. The first point has that time and the balance at that time, unless the series begins
 * later.
 * @param points oldest first
 */
export function pointsFrom(points: readonly BalancePoint[], from: number): BalancePoint[] {
  const before = points.findLastIndex(({ time }) => time <= from);
  if (before === -1) return [...points];
  return [{ time: from, balance: points[before]!.balance }, ...points.slice(before + 1)];
}

/** The same points, extended to `until` with the newest balance. */
export function pointsUntil(points: readonly BalancePoint[], until: number): readonly BalancePoint[] {
  const newest = points.at(-1);
  return newest === undefined || newest.time >= until
    ? points
    : [...points, { time: until, balance: newest.balance }];
}

/**
 * The times of the points. A time earlier than the one before it is raised to that one, because an axis cannot go back:
 * a block may have an earlier time than its parent.
 */
export function risingTimes(points: readonly BalancePoint[]): number[] {
  let latest = -Infinity;
  return points.map(({ time }) => (latest = Math.max(latest, time)));
}
