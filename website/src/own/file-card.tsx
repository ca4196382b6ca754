import { Button, Card, datedName, Notice, saveFile } from '@cairn/ui';
import { LABELS_FILE_LIMITS, readLabelsFile, writeLabelsFile } from '@cairn/wallet/labels-file';
import { useState } from 'preact/hooks';
import { useWords } from '../messages/context.tsx';
import { type ImportPreview, previewImport } from './import-labels.ts';
import { ImportCard } from './import-card.tsx';
import { keptLabels, type KeptLabels } from './own-labels.ts';

type Step =
  | { readonly name: 'idle' | 'done' | 'none' | 'large' | 'unreadable' }
  | { readonly name: 'preview'; readonly preview: ImportPreview };

/** Labels as a file: out, and in after a look at what would change. */
export function FileCard({ kept }: { kept: KeptLabels }) {
  const { t } = useWords();
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
  const { records, others } = kept.file;
  const problem = {
    none: t('own.importNone'),
    large: t('own.importLarge'),
    unreadable: t('own.importUnreadable'),
    idle: undefined,
    done: undefined,
  }[step.name];
  return (
    <Card title={t('own.file')}>
      <div class="c-stack">
        <p class="c-muted c-small">{t('own.fileText')}</p>
        {problem !== undefined && (
          <Notice tone="error" live>
            {problem}
          </Notice>
        )}
        {step.name === 'done' && (
          <Notice tone="success" live>
            {t('own.imported')}
          </Notice>
        )}
        <div class="c-row">
          <Button
            disabled={records.length + others.length === 0}
            onClick={() => saveText(writeLabelsFile(records, others))}
          >
            {t('own.export')}
          </Button>
          <label class="c-button c-button--secondary own-file">
            {t('own.import')}
            <input
              class="c-visually-hidden"
              type="file"
              accept=".jsonl,.json,.txt"
              aria-label={t('own.importFile')}
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                // The same file may be chosen again after it was mended.
                event.currentTarget.value = '';
                if (file !== undefined) void readStep(file).then(setStep);
              }}
            />
          </label>
        </div>
      </div>
    </Card>
  );
}

/** Hands labels to the browser's downloads. */
export function saveText(text: string): void {
  saveFile(datedName('cairn-labels', 'jsonl'), new Blob([text], { type: 'application/jsonl' }));
}

async function readStep(file: File): Promise<Step> {
  // Bytes, not characters: UTF-8 needs at most three for a UTF-16 code unit.
  if (file.size > LABELS_FILE_LIMITS.length * 3) return { name: 'large' };
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return { name: 'unreadable' };
  const reading = readLabelsFile(text);
  if (!reading.ok) return { name: 'large' };
  const { records, others } = reading.file;
  if (records.length + others.length === 0) return { name: 'none' };
  return { name: 'preview', preview: previewImport(keptLabels(), reading.file) };
}
