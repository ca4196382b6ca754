import type { RpcAccount } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';
import { Amount, Card, classes, EmptyState, LinkButton } from '@cairn/ui';
import { BackupNotice, useNeedsBackup } from '../../shared/backup-notice.tsx';
import { NoData, SessionNotices, Staleness, useIsCurrent } from '../../shared/node-state.tsx';
import { accountName } from '../../shared/names.ts';
import { hrefOf } from '../../shared/route.ts';
import { Screen } from '../../shared/screen.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../model/context.ts';
import { DiscoveryNotice } from '../accounts/index.ts';
import { AddressCard } from '../receive/index.ts';
import { TestCoinsCard } from '../test-coins/index.ts';
import { OutboxList, PendingTransfers, TransactionRow } from '../transfers/index.ts';
import { BalanceChart } from './balance-chart.tsx';
import { t } from './texts.ts';
import './overview.css';

/** Number of transactions on the overview. */
const RECENT_COUNT = 6;

/** Balance, recent activity and address. */
export function Overview() {
  const { data } = useWallet();
  return (
    <Screen title={t('shell.overview')}>
      <SessionNotices />
      <BackupNotice />
      <DiscoveryNotice />
      <OutboxList />
      <div class="w-columns">
        <div class="c-stack">
          <BalanceCard />
          <TestCoinsCard />
          <PendingTransfers />
          {data !== undefined && data.history.confirmed.length > 0 && <BalanceChart data={data} />}
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
        <EmptyState title={t('history.none')}>{t('history.noneText')}</EmptyState>
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

/** Card with the selected account's balance, and links to send and receive. */
export function BalanceCard() {
  const { data, wallet } = useWallet();
  const current = useIsCurrent();
  return (
    <Card title={t('balance.title')} actions={<span>{accountName(wallet.selected)}</span>}>
      <div class={classes('c-stack w-balance', data !== undefined && !current && 'w-balance--old')}>
        {data === undefined ? <NoData /> : <Amounts account={data.account} />}
        {data !== undefined && <Staleness />}
      </div>
      <div class="c-row">
        {wallet.selected.kind === 'own' && (
          <LinkButton variant="primary" href={hrefOf('send')}>
            <WalletIcon name="send" /> {t('shell.send')}
          </LinkButton>
        )}
        <LinkButton href={hrefOf('receive')}>
          <WalletIcon name="receive" /> {t('shell.receive')}
        </LinkButton>
      </div>
    </Card>
  );
}

/** The confirmed balance and, while transfers are pending, what is spendable and what is on its way out. */
function Amounts({ account }: { account: RpcAccount }) {
  const confirmed = parsePebbles(account.balance);
  const spendable = parsePebbles(account.spendable_balance);
  return (
    <dl class="w-balance__parts">
      <div class="w-balance__main">
        <dt>{t('common.confirmed')}</dt>
        <dd>
          <Amount value={confirmed} />
        </dd>
      </div>
      {account.pending_outgoing_count > 0 && (
        <>
          <div>
            <dt>{t('common.spendable')}</dt>
            <dd>
              <Amount value={spendable} />
            </dd>
          </div>
          <div>
            <dt>{t('balance.pending_out')}</dt>
            <dd>
              <Amount value={confirmed - spendable} direction="out" />
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}
