import { parsePebbles } from '@cairn/protocol';
import { Amount, Card, classes, LinkButton } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { BackupNotice, useNeedsBackup } from '../../shared/backup-notice.tsx';
import { NoData, SessionNotices, useIsCurrent } from '../../shared/node-state.tsx';
import { hrefOf } from '../../shared/route.ts';
import { Screen } from '../../shared/screen.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../model/context.ts';
import { DiscoveryNotice, totalOf, useBalances } from '../accounts/index.ts';
import { PhraseDrill } from '../backup/index.ts';
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
          <PhraseDrill />
          <BalanceChart />
          <RecentActivity />
        </div>
        {!useNeedsBackup() && <AddressCard />}
      </div>
    </Screen>
  );
}

/** The newest transactions; nothing for an account without any. */
function RecentActivity() {
  const { data } = useWallet();
  const items = data?.history.confirmed.slice(0, RECENT_COUNT) ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={t('overview.recent')} actions={<a href={hrefOf('activity')}>{t('overview.all')}</a>} flush>
      <ul class="c-rows c-rows--flush" aria-label={t('overview.recent')}>
        {items.map((item) => (
          <TransactionRow key={item.id} transaction={item} />
        ))}
      </ul>
    </Card>
  );
}

/**
 * Card with the selected account's confirmed balance and the links to send and receive; while transfers are pending also
 * with what is spendable and on its way out, and with several accounts what they hold together.
 */
export function BalanceCard() {
  const { data, wallet } = useWallet();
  const isCurrent = useIsCurrent();
  const own = wallet.accounts.filter(({ kind }) => kind === 'own');
  const total = totalOf(own, useBalances(own.length > 1 ? own : []));
  const { selected } = wallet;
  const confirmed = data && parsePebbles(data.account.balance);
  const spendable = data && parsePebbles(data.account.spendable_balance);
  const isPending = data !== undefined && data.account.pending_outgoing_count > 0;
  const isEmpty = confirmed === 0n;
  const actions = [
    <LinkButton key="receive" variant={isEmpty ? 'primary' : 'secondary'} href={hrefOf('receive')}>
      <WalletIcon name="receive" /> {t('shell.receive')}
    </LinkButton>,
    selected.kind === 'own' && (
      <LinkButton key="send" variant={isEmpty ? 'secondary' : 'primary'} href={hrefOf('send')}>
        <WalletIcon name="send" /> {t('shell.send')}
      </LinkButton>
    ),
  ];
  return (
    <Card title={t('balance.title')}>
      <div class={classes('c-stack w-balance', data !== undefined && !isCurrent && 'w-balance--old')}>
        {confirmed === undefined || spendable === undefined ? (
          <NoData />
        ) : (
          <dl class="w-balance__parts">
            <Part label={t('common.confirmed')} main>
              <Amount value={confirmed} large />
            </Part>
            {isPending && (
              <>
                <Part label={t('common.spendable')}>
                  <Amount value={spendable} />
                </Part>
                <Part label={t('balance.pending_out')}>
                  <Amount value={confirmed - spendable} direction="out" />
                </Part>
              </>
            )}
            {total !== undefined && (
              <Part label={<a href={hrefOf('accounts')}>{t('balance.all')}</a>}>
                <Amount value={total} />
              </Part>
            )}
          </dl>
        )}
      </div>
      <div class="c-row">{isEmpty ? actions : actions.toReversed()}</div>
    </Card>
  );
}

function Part(props: { label: ComponentChildren; main?: boolean; children: ComponentChildren }) {
  return (
    <div class={props.main === true ? 'w-balance__main' : undefined}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
