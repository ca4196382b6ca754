import { identifyAddressNetwork } from '@cairn/protocol';
import { Button, datedName, FileButton, saveFile } from '@cairn/ui';
import { LABELS_FILE_LIMITS, readLabelsFile, writeLabelsFile } from '@cairn/wallet/labels-file';
import { useState } from 'preact/hooks';
import { changeLabels, readLabels, type SaveProblem, type StoredLabels } from '../../site/labels.ts';
import { useTranslations } from './texts.ts';
import { problemText } from './tools.tsx';

/**
 * Adds the labels and watched addresses of a file. Its labels replace those here; a record without a label keeps the one here,
 * and no address stops being watched.
 * @returns labels and addresses of the file, and its lines that are no record or no address of a Cairn network
 */
export function importLabels(
  text: string,
): SaveProblem | 'large' | 'none' | { readonly count: number; readonly leftOut: number } {
  const file = readLabelsFile(text);
  if (file === undefined) return 'large';
  const { records, skipped } = file;
  if (records.length === 0) return 'none';
  const { byRef } = readLabels();
  const taken = new Map(
    records
      .filter(({ type, ref }) => type !== 'addr' || identifyAddressNetwork(ref) !== undefined)
      .map((record) => {
        const here = byRef.get(record.ref);
        const label = record.label || (here?.label ?? '');
        return [record.ref, { ...here, ...record, label, watched: record.watched || here?.watched === true }];
      }),
  );
  const problem = changeLabels((before) => [
    ...before.filter(({ ref }) => !taken.has(ref)),
    ...taken.values(),
  ]);
  return problem ?? { count: taken.size, leftOut: skipped + records.length - taken.size };
}

/** Export and import of labels (BIP-329). */
export function LabelsFile({ stored: { records } }: { stored: StoredLabels }) {
  const translations = useTranslations();
  const { t } = translations;
  const [done, setDone] = useState<ReturnType<typeof importLabels>>();
  const open = async (chosen: File) => {
    const isLarge = chosen.size > LABELS_FILE_LIMITS.bytes;
    setDone(isLarge ? 'large' : importLabels(await chosen.text().catch(() => '')));
  };
  const save = () => {
    const lines = writeLabelsFile(records);
    saveFile(datedName('cairn-labels', 'jsonl'), new Blob([lines], { type: 'application/jsonl' }));
  };
  const isProblem = typeof done === 'string';
  return (
    <div class="c-row c-small">
      {records.length > 0 && (
        <Button size="sm" onClick={save}>
          {t('file.export')}
        </Button>
      )}
      <FileButton
        size="sm"
        label={t('file.name')}
        accept=".jsonl,.json,.txt"
        onFile={(one) => void open(one)}
      >
        {t('file.import')}
      </FileButton>
      <p role="status" class={isProblem ? 'c-error' : 'c-muted'}>
        {done === undefined && t('file.text')}
        {isProblem && problemText(done, translations)}
        {typeof done === 'object' && t('file.imported', { count: done.count })}
        {typeof done === 'object' && done.leftOut > 0 && ` ${t('file.leftOut', { count: done.leftOut })}`}
      </p>
    </div>
  );
}
