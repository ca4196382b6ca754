import { Button, TextField } from '@cairn/ui';
import { type LabelRecord, type LabelType, LABELS_FILE_LIMITS } from '@cairn/wallet/labels-file';
import { useRef, useState, useLayoutEffect } from 'preact/hooks';
import { useAlerts } from './use-alerts.ts';
import { useTranslations, type Translations } from './texts.ts';
import { type SaveProblem, saveRecord, useStoredLabels, MOST_WATCHED } from '../../site/labels.ts';
import { AlertPanel } from './alert-panel.tsx';

type Panel = 'label' | 'alert';

export interface PersonalToolsProps {
  type: LabelType;
  /** Address or ID of the page. */
  reference: string;
  /** Confirmations of a transaction. */
  confirmations?: number | undefined;
}

/**
 * Buttons for label, watchlist and notifications of an address, transaction or block, with one open panel at a time.
 */
export function PersonalTools({ type, reference, confirmations }: PersonalToolsProps) {
  const alerts = useAlerts();
  const translations = useTranslations();
  const { t } = translations;
  const stored = useStoredLabels();
  const [panel, setPanel] = useState<Panel>();
  const [problem, setProblem] = useState<SaveProblem>();
  const bar = useRef<HTMLDivElement>(null);
  const record = stored.byRef.get(reference) ?? { type, ref: reference, label: '', watched: false };
  const save = (changed: LabelRecord): boolean => {
    const found = saveRecord(changed);
    setProblem(found);
    return found === undefined;
  };
  const close = (from: Panel) => {
    setPanel(undefined);
    bar.current?.querySelector<HTMLElement>(`[data-panel=${from}] button`)?.focus();
  };
  const toggle = (other: Panel) => setPanel((now) => (now === other ? undefined : other));
  return (
    <>
      <div class="personal__row" ref={bar}>
        <span data-panel="label">
          <Button size="sm" onClick={() => toggle('label')}>
            {t(record.label === '' ? 'personal.add' : 'personal.edit')}
          </Button>
        </span>
        {type === 'addr' && (
          <Button size="sm" onClick={() => save({ ...record, watched: !record.watched })}>
            {t(record.watched ? 'personal.unwatch' : 'personal.watch')}
          </Button>
        )}
        <span data-panel="alert">
          <Button size="sm" onClick={() => (alerts.isOn ? alerts.stop() : toggle('alert'))}>
            {t(alerts.isOn ? 'alert.isOn' : 'alert.button')}
          </Button>
        </span>
      </div>
      {panel === 'label' && (
        <LabelForm
          label={record.label}
          onSave={(label) => save({ ...record, label }) && close('label')}
          onCancel={() => close('label')}
        />
      )}
      <AlertPanel
        type={type}
        reference={reference}
        confirmations={confirmations}
        alerts={alerts}
        isOpen={panel === 'alert'}
        onCancel={() => close('alert')}
      />
      <p class="personal__problem" role="alert">
        {problem && saveProblemText(problem, translations)}
      </p>
    </>
  );
}

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
