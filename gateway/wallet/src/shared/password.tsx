import { TextField } from '@cairn/ui';
import { MIN_PASSWORD_LENGTH, passwordProblem } from '@cairn/wallet';
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

/** Input of the two fields for a new password. */
export interface NewPassword {
  readonly password: string;
  readonly repeated: string;
}

/** Whether the password is acceptable, was typed the same twice, and differs from `current`. */
export function isCompletePassword({ password, repeated }: NewPassword, current?: string): boolean {
  return passwordProblem(password) === undefined && password === repeated && password !== current;
}

/** Fields for a new password, typed twice. @param props.strict true after a submission: show every error */
export function PasswordFields(props: {
  label?: string;
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  strict: boolean;
  /** The password that the new one replaces. */
  current?: string;
}) {
  const { label = t('password.label'), value, onChange, strict, current } = props;
  const [visible, setVisible] = useState(false);
  const problem = passwordProblem(value.password);
  const shown = strict || problem === 'common' ? problem : undefined;
  const same = value.password !== '' && value.password === current;
  const different = value.repeated !== value.password;
  const common = { type: visible ? 'text' : 'password', autoComplete: 'new-password' } as const;
  return (
    <>
      <TextField
        {...common}
        label={label}
        value={value.password}
        hint={t('password.hint', { count: MIN_PASSWORD_LENGTH })}
        error={
          same ? t('security.passwordSame') : shown && t(`password.${shown}`, { count: MIN_PASSWORD_LENGTH })
        }
        onInput={(password) => onChange({ ...value, password })}
      />
      <TextField
        {...common}
        label={t('password.repeat')}
        value={value.repeated}
        error={different && (strict || value.repeated !== '') ? t('password.differ') : undefined}
        onInput={(repeated) => onChange({ ...value, repeated })}
      />
      <Checkbox label={t('password.show')} checked={visible} onChange={setVisible} />
    </>
  );
}
