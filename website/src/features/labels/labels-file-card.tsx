import { Button, Card, datedName, FileButton, Notice, saveFile } from '@cairn/ui';
import {
  LABELS_FILE_LIMITS,
  type LabelsFile,
  readLabelsFile,
  writeLabelsFile,
} from '@cairn/wallet/labels-file';
import { useState } from 'preact/hooks';
import { MOST_WATCHED, type StoredLabels } from '../../site/labels.ts';
import { type Imported, importLabels } from './import-labels.ts';
import { useTranslations } from './texts.ts';
import { saveProblemText } from './tools.tsx';

/** Export and import of labels. An import adds what is new; the reader may then take the file's labels where they differ. */
export function FileCard({ stored }: { stored: StoredLabels }) {
  const { t } = useTranslations();
  const [result, setResult] = useState<FileProblem | { file: LabelsFile; done: Imported }>();
  const { records, others } = stored.file;
  const open = async (file: File) => {
    const read = await readFile(file);
    setResult(typeof read === 'string' ? read : { file: read, done: importLabels(read, false) });
  };
  return (
    <Card title={t('personal.file')}>
      <div class="c-stack">
        <p class="c-muted c-small">{t('personal.fileText')}</p>
        {typeof result === 'string' && (
          <Notice tone="error" live>
            {t(`personal.import.${result}`)}
          </Notice>
        )}
        {typeof result === 'object' && (
          <ImportResult
            {...result}
            onReplace={() => setResult({ file: result.file, done: importLabels(result.file, true) })}
          />
        )}
        <div class="c-row">
          <Button
            disabled={records.length + others.length === 0}
            onClick={() =>
              saveFile(
                datedName('cairn-labels', 'jsonl'),
                new Blob([writeLabelsFile(records, others)], { type: 'application/jsonl' }),
              )
            }
          >
            {t('personal.export')}
          </Button>
          <FileButton
            label={t('personal.importFile')}
            accept=".jsonl,.json,.txt"
            onFile={(file) => void open(file)}
          >
            {t('personal.import')}
          </FileButton>
        </div>
      </div>
    </Card>
  );
}

type FileProblem = 'none' | 'large' | 'unreadable';

async function readFile(file: File): Promise<LabelsFile | FileProblem> {
  // The limit is in UTF-16 code units; UTF-8 encodes each in at most three bytes.
  if (file.size > LABELS_FILE_LIMITS.length * 3) return 'large';
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return 'unreadable';
  const reading = readLabelsFile(text);
  if (!reading.ok) return 'large';
  return reading.file.records.length + reading.file.others.length === 0 ? 'none' : reading.file;
}

interface ImportResultProps {
  file: LabelsFile;
  done: Imported;
  onReplace: () => void;
}

function ImportResult({ file: { damaged }, done, onReplace }: ImportResultProps) {
  const translations = useTranslations();
  const { t } = translations;
  if (done.problem !== undefined)
    return (
      <Notice tone="error" live>
        {saveProblemText(done.problem, translations)}
      </Notice>
    );
  return (
    <Notice
      tone="success"
      title={t('personal.imported', { count: done.added })}
      live
      action={
        done.different > 0 ? (
          <Button size="sm" onClick={onReplace}>
            {t('personal.replace')}
          </Button>
        ) : undefined
      }
    >
      {done.different > 0 && <p>{t('personal.importDifferent', { count: done.different })}</p>}
      {done.refused > 0 && <p>{t('personal.importRefused', { count: done.refused })}</p>}
      {done.unwatched > 0 && (
        <p>{t('personal.importUnwatched', { count: done.unwatched, most: MOST_WATCHED })}</p>
      )}
      {damaged.length > 0 && (
        <p>
          {t('personal.importDamaged', {
            count: damaged.length,
            lines: damaged.map(({ line }) => line).join(', '),
          })}
        </p>
      )}
    </Notice>
  );
}
