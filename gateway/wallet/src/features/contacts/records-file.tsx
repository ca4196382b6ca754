import { Button, Card, datedName, FileButton, Notice, saveFile } from '@cairn/ui';
import {
  MAX_RECORDS_FILE_BYTES,
  readRecords,
  type ReadRecords,
  type RecordsFileProblem,
  writeRecords,
} from '@cairn/wallet';
import { previewMerge, type MergePreview } from '@cairn/wallet/contacts';
import { useState } from 'preact/hooks';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet, type WalletView } from '../../wallet/context.ts';
import { namedAccounts, ownAccounts } from '../../shared/names.ts';
import { MergeCard } from './merge-card.tsx';
import { t } from './texts.ts';

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
