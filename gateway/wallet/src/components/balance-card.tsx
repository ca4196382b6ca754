import { Amount, Card, LinkButton } from '@cairn/ui';
import { readAccountAmounts } from '@cairn/wallet';
import { useWallet } from '../lib/context.ts';
import { hrefOf } from '../lib/route.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import { NoData } from './no-data.tsx';
import { WalletIcon } from './wallet-icon.tsx';

/** The selected account's amounts, and the two things one does with them. */
export function BalanceCard() {
  const { data, state } = useWallet();
  const stale = data !== undefined && state.link.state !== 'online';
  return (
    <Card title="Balance" actions={<AccountSwitcher />}>
      <div class="w-balance">
        {data === undefined ? <NoData /> : <Amounts />}
        {stale && (
          <p class="c-faint c-small">As of {new Date(data.readAt).toLocaleTimeString()}; not current.</p>
        )}
      </div>
      <div class="w-balance__actions">
        <LinkButton variant="primary" href={hrefOf('send')}>
          <WalletIcon name="send" /> Send
        </LinkButton>
        <LinkButton href={hrefOf('receive')}>
          <WalletIcon name="receive" /> Receive
        </LinkButton>
      </div>
    </Card>
  );
}

function Amounts() {
  const { account } = useWallet().data!;
  const { confirmed, spendable, pendingOutgoing } = readAccountAmounts(account);
  const count = account.pending_outgoing_count;
  return (
    <dl class="w-balance__parts">
      <div class="w-balance__main">
        <dt>Confirmed</dt>
        <dd>
          <Amount value={confirmed} />
        </dd>
      </div>
      <div>
        <dt>Spendable</dt>
        <dd>{account.mempool_available ? <Amount value={spendable} /> : 'not known'}</dd>
      </div>
      <div>
        <dt>Pending</dt>
        <dd>
          {!account.mempool_available && 'not known'}
          {account.mempool_available && (
            <>
              <Amount value={pendingOutgoing} direction={pendingOutgoing > 0n ? 'out' : undefined} />
              {count > 0 && (
                <span class="c-faint">{` in ${count} ${count === 1 ? 'transfer' : 'transfers'}`}</span>
              )}
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
