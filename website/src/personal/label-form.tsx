import { Button, TextField } from '@cairn/ui';
import { LABELS_FILE_LIMITS } from '@cairn/wallet/labels-file';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTranslations, type Translations } from '../messages/translations.ts';
import { type SaveProblem, MOST_WATCHED } from './labels.ts';
import '../messages/groups/personal/index.ts';

export interface LabelFormProps {
  label: string;
  onSave: (label: string) => void;
  onCancel: () => void;
}

/** Form with one field for a label: Enter saves, Escape cancels. */
export function LabelForm({ label, onSave, onCancel }: LabelFormProps) {
  const { t } = useTranslations();
  const [typed, setTyped] = useState(label);
  const form = useRef<HTMLFormElement>(null);
  // In a layout effect, so that an Escape pressed right away reaches this form.
  useLayoutEffect(() => {
    const input = form.current?.querySelector('input');
    // Selecting the text does not focus the field in every browser.
    input?.focus();
    input?.select();
  }, []);
  return (
    <form
      class="personal__form"
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
        label={t('personal.field')}
        hint={t('personal.fieldHint')}
        value={typed}
        maxLength={LABELS_FILE_LIMITS.label}
        onInput={setTyped}
      />
      <div class="c-row">
        <Button size="sm" variant="primary" type="submit">
          {t('personal.save')}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t('personal.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Why a label was not saved. Not in `labels.ts`: every page with labels loads that, and few need this text. */
export const saveProblemText = (problem: SaveProblem, { t }: Translations): string =>
  problem === 'watched' ? t('personal.tooMany', { count: MOST_WATCHED }) : t(`personal.problem.${problem}`);
