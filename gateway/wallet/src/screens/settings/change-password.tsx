import { useState } from 'preact/hooks';
import { TaskFailure, FormActions, Form } from '../../components/form.tsx';
import { isCompletePassword, PasswordFields } from '../../components/password-fields.tsx';
import { CurrentPassword, usePasswordCheck } from '../../components/password-form.tsx';
import { useWallet } from '../../lib/context.ts';
import { useTask } from '../../lib/use-task.ts';
import { t } from '../../messages/messages.ts';

/** Changes the password. */
export function ChangePassword({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { model } = useWallet();
  const task = useTask();
  const [password, setPassword] = useState('');
  const [next, setNext] = useState({ password: '', repeated: '' });
  const [strict, setStrict] = useState(false);
  const check = usePasswordCheck(task);
  const submit = (): boolean => {
    setStrict(true);
    if (password === '' || check.wait > 0 || !isCompletePassword(next, password)) return false;
    task.run(async () => {
      await model.changePassword({ password, next: next.password });
      onDone();
    });
    return true;
  };
  return (
    <Form onSubmit={submit} rejected={check.wrong}>
      <CurrentPassword
        label={t('security.currentPassword')}
        value={password}
        task={task}
        check={check}
        onInput={setPassword}
      />
      <PasswordFields
        label={t('password.newLabel')}
        value={next}
        onChange={setNext}
        strict={strict}
        current={password}
      />
      {!check.shown && <TaskFailure task={task} />}
      <FormActions
        task={task}
        action={task.busy ? t('security.changing') : t('security.change')}
        disabled={check.wait > 0}
        onCancel={onCancel}
      />
    </Form>
  );
}
