import { Card } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { TaskFailure, FormActions, Form } from '../../components/form.tsx';
import { NameField } from './name-field.tsx';
import { useWallet } from '../../lib/context.ts';
import { useTask } from '../../lib/use-task.ts';
import { t } from '../../messages/messages.ts';

/** Adds the next account of the phrase, with a name if its owner likes. */
export function AddAccount({ onDone }: { onDone: () => void }) {
  const { model } = useWallet();
  const task = useTask();
  const [name, setName] = useState('');
  const submit = (): void =>
    task.run(async () => {
      await model.addAccount(name);
      onDone();
    });
  return (
    <Card>
      <Form onSubmit={submit}>
        <NameField value={name} onInput={setName} />
        <TaskFailure task={task} />
        <FormActions task={task} action={t('accounts.addNext')} onCancel={onDone} />
      </Form>
    </Card>
  );
}
