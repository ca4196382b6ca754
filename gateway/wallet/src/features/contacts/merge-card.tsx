import { Button, Card } from '@cairn/ui';
import type { ReadRecords } from '@cairn/wallet';
import { applyMerge, type MergePreview } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { TaskFailure } from '../../shared/form.tsx';
import { Checkbox } from '../../shared/fields.tsx';
import { useWallet } from '../../wallet/context.ts';
import { useTask } from '../../shared/use-task.ts';
import { explainRefusal } from './contact-errors.ts';
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
  const { added, changed, newLabels, changedLabels } = preview;
  const differing = changed.length + Object.keys(changedLabels).length;
  const nothing = added.length + Object.keys(newLabels).length + (replace ? differing : 0) === 0;
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
          <Button variant="primary" busy={task.busy} disabled={nothing} onClick={() => task.run(apply)}>
            {t('contacts.apply')}
          </Button>
        </div>
      }
    >
      <div class="c-stack">
        <Changes preview={preview} />
        <FileNotes file={file} />
        {differing > 0 && <Checkbox label={t('contacts.replace')} checked={replace} onChange={setReplace} />}
        <TaskFailure task={task} />
      </div>
    </Card>
  );
}

/** Entries of the file that the import shortens or leaves out. */
function FileNotes({ file: { shortened, repeated, skipped } }: { file: ReadRecords }) {
  return (
    <>
      {shortened.length > 0 && (
        <Group
          title={t('contacts.previewShortened', { count: shortened.length })}
          lines={shortened.map((text) => `${text}…`)}
        />
      )}
      {repeated > 0 && <p class="c-muted">{t('contacts.previewRepeated', { count: repeated })}</p>}
      {skipped > 0 && <p class="c-muted">{t('contacts.previewSkipped', { count: skipped })}</p>}
    </>
  );
}

function Changes({ preview }: { preview: MergePreview }) {
  const { added, changed, unchanged, refused, newLabels, refusedLabels, changedLabels } = preview;
  const labels = Object.keys(newLabels).length;
  const labelsChanged = Object.keys(changedLabels).length;
  const nothing =
    added.length + changed.length + refused.length + labels + labelsChanged + refusedLabels === 0;
  return (
    <div class="c-stack" role="status">
      {nothing && <p>{t('contacts.previewNothing')}</p>}
      {added.length > 0 && (
        <Group
          title={t('contacts.previewAdded', { count: added.length })}
          lines={added.map(({ name }) => name)}
        />
      )}
      {changed.length > 0 && (
        <Group
          title={t('contacts.previewChanged', { count: changed.length })}
          lines={changed.map(({ from, to }) =>
            t('contacts.previewBecomes', { from: from.name, to: to.name }),
          )}
        />
      )}
      {unchanged > 0 && <p class="c-muted">{t('contacts.previewUnchanged', { count: unchanged })}</p>}
      {labels > 0 && <p>{t('contacts.previewLabels', { count: labels })}</p>}
      {labelsChanged > 0 && <p>{t('contacts.previewLabelsChanged', { count: labelsChanged })}</p>}
      {refusedLabels > 0 && <p>{t('contacts.previewLabelsRefused', { count: refusedLabels })}</p>}
      {refused.length > 0 && (
        <Group
          title={t('contacts.previewRefused', { count: refused.length })}
          lines={refused.map(({ contact, problem }) => `${contact.name}: ${explainRefusal(problem)}`)}
        />
      )}
    </div>
  );
}

function Group({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <p class="c-strong">{title}</p>
      <ul class="c-list c-muted c-small">
        {lines.slice(0, MAX_LISTED).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > MAX_LISTED && (
          <li>{t('contacts.previewMore', { count: lines.length - MAX_LISTED })}</li>
        )}
      </ul>
    </div>
  );
}
