import { Button, TextField } from '@cairn/ui';
import { type LabelRecord, type LabelType, LABELS_FILE_LIMITS } from '@cairn/wallet/labels-file';
import { useRef, useState, useLayoutEffect } from 'preact/hooks';
import { useTranslations, type Translations } from './texts.ts';
import { type SaveProblem, saveRecord, useStoredLabels, MOST_WATCHED } from '../../site/labels.ts';
import { AlertButton } from './alert-button.tsx';

export interface PersonalToolsProps {
  type: LabelType;
  /** Address or ID of the page. */
  reference: string;
  /** Confirmations of a transaction. */
  confirmations?: number | undefined;
}

/** Numbers of confirmations to be told of; the first that is not reached yet is offered, and nothing beyond the last. */
const USUAL_CONFIRMATIONS = [1, 6, 30];

/**
 * Buttons for the label of an address, transaction or block, and for watchlist and notifications.
 */
export function PersonalTools({ type, reference, confirmations = 0 }: PersonalToolsProps) {
  const translations = useTranslations();
  const { t } = translations;
  const stored = useStoredLabels();
  const [isLabelling, setLabelling] = useState(false);
  const [problem, setProblem] = useState<SaveProblem>();
  const bar = useRef<HTMLDivElement>(null);
  const record = stored.byRef.get(reference) ?? { type, ref: reference, label: '', watched: false };
  const save = (changed: LabelRecord): boolean => {
    const found = saveRecord(changed);
    setProblem(found);
    return found === undefined;
  };
  const close = () => {
    setLabelling(false);
    bar.current?.querySelector('button')?.focus();
  };
  const depth = USUAL_CONFIRMATIONS.find((usual) => usual > confirmations);
  return (
    <>
      <div class="c-row c-small" ref={bar}>
        <Button size="sm" onClick={() => setLabelling(!isLabelling)}>
          {t(record.label === '' ? 'personal.add' : 'personal.edit')}
        </Button>
        {type === 'addr' && (
          <Button
            size="sm"
            pressed={record.watched}
            onClick={() => save({ ...record, watched: !record.watched })}
          >
            {t(record.watched ? 'personal.watching' : 'personal.watch')}
          </Button>
        )}
        {type === 'addr' && <AlertButton alert={{ kind: 'moves', addresses: [reference] }} />}
        {type === 'tx' && <AlertButton alert={depth ? { kind: 'depth', id: reference, depth } : undefined} />}
      </div>
      {isLabelling && (
        <LabelForm
          label={record.label}
          onSave={(label) => save({ ...record, label }) && close()}
          onCancel={close}
        />
      )}
      <p class="c-small c-error" role="alert">
        {problem && saveProblemText(problem, translations)}
      </p>
    </>
  );
}

interface LabelFormProps {
  label: string;
  onSave: (label: string) => void;
  onCancel: () => void;
}

/** Form with one field for a label: Enter saves, Escape cancels. */
function LabelForm({ label, onSave, onCancel }: LabelFormProps) {
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
      class="c-popover"
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
