import { Card, EmptyState } from '@cairn/ui';
import { BackupNotice, useNeedsBackup } from '../../shared/backup-notice.tsx';
import { DiscoveryNotice } from '../accounts/index.ts';
import { AddressCard } from '../receive/index.ts';
import { BalanceCard } from './balance-card.tsx';
import { NoData } from '../../shared/data-state.tsx';
import { OutboxList, PendingTransfers, TransactionRow } from '../transfers/index.ts';
import { BalanceChartCard } from './balance-chart-card.tsx';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/session-notices.tsx';
import { TestCoinsCard } from '../test-coins/index.ts';
import { useWallet } from '../../wallet/context.ts';
import { hrefOf } from '../../shared/route.ts';
import { t } from './texts.ts';
import './overview.css';

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
        <div class="c-stack">{!useNeedsBackup() && <AddressCard />}</div>
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
        <ul class="c-rows c-rows--flush" aria-label={t('overview.recent')}>
          {items.map((item) => (
            <TransactionRow key={item.id} transaction={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}
