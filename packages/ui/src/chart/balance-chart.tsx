import { COIN_DECIMALS } from '@cairn/protocol';
import { useMemo, useState } from 'preact/hooks';
import { Amount } from '../components/amount.tsx';
import { useUiWords } from '../language/language.tsx';
import type { UiWords } from '../language/words.ts';
import { dayOf, endOfDay, exactTime } from '../lib/time.ts';
import { type TimeSettings, useTimeSettings } from '../lib/time-settings.ts';
import { amountNumber, type Unit } from '../lib/unit.ts';
import { useAmountText } from '../lib/use-amount-text.ts';
import { useUnit } from '../lib/use-unit.ts';
import { balanceAt, type BalancePoint, pointsFrom, pointsUntil, risingTimes } from './balance-points.ts';
import type { ChartData } from './chart-model.ts';
import { Chart } from './chart.tsx';

export interface BalanceChartProps {
  title: string;
  /** Oldest first, one for each block that changed the balance; absent while they are on their way. */
  points: readonly BalancePoint[] | undefined;
  /** Unix seconds of the left edge; everything that is known by default. */
  from?: number | undefined;
  /** Unix seconds up to which the newest balance holds. */
  until: number;
}

/** The confirmed balance of an account over time, and what it was at the end of any day. */
export function BalanceChart({ title, points, from = -Infinity, until }: BalanceChartProps) {
  const words = useUiWords();
  const { zone } = useTimeSettings();
  const unit = useUnit();
  const amountText = useAmountText();
  const data = useMemo(() => {
    if (points === undefined) return undefined;
    const shown = pointsUntil(pointsFrom(points, from), until);
    return balanceChart(shown, { words, zone, unit, amountText });
  }, [points, from, until, words, zone, unit, amountText]);
  return (
    <>
      <Chart title={title} data={data} />
      {points?.[0] !== undefined && <DayBalance points={points} until={until} />}
    </>
  );
}

/** The balance at the end of a day that the reader chooses; of today, as it is now. */
function DayBalance({ points, until }: { points: readonly BalancePoint[]; until: number }) {
  const words = useUiWords();
  const { zone } = useTimeSettings();
  const [day, setDay] = useState('');
  const [first, today] = [dayOf(points[0]!.time, zone), dayOf(until, zone)];
  const end = day > today ? undefined : endOfDay(day, zone);
  const balance = end === undefined ? undefined : balanceAt(points, end);
  return (
    <p class="c-chart__day">
      <label>
        {words.endOfDay}{' '}
        <input type="date" min={first} max={today} onInput={(event) => setDay(event.currentTarget.value)} />
      </label>
      <output>
        {balance !== undefined && <Amount value={balance} />}
        {end !== undefined && balance === undefined && words.beforeChart}
      </output>
    </p>
  );
}

interface BalanceChartTools extends Pick<TimeSettings, 'zone'> {
  readonly words: UiWords;
  readonly unit: Unit;
  readonly amountText: (pebbles: bigint) => string;
}

/** Digits of pebbles on the axis; as coins all of them show. */
const PEBBLE_DIGITS = 6;

/** The axis begins at zero where the lowest balance is below this part of the highest: otherwise small steps would be flat. */
const NEAR_ZERO = 3n;

function balanceChart(points: readonly BalancePoint[], tools: BalanceChartTools): ChartData {
  const { words, zone, unit, amountText } = tools;
  const { locale } = words;
  const xs = risingTimes(points);
  const tick = new Intl.NumberFormat(
    locale,
    unit === 'pebbles'
      ? { notation: 'compact', maximumSignificantDigits: PEBBLE_DIGITS }
      : { maximumFractionDigits: COIN_DECIMALS },
  );
  const balances = points.map(({ balance }) => balance);
  const last = points.length - 1;
  const [lowest, highest] = balances.reduce(
    ([low, high], balance) => [balance < low ? balance : low, balance > high ? balance : high],
    [balances[0] ?? 0n, 0n],
  );
  return {
    xs,
    xLabel: words.time,
    xText: (index) => (index === last ? words.now : exactTime(points[index]?.time ?? 0, { zone, locale })),
    xTick: timeTicks(locale, zone, (xs.at(-1) ?? 0) - (xs[0] ?? 0)),
    xSteps: 'seconds',
    yTick: (y) => tick.format(y),
    fromZero: lowest * NEAR_ZERO < highest,
    series: [
      {
        label: words.balance,
        kind: 'step',
        ink: 1,
        values: balances.map((balance) => amountNumber(balance, unit)),
        text: (index) => amountText(balances[index] ?? 0n),
      },
    ],
  };
}

const DAY = 86_400;

/** Times of day, days or months, by what the axis spans. @param span seconds */
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
