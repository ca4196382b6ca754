import { BalanceChart, Button, Card, useUnitName } from '@cairn/ui';
import type { ChainView } from '../../site/chain-feed.ts';
import type { BalanceHistory, BalanceReading } from './balance-history.ts';
import { type Translations, useTranslations } from './texts.ts';

const MINUTE_MS = 60_000;

export interface BalancePlotProps {
  reading: BalanceReading;
  view: ChainView;
}

/** Chart of the address's balance over time. */
export function BalancePlot({ reading, view }: BalancePlotProps) {
  const { t } = useTranslations();
  const unit = useUnitName();
  const { answer, goFurther, isGoing } = reading;
  const { data } = answer;
  if (answer.failure !== undefined && data === undefined) return null;
  const read = data?.read;
  const isUnknown = data !== undefined && read === undefined;
  // Rounded to a minute, so that not every answer redraws the chart.
  const until = Math.ceil((view.receivedAt ?? 0) / MINUTE_MS) * 60;
  return (
    <Card
      title={t('chart.titleIn', { title: t('address.plot'), unit })}
      actions={
        goFurther && (
          <Button size="sm" busy={isGoing} onClick={goFurther}>
            {t('address.plotMore')}
          </Button>
        )
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
  );
}

/** How far back a part of the history reaches. */
export function reachText(read: BalanceHistory | undefined, t: Translations['t']): string {
  if (read === undefined) return '\u00a0';
  const { examined, total } = read;
  return examined < total ? t('address.plotPartly', { examined, total }) : t('address.plotWhole');
}
