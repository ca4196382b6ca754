import { Button, Card, datedName, FileButton, Notice, saveFile } from '@cairn/ui';
import {
  MAX_RECORDS_FILE_BYTES,
  readRecords,
  type ReadRecords,
  type Records,
  type RecordsFileProblem,
  writeRecords,
} from '@cairn/wallet';
import { applyMerge, type MergePreview, previewMerge } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet, type WalletView } from '../../wallet/context.ts';
import { namedAccounts, ownAccounts } from '../../shared/names.ts';
import { t } from './texts.ts';
import { Checkbox } from '../../shared/fields.tsx';
import { TaskFailure, useTask } from '../../shared/form.tsx';

type Step =
  | { readonly name: 'idle' }
  | { readonly name: 'failed'; readonly problem: RecordsFileProblem }
  | { readonly name: 'preview'; readonly preview: MergePreview; readonly file: ReadRecords }
  | { readonly name: 'done' };

/** Exports contacts and labels as a file, and imports them after a preview. */
export function RecordsFile() {
  const { wallet } = useWallet();
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const read = (file: File): void => void readStep(file, wallet).then(setStep);
  if (step.name === 'preview') {
    return (
      <MergeCard
        preview={step.preview}
        file={step.file}
        onCancel={() => setStep({ name: 'idle' })}
        onDone={() => setStep({ name: 'done' })}
      />
    );
  }
  const empty = wallet.contacts.length === 0 && Object.keys(wallet.labels).length === 0;
  return (
    <Card title={t('contacts.file')}>
      <div class="c-stack">
        <p class="c-muted c-small">{t('contacts.fileText')}</p>
        {step.name === 'failed' && (
          <Notice tone="error" live>
            {t(`contacts.import_${step.problem}`)}
          </Notice>
        )}
        {step.name === 'done' && (
          <Notice tone="success" live>
            {t('contacts.imported')}
          </Notice>
        )}
        <div class="c-row">
          <Button disabled={empty} onClick={() => save(wallet)}>
            <WalletIcon name="download" /> {t('contacts.export')}
          </Button>
          <FileButton label={t('contacts.importFile')} accept=".jsonl,.json,application/jsonl" onFile={read}>
            <WalletIcon name="upload" /> {t('contacts.import')}
          </FileButton>
        </div>
      </div>
    </Card>
  );
}

function save({ contacts, labels, accounts }: WalletView['wallet']): void {
  const text = writeRecords({ contacts, labels }, namedAccounts({ accounts }));
  saveFile(datedName('cairn-labels', 'jsonl'), new Blob([text], { type: 'application/jsonl' }));
}

async function readStep(file: File, wallet: WalletView['wallet']): Promise<Step> {
  const { network, contacts, labels } = wallet;
  // Check the size before the file is read into memory.
  if (file.size > MAX_RECORDS_FILE_BYTES) return { name: 'failed', problem: 'too_many' };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return { name: 'failed', problem: 'no_records' };
  const accounts = new Set(wallet.accounts.map(({ address }) => address));
  const reading = readRecords(new Uint8Array(bytes), { contacts, labels }, accounts);
  if (!reading.ok) return { name: 'failed', problem: reading.problem };
  const preview = previewMerge({ contacts, labels }, reading.records, network, ownAccounts(wallet));
  return { name: 'preview', preview, file: reading };
}

/** Maximum number of entries that the preview lists in a group. */
const MAX_LISTED = 8;

/** Preview of an import, with the button that carries it out. */
function MergeCard(props: {
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
    await model.vault.update((contents) => ({
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
