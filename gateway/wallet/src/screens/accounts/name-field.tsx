import { CONTENTS_LIMITS } from '@cairn/wallet';
import { LimitedField } from '../../components/limited-field.tsx';
import { t } from '../../messages/messages.ts';

/** An account's name; an empty one means the default name. */
export function NameField(props: { value: string; hint?: string; onInput: (name: string) => void }) {
  const { value, hint = t('accounts.nameOptional'), onInput } = props;
  return (
    <LimitedField
      label={t('accounts.name')}
      value={value}
      hint={hint}
      maxLength={CONTENTS_LIMITS.name}
      onInput={onInput}
    />
  );
}
