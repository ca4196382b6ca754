import { Button, TextField } from '@cairn/ui';
import { isWalletError } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { TaskFailure, Form } from './form.tsx';
import { usePasswordWait } from '../lib/use-password-wait.ts';
import { useTask } from '../lib/use-task.ts';
import { t } from '../messages/messages.ts';

/** Asks for the wallet's password and does something with it; a wrong one is said at the field, and so is a wait. */
export function PasswordForm(props: {
  label?: string;
  action: string;
  busy: string;
  wide?: boolean;
  onPassword: (password: string) => Promise<void>;
  onCancel?: () => void;
  /** Below the button. */
  children?: ComponentChildren;
}) {
  const { label = t('unlock.password'), action, busy, wide = false, onPassword, onCancel } = props;
  const task = useTask();
  const [password, setPassword] = useState('');
  const wait = usePasswordWait(task.error);
  const wrong = isWalletError(task.error, 'wrong_password');
  const known = wrong || isWalletError(task.error, 'wait_first');
  const submit = (): boolean => {
    if (password === '' || wait > 0) return false;
    task.run(async () => {
      await onPassword(password);
      setPassword('');
    });
    return true;
  };
  return (
    <Form onSubmit={submit} rejected={wrong}>
      <TextField
        label={label}
        type="password"
        autoComplete="current-password"
        value={password}
        error={wait > 0 ? t('unlock.wait', { count: wait }) : wrong ? t('unlock.wrong') : undefined}
        onInput={(value) => {
          if (wait === 0) task.clearError();
          setPassword(value);
        }}
      />
      {!known && <TaskFailure task={task} />}
      <div class={wide ? 'c-stack c-stack--tight' : 'w-actions'}>
        {onCancel !== undefined && (
          <Button disabled={task.busy} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <Button variant="primary" type="submit" wide={wide} busy={task.busy} disabled={wait > 0}>
          {task.busy ? busy : action}
        </Button>
        {props.children}
      </div>
    </Form>
  );
}
