import { parsePebbles } from '@cairn/protocol';
import { BalancePlot, Card, plotBalance, useStore } from '@cairn/ui';
import { balanceChange } from '@cairn/wallet';
import { useMemo } from 'preact/hooks';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** Card with the confirmed balance over the loaded history; nothing below three changes, or while amounts are hidden. */
export function BalanceChart() {
  const { model, wallet, state, data } = useWallet();
  const hideAmounts = useStore(model.settings.hideAmounts);
  const { address } = wallet.selected;
  const confirmed = data?.history.confirmed;
  // Rounded to a minute, so that it is not drawn again after each answer.
  const now = Math.ceil((state.answeredAt ?? 0) / 60_000) * 60;
  const plot = useMemo(() => {
    if (data === undefined) return undefined;
    const changes = data.history.confirmed.map((item) => ({
      key: item.id,
      time: item.timestamp ?? 0,
      change: balanceChange(item, address),
    }));
    const balance = parsePebbles(data.account.balance);
    return plotBalance({ changes, balance, isWhole: data.history.nextCursor === null }, { now });
  }, [address, data?.account.balance, confirmed, now]);
  if (plot === undefined || hideAmounts) return null;
  return (
    <Card title={t('chart.title')}>
      <BalancePlot plot={plot} />
    </Card>
  );
}
