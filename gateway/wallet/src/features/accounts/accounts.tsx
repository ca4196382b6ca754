import { Amount, Button, Card, Identifier, TextField } from '@cairn/ui';
import {
  addNextAccount,
  addWatchOnly,
  checkRecipient,
  CONTENTS_LIMITS,
  GAP_LIMIT,
  removeAccount,
  renameAccount,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { AddressGroups } from '../../shared/address.tsx';
import { AskButton } from '../../shared/ask-button.tsx';
import { BackupNotice } from '../../shared/backup-notice.tsx';
import { accountName } from '../../shared/names.ts';
import { Screen } from '../../shared/screen.tsx';
import { TaskFailure, TaskForm, useTask } from '../../shared/form.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../model/context.ts';
import type { WalletAccount } from '../../model/state.ts';
import { DiscoveryNotice } from './discovery-notice.tsx';
import { t } from './texts.ts';
import { totalOf, useBalances } from './use-balances.ts';
import './accounts.css';
import { explainRecipient, isUnfinished } from '../../shared/field-errors.ts';
import { LimitedField } from '../../shared/fields.tsx';

/** Own accounts and watched addresses, to select, name, add and remove. */
export function Accounts() {
  const { wallet } = useWallet();
  const balances = useBalances(wallet.accounts);
  const [form, setForm] = useState<WalletAccount | 'watch' | undefined>(undefined);
  const close = (): void => setForm(undefined);
  if (form === 'watch') {
    return (
      <Screen title={t('accounts.watch')} width="narrow">
        <WatchAddress onDone={close} />
      </Screen>
    );
  }
  if (form !== undefined) {
    return (
      <Screen title={t('accounts.change', { name: accountName(form) })} width="narrow">
        <EditAccount account={form} onDone={close} />
      </Screen>
    );
  }
  const own = wallet.accounts.filter(({ kind }) => kind === 'own');
  const watched = wallet.accounts.filter(({ kind }) => kind === 'watched');
  const total = totalOf(own, balances);
  return (
    <Screen title={t('shell.accounts')} actions={<AddButton />}>
      <BackupNotice />
      <p class="c-muted">{t('accounts.text')}</p>
      <Card
        title={t('accounts.own')}
        actions={total !== undefined && <Amount value={total} />}
        footer={<Search />}
        flush
      >
        <AccountList label={t('accounts.own')} accounts={own} balances={balances} onEdit={setForm} />
      </Card>
      <Card
        title={t('accounts.watched')}
        actions={
          <Button size="sm" onClick={() => setForm('watch')}>
            {t('accounts.watch')}
          </Button>
        }
        flush={watched.length > 0}
      >
        {watched.length === 0 ? (
          <p class="c-muted c-small">{t('accounts.watchedText')}</p>
        ) : (
          <AccountList
            label={t('accounts.watched')}
            accounts={watched}
            balances={balances}
            onEdit={setForm}
          />
        )}
      </Card>
    </Screen>
  );
}

/** Adds the next account of the phrase and selects it. */
function AddButton() {
  const { model } = useWallet();
  const task = useTask();
  return (
    <>
      <Button
        variant="primary"
        busy={task.busy}
        onClick={() => task.run(() => model.vault.update(addNextAccount))}
      >
        <WalletIcon name="plus" /> {t('accounts.add')}
      </Button>
      <TaskFailure task={task} inline />
    </>
  );
}

/** Searches for accounts in use, after a failed search or for a missing account. */
function Search() {
  const { model, state } = useWallet();
  return (
    <div class="c-stack c-stack--tight">
      <DiscoveryNotice />
      <div class="c-row c-row--between">
        <p class="c-lines c-faint c-small">{t('discovery.text', { gap: GAP_LIMIT })}</p>
        <Button
          size="sm"
          busy={state.discovery?.state === 'running'}
          onClick={() => void model.discovery.start()}
        >
          {t('discovery.start')}
        </Button>
      </div>
    </div>
  );
}

/** Accounts with names, balances and addresses. The name selects one, as the account chooser in the header does. */
function AccountList(props: {
  label: string;
  accounts: readonly WalletAccount[];
  /** Confirmed, in pebbles; absent if not known. */
  balances: ReadonlyMap<string, bigint>;
  onEdit: (account: WalletAccount) => void;
}) {
  const { model, wallet } = useWallet();
  const task = useTask();
  return (
    <>
      <ul class="c-rows" aria-label={props.label}>
        {props.accounts.map((account) => {
          const name = accountName(account);
          const isSelected = wallet.selected.address === account.address;
          const balance = props.balances.get(account.address);
          return (
            <li key={account.address} class="c-row w-account" aria-current={isSelected ? 'true' : undefined}>
              <div class="c-lines">
                <span class="c-row c-row--between">
                  {isSelected ? (
                    <span class="c-strong">
                      {name} <span class="c-visually-hidden">{t('accounts.shown')}</span>
                    </span>
                  ) : (
                    <button
                      type="button"
                      class="w-account__name"
                      aria-label={t('accounts.showNamed', { name })}
                      title={t('accounts.showNamed', { name })}
                      onClick={() => task.run(() => model.vault.selectAccount(account.ref))}
                    >
                      {name}
                    </button>
                  )}
                  {balance !== undefined && <Amount value={balance} />}
                </span>
                {account.kind === 'own' && !wallet.backedUp ? (
                  <span class="c-faint c-small">{t('accounts.addressLater')}</span>
                ) : (
                  <Identifier value={account.address} what={t('accounts.addressOf', { name })} />
                )}
              </div>
              <Button
                variant="ghost"
                size="sm"
                label={t('accounts.change', { name })}
                onClick={() => props.onEdit(account)}
              >
                <WalletIcon name="edit" />
              </Button>
            </li>
          );
        })}
      </ul>
      <TaskFailure task={task} inline />
    </>
  );
}

/** Renames an account, or removes it from the list. */
function EditAccount({ account, onDone }: { account: WalletAccount; onDone: () => void }) {
  const { model, wallet } = useWallet();
  const [name, setName] = useState(account.name);
  const rename = async (): Promise<void> => {
    await model.vault.update((contents) => renameAccount(contents, account.ref, name));
    onDone();
  };
  const isOwn = account.kind === 'own';
  // Every wallet needs an own account.
  const isRemovable = !isOwn || wallet.accounts.filter(({ kind }) => kind === 'own').length > 1;
  const remove = async (): Promise<void> => {
    await model.vault.update((contents) => removeAccount(contents, account.ref));
    onDone();
  };
  return (
    <>
      <Card>
        <TaskForm run={rename} action={t('common.save')} onLeave={onDone}>
          {(!isOwn || wallet.backedUp) && (
            <p>
              <AddressGroups address={account.address} />
            </p>
          )}
          {isOwn && (
            <p class="c-muted c-small">
              {t('accounts.path')}: <code>{account.path}</code>
            </p>
          )}
          <NameField
            value={name}
            hint={t('accounts.nameHint', { usual: accountName({ ...account, name: '' }) })}
            onInput={setName}
          />
        </TaskForm>
      </Card>
      {isRemovable && (
        <AskButton
          label={t('accounts.remove')}
          question={t('accounts.removeAsk', { name: accountName(account) })}
          text={t(isOwn ? 'accounts.removeOwnText' : 'accounts.removeWatchedText')}
          confirm={t('accounts.removeConfirm')}
          run={remove}
        />
      )}
    </>
  );
}

/** Adds a watched address, which is checked as it is typed. */
function WatchAddress({ onDone }: { onDone: () => void }) {
  const { model, wallet } = useWallet();
  const [typed, setTyped] = useState({ address: '', name: '' });
  const [strict, setStrict] = useState(false);
  const { network } = wallet;
  const address = typed.address.replace(/\s+/g, '');
  const entry = checkRecipient(address, network);
  const listed = wallet.accounts.some((account) => account.address === address);
  const check = (): boolean => {
    setStrict(true);
    return entry.ok && !listed;
  };
  const watch = async (): Promise<void> => {
    await model.vault.update((contents) => addWatchOnly(contents, network, { address, name: typed.name }));
    onDone();
  };
  const problem = (): string | undefined => {
    if (listed) return t('code.account_listed');
    if (entry.ok || (!strict && isUnfinished(entry))) return undefined;
    return explainRecipient(entry, network);
  };
  return (
    <Card>
      <TaskForm check={check} run={watch} action={t('accounts.watch')} onLeave={onDone}>
        <p class="c-muted c-small">{t('accounts.watchedText')}</p>
        <TextField
          label={t('accounts.addressLabel')}
          mono
          value={typed.address}
          hint={t('accounts.addressHint', { network })}
          error={problem()}
          onInput={(value) => setTyped({ ...typed, address: value })}
        />
        <NameField value={typed.name} onInput={(name) => setTyped({ ...typed, name })} />
      </TaskForm>
    </Card>
  );
}

/** Field for an account's name; an empty field means the default name. */
function NameField(props: { value: string; hint?: string; onInput: (name: string) => void }) {
  const { value, hint = t('accounts.nameOptional'), onInput } = props;
  return (
    <LimitedField
      label={t('common.name')}
      value={value}
      hint={hint}
      maxLength={CONTENTS_LIMITS.name}
      onInput={onInput}
    />
  );
}
