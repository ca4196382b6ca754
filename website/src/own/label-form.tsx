import { Button, TextField } from '@cairn/ui';
import { LABELS_FILE_LIMITS } from '@cairn/wallet/labels-file';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useWords } from '../messages/context.tsx';

export interface LabelFormProps {
  label: string;
  onSave: (label: string) => void;
  onCancel: () => void;
}

/** One field for a label: Enter saves, Escape leaves it as it was. */
export function LabelForm({ label, onSave, onCancel }: LabelFormProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState(label);
  const form = useRef<HTMLFormElement>(null);
  // Before the next key: an Escape that follows at once is this form's.
  useLayoutEffect(() => {
    const input = form.current?.querySelector('input');
    // Not every browser takes the focus along with a selection.
    input?.focus();
    input?.select();
  }, []);
  return (
    <form
      class="own__form"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(typed);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <TextField
        label={t('own.field')}
        hint={t('own.fieldHint')}
        value={typed}
        maxLength={LABELS_FILE_LIMITS.label}
        onInput={setTyped}
      />
      <div class="c-row">
        <Button size="sm" variant="primary" type="submit">
          {t('own.save')}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('own.cancel')}
        </Button>
      </div>
    </form>
  );
}
