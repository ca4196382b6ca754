import { TextField } from '@cairn/ui';
import { MIN_PASSWORD_LENGTH } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { Checkbox } from './checkbox.tsx';

/** What is typed so far. */
export interface NewPassword {
  readonly password: string;
  readonly repeated: string;
}

/** True when the password is long enough and was typed twice alike. */
export function isCompletePassword({ password, repeated }: NewPassword): boolean {
  return password.length >= MIN_PASSWORD_LENGTH && password === repeated;
}

/** A new password, twice. `strict` shows what is missing even where nothing was typed yet. */
export function PasswordFields(props: {
  value: NewPassword;
  onChange: (value: NewPassword) => void;
  strict: boolean;
}) {
  const { value, onChange, strict } = props;
  const [visible, setVisible] = useState(false);
  const short = value.password.length < MIN_PASSWORD_LENGTH;
  const different = value.repeated !== value.password;
  const type = visible ? 'text' : 'password';
  return (
    <>
      <TextField
        label="Password"
        type={type}
        autoComplete="new-password"
        value={value.password}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. Longer is safer than stranger.`}
        error={strict && short ? `At least ${MIN_PASSWORD_LENGTH} characters.` : undefined}
        onInput={(password) => onChange({ ...value, password })}
      />
      <TextField
        label="Repeat password"
        type={type}
        autoComplete="new-password"
        value={value.repeated}
        error={different && (strict || value.repeated !== '') ? 'The two passwords differ.' : undefined}
        onInput={(repeated) => onChange({ ...value, repeated })}
      />
      <Checkbox label="Show passwords" checked={visible} onChange={setVisible} />
    </>
  );
}
