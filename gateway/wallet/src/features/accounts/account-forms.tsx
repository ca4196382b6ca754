import { Button, Card, TextField } from '@cairn/ui';
import { checkRecipient, CONTENTS_LIMITS } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { AddressGroups } from '../../shared/address.tsx';
import { explainRecipient } from '../../shared/field-errors.ts';
import { LimitedField } from '../../shared/fields.tsx';
import { TaskFailure, TaskForm, useTask } from '../../shared/form.tsx';
import { accountName } from '../../shared/names.ts';
import { useWallet } from '../../wallet/context.ts';
import type { WalletAccount } from '../../wallet/state.ts';
import { t } from './texts.ts';

/** Adds the next account of the phrase, with an optional name. */
export function AddAccount({ onDone }: { onDone: () => void }) {
  const { model } = useWallet();
  const [name, setName] = useState('');
  const add = async (): Promise<void> => {
    await model.vault.addAccount(name);
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
export function EditAccount({ account, onDone }: { account: WalletAccount; onDone: () => void }) {
  const { model, wallet } = useWallet();
  const [name, setName] = useState(account.name);
  const rename = async (): Promise<void> => {
    await model.vault.renameAccount(account.ref, name);
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
    await model.vault.removeAccount(account.ref);
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
export function WatchAddress({ onDone }: { onDone: () => void }) {
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
    await model.vault.watchAddress({ address, name: typed.name });
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
