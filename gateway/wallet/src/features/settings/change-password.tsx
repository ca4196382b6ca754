import { useState } from 'preact/hooks';
import { TaskFailure, FormActions, Form } from '../../shared/form.tsx';
import { isCompletePassword, PasswordFields } from '../../shared/password-fields.tsx';
import { CurrentPassword, isWrongPassword } from '../../shared/password-form.tsx';
import { useWallet } from '../../wallet/context.ts';
import { useTask } from '../../shared/use-task.ts';
import { t } from './texts.ts';

/** Changes the password. */
export function ChangePassword({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { model } = useWallet();
  const task = useTask();
  const [password, setPassword] = useState('');
  const [next, setNext] = useState({ password: '', repeated: '' });
  const [strict, setStrict] = useState(false);
  const wrong = isWrongPassword(task);
  const submit = (): boolean => {
    setStrict(true);
    if (password === '' || !isCompletePassword(next, password)) return false;
    task.run(async () => {
      await model.vault.changePassword({ password, next: next.password });
      onDone();
    });
    return true;
  };
  return (
    <Form onSubmit={submit} rejected={wrong}>
      <CurrentPassword
        label={t('security.currentPassword')}
        value={password}
        task={task}
        onInput={setPassword}
      />
      <PasswordFields
        label={t('password.newLabel')}
        value={next}
        onChange={setNext}
        strict={strict}
        current={password}
      />
      {!wrong && <TaskFailure task={task} />}
      <FormActions
        task={task}
        action={task.busy ? t('security.changing') : t('security.change')}
        onCancel={onCancel}
      />
    </Form>
  );
}
