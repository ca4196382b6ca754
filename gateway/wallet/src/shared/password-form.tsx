import { Button, TextField } from '@cairn/ui';
import { isWalletError } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { describeFailure } from './error-texts.ts';
import { TaskFailure, Form } from './form.tsx';
import { useTask, type Task } from './use-task.ts';
import { t } from './texts.ts';

/**
 * Asks for the wallet's password and runs an action with it. Shows a wrong password.
 */
export function PasswordForm(props: {
  label?: string;
  action: string;
  busy: string;
  wide?: boolean;
  onPassword: (password: string) => Promise<void>;
  onCancel?: () => void;
  /** Shown below the button. */
  children?: ComponentChildren;
}) {
  const { label = t('password.label'), action, busy, wide = false, onPassword, onCancel } = props;
  const task = useTask();
  const [password, setPassword] = useState('');
  const wrong = isWrongPassword(task);
  const submit = (): boolean => {
    if (password === '') return false;
    task.run(async () => {
      await onPassword(password);
      setPassword('');
    });
    return true;
  };
  return (
    <Form onSubmit={submit} rejected={wrong}>
      <CurrentPassword label={label} value={password} task={task} onInput={setPassword} />
      {!wrong && <TaskFailure task={task} />}
      <div class={wide ? 'c-stack c-stack--tight' : 'c-actions'}>
        {onCancel !== undefined && (
          <Button disabled={task.busy} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <Button variant="primary" type="submit" wide={wide} busy={task.busy}>
          {task.busy ? busy : action}
        </Button>
        {props.children}
      </div>
    </Form>
  );
}

/** True if the last password was wrong, which the password field shows. */
export function isWrongPassword(task: Task): boolean {
  return isWalletError(task.error, 'wrong_password');
}

/** The field for the wallet's current password. */
export function CurrentPassword(props: {
  label: string;
  value: string;
  task: Task;
  onInput: (password: string) => void;
}) {
  const { label, value, task, onInput } = props;
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="current-password"
      value={value}
      error={isWrongPassword(task) ? describeFailure(task.error) : undefined}
      onInput={(typed) => {
        task.clearError();
        onInput(typed);
      }}
    />
  );
}
