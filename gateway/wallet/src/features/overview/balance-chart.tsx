import { COIN_DECIMALS, parsePebbles } from '@cairn/protocol';
import { amountNumber, amountText, Card, Chart, type ChartData, exactTime } from '@cairn/ui';
import { currentLanguage } from '@cairn/ui/messages.js';
import { type BalancePoint, balanceSeries } from '@cairn/wallet';
import { useMemo } from 'preact/hooks';
import { useSettings, useWallet } from '../../model/context.ts';
import type { AccountData } from '../../model/state.ts';
import type { Settings } from '../../model/settings.ts';
import { t } from './texts.ts';

/** Card with a chart of the confirmed balance over the loaded history. */
export function BalanceChart({ data }: { data: AccountData }) {
  const { hideAmounts } = useSettings();
  return (
    <Card title={t('chart.title')}>
      {hideAmounts ? <p class="c-muted">{t('chart.hidden')}</p> : <Drawing data={data} />}
    </Card>
  );
}

function Drawing({ data: { account, history } }: { data: AccountData }) {
  const { wallet, state } = useWallet();
  const { unit, timeZone } = useSettings();
  const { address } = wallet.selected;
  const { confirmed, nextCursor } = history;
  // Rounded to a minute, so that the chart is not drawn again after each answer.
  const until = Math.ceil((state.answeredAt ?? 0) / 60_000) * 60;
  const chart = useMemo(() => {
    const balance = parsePebbles(account.balance);
    const points = balanceSeries({ address, balance, confirmed, complete: nextCursor === null });
    return points && chartOf(points, { until, unit, timeZone });
  }, [address, account.balance, confirmed, nextCursor, until, unit, timeZone]);
  if (chart === undefined) return <p class="c-muted">{t('chart.mismatch')}</p>;
  return <Chart title={t('chart.title')} data={chart} />;
}

/** Significant digits of the labels of an axis in pebbles. An axis in CRN shows all decimals. */
const PEBBLE_DIGITS = 6;
const DAY = 86_400;

interface Shown extends Pick<Settings, 'unit' | 'timeZone'> {
  /** Unix seconds of the right edge, to which the newest balance extends. */
  readonly until: number;
}

/** @param series oldest first */
export function chartOf(series: readonly BalancePoint[], { until, unit, timeZone: zone }: Shown): ChartData {
  const locale = currentLanguage();
  // The oldest transaction may be much older than the others: the chart begins with the second one.
  const points = series.slice(series.length > 1 ? 1 : 0);
  const newest = points.at(-1);
  if (newest !== undefined && newest.time < until) points.push({ ...newest, time: until });
  // An axis cannot go back, but a block may have an earlier time than its parent.
  let latest = -Infinity;
  const xs = points.map(({ time }) => (latest = Math.max(latest, time)));
  const last = xs.length - 1;
  const span = (xs.at(-1) ?? 0) - (xs[0] ?? 0);
  const times = new Intl.DateTimeFormat(locale, {
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
  const amounts = new Intl.NumberFormat(
    locale,
    unit === 'pebbles'
      ? { notation: 'compact', maximumSignificantDigits: PEBBLE_DIGITS }
      : { maximumFractionDigits: COIN_DECIMALS },
  );
  return {
    xs,
    xLabel: t('chart.time'),
    xText: (index) => (index === last ? t('chart.now') : exactTime(xs[index] ?? 0, { zone, locale })),
    xTick: (seconds) => times.format(seconds * 1_000),
    xUnit: 'seconds',
    yTick: (y) => amounts.format(y),
    label: t('chart.balance'),
    kind: 'step',
    values: points.map(({ balance }) => amountNumber(balance, unit)),
    text: (index) => amountText(points[index]?.balance ?? 0n, locale, unit),
  };
}
