import { Button } from '@cairn/ui';
import { useWallet } from '../lib/context.ts';
import { useTask } from '../lib/use-task.ts';
import { describeFailure } from '../lib/words.ts';
import { SelectField } from './select-field.tsx';
import { WalletIcon } from './wallet-icon.tsx';

/** `Account 3`, as everywhere in the wallet: the number is the derivation's. */
export function accountName(index: number): string {
  return `Account ${index}`;
}

/** Chooses among the wallet's accounts, and adds the next one. */
export function AccountSwitcher() {
  const { model, wallet } = useWallet();
  const task = useTask();
  const options = wallet.accounts.map(({ index, address }) => ({
    value: String(index),
    label: `${accountName(index)} · ${address.slice(0, 6)}…${address.slice(-6)}`,
  }));
  return (
    <div class="w-switcher">
      <SelectField
        label="Account"
        hideLabel
        value={String(wallet.selected.index)}
        options={options}
        disabled={task.busy}
        onChange={(value) => task.run(() => model.selectAccount(Number(value)))}
      />
      <Button
        label="Add account"
        title="Add the next account"
        disabled={task.busy}
        onClick={() => task.run(() => model.addAccount())}
      >
        <WalletIcon name="plus" />
      </Button>
      {task.error !== undefined && (
        <p class="c-field__error" role="alert">
          {describeFailure(task.error)}
        </p>
      )}
    </div>
  );
}
