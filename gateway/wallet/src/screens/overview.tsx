import { Card, EmptyState, type KeyValue } from '@cairn/ui';
import { BackupNotice, useNeedsBackup } from '../components/backup-notice.tsx';
import { DiscoveryNotice } from '../components/discovery-notice.tsx';
import { AddressCard } from '../components/address-card.tsx';
import { BalanceCard } from '../components/balance-card.tsx';
import { NoData, Staleness, useIsCurrent } from '../components/data-state.tsx';
import { Facts } from '../components/facts.tsx';
import { NodeBadge } from '../components/node-badge.tsx';
import { OutboxList } from '../components/outbox-list.tsx';
import { PendingTransfers } from '../components/pending-transfers.tsx';
import { BalanceChartCard } from '../components/balance-chart-card.tsx';
import { Screen } from '../components/screen.tsx';
import { SessionNotices } from '../components/session-notices.tsx';
import { TestCoinsCard } from '../components/test-coins.tsx';
import { TransactionRow } from '../components/transaction-row.tsx';
import { useWallet } from '../lib/context.ts';
import { hrefOf } from '../lib/route.ts';
import { formatNumber, t } from '../messages/messages.ts';

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
