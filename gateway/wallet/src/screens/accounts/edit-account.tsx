import { Button, Card } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { TaskFailure, FormActions, Form } from '../../components/form.tsx';
import { NameField } from './name-field.tsx';
import { accountName } from '../../lib/names.ts';
import { AddressGroups } from '../../components/address.tsx';
import { useWallet } from '../../lib/context.ts';
import { useTask } from '../../lib/use-task.ts';
import { t } from '../../messages/messages.ts';
import type { WalletAccount } from '../../model/state.ts';

/** An account's name, and the way off the list. */
export function EditAccount({ account, onDone }: { account: WalletAccount; onDone: () => void }) {
  const { model, wallet } = useWallet();
  const task = useTask();
  const [name, setName] = useState(account.name);
  const submit = (): void =>
    task.run(async () => {
      await model.renameAccount(account.ref, name);
      onDone();
    });
  return (
    <>
      <Card>
        <Form onSubmit={submit}>
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
          <TaskFailure task={task} />
          <FormActions task={task} action={t('common.save')} onCancel={onDone} />
        </Form>
      </Card>
      <RemoveAccount account={account} onDone={onDone} />
    </>
  );
}

/** The last account of the phrase stays: a wallet without one would be none. */
function RemoveAccount({ account, onDone }: { account: WalletAccount; onDone: () => void }) {
  const { model, wallet } = useWallet();
  const task = useTask();
  if (account.kind === 'own' && wallet.accounts.filter(({ kind }) => kind === 'own').length === 1)
    return null;
  const remove = (): void =>
    task.run(async () => {
      await model.removeAccount(account.ref);
      onDone();
    });
  return (
    <Card title={t('accounts.remove')}>
      <div class="c-stack">
        <p class="c-muted c-small">
          {t(account.kind === 'own' ? 'accounts.removeOwnText' : 'accounts.removeWatchedText')}
        </p>
        <TaskFailure task={task} />
        <div class="c-row">
          <Button variant="danger" busy={task.busy} onClick={remove}>
            {t('accounts.remove')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
