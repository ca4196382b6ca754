import { useAmountText } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { useSettings, useWallet } from '../../wallet/context.ts';
import { accountName } from '../../shared/names.ts';
import { useBalances } from './use-balances.ts';
import { useTask } from '../../shared/use-task.ts';
import { describeFailure } from '../../shared/error-texts.ts';
import { SelectField } from '../../shared/fields.tsx';
import { t } from './texts.ts';

/** A list to select the account that the screens show. */
export function AccountSwitcher() {
  const { model, wallet } = useWallet();
  const task = useTask();
  const { hideAmounts } = useSettings();
  // Request balances only when the list is about to open: every screen shows the switcher, but few users open it.
  const [opening, setOpening] = useState(false);
  const balances = useBalances(opening ? wallet.accounts : []);
  const write = useAmountText();
  const options = wallet.accounts.map((account) => {
    const { address } = account;
    const balance = balances.get(address);
    const parts = [accountName(account), `${address.slice(0, 6)}…${address.slice(-6)}`];
    if (balance !== undefined && !hideAmounts) parts.push(write(balance));
    return { value: address, label: parts.join(' · ') };
  });
  const choose = (chosen: string): void => {
    const account = wallet.accounts.find(({ address }) => address === chosen);
    if (account !== undefined) task.run(() => model.selectAccount(account.ref));
  };
  return (
    <div class="w-switcher" onFocusIn={() => setOpening(true)} onPointerEnter={() => setOpening(true)}>
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
