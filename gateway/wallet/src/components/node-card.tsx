import { Card, type KeyValue } from '@cairn/ui';
import { useWallet } from '../lib/context.ts';
import { hrefOf } from '../lib/route.ts';
import { formatNumber, t } from '../messages/messages.ts';
import { Facts } from './facts.tsx';
import { NodeBadge } from './node-badge.tsx';
import { Staleness, useIsCurrent } from './node-staleness.tsx';

/** The node in short. */
export function NodeCard() {
  const { state } = useWallet();
  const { status } = state;
  const current = useIsCurrent(state.answeredAt) || state.answeredAt === undefined;
  const items: KeyValue[] = [
    { label: t('node.state'), value: <NodeBadge state={state} /> },
    { label: t('node.network'), value: status?.network ?? '–' },
    { label: t('node.height'), value: status === undefined ? '–' : formatNumber(status.height) },
  ];
  return (
    <Card
      title={t('node.title')}
      actions={<a href={hrefOf('node')}>{t('node.details')}</a>}
      flush
      footer={current ? undefined : <Staleness readAt={state.answeredAt} />}
    >
      <Facts items={items} />
    </Card>
  );
}

/** Whether pending transactions can be read, as far as the node told. */
export function describeMempool(available: boolean | undefined): string {
  if (available === undefined) return '–';
  return t(available ? 'node.mempool_available' : 'node.mempool_unavailable');
}
