import { BalanceChart, Card } from '@cairn/ui';
import { parsePebbles } from '@cairn/protocol';
import { balanceSeries } from '@cairn/wallet';
import { useMemo } from 'preact/hooks';
import { useSettings, useWallet } from '../../wallet/context.ts';
import type { AccountData } from '../../wallet/state.ts';
import { t } from './texts.ts';

/** Card with a chart of the confirmed balance over the loaded history. */
export function BalanceChartCard({ data }: { data: AccountData }) {
  const { hideAmounts } = useSettings();
  return (
    <Card title={t('chart.title')}>
      {hideAmounts ? <p class="c-muted">{t('chart.hidden')}</p> : <Chart data={data} />}
    </Card>
  );
}

function Chart({ data: { account, history } }: { data: AccountData }) {
  const { wallet, state } = useWallet();
  const { address } = wallet.selected;
  const { confirmed, nextCursor } = history;
  const points = useMemo(
    () =>
      balanceSeries({
        address,
        balance: parsePebbles(account.balance),
        confirmed,
        complete: nextCursor === null,
      }),
    [address, account.balance, confirmed, nextCursor],
  );
  if (points === undefined) return <p class="c-muted">{t('chart.mismatch')}</p>;
  // The oldest transaction may be much older than the others: the chart begins with the second one.
  const from = confirmed.at(-2)?.timestamp ?? undefined;
  // Rounded to a minute, so that the chart is not drawn again after each answer.
  const until = Math.ceil((state.answeredAt ?? 0) / 60_000) * 60;
  return <BalanceChart title={t('chart.title')} points={points} from={from} until={until} />;
}
