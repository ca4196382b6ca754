import { Button, Card, Chart, type ChartData, exactTime, useAmountText, useTimeSettings } from '@cairn/ui';
import { useMemo, useState } from 'preact/hooks';
import { explorer } from '../app.ts';
import { coinsForTheEye } from '../figures/coins.ts';
import { useChange } from '../hooks/use-change.ts';
import { useRecovery } from '../hooks/use-recovery.ts';
import { useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../lib/status-store.ts';
import { useWords } from '../messages/context.tsx';
import { type BalanceHistory, loadBalanceHistory } from './balance-history.ts';

/** Transactions to go back: at first, and each time that the reader asks for more. */
const DEPTHS = [100, 1_000, 5_000];

export interface BalanceDrawingProps {
  address: string;
  /** Changes when the address's account does. */
  version: string;
  view: ChainView;
}

/** The balance of an address over its history, as far back as is asked for. */
export function BalanceDrawing({ address, version, view }: BalanceDrawingProps) {
  const { t } = useWords();
  const [step, setStep] = useState(0);
  const depth = DEPTHS[step] ?? 0;
  const history = useResource(
    async (signal) => ({ reckoned: await loadBalanceHistory(explorer, { address, depth }, signal) }),
    address,
  );
  useChange(`${version} ${depth}`, history.retry);
  useRecovery(history.failure, view, history.retry);
  const { data } = history;
  const reckoned = data?.reckoned;
  const chart = useBalanceChart(reckoned);
  if (history.failure !== undefined && data === undefined) return null;
  const more = reckoned !== undefined && reckoned.looked < reckoned.total && step + 1 < DEPTHS.length;
  return (
    <div>
      <Card
        title={t('address.plot')}
        actions={
          more ? (
            <Button
              size="sm"
              busy={history.loading && reckoned.looked < depth}
              onClick={() => setStep(step + 1)}
            >
              {t('address.plotMore')}
            </Button>
          ) : undefined
        }
      >
        {data !== undefined && reckoned === undefined ? (
          <p class="c-muted">{t('address.plotUnknown')}</p>
        ) : (
          <>
            <Chart title={t('address.plot')} data={chart} />
            <p class="c-small c-faint">{reachText(reckoned, t)}</p>
          </>
        )}
      </Card>
    </div>
  );
}

function reachText(reckoned: BalanceHistory | undefined, t: ReturnType<typeof useWords>['t']): string {
  if (reckoned === undefined) return '\u00a0';
  const { looked, total } = reckoned;
  return looked < total ? t('address.plotPartly', { looked, total }) : t('address.plotWhole');
}

function useBalanceChart(reckoned: BalanceHistory | undefined): ChartData | undefined {
  const words = useWords();
  const amountText = useAmountText();
  const { zone } = useTimeSettings();
  return useMemo(() => {
    if (reckoned === undefined) return undefined;
    const { points } = reckoned;
    const { t, count, locale } = words;
    const tick = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
    return {
      xs: points.map(({ height }) => height),
      xLabel: t('chart.block'),
      xText: (index) => {
        const point = points[index];
        return point ? `${count(point.height)} · ${exactTime(point.timestamp, { zone, locale })}` : '';
      },
      xTick: count,
      yTick: (y) => tick.format(y),
      fromZero: false,
      series: [
        {
          label: t('chart.balance'),
          kind: 'step',
          ink: 1,
          values: points.map(({ balance }) => coinsForTheEye(balance)),
          text: (index) => amountText(points[index]?.balance ?? 0n),
        },
      ],
    };
  }, [reckoned, words, amountText, zone]);
}
