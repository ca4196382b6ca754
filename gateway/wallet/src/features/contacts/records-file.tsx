import { Button, Card, datedName, FileButton, Icon, Notice, saveFile } from '@cairn/ui';
import { MAX_RECORDS_FILE_BYTES, readRecords, type RecordsFileProblem, writeRecords } from '@cairn/wallet';
import { type Imported, importRecords } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { namedAccounts, ownAccounts } from '../../shared/names.ts';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** What an import did, with the number of lines of the file that are no contacts or labels; or why it did nothing. */
type Result = (Imported & { readonly skipped: number }) | { readonly problem: RecordsFileProblem };

/** Exports contacts and labels as a file, and adds those of a file that the wallet has not. */
export function RecordsFile() {
  const { model, wallet } = useWallet();
  const { contacts, labels, accounts, network } = wallet;
  const task = useTask();
  const [result, setResult] = useState<Result | undefined>(undefined);
  const read = async (file: File): Promise<void> => {
    // Before it is read into memory.
    if (file.size > MAX_RECORDS_FILE_BYTES) return setResult({ problem: 'too_many' });
    const bytes = await file.arrayBuffer().catch(() => new ArrayBuffer());
    const found = readRecords(new Uint8Array(bytes), new Set(accounts.map(({ address }) => address)));
    if (!found.ok) return setResult(found);
    // Merges into the stored contents, which another tab may have changed.
    await model.vault.update((contents) => {
      const done = importRecords(contents, found.records, { network, own: ownAccounts(wallet) });
      setResult({ ...done, skipped: found.skipped });
      return done.added > 0 ? { ...contents, ...done.records } : contents;
    });
  };
  const save = (): void => {
    const text = writeRecords({ contacts, labels }, namedAccounts(wallet));
    saveFile(datedName('cairn-labels', 'jsonl'), new Blob([text], { type: 'application/jsonl' }));
  };
  return (
    <Card title={t('contacts.file')}>
      <div class="c-stack">
        <p class="c-muted c-small">{t('contacts.fileText')}</p>
        {task.error === undefined && result !== undefined && <ImportNotice result={result} />}
        <TaskFailure task={task} />
        <div class="c-row">
          <Button disabled={contacts.length === 0 && Object.keys(labels).length === 0} onClick={save}>
            <Icon name="download" /> {t('common.export')}
          </Button>
          <FileButton
            label={t('contacts.importFile')}
            accept=".jsonl,.json,application/jsonl"
            onFile={(file) => task.run(() => read(file))}
          >
            <WalletIcon name="upload" /> {t('contacts.import')}
          </FileButton>
        </div>
      </div>
    </Card>
  );
}

/** Maximum number of entries that were left out and are named. */
const MAX_NAMED = 8;

/** What an import added and left out. */
function ImportNotice({ result }: { result: Result }) {
  if ('problem' in result) {
    return (
      <Notice tone="error" live>
        {t(`contacts.import_${result.problem}`)}
      </Notice>
    );
  }
  const { added, refused, skipped } = result;
  const count = refused.length + skipped;
  return (
    <Notice tone="success" title={t('contacts.imported', { count: added })} live>
      {count > 0 && (
        <p>
          {t('contacts.importRefused', { count })} {refused.slice(0, MAX_NAMED).join(', ')}
          {refused.length > MAX_NAMED && ' …'}
        </p>
      )}
    </Notice>
  );
}
