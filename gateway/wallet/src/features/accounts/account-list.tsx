import { Badge, Button } from '@cairn/ui';
import { Amount } from '../../shared/amount.tsx';
import { accountName } from '../../shared/names.ts';
import { CheckedAddress } from '../../shared/address.tsx';
import { Entry } from '../../shared/entry.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../wallet/context.ts';
import { useTask } from '../../shared/use-task.ts';
import { describeFailure } from '../../shared/error-texts.ts';
import type { WalletAccount } from '../../wallet/state.ts';
import { useBalances } from './use-balances.ts';
import { t } from './texts.ts';

/** Accounts with names and addresses; the selected one is marked. */
export function AccountList(props: {
  label: string;
  accounts: readonly WalletAccount[];
  onEdit: (account: WalletAccount) => void;
}) {
  const balances = useBalances(props.accounts);
  return (
    <ul class="c-rows" aria-label={props.label}>
      {props.accounts.map((account) => (
        <AccountEntry
          key={account.address}
          account={account}
          balance={balances.get(account.address)}
          onEdit={() => props.onEdit(account)}
        />
      ))}
    </ul>
  );
}

function AccountEntry(props: {
  account: WalletAccount;
  /** Confirmed balance in pebbles; absent if not known. */
  balance: bigint | undefined;
  onEdit: () => void;
}) {
  const { account, balance, onEdit } = props;
  const { model, wallet } = useWallet();
  const task = useTask();
  const name = accountName(account);
  const shown = wallet.selected.address === account.address;
  return (
    <Entry
      name={name}
      address={account.address}
      class="w-entry--account"
      current={shown}
      actions={
        <>
          {shown ? (
            <Badge tone="accent">{t('accounts.shown')}</Badge>
          ) : (
            <Button
              size="sm"
              label={t('accounts.showNamed', { name })}
              busy={task.busy}
              onClick={() => task.run(() => model.vault.selectAccount(account.ref))}
            >
              {t('accounts.show')}
            </Button>
          )}
          <Button variant="ghost" size="sm" label={t('accounts.change', { name })} onClick={onEdit}>
            <WalletIcon name="edit" />
          </Button>
        </>
      }
    >
      <span class="c-strong">
        {name} {account.kind === 'watched' && <Badge tone="neutral">{t('accounts.watchOnly')}</Badge>}
      </span>
      {balance !== undefined && <Amount value={balance} />}
      {account.kind === 'own' && !wallet.backedUp ? (
        <span class="c-faint c-small">{t('accounts.addressLater')}</span>
      ) : (
        <CheckedAddress address={account.address} what={t('accounts.addressWord')} />
      )}
      {task.error !== undefined && (
        <p class="c-field__error" role="alert">
          {describeFailure(task.error)}
        </p>
      )}
    </Entry>
  );
}
