import { Button, Card, datedName, FileButton, Icon, Notice, saveFile } from '@cairn/ui';
import { CONTENTS_LIMITS, exportRecords, LABELS_FILE_LIMITS, readLabelsFile } from '@cairn/wallet';
import { type Imported, importRecords } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { namedAccounts, ownAccounts } from '../../shared/names.ts';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** Exports contacts and labels as a file, and adds those of a file that the wallet has not. */
export function RecordsFile() {
  const { model, wallet } = useWallet();
  const { contacts, labels, network } = wallet;
  const task = useTask();
  const [result, setResult] = useState<Imported | 'large' | undefined>(undefined);
  const read = async (chosen: File): Promise<void> => {
    // Before it is read into memory.
    const isLarge = chosen.size > LABELS_FILE_LIMITS.bytes;
    const file = isLarge ? undefined : readLabelsFile(await chosen.text().catch(() => ''));
    if (file === undefined) return setResult('large');
    const book = {
      network,
      own: ownAccounts(wallet),
      accounts: wallet.accounts.map(({ address }) => address),
    };
    // Merges into the stored contents, which another tab may have changed.
    await model.vault.update((contents) => {
      const done = importRecords(contents, file, book);
      setResult(done);
      return done.added > 0 ? { ...contents, ...done.records } : contents;
    });
  };
  const save = (): void => {
    const text = exportRecords({ contacts, labels }, namedAccounts(wallet));
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
function ImportNotice({ result }: { result: Imported | 'large' }) {
  if (result === 'large') {
    return (
      <Notice tone="error" live>
        {t('contacts.importLarge')}
      </Notice>
    );
  }
  const { added, refused, full, skipped } = result;
  const count = refused.length + skipped;
  return (
    <Notice
      tone={full > 0 ? 'warn' : added > 0 ? 'success' : 'info'}
      title={t('contacts.imported', { count: added })}
      live
    >
      {full > 0 && <p>{t('contacts.importFull', { count: full, ...CONTENTS_LIMITS })}</p>}
      {count > 0 && (
        <p>
          {t('contacts.importRefused', { count })} {refused.slice(0, MAX_NAMED).join(', ')}
          {refused.length > MAX_NAMED && ' …'}
        </p>
      )}
    </Notice>
  );
}
