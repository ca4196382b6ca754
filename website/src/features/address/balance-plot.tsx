import type { ExplorerTransaction } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';
import { Amount, Card, useTimeSettings } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { placeOf, type Times, timesOf } from '../lists/index.ts';
import { Region, type RegionProof } from '../verify/index.ts';
import type { Selection } from './ledger.ts';
import { balancesAfter, isWhole, movement, type NewestRows } from './rows.ts';
import { type Translations, useTranslations } from './texts.ts';

/** Of the drawing, which is stretched to the width of the page. */
const [WIDTH, HEIGHT] = [1_000, 160];
/** Part of the balances' range above the highest and below the lowest one. */
const MARGIN = 0.08;
/** Diameters of the dots in pixels: the area is that of the amount. */
const [SMALLEST, LARGEST] = [4, 18];
/** A chart of fewer changes says less than the table. */
const FEWEST = 3;

interface BalancePlotProps {
  readonly address: Address;
  /** `undefined` until they are known. */
  readonly rows: NewestRows | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** What of it is shown. */
  readonly selection: Selection;
  /** How far the rows are proven. */
  readonly proof: RegionProof;
}

/** The balance over time from the newest transactions to now, with a dot at each: its size is that of the amount. */
export function BalancePlot({ address, rows, now, selection, proof }: BalancePlotProps) {
  const { t, locale } = useTranslations();
  const { zone } = useTimeSettings();
  const times = timesOf(selection, now);
  const { from_time: from, to_time: to } = times;
  const plot = useMemo(() => rows && plotOf(rows, address, now, times), [rows, address, now, from, to]);
  if (rows === undefined || plot === undefined) return null;
  const isShort = plot.until - plot.from < 2 * 86_400;
  const dateOf = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    ...(isShort && { timeStyle: 'short' }),
    ...(zone === 'utc' && { timeZone: 'UTC' }),
  });
  return (
    <Region proof={proof}>
      <Card title={t('address.plot')}>
        <div class="balance">
          <div class="balance__scale c-small c-faint">
            <Amount value={plot.highest} />
            <Amount value={plot.lowest} />
          </div>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={t('address.plotOf', {
              from: dateOf.format(plot.from * 1000),
              to: dateOf.format(plot.until * 1000),
            })}
          >
            <path class="balance__line" d={plot.line} />
            {plot.dots.map(({ key, x, y, size, isPaid }) => (
              <path
                key={key}
                class={isPaid ? 'balance__in' : 'balance__out'}
                d={`M${x} ${y}h.01`}
                stroke-width={size}
              />
            ))}
          </svg>
          <div class="balance__times c-small c-faint">
            <span>{dateOf.format(plot.from * 1000)}</span>
            <span>
              {to === undefined
                ? t('address.plotNow', { time: dateOf.format(plot.until * 1000) })
                : dateOf.format(plot.until * 1000)}
            </span>
          </div>
        </div>
        {(!isWhole(rows) || (from ?? to) === undefined) && (
          <p class="c-small c-faint">{reachText(rows, t)}</p>
        )}
      </Card>
    </Region>
  );
}

/** What is drawn; `undefined` for too few changes, and for rows and a balance that contradict each other. */
export function plotOf(
  rows: NewestRows,
  address: Address,
  now: number,
  { from_time = 0, to_time = now }: Times = {},
) {
  const balances = balancesAfter(rows.items, address, rows.balance);
  const all = rows.items.toReversed().map((row) => ({ row, balance: balances.get(placeOf(row))! }));
  const [oldest] = all;
  if (oldest === undefined) return undefined;
  const before = oldest.balance - changeOf(oldest.row, address);
  if (all.some(({ balance }) => balance < 0n) || before < 0n || (isWhole(rows) && before !== 0n))
    return undefined;
  const isIn = (time: number) => time >= from_time && (to_time === now || time <= to_time);
  const changes = all.filter(({ row }) => isIn(row.block_timestamp));
  const [first] = changes;
  if (first === undefined || changes.length < FEWEST) return undefined;
  const times = changes.map(({ row }) => row.block_timestamp);
  const from = times.reduce((least, time) => Math.min(least, time), to_time);
  const until = times.reduce((most, time) => Math.max(most, time), to_time);
  const values = changes.map(({ balance }) => balance);
  const lowest = values.reduce((least, one) => (one < least ? one : least));
  const highest = values.reduce((most, one) => (one > most ? one : most));
  const range = Number(highest - lowest) || 1;
  const xOf = (time: number) => round(((time - from) / (until - from || 1)) * WIDTH);
  const yOf = (balance: bigint) =>
    round(HEIGHT * (1 - (Number(balance - lowest) / range + MARGIN) / (1 + 2 * MARGIN)));
  const largest = changes.reduce((most, { row }) => Math.max(most, Number(row.value)), 1);
  const steps = changes.map(({ row, balance }) => `H${xOf(row.block_timestamp)}V${yOf(balance)}`);
  return {
    from,
    until,
    lowest,
    highest,
    line: `M${xOf(from)} ${yOf(first.balance)}${steps.slice(1).join('')}H${WIDTH}`,
    dots: changes.map(({ row, balance }) => ({
      key: placeOf(row),
      x: xOf(row.block_timestamp),
      y: yOf(balance),
      size: round(SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(Number(parsePebbles(row.value)) / largest)),
      isPaid: row.from_address !== address,
    })),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

function changeOf(row: ExplorerTransaction, address: Address): bigint {
  const moved = movement(row, address);
  return moved.in - moved.out;
}

/** How far back the rows reach. */
function reachText(rows: NewestRows, t: Translations['t']): string {
  if (isWhole(rows)) return t('address.plotWhole');
  return t('address.plotPartly', { examined: rows.items.length, total: rows.total });
}
