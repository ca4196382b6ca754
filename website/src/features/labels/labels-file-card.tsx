import { Button, Card, datedName, FileButton, Notice, saveFile } from '@cairn/ui';
import { LABELS_FILE_LIMITS, readLabelsFile, writeLabelsFile } from '@cairn/wallet/labels-file';
import { useState } from 'preact/hooks';
import { useTranslations, type Translations } from './texts.ts';
import { type SaveProblem, readLabels, type StoredLabels, MOST_WATCHED } from '../../site/labels.ts';
import { applyImport, type ImportPreview, previewImport } from './import-labels.ts';
import { saveProblemText } from './tools.tsx';

type Step =
  | { readonly name: 'idle' | 'done' | 'none' | 'large' | 'unreadable' }
  | { readonly name: 'preview'; readonly preview: ImportPreview };

/** Export and import of labels; an import shows a preview first. */
export function FileCard({ stored }: { stored: StoredLabels }) {
  const { t } = useTranslations();
  const [step, setStep] = useState<Step>({ name: 'idle' });
  if (step.name === 'preview') {
    return (
      <ImportCard
        preview={step.preview}
        onCancel={() => setStep({ name: 'idle' })}
        onDone={() => setStep({ name: 'done' })}
      />
    );
  }
  const { records, others } = stored.file;
  const problem = {
    none: t('personal.importNone'),
    large: t('personal.importLarge'),
    unreadable: t('personal.importUnreadable'),
    idle: undefined,
    done: undefined,
  }[step.name];
  return (
    <Card title={t('personal.file')}>
      <div class="c-stack">
        <p class="c-muted c-small">{t('personal.fileText')}</p>
        {problem !== undefined && (
          <Notice tone="error" live>
            {problem}
          </Notice>
        )}
        {step.name === 'done' && (
          <Notice tone="success" live>
            {t('personal.imported')}
          </Notice>
        )}
        <div class="c-row">
          <Button
            disabled={records.length + others.length === 0}
            onClick={() => saveText(writeLabelsFile(records, others))}
          >
            {t('personal.export')}
          </Button>
          <FileButton
            label={t('personal.importFile')}
            accept=".jsonl,.json,.txt"
            onFile={(file) => void readStep(file).then(setStep)}
          >
            {t('personal.import')}
          </FileButton>
        </div>
      </div>
    </Card>
  );
}

/** Downloads the text of a labels file. */
export function saveText(text: string): void {
  saveFile(datedName('cairn-labels', 'jsonl'), new Blob([text], { type: 'application/jsonl' }));
}

async function readStep(file: File): Promise<Step> {
  // The limit is in UTF-16 code units; UTF-8 encodes each in at most three bytes.
  if (file.size > LABELS_FILE_LIMITS.length * 3) return { name: 'large' };
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return { name: 'unreadable' };
  const reading = readLabelsFile(text);
  if (!reading.ok) return { name: 'large' };
  const { records, others } = reading.file;
  if (records.length + others.length === 0) return { name: 'none' };
  return { name: 'preview', preview: previewImport(readLabels(), reading.file) };
}

/** Maximum number of damaged lines whose line number is listed. */
const NAMED = 8;

interface ImportCardProps {
  preview: ImportPreview;
  onCancel: () => void;
  onDone: () => void;
}

/** Preview of an import. */
function ImportCard({ preview, onCancel, onDone }: ImportCardProps) {
  const translations = useTranslations();
  const { t } = translations;
  const [replace, setReplace] = useState(false);
  const [problem, setProblem] = useState<SaveProblem>();
  const { added, changed, file } = preview;
  const isNothing = added.length + file.others.length + (replace ? changed.length : 0) === 0;
  const apply = () => {
    const found = applyImport(preview, replace);
    setProblem(found);
    if (found === undefined) onDone();
  };
  return (
    <Card title={t('personal.preview')}>
      <div class="c-stack">
        <ul class="personal__changes" role="status">
          {changeTexts(preview, translations).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {changed.length > 0 && (
          <label class="personal__choice">
            <input
              type="checkbox"
              checked={replace}
              onChange={(event) => setReplace(event.currentTarget.checked)}
            />
            {t('personal.replace')}
          </label>
        )}
        <p class="personal__problem" role="alert">
          {problem && saveProblemText(problem, translations)}
        </p>
        <div class="c-row">
          <Button variant="primary" disabled={isNothing} onClick={apply}>
            {t('personal.apply')}
          </Button>
          <Button onClick={onCancel}>{t('personal.cancel')}</Button>
        </div>
      </div>
    </Card>
  );
}

function changeTexts(
  { added, changed, unchanged, refused, unwatched, file }: ImportPreview,
  { t }: Translations,
): string[] {
  const { others, damaged, shortened, repeated } = file;
  const numbers = damaged.slice(0, NAMED).map(({ line }) => String(line));
  const lines = `${numbers.join(', ')}${damaged.length > NAMED ? ' …' : ''}`;
  const texts: [count: number, text: (count: number) => string][] = [
    [added.length, (count) => t('personal.previewAdded', { count })],
    [changed.length, (count) => t('personal.previewChanged', { count })],
    [unchanged, (count) => t('personal.previewSame', { count })],
    [refused, (count) => t('personal.previewRefused', { count })],
    [unwatched, (count) => t('personal.previewUnwatched', { count, most: MOST_WATCHED })],
    [others.length, (count) => t('personal.previewOthers', { count })],
    [damaged.length, (count) => t('personal.previewDamaged', { count, lines })],
    [shortened.length, (count) => t('personal.previewShortened', { count })],
    [repeated, (count) => t('personal.previewRepeated', { count })],
  ];
  return texts.filter(([count]) => count > 0).map(([count, text]) => text(count));
}
