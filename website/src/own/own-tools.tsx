import { Button } from '@cairn/ui';
import type { LabelRecord, LabelType } from '@cairn/wallet/labels-file';
import { useRef, useState } from 'preact/hooks';
import '../messages/rooms/own/index.ts';
import { useWords } from '../messages/context.tsx';
import { keepProblemText } from './keep-problem-text.ts';
import { LabelForm } from './label-form.tsx';
import { keepRecord, type KeepProblem } from './own-labels.ts';
import { TellPanel } from './tell-panel.tsx';
import { useKeptLabels } from './use-kept-labels.ts';

type Panel = 'label' | 'tell';

export interface OwnToolsProps {
  type: LabelType;
  /** The address or ID that the page is about. */
  reference: string;
}

/** Buttons for the label of one thing, for the watchlist and for notifications; one panel at a time below them. */
export function OwnTools({ type, reference }: OwnToolsProps) {
  const words = useWords();
  const { t, link } = words;
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
        <span data-panel="tell">
          <Button size="sm" onClick={() => toggle('tell')}>
            {t('tell.button')}
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
      <TellPanel type={type} reference={reference} isOpen={panel === 'tell'} onCancel={() => close('tell')} />
      <p class="own__problem" role="alert">
        {problem && keepProblemText(problem, words)}
      </p>
    </>
  );
}
