import { TextField } from '@cairn/ui';
import { passwordProblem, MIN_PASSWORD_LENGTH } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { Checkbox } from './fields.tsx';
import { t } from './texts.ts';

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
  const type = visible ? 'text' : 'password';
  return (
    <>
      <TextField
        label={label}
        type={type}
        autoComplete="new-password"
        value={value.password}
        hint={t('password.hint', { count: MIN_PASSWORD_LENGTH })}
        error={
          same ? t('security.passwordSame') : shown && t(`password.${shown}`, { count: MIN_PASSWORD_LENGTH })
        }
        onInput={(password) => onChange({ ...value, password })}
      />
      <TextField
        label={t('password.repeat')}
        type={type}
        autoComplete="new-password"
        value={value.repeated}
        error={different && (strict || value.repeated !== '') ? t('password.differ') : undefined}
        onInput={(repeated) => onChange({ ...value, repeated })}
      />
      <Checkbox label={t('password.show')} checked={visible} onChange={setVisible} />
    </>
  );
}
