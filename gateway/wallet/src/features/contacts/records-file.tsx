import { Button, Card, datedName, FileButton, Icon, Notice, saveFile } from '@cairn/ui';
import {
  MAX_RECORDS_FILE_BYTES,
  readRecords,
  type ReadRecords,
  type RecordsFileResult,
  writeRecords,
} from '@cairn/wallet';
import { type Imported, importRecords } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { namedAccounts, ownAccounts } from '../../shared/names.ts';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet, type WalletView } from '../../wallet/context.ts';
import { t } from './texts.ts';

/** An imported file, and what its import did; why it could not be read. */
type Result =
  { readonly file: ReadRecords; readonly done: Imported } | Extract<RecordsFileResult, { ok: false }>;

/**
 * Exports contacts and labels as a file, and imports them. An import adds what is new; the owner may then take the file's
 * version where it differs.
 */
export function RecordsFile() {
  const { model, wallet } = useWallet();
  const task = useTask();
  const [result, setResult] = useState<Result | undefined>(undefined);
  /** Merges into the stored contents, which another tab may have changed. */
  const merge = async (file: ReadRecords, replace: boolean): Promise<void> => {
    const options = { network: wallet.network, own: ownAccounts(wallet), replace };
    await model.vault.update((contents) => {
      const done = importRecords(contents, file.records, options);
      const added = done.added + (replace ? done.different : 0);
      setResult({ file, done: { ...done, added, different: replace ? 0 : done.different } });
      return added > 0 ? { ...contents, ...done.records } : contents;
    });
  };
  const open = async (chosen: File): Promise<void> => {
    const read = await readFile(chosen, wallet);
    if (read.ok) await merge(read, false);
    else setResult(read);
  };
  const empty = wallet.contacts.length === 0 && Object.keys(wallet.labels).length === 0;
  return (
    <Card title={t('contacts.file')}>
      <div class="c-stack">
        <p class="c-muted c-small">{t('contacts.fileText')}</p>
        {task.error === undefined && result !== undefined && (
          <ImportNotice result={result} onReplace={(file) => task.run(() => merge(file, true))} />
        )}
        <TaskFailure task={task} />
        <div class="c-row">
          <Button disabled={empty} onClick={() => save(wallet)}>
            <Icon name="download" /> {t('common.export')}
          </Button>
          <FileButton
            label={t('contacts.importFile')}
            accept=".jsonl,.json,application/jsonl"
            onFile={(chosen) => task.run(() => open(chosen))}
          >
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

async function readFile(file: File, wallet: WalletView['wallet']): Promise<RecordsFileResult> {
  // Check the size before the file is read into memory.
  if (file.size > MAX_RECORDS_FILE_BYTES) return { ok: false, problem: 'too_many' };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return { ok: false, problem: 'no_records' };
  const accounts = new Set(wallet.accounts.map(({ address }) => address));
  return readRecords(new Uint8Array(bytes), wallet, accounts);
}

/** Maximum number of entries that were left out and are named. */
const MAX_NAMED = 8;

/** What an import added and left out, with a button for the file's version of what differs. */
function ImportNotice({ result, onReplace }: { result: Result; onReplace: (file: ReadRecords) => void }) {
  if ('problem' in result) {
    return (
      <Notice tone="error" live>
        {t(`contacts.import_${result.problem}`)}
      </Notice>
    );
  }
  const { file, done } = result;
  const { added, different, refused } = done;
  return (
    <Notice
      tone="success"
      title={t('contacts.imported', { count: added })}
      live
      action={
        different > 0 ? (
          <Button size="sm" onClick={() => onReplace(file)}>
            {t('contacts.replace')}
          </Button>
        ) : undefined
      }
    >
      {different > 0 && <p>{t('contacts.importDifferent', { count: different })}</p>}
      {refused.length > 0 && (
        <p>
          {t('contacts.importRefused', { count: refused.length })} {refused.slice(0, MAX_NAMED).join(', ')}
          {refused.length > MAX_NAMED && ' …'}
        </p>
      )}
      {file.skipped > 0 && <p>{t('contacts.importSkipped', { count: file.skipped })}</p>}
    </Notice>
  );
}
