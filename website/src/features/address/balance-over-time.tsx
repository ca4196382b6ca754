import type { Address } from '@cairn/protocol';
import { BalancePlot, Card, plotBalance } from '@cairn/ui';
import { useMemo, useRef } from 'preact/hooks';
import { placeOf, timesOf } from '../lists/index.ts';
import { Region, type RegionProof } from '../verify/index.ts';
import type { Selection } from './ledger.ts';
import { isWhole, movement, type NewestRows } from './rows.ts';
import { useTranslations } from './texts.ts';

interface BalanceOverTimeProps {
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

/**
 * Card with the balance over time from the newest transactions to now, or over the chosen time. It has its place while the rows are
 * being proven, and where the chosen time has too few changes to draw, so that nothing moves.
 */
export function BalanceOverTime({ address, rows, now, selection, proof }: BalanceOverTimeProps) {
  const { t } = useTranslations();
  const { from_time: from, to_time: to } = timesOf(selection, now);
  const plot = useMemo(
    () => rows && plotBalance(historyOf(rows, address), { now, from, to }),
    [rows, address, now, from, to],
  );
  const isChosen = (from ?? to) !== undefined;
  const isShort = useRef(false);
  if (rows !== undefined) isShort.current = plot === undefined && !isChosen;
  if (isShort.current || (rows === undefined && proof !== 'checking')) return null;
  if (rows === undefined || plot === undefined) {
    const missing = (
      <Card title={t('address.plot')}>
        <p class="balance-missing c-small c-faint">{rows !== undefined && t('address.plotNone')}</p>
      </Card>
    );
    return rows === undefined ? (
      <div class="needs-script">{missing}</div>
    ) : (
      <Region proof={proof}>{missing}</Region>
    );
  }
  return (
    <Region proof={proof}>
      <Card title={t('address.plot')}>
        <BalancePlot plot={plot} />
        {(!isWhole(rows) || !isChosen) && (
          <p class="c-small c-faint">
            {plot.dots.length === rows.total
              ? t('address.plotWhole')
              : t('address.plotPartly', { examined: plot.dots.length, total: rows.total })}
          </p>
        )}
      </Card>
    </Region>
  );
}

function historyOf(rows: NewestRows, address: Address) {
  const changes = rows.items.map((row) => {
    const moved = movement(row, address);
    return { key: placeOf(row), time: row.block_timestamp, change: moved.in - moved.out };
  });
  return { changes, balance: rows.balance, isWhole: isWhole(rows) };
}
