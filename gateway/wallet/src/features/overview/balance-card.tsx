import type { RpcAccount } from '@cairn/api/rpc';
import { parsePebbles } from '@cairn/protocol';
import { Card, classes, LinkButton } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useWallet } from '../../wallet/context.ts';
import { hrefOf } from '../../shared/route.ts';
import { accountName } from '../../shared/names.ts';
import { Amount } from '../../shared/amount.tsx';
import { NoData, Staleness, useIsCurrent } from '../../shared/data-state.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { Rich, t } from './texts.ts';

/** Card with the selected account's balance, and links to send and receive. */
export function BalanceCard() {
  const { data, wallet } = useWallet();
  const current = useIsCurrent(data?.readAt);
  return (
    <Card title={t('balance.title')} actions={<span>{accountName(wallet.selected)}</span>}>
      <div class={classes('w-balance', data !== undefined && !current && 'w-balance--old')}>
        {data === undefined ? <NoData /> : <Amounts />}
        <Staleness readAt={data?.readAt} />
      </div>
      <div class="c-row">
        {wallet.selected.kind === 'own' && (
          <LinkButton variant="primary" href={hrefOf('send')}>
            <WalletIcon name="send" /> {t('balance.send')}
          </LinkButton>
        )}
        <LinkButton href={hrefOf('receive')}>
          <WalletIcon name="receive" /> {t('balance.receive')}
        </LinkButton>
      </div>
    </Card>
  );
}

function Amounts() {
  const { account } = useWallet().data!;
  const { confirmed, spendable, pendingOutgoing } = readAmounts(account);
  const known = account.mempool_available;
  // With nothing pending, the spendable balance equals the confirmed balance: show only the confirmed balance.
  const moving = !known || account.pending_outgoing_count > 0 || spendable !== confirmed;
  return (
    <dl class="w-balance__parts">
      <Part label={t('balance.confirmed')} main>
        <Amount value={confirmed} />
      </Part>
      {moving && (
        <Part label={t('balance.spendable')}>
          {known ? <Amount value={spendable} /> : t('common.notKnown')}
        </Part>
      )}
      {moving && (
        <Part label={t('balance.pending_out')}>
          {known ? (
            <PendingOut value={pendingOutgoing} count={account.pending_outgoing_count} />
          ) : (
            t('common.notKnown')
          )}
        </Part>
      )}
    </dl>
  );
}

/**
 * Confirmed, spendable and outgoing pending amounts in pebbles. The pending amount is never negative, even if the node
 * is wrong.
 */
export function readAmounts(account: Pick<RpcAccount, 'balance' | 'spendable_balance'>) {
  const confirmed = parsePebbles(account.balance);
  const spendable = parsePebbles(account.spendable_balance);
  return { confirmed, spendable, pendingOutgoing: confirmed > spendable ? confirmed - spendable : 0n };
}

function Part(props: { label: string; main?: boolean; children: ComponentChildren }) {
  const { label, main = false, children } = props;
  return (
    <div class={classes(main && 'w-balance__main')}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PendingOut({ value, count }: { value: bigint; count: number }) {
  return (
    <>
      <Amount value={value} direction={value > 0n ? 'out' : undefined} />
      {count > 0 && (
        <span class="c-faint">
          {' '}
          <Rich k="balance.in_transfers" count={count} values={{}} />
        </span>
      )}
    </>
  );
}
