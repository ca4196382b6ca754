import type { Address } from '@cairn/protocol';
import { BalanceChart, Card, useUnitName } from '@cairn/ui';
import { balanceSeries } from '@cairn/wallet/balance-series';
import { useMemo } from 'preact/hooks';
import { useChain } from '../../site/use-chain.ts';
import { isWhole, type NewestRows } from './rows.ts';
import { type Translations, useTranslations } from './texts.ts';

const MINUTE_MS = 60_000;

interface BalancePlotProps {
  address: Address;
  /** `undefined` until they are known. */
  rows: NewestRows | undefined;
}

/** Chart of the address's balance over time, computed from its newest transactions. */
export function BalancePlot({ address, rows }: BalancePlotProps) {
  const { t } = useTranslations();
  const unit = useUnitName();
  const { receivedAt = 0 } = useChain();
  const points = useMemo(() => {
    const confirmed = rows?.items.map((item) => ({ ...item, timestamp: item.block_timestamp }));
    return confirmed && balanceSeries({ address, ...rows!, confirmed, complete: isWhole(rows!) });
  }, [address, rows]);
  // Rows and balance that contradict each other have no chart.
  if (rows !== undefined && (points === undefined || points.length === 0)) return null;
  // Rounded to a minute, so that not every answer redraws the chart.
  const until = Math.ceil(receivedAt / MINUTE_MS) * 60;
  return (
    <Card title={t('chart.titleIn', { title: t('address.plot'), unit })}>
      <BalanceChart title={t('address.plot')} points={points} until={until} />
      <p class="c-small c-faint">{rows === undefined ? '\u00a0' : reachText(rows, t)}</p>
    </Card>
  );
}

/** How far back the rows reach. */
export function reachText(rows: NewestRows, t: Translations['t']): string {
  if (isWhole(rows)) return t('address.plotWhole');
  return t('address.plotPartly', { examined: rows.items.length, total: rows.total });
}
