import { Button } from '@cairn/ui';
import type { LabelRecord, LabelType } from '@cairn/wallet/labels-file';
import { useRef, useState } from 'preact/hooks';
import '../messages/groups/personal/index.ts';
import { useTranslations } from '../messages/translations.ts';
import { saveProblemText, LabelForm } from './label-form.tsx';
import { type SaveProblem, saveRecord, useStoredLabels } from './labels.ts';
import { AlertPanel } from './alert-panel.tsx';

type Panel = 'label' | 'alert';

export interface PersonalToolsProps {
  type: LabelType;
  /** Address or ID of the page. */
  reference: string;
}

/**
 * Buttons for label, watchlist and notifications of an address, transaction or block, with one open panel at a time.
 */
export function PersonalTools({ type, reference }: PersonalToolsProps) {
  const translations = useTranslations();
  const { t, link } = translations;
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
          <Button size="sm" onClick={() => toggle('alert')}>
            {t('alert.button')}
          </Button>
        </span>
        <a href={link.page('/watch')}>{t('personal.title')}</a>
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
        isOpen={panel === 'alert'}
        onCancel={() => close('alert')}
      />
      <p class="personal__problem" role="alert">
        {problem && saveProblemText(problem, translations)}
      </p>
    </>
  );
}
