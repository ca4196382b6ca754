import { Card, TextField } from '@cairn/ui';
import { checkRecipient } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { TaskFailure, FormActions, Form } from '../../components/form.tsx';
import { NameField } from './name-field.tsx';
import { useWallet } from '../../lib/context.ts';
import { explainRecipient } from '../../lib/entry-errors.ts';
import { useTask } from '../../lib/use-task.ts';
import { t } from '../../messages/messages.ts';

/** Adds an address to look at; checked as it is typed, as a recipient is. */
export function WatchAddress({ onDone }: { onDone: () => void }) {
  const { model, wallet } = useWallet();
  const task = useTask();
  const [typed, setTyped] = useState({ address: '', name: '' });
  const [strict, setStrict] = useState(false);
  const { network } = wallet;
  const address = typed.address.replace(/\s+/g, '');
  const entry = checkRecipient(address, network);
  const listed = wallet.accounts.some((account) => account.address === address);
  const submit = (): boolean => {
    setStrict(true);
    if (!entry.ok || listed) return false;
    task.run(async () => {
      await model.watchAddress({ address, name: typed.name });
      onDone();
    });
    return true;
  };
  const problem = (): string | undefined => {
    if (listed) return t('failure.accountListed');
    if (entry.ok || (!strict && (entry.problem === 'empty' || entry.problem === 'too_short')))
      return undefined;
    return explainRecipient(entry, address, network);
  };
  return (
    <Card>
      <Form onSubmit={submit}>
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
        <TaskFailure task={task} />
        <FormActions task={task} action={t('accounts.watch')} onCancel={onDone} />
      </Form>
    </Card>
  );
}
