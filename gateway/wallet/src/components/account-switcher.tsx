import { useWallet } from '../lib/context.ts';
import { useTask } from '../lib/use-task.ts';
import type { WalletAccount } from '../model/state.ts';
import { t } from '../messages/messages.ts';
import { describeFailure } from '../lib/words.ts';
import { SelectField } from './select-field.tsx';

/** The account's own name; without one `Account 3`, where the number is the derivation's. */
export function accountName(account: WalletAccount): string {
  if (account.name !== '') return account.name;
  return account.kind === 'own'
    ? t('accounts.usualName', { index: String(account.index) })
    : t('accounts.watchedName');
}

/** Chooses which account the screens show. */
export function AccountSwitcher() {
  const { model, wallet } = useWallet();
  const task = useTask();
  const options = wallet.accounts.map((account) => ({
    value: account.address,
    label: `${accountName(account)} · ${account.address.slice(0, 6)}…${account.address.slice(-6)}`,
  }));
  const choose = (chosen: string): void => {
    const account = wallet.accounts.find(({ address }) => address === chosen);
    if (account !== undefined) task.run(() => model.selectAccount(account.ref));
  };
  return (
    <div class="w-switcher">
      <SelectField
        label={t('accounts.switch')}
        hideLabel
        value={wallet.selected.address}
        options={options}
        disabled={task.busy}
        onChange={choose}
      />
      {task.error !== undefined && (
        <p class="c-field__error" role="alert">
          {describeFailure(task.error)}
        </p>
      )}
    </div>
  );
}
