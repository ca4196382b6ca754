import { Badge, Button, Card, TextField } from '@cairn/ui';
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
import { AddressGroups, CheckedAddress } from '../../shared/address.tsx';
import { Amount } from '../../shared/amount.tsx';
import { BackupNotice } from '../../shared/backup-notice.tsx';
import { Entry } from '../../shared/lists.tsx';
import { accountName } from '../../shared/names.ts';
import { Screen } from '../../shared/screen.tsx';
import { TaskFailure, TaskForm, useTask } from '../../shared/form.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../wallet/context.ts';
import type { WalletAccount } from '../../wallet/state.ts';
import { DiscoveryNotice } from './discovery-notice.tsx';
import { t } from './texts.ts';
import { useBalances } from './use-balances.ts';
import { explainRecipient } from '../../shared/field-errors.ts';
import { LimitedField } from '../../shared/fields.tsx';

type Form =
  | { readonly name: 'add' }
  | { readonly name: 'watch' }
  | { readonly name: 'edit'; readonly account: WalletAccount };

function titleOf(form: Form): string {
  if (form.name === 'edit') return t('accounts.change', { name: accountName(form.account) });
  return t(form.name === 'add' ? 'accounts.add' : 'accounts.watch');
}

/** Own accounts and watched addresses, to select, name, add and remove. */
export function Accounts() {
  const [form, setForm] = useState<Form | undefined>(undefined);
  const close = (): void => setForm(undefined);
  if (form === undefined) return <Overview onForm={setForm} />;
  return (
    <Screen title={titleOf(form)} width="narrow">
      {form.name === 'add' && <AddAccount onDone={close} />}
      {form.name === 'watch' && <WatchAddress onDone={close} />}
      {form.name === 'edit' && <EditAccount account={form.account} onDone={close} />}
    </Screen>
  );
}

function Overview({ onForm }: { onForm: (form: Form) => void }) {
  const { wallet } = useWallet();
  const own = wallet.accounts.filter(({ kind }) => kind === 'own');
  const watched = wallet.accounts.filter(({ kind }) => kind === 'watched');
  const edit = (account: WalletAccount): void => onForm({ name: 'edit', account });
  return (
    <Screen
      title={t('shell.accounts')}
      actions={
        <Button variant="primary" onClick={() => onForm({ name: 'add' })}>
          <WalletIcon name="plus" /> {t('accounts.add')}
        </Button>
      }
    >
      <BackupNotice />
      <p class="c-muted">{t('accounts.text')}</p>
      <Card title={t('accounts.own')} flush>
        <AccountList label={t('accounts.own')} accounts={own} onEdit={edit} />
      </Card>
      <Card
        title={t('accounts.watched')}
        actions={
          <Button size="sm" onClick={() => onForm({ name: 'watch' })}>
            {t('accounts.watch')}
          </Button>
        }
        flush={watched.length > 0}
      >
        {watched.length === 0 && <p class="c-muted c-small">{t('accounts.watchedText')}</p>}
        {watched.length > 0 && <AccountList label={t('accounts.watched')} accounts={watched} onEdit={edit} />}
      </Card>
      <Search />
    </Screen>
  );
}

/** Card with a button that searches for accounts in use, for a failed search after a restore or a missing account. */
function Search() {
  const { model, state } = useWallet();
  return (
    <Card title={t('discovery.title')}>
      <div class="c-stack">
        <p class="c-muted c-small">{t('discovery.text', { gap: GAP_LIMIT })}</p>
        <DiscoveryNotice />
        <div class="c-row">
          <Button busy={state.discovery?.state === 'running'} onClick={() => void model.discovery.start()}>
            {t('discovery.start')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

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
      <span class="c-row c-row--between">
        <span class="c-strong">
          {name} {account.kind === 'watched' && <Badge tone="neutral">{t('accounts.watchOnly')}</Badge>}
        </span>
        {balance !== undefined && <Amount value={balance} />}
      </span>
      {account.kind === 'own' && !wallet.backedUp ? (
        <span class="c-faint c-small">{t('accounts.addressLater')}</span>
      ) : (
        <CheckedAddress address={account.address} what={t('accounts.addressWord')} />
      )}
      <TaskFailure task={task} inline />
    </Entry>
  );
}

/** Adds the next account of the phrase, with an optional name. */
function AddAccount({ onDone }: { onDone: () => void }) {
  const { model } = useWallet();
  const [name, setName] = useState('');
  const add = async (): Promise<void> => {
    await model.vault.update((contents) => addNextAccount(contents, name));
    onDone();
  };
  return (
    <Card>
      <TaskForm run={add} action={t('accounts.addNext')} onLeave={onDone}>
        <NameField value={name} onInput={setName} />
      </TaskForm>
    </Card>
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
  return (
    <>
      <Card>
        <TaskForm run={rename} action={t('common.save')} onLeave={onDone}>
          {(account.kind === 'watched' || wallet.backedUp) && (
            <p>
              <AddressGroups address={account.address} />
            </p>
          )}
          {account.kind === 'own' && (
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
      <RemoveAccount account={account} onDone={onDone} />
    </>
  );
}

/** Button that removes an account from the list. Not shown for the last own account, which every wallet needs. */
function RemoveAccount({ account, onDone }: { account: WalletAccount; onDone: () => void }) {
  const { model, wallet } = useWallet();
  const task = useTask();
  const isOwn = account.kind === 'own';
  if (isOwn && wallet.accounts.filter(({ kind }) => kind === 'own').length === 1) return null;
  const remove = async (): Promise<void> => {
    await model.vault.update((contents) => removeAccount(contents, account.ref));
    onDone();
  };
  return (
    <Card title={t('accounts.remove')}>
      <div class="c-stack">
        <p class="c-muted c-small">{t(isOwn ? 'accounts.removeOwnText' : 'accounts.removeWatchedText')}</p>
        <TaskFailure task={task} />
        <div class="c-row">
          <Button variant="danger" busy={task.busy} onClick={() => task.run(remove)}>
            {t('accounts.remove')}
          </Button>
        </div>
      </div>
    </Card>
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
    if (listed) return t('failure.accountListed');
    if (entry.ok || (!strict && (entry.problem === 'empty' || entry.problem === 'too_short')))
      return undefined;
    return explainRecipient(entry, address, network);
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
      label={t('accounts.name')}
      value={value}
      hint={hint}
      maxLength={CONTENTS_LIMITS.name}
      onInput={onInput}
    />
  );
}
