import { AddressFace, Amount, Icon, Identifier } from '@cairn/ui';
import { useRef, useState } from 'preact/hooks';
import { accountName } from '../../shared/names.ts';
import { useClosing } from '../../shared/use-closing.ts';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { useWallet } from '../../model/context.ts';
import type { WalletAccount } from '../../model/state.ts';
import { t } from './texts.ts';
import { useBalances } from './use-balances.ts';
import './accounts.css';

/** A button with the account that the screens show, which unfolds into the list of all accounts with their balances. */
export function AccountSwitcher() {
  const { model, wallet } = useWallet();
  const task = useTask();
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  useClosing(container, open, () => setOpen(false));
  // Requested only while the list is open: every screen shows the button, but few people open it.
  const balances = useBalances(open ? wallet.accounts : []);
  const choose = (account: WalletAccount): void => {
    setOpen(false);
    task.run(() => model.vault.selectAccount(account.ref));
  };
  return (
    <div class="w-switcher" ref={container}>
      <button
        type="button"
        aria-label={`${t('accounts.switch')}: ${accountName(wallet.selected)}`}
        aria-expanded={open}
        aria-controls="all-accounts"
        disabled={task.busy}
        onClick={() => setOpen(!open)}
      >
        <AddressFace address={wallet.selected.address} />
        <span class="w-switcher__name">{accountName(wallet.selected)}</span>
        <Icon name="chevron-down" />
      </button>
      {open && (
        <ul class="w-switcher__list w-popover" id="all-accounts" aria-label={t('accounts.switch')}>
          {wallet.accounts.map((account) => (
            <li key={account.address}>
              <button
                type="button"
                aria-current={account.address === wallet.selected.address ? 'true' : undefined}
                onClick={() => choose(account)}
              >
                <span class="w-switcher__name">{accountName(account)}</span>
                <span>
                  {balances.has(account.address) && <Amount value={balances.get(account.address)!} />}
                </span>
                <Identifier
                  value={account.address}
                  what={t('accounts.addressWord')}
                  length="short"
                  copy={false}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TaskFailure task={task} inline />
    </div>
  );
}
