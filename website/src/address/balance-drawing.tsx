import { type Address, COIN_DECIMALS } from '@cairn/protocol';
import {
  Button,
  Card,
  Chart,
  type ChartData,
  exactTime,
  useAmountText,
  useTimeSettings,
  useUnit,
  useUnitName,
} from '@cairn/ui';
import { useMemo, useState } from 'preact/hooks';
import { explorer } from '../app.ts';
import { untilTip } from '../figures/balance-series.ts';
import { amountForTheEye } from '../figures/coins.ts';
import { compactText } from '../figures/formats.ts';
import { useChange, useRecovery } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../lib/status-store.ts';
import '../messages/rooms/details/index.ts';
import { useWords } from '../messages/context.tsx';
import { type BalanceHistory, loadBalanceHistory } from './balance-history.ts';

/** Transactions to go back: at first, and each time that the reader asks for more. */
const DEPTHS = [100, 1_000, 5_000];

export interface BalanceDrawingProps {
  address: Address;
  /** Changes when the address's account does. */
  version: string;
  view: ChainView;
}

/** The balance of an address over its history, as far back as is asked for. */
export function BalanceDrawing({ address, version, view }: BalanceDrawingProps) {
  const { t } = useWords();
  const unit = useUnitName();
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
  const tip = history.failure === undefined ? view.status?.height : undefined;
  const chart = useBalanceChart(reckoned, tip);
  if (history.failure !== undefined && data === undefined) return null;
  const more = reckoned !== undefined && reckoned.looked < reckoned.total && step + 1 < DEPTHS.length;
  return (
    <div>
      <Card
        title={t('chart.titleIn', { title: t('address.plot'), unit })}
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

/** @param tip height up to which the newest balance holds, where it is known */
function useBalanceChart(
  reckoned: BalanceHistory | undefined,
  tip: number | undefined,
): ChartData | undefined {
  const words = useWords();
  const amountText = useAmountText();
  const unit = useUnit();
  const { zone } = useTimeSettings();
  return useMemo(() => {
    if (reckoned === undefined) return undefined;
    const points = untilTip(reckoned.points, tip ?? 0);
    const { t, count, locale } = words;
    const tick = new Intl.NumberFormat(locale, { maximumFractionDigits: COIN_DECIMALS });
    return {
      xs: points.map(({ height }) => height),
      xLabel: t('chart.block'),
      xText: (index) => {
        const point = points[index];
        if (point === undefined) return '';
        const { height, timestamp } = point;
        const when = timestamp === undefined ? t('address.plotTip') : exactTime(timestamp, { zone, locale });
        return `${count(height)} · ${when}`;
      },
      xTick: count,
      yTick: (y) => (unit === 'pebbles' ? compactText(words, y, 6) : tick.format(y)),
      fromZero: false,
      series: [
        {
          label: t('chart.balance'),
          kind: 'step',
          ink: 1,
          values: points.map(({ balance }) => amountForTheEye(balance, unit)),
          text: (index) => amountText(points[index]?.balance ?? 0n),
        },
      ],
    };
  }, [reckoned, tip, words, amountText, unit, zone]);
}
