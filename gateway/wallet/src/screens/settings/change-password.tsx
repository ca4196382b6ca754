import { TextField } from '@cairn/ui';
import { isWalletError } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { TaskFailure, FormActions, Form } from '../../components/form.tsx';
import { isCompletePassword, PasswordFields } from '../../components/password-fields.tsx';
import { useWallet } from '../../lib/context.ts';
import { usePasswordWait } from '../../lib/use-password-wait.ts';
import { useTask } from '../../lib/use-task.ts';
import { t } from '../../messages/messages.ts';

/** The current password, and a new one twice. */
export function ChangePassword({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { model } = useWallet();
  const task = useTask();
  const [password, setPassword] = useState('');
  const [next, setNext] = useState({ password: '', repeated: '' });
  const [strict, setStrict] = useState(false);
  const wait = usePasswordWait(task.error);
  const wrong = isWalletError(task.error, 'wrong_password');
  const known = wrong || isWalletError(task.error, 'wait_first');
  const submit = (): boolean => {
    setStrict(true);
    if (password === '' || wait > 0 || !isCompletePassword(next, password)) return false;
    task.run(async () => {
      await model.changePassword({ password, next: next.password });
      onDone();
    });
    return true;
  };
  return (
    <Form onSubmit={submit} rejected={wrong}>
      <TextField
        label={t('security.currentPassword')}
        type="password"
        autoComplete="current-password"
        value={password}
        error={wait > 0 ? t('unlock.wait', { count: wait }) : wrong ? t('unlock.wrong') : undefined}
        onInput={(value) => {
          if (wait === 0) task.clearError();
          setPassword(value);
        }}
      />
      <PasswordFields
        label={t('password.newLabel')}
        value={next}
        onChange={setNext}
        strict={strict}
        current={password}
      />
      {!known && <TaskFailure task={task} />}
      <FormActions
        task={task}
        action={task.busy ? t('security.changing') : t('security.change')}
        disabled={wait > 0}
        onCancel={onCancel}
      />
    </Form>
  );
}
