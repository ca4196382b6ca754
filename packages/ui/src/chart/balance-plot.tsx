import { Amount } from '../components/amount.tsx';
import { useComponentTexts } from '../language/component-texts.ts';
import { useTimeSettings } from '../lib/clock.ts';
import { timeParts } from '../lib/time.ts';

/** What one transaction does to a balance. */
export interface BalanceChange {
  readonly key: string;
  /** Unix seconds of its block. */
  readonly time: number;
  /** Pebbles; negative where more leaves than arrives. */
  readonly change: bigint;
}

export interface BalanceHistory {
  /** Newest first, none left out. */
  readonly changes: readonly BalanceChange[];
  /** Pebbles, after the newest of them. */
  readonly balance: bigint;
  /** True if there are no older changes. */
  readonly isWhole: boolean;
}

/** Both ends of a chart in Unix seconds. An open end is the first change, or `now`. */
interface Times {
  readonly now: number;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Of the drawing, which is stretched to the width of the page. */
const [WIDTH, HEIGHT] = [1_000, 160];
/** Part of the balances' range above the highest and below the lowest one. */
const MARGIN = 0.08;
/** Diameters of the dots in pixels: the area is that of the change. With more dots than have room side by side, all are smaller. */
const [SMALLEST, LARGEST] = [4, 14];
const ROOM = 60;
const LEAST_SIZE = 3;
/** A chart of changes at fewer times says less than a list of them. */
const FEWEST = 3;
/** The first time is left out if the wait after it takes more than this part of the axis: the others would be one line. */
const LONGEST_WAIT = 0.9;

/**
 * The drawing of a balance over time, with a dot at each change.
 * @returns `undefined` for changes at fewer than three times, and for changes and a balance that contradict each other
 */
export function plotBalance({ changes, balance, isWhole }: BalanceHistory, { now, from = 0, to }: Times) {
  let left = balance;
  const all = changes.map((one) => {
    const point = { ...one, balance: left };
    left -= one.change;
    return point;
  });
  if (left < 0n || (isWhole && left !== 0n) || all.some((point) => point.balance < 0n)) return undefined;
  const chosen = all.filter(({ time }) => time >= from && (to === undefined || time <= to)).toReversed();
  const moments = [...new Set(chosen.map(({ time }) => time))].sort((a, b) => a - b);
  if (moments.length < FEWEST) return undefined;
  const [first = 0, second = 0] = moments;
  // A block may have an earlier time than its parent, and a later one than this device.
  const end = Math.max(to ?? now, moments.at(-1)!);
  const isLate = moments.length > FEWEST && second - first > (end - first) * LONGEST_WAIT;
  const shown = isLate ? chosen.filter(({ time }) => time > first) : chosen;
  const times = shown.map(({ time }) => time);
  const begin = times.reduce((least, time) => Math.min(least, time));
  const balances = shown.map((point) => point.balance);
  const lowest = balances.reduce((least, one) => (one < least ? one : least));
  const highest = balances.reduce((most, one) => (one > most ? one : most));
  const range = Number(highest - lowest) || 1;
  const xOf = (time: number) => round(((time - begin) / (end - begin || 1)) * WIDTH);
  const yOf = (value: bigint) =>
    round(HEIGHT * (1 - (Number(value - lowest) / range + MARGIN) / (1 + 2 * MARGIN)));
  const sizes = shown.map(({ change }) => Math.abs(Number(change)));
  const largest = sizes.reduce((most, size) => Math.max(most, size), 1);
  const crowding = Math.min(1, ROOM / shown.length);
  const sizeOf = (size: number) => SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(size / largest);
  const steps = shown.map((point) => `H${xOf(point.time)}V${yOf(point.balance)}`);
  return {
    begin,
    end,
    /** True if it ends now, not at a chosen time. */
    isOpen: to === undefined,
    lowest,
    highest,
    line: `M${xOf(times[0]!)} ${yOf(balances[0]!)}${steps.slice(1).join('')}H${WIDTH}`,
    dots: shown.map(({ key, time, change, balance: after }, index) => ({
      key,
      x: xOf(time),
      y: yOf(after),
      size: round(Math.max(LEAST_SIZE, sizeOf(sizes[index]!) * crowding)),
      isPaid: change > 0n,
    })),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Shows what `plotBalance` has drawn, with the least and the greatest balance and the times of both ends. */
export function BalancePlot({ plot }: { plot: NonNullable<ReturnType<typeof plotBalance>> }) {
  const { t, locale } = useComponentTexts();
  const { zone } = useTimeSettings();
  const isShort = plot.end - plot.begin < 2 * 86_400;
  const format = (time: number) => {
    const { date, minute, toMinute } = timeParts(time, { locale, zone });
    return isShort ? { text: toMinute, now: minute } : { text: date, now: date };
  };
  const [{ text: begin }, { text: end, now }] = [format(plot.begin), format(plot.end)];
  return (
    <div class="c-balance">
      <div class="c-balance__scale c-small c-faint">
        <Amount value={plot.highest} />
        <Amount value={plot.lowest} />
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('balance.fromTo', { from: begin, to: end })}
      >
        <path class="c-balance__line" d={plot.line} />
        {plot.dots.map(({ key, x, y, size, isPaid }) => (
          <path
            key={key}
            class={isPaid ? 'c-balance__in' : 'c-balance__out'}
            d={`M${x} ${y}h.01`}
            stroke-width={size}
          />
        ))}
      </svg>
      <div class="c-balance__times c-small c-faint">
        <span>{begin}</span>
        <span>{plot.isOpen ? t('balance.now', { time: now }) : end}</span>
      </div>
    </div>
  );
}
