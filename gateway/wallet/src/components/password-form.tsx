import { Button, TextField } from '@cairn/ui';
import { isWalletError } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { TaskFailure, Form } from './form.tsx';
import { useModel } from '../lib/context.ts';
import { useTask, type Task } from '../lib/use-task.ts';
import { t } from '../messages/messages.ts';

/**
 * Asks for the wallet's password and runs an action with it. Shows a wrong password, and the wait after several of
 * them.
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
  const { label = t('unlock.password'), action, busy, wide = false, onPassword, onCancel } = props;
  const task = useTask();
  const [password, setPassword] = useState('');
  const check = usePasswordCheck(task);
  const submit = (): boolean => {
    if (password === '' || check.wait > 0) return false;
    task.run(async () => {
      await onPassword(password);
      setPassword('');
    });
    return true;
  };
  return (
    <Form onSubmit={submit} rejected={check.wrong}>
      <CurrentPassword label={label} value={password} task={task} check={check} onInput={setPassword} />
      {!check.shown && <TaskFailure task={task} />}
      <div class={wide ? 'c-stack c-stack--tight' : 'w-actions'}>
        {onCancel !== undefined && (
          <Button disabled={task.busy} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <Button variant="primary" type="submit" wide={wide} busy={task.busy} disabled={check.wait > 0}>
          {task.busy ? busy : action}
        </Button>
        {props.children}
      </div>
    </Form>
  );
}

/** Result of the last password check, and the wait before the next. */
interface PasswordCheck {
  /** Seconds until another password may be tried. */
  readonly wait: number;
  /** The last password was wrong. */
  readonly wrong: boolean;
  /** True if the password field shows the task's error: do not also show it in a notice. */
  readonly shown: boolean;
}

/** Follows the password check of a task. */
export function usePasswordCheck(task: Task): PasswordCheck {
  const wait = usePasswordWait(task.error);
  const wrong = isWalletError(task.error, 'wrong_password');
  return { wait, wrong, shown: wrong || isWalletError(task.error, 'wait_first') };
}

/** The field for the wallet's current password. */
export function CurrentPassword(props: {
  label: string;
  value: string;
  task: Task;
  check: PasswordCheck;
  onInput: (password: string) => void;
}) {
  const { label, value, task, onInput } = props;
  const { wait, wrong } = props.check;
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="current-password"
      value={value}
      error={wait > 0 ? t('unlock.wait', { count: wait }) : wrong ? t('unlock.wrong') : undefined}
      onInput={(typed) => {
        if (wait === 0) task.clearError();
        onInput(typed);
      }}
    />
  );
}

const TICK_MS = 250;

/** Countdown in seconds until another password may be tried; read again from the model after each failure. */
function usePasswordWait(failure: unknown): number {
  const model = useModel();
  const [until, setUntil] = useState(0);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    let wanted = true;
    model.passwordWait().then(
      // 0 if there is no wait: setting the clock back later must not start one.
      (waitMs) => wanted && setUntil(waitMs > 0 ? Date.now() + waitMs : 0),
      // If the count of attempts cannot be read, the next attempt shows whether to wait.
      () => wanted && setUntil(0),
    );
    return () => {
      wanted = false;
    };
  }, [failure]);
  useEffect(() => {
    const tick = (): void => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
    tick();
    if (until <= Date.now()) return undefined;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
