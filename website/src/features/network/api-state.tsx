import { Badge, Card, Identifier, type KeyValue, KeyValueList, Skeleton, Timestamp } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { API_BASE_URL } from '../../site/config.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { useTranslations } from './texts.ts';

/** URL, state and response time of the API. */
export function ApiState({ view }: { view: ChainView }) {
  const { t, link } = useTranslations();
  const { status, failure, receivedAt } = view;
  const milliseconds = useResponseTime(receivedAt);
  const waiting = <Skeleton width="medium" />;
  const items: KeyValue[] = [
    { label: t('network.state'), value: stateOf(view, t('network.up'), t('network.down')) ?? waiting },
    {
      label: t('network.base'),
      value: <Identifier value={API_BASE_URL ?? ''} what={t('network.base')} length="whole" />,
    },
    { label: t('network.apiVersion'), value: status?.api_version ?? waiting },
    {
      label: t('network.answered'),
      value:
        receivedAt === undefined ? (
          waiting
        ) : (
          <Timestamp seconds={Math.floor(receivedAt / 1000)} show="both" />
        ),
    },
    {
      label: t('network.answerTime'),
      value: milliseconds === undefined ? waiting : t('network.milliseconds', { value: milliseconds }),
      hint: t('network.answerTimeNote'),
    },
    {
      label: t('network.tip'),
      value:
        status === undefined && failure === undefined ? (
          waiting
        ) : status?.tip_id === undefined ? (
          t('common.none')
        ) : (
          <Identifier value={status.tip_id} what={t('what.blockId')} href={link.block(status.tip_id)} />
        ),
    },
  ];
  return (
    <Card title={t('network.api')} flush>
      <KeyValueList items={items} />
    </Card>
  );
}

function stateOf({ status, failure }: ChainView, up: string, down: string) {
  if (failure !== undefined) {
    return (
      <Badge tone="error" dot>
        {down}
      </Badge>
    );
  }
  return status === undefined ? undefined : (
    <Badge tone="success" dot="pulse">
      {up}
    </Badge>
  );
}

/** Duration of the latest status request in milliseconds, as the browser measured it. */
function useResponseTime(receivedAt: number | undefined): number | undefined {
  const [milliseconds, setMilliseconds] = useState<number | undefined>(undefined);
  useEffect(() => {
    const requests = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/api/v1/status'));
    const latest = requests.at(-1);
    if (latest !== undefined) setMilliseconds(Math.max(1, Math.round(latest.duration)));
  }, [receivedAt]);
  return milliseconds;
}
