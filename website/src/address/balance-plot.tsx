import type { Address } from '@cairn/protocol';
import { BalanceChart, Button, Card, useNear, useUnitName } from '@cairn/ui';
import { useRef, useState } from 'preact/hooks';
import { explorer } from '../app.ts';
import { useChange, useRecovery } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../live/chain-feed.ts';
import '../messages/groups/details/index.ts';
import { useTranslations } from '../messages/translations.ts';
import { type BalanceHistory, loadBalanceHistory } from './balance-history.ts';

/** Number of transactions to go back: at first, and after each press of the button for more. */
const DEPTHS = [100, 1_000, 5_000];

const MINUTE_MS = 60_000;

export interface BalancePlotProps {
  address: Address;
  /** Changes when the address's account changes, and after a reorganization. */
  version: string;
  view: ChainView;
}

/** Chart of the address's balance over time. Its data is loaded when it is about to become visible. */
export function BalancePlot({ address, version, view }: BalancePlotProps) {
  const { t } = useTranslations();
  const unit = useUnitName();
  const container = useRef<HTMLDivElement>(null);
  const near = useNear(container);
  const [step, setStep] = useState(0);
  const depth = DEPTHS[step] ?? 0;
  const history = useResource(
    near
      ? async (signal) => ({ read: await loadBalanceHistory(explorer, { address, depth }, signal) })
      : undefined,
    address,
  );
  useChange(`${version} ${depth}`, history.retry);
  useRecovery(history.failure, view, history.retry);
  const { data } = history;
  if (history.failure !== undefined && data === undefined) return null;
  const read = data?.read;
  const isUnknown = data !== undefined && read === undefined;
  const more = read !== undefined && read.examined < read.total && step + 1 < DEPTHS.length;
  // Rounded to a minute, so that not every answer redraws the chart.
  const until = Math.ceil((view.receivedAt ?? 0) / MINUTE_MS) * 60;
  return (
    <div ref={container}>
      <Card
        title={t('chart.titleIn', { title: t('address.plot'), unit })}
        actions={
          more ? (
            <Button
              size="sm"
              busy={history.loading && read.examined < depth}
              onClick={() => setStep(step + 1)}
            >
              {t('address.plotMore')}
            </Button>
          ) : undefined
        }
      >
        {isUnknown ? (
          <p class="c-muted">{t('address.plotUnknown')}</p>
        ) : (
          <>
            <BalanceChart title={t('address.plot')} points={read?.points} until={until} />
            <p class="c-small c-faint">{reachText(read, t)}</p>
          </>
        )}
      </Card>
    </div>
  );
}

function reachText(read: BalanceHistory | undefined, t: ReturnType<typeof useTranslations>['t']): string {
  if (read === undefined) return '\u00a0';
  const { examined, total } = read;
  return examined < total ? t('address.plotPartly', { examined, total }) : t('address.plotWhole');
}
