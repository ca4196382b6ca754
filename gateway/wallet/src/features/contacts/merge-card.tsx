import { Button, Card } from '@cairn/ui';
import type { ReadRecords, Records } from '@cairn/wallet';
import { applyMerge, type MergePreview } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { Checkbox } from '../../shared/fields.tsx';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { useWallet } from '../../wallet/context.ts';
import { t } from './texts.ts';

/** Maximum number of entries that the preview lists in a group. */
const MAX_LISTED = 8;

/** Preview of an import, with the button that carries it out. */
export function MergeCard(props: {
  preview: MergePreview;
  file: ReadRecords;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { preview, file, onCancel, onDone } = props;
  const { model } = useWallet();
  const task = useTask();
  const [replace, setReplace] = useState(false);
  const [added, changed] = [textsOf(preview.added), textsOf(preview.changed)];
  const apply = async (): Promise<void> => {
    // Merge into the stored contents: another tab may have changed them since the preview.
    await model.vault.updateContents((contents) => ({
      ...contents,
      ...applyMerge(contents, preview, replace),
    }));
    onDone();
  };
  return (
    <Card
      title={t('contacts.preview')}
      footer={
        <div class="c-actions">
          <Button disabled={task.busy} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={task.busy}
            disabled={added.length === 0 && !(replace && changed.length > 0)}
            onClick={() => task.run(apply)}
          >
            {t('contacts.apply')}
          </Button>
        </div>
      }
    >
      <div class="c-stack" role="status">
        {added.length + changed.length + preview.refused.length === 0 && (
          <p>{t('contacts.previewNothing')}</p>
        )}
        <Group title={t('contacts.previewAdded', { count: added.length })} lines={added} />
        <Group title={t('contacts.previewChanged', { count: changed.length })} lines={changed} />
        <Group
          title={t('contacts.previewRefused', { count: preview.refused.length })}
          lines={preview.refused}
        />
        {file.skipped > 0 && <p class="c-muted">{t('contacts.previewSkipped', { count: file.skipped })}</p>}
        {changed.length > 0 && (
          <Checkbox label={t('contacts.replace')} checked={replace} onChange={setReplace} />
        )}
        <TaskFailure task={task} />
      </div>
    </Card>
  );
}

/** Names of contacts, then labels. */
function textsOf({ contacts, labels }: Records): string[] {
  return [...contacts.map(({ name }) => name), ...Object.values(labels)];
}

function Group({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <p class="c-strong">{title}</p>
      <ul class="c-list c-muted c-small">
        {lines.slice(0, MAX_LISTED).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {lines.length > MAX_LISTED && (
          <li>{t('contacts.previewMore', { count: lines.length - MAX_LISTED })}</li>
        )}
      </ul>
    </div>
  );
}
