import { Button } from '@cairn/ui';
import type { LabelRecord, LabelType } from '@cairn/wallet/labels-file';
import { useRef, useState } from 'preact/hooks';
import '../messages/groups/own/index.ts';
import { useTranslations } from '../messages/translations.ts';
import { keepProblemText, LabelForm } from './label-form.tsx';
import { type KeepProblem, keepRecord, useKeptLabels } from './own-labels.ts';
import { AlertPanel } from './alert-panel.tsx';

type Panel = 'label' | 'alert';

export interface OwnToolsProps {
  type: LabelType;
  /** Address or ID of the page. */
  reference: string;
}

/** Buttons for label, watchlist and notifications of an address, transaction or block, with one open panel at a time. */
export function OwnTools({ type, reference }: OwnToolsProps) {
  const translations = useTranslations();
  const { t, link } = translations;
  const kept = useKeptLabels();
  const [panel, setPanel] = useState<Panel>();
  const [problem, setProblem] = useState<KeepProblem>();
  const bar = useRef<HTMLDivElement>(null);
  const record = kept.byRef.get(reference) ?? { type, ref: reference, label: '', watched: false };
  const keep = (changed: LabelRecord): boolean => {
    const found = keepRecord(changed);
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
      <div class="own__row" ref={bar}>
        <span data-panel="label">
          <Button size="sm" onClick={() => toggle('label')}>
            {t(record.label === '' ? 'own.add' : 'own.edit')}
          </Button>
        </span>
        {type === 'addr' && (
          <Button size="sm" onClick={() => keep({ ...record, watched: !record.watched })}>
            {t(record.watched ? 'own.unwatch' : 'own.watch')}
          </Button>
        )}
        <span data-panel="alert">
          <Button size="sm" onClick={() => toggle('alert')}>
            {t('alert.button')}
          </Button>
        </span>
        <a href={link.page('/watch')}>{t('own.title')}</a>
      </div>
      {panel === 'label' && (
        <LabelForm
          label={record.label}
          onSave={(label) => keep({ ...record, label }) && close('label')}
          onCancel={() => close('label')}
        />
      )}
      <AlertPanel
        type={type}
        reference={reference}
        isOpen={panel === 'alert'}
        onCancel={() => close('alert')}
      />
      <p class="own__problem" role="alert">
        {problem && keepProblemText(problem, translations)}
      </p>
    </>
  );
}
