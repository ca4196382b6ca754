import { Card, EmptyState, type KeyValue } from '@cairn/ui';
import { BackupNotice, useNeedsBackup } from '../../shared/backup-notice.tsx';
import { DiscoveryNotice } from '../accounts/index.ts';
import { AddressCard } from '../receive/index.ts';
import { BalanceCard } from './balance-card.tsx';
import { NoData, Staleness, useIsCurrent } from '../../shared/data-state.tsx';
import { Facts } from '../../shared/facts.tsx';
import { NodeBadge } from '../../shared/node-badge.tsx';
import { OutboxList, PendingTransfers, TransactionRow } from '../transfers/index.ts';
import { BalanceChartCard } from './balance-chart-card.tsx';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/session-notices.tsx';
import { TestCoinsCard } from '../test-coins/index.ts';
import { useWallet } from '../../wallet/context.ts';
import { hrefOf } from '../../shared/route.ts';
import { formatNumber } from '../../shared/texts.ts';
import { t } from './texts.ts';

/** Number of transactions on the overview. */
const RECENT_COUNT = 6;

/** Balance, recent activity and address. */
export function Overview() {
  const { data } = useWallet();
  return (
    <Screen title={t('overview.title')}>
      <SessionNotices />
      <BackupNotice />
      <DiscoveryNotice />
      <OutboxList />
      <div class="w-columns">
        <div class="c-stack">
          <BalanceCard />
          <TestCoinsCard />
          <PendingTransfers />
          {data !== undefined && data.history.confirmed.length > 0 && <BalanceChartCard />}
          <RecentActivity />
        </div>
        <div class="c-stack">
          {!useNeedsBackup() && <AddressCard />}
          <NodeCard />
        </div>
      </div>
    </Screen>
  );
}

function RecentActivity() {
  const { data } = useWallet();
  const items = data?.history.confirmed.slice(0, RECENT_COUNT) ?? [];
  return (
    <Card
      title={t('overview.recent')}
      actions={<a href={hrefOf('activity')}>{t('overview.all')}</a>}
      flush={items.length > 0}
    >
      {data === undefined && <NoData />}
      {data !== undefined && items.length === 0 && (
        <EmptyState title={t('overview.nothing')}>{t('overview.nothing_text')}</EmptyState>
      )}
      {items.length > 0 && (
        <ul class="w-txs" aria-label={t('overview.recent')}>
          {items.map((item) => (
            <TransactionRow key={item.id} transaction={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The node’s main facts. */
function NodeCard() {
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
