import { TextField } from '@cairn/ui';
import { MIN_PASSWORD_LENGTH, passwordProblem } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { describeFailure } from './error-texts.ts';
import { Checkbox } from './fields.tsx';
import { isWrongPassword, type Task, TaskForm } from './form.tsx';
import { t } from './texts.ts';

/** Asks for the wallet's password and runs an action with it. */
export function PasswordForm(props: {
  action: string;
  busy: string;
  onPassword: (password: string) => Promise<void>;
  onCancel?: () => void;
}) {
  const { action, busy, onPassword, onCancel } = props;
  const [password, setPassword] = useState('');
  const run = async (): Promise<void> => {
    await onPassword(password);
    setPassword('');
  };
  return (
    <TaskForm check={() => password !== ''} run={run} action={action} busy={busy} onLeave={onCancel}>
      {(task) => (
        <CurrentPassword label={t('password.label')} value={password} task={task} onInput={setPassword} />
      )}
    </TaskForm>
  );
}

/** The field for the wallet's current password. */
function CurrentPassword(props: {
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

/** Asks for a new password, typed twice, and runs an action with it; with `isChange` also for the current one. */
export function NewPasswordForm(props: {
  action: string;
  isChange?: boolean;
  leave?: string;
  onLeave: () => void;
  /** Title of an error. */
  failed?: string;
  onPassword: (next: string, current: string) => Promise<void>;
  /** Below the fields. */
  children?: ComponentChildren;
}) {
  const { isChange = false, onPassword, children, ...form } = props;
  const [{ current, next, repeated }, setTyped] = useState({ current: '', next: '', repeated: '' });
  const [visible, setVisible] = useState(false);
  const type = (typed: { current?: string; next?: string; repeated?: string }): void =>
    setTyped((before) => ({ ...before, ...typed }));
  const problem = passwordProblem(next);
  const isSame = isChange && next !== '' && next === current;
  const fields = { type: visible ? 'text' : 'password', autoComplete: 'new-password' } as const;
  return (
    <TaskForm
      {...form}
      check={() => problem === undefined && next === repeated && !isSame && (current !== '' || !isChange)}
      run={() => onPassword(next, current)}
      busy={t('password.encrypting')}
    >
      {(task, submitted) => (
        <>
          {isChange && (
            <CurrentPassword
              label={t('security.currentPassword')}
              value={current}
              task={task}
              onInput={(typed) => type({ current: typed })}
            />
          )}
          <TextField
            {...fields}
            label={t(isChange ? 'password.newLabel' : 'password.label')}
            value={next}
            hint={t('password.hint', { count: MIN_PASSWORD_LENGTH })}
            error={
              isSame
                ? t('security.passwordSame')
                : problem && (submitted || problem === 'common')
                  ? t(`password.${problem}`, { count: MIN_PASSWORD_LENGTH })
                  : undefined
            }
            onInput={(typed) => type({ next: typed })}
          />
          <TextField
            {...fields}
            label={t('password.repeat')}
            value={repeated}
            error={next !== repeated && (submitted || repeated !== '') ? t('password.differ') : undefined}
            onInput={(typed) => type({ repeated: typed })}
          />
          <Checkbox label={t('password.show')} checked={visible} onChange={setVisible} />
          {children}
        </>
      )}
    </TaskForm>
  );
}
