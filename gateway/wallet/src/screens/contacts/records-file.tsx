import { Button, Card, datedName, Notice, saveFile } from '@cairn/ui';
import {
  decodeRecordsFile,
  encodeRecordsFile,
  isLabelsFile,
  labelsOfRecords,
  MAX_RECORDS_FILE_LENGTH,
  readLabelsFile,
  recordsOfLabels,
  type RecordsFileProblem,
  type RecordsFileReading,
  writeLabelsFile,
} from '@cairn/wallet';
import { previewMerge, type MergePreview } from '@cairn/wallet/address-book';
import { useState } from 'preact/hooks';
import { FileButton } from '../../components/file-button.tsx';
import { WalletIcon } from '../../components/wallet-icon.tsx';
import { useWallet, type WalletView } from '../../lib/context.ts';
import { namedAccounts, ownAccounts } from '../../lib/names.ts';
import { t } from '../../messages/messages.ts';
import { explainFileProblem } from './contact-words.ts';
import { MergeCard } from './merge-card.tsx';

type Step =
  | { readonly name: 'idle' }
  | { readonly name: 'failed'; readonly problem: RecordsFileProblem | 'unreadable' }
  | { readonly name: 'preview'; readonly preview: MergePreview; readonly skipped: number }
  | { readonly name: 'done' };

/** Contacts and labels as a file: out, and in after a look at what would change. */
export function RecordsFile() {
  const { wallet } = useWallet();
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const read = (file: File): void => void readStep(file, wallet).then(setStep);
  if (step.name === 'preview') {
    return (
      <MergeCard
        preview={step.preview}
        skipped={step.skipped}
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
            {explainFileProblem(step.problem)}
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
          <Button disabled={empty} title={t('contacts.exportLabelsHint')} onClick={() => saveLabels(wallet)}>
            <WalletIcon name="tag" /> {t('contacts.exportLabels')}
          </Button>
          <FileButton label={t('contacts.importFile')} accept=".json,.jsonl,application/json" onFile={read}>
            <WalletIcon name="upload" /> {t('contacts.import')}
          </FileButton>
        </div>
      </div>
    </Card>
  );
}

function save({ network, contacts, labels }: WalletView['wallet']): void {
  const text = encodeRecordsFile(network, { contacts, labels });
  saveFile(datedName('cairn-contacts', 'json'), new Blob([text], { type: 'application/json' }));
}

function saveLabels({ contacts, labels, accounts }: WalletView['wallet']): void {
  const text = writeLabelsFile(labelsOfRecords({ contacts, labels }, namedAccounts({ accounts })));
  saveFile(datedName('cairn-labels', 'jsonl'), new Blob([text], { type: 'application/jsonl' }));
}

async function readStep(file: File, wallet: WalletView['wallet']): Promise<Step> {
  const { network, contacts, labels } = wallet;
  // Bytes, not characters: at least as many, so a file of this size is too large either way.
  if (file.size > MAX_RECORDS_FILE_LENGTH * 4) return { name: 'failed', problem: 'too_large' };
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return { name: 'failed', problem: 'unreadable' };
  const { reading, skipped } = isLabelsFile(text)
    ? decodeLabels(text, wallet)
    : { reading: decodeRecordsFile(text, network), skipped: 0 };
  if (!reading.ok) return { name: 'failed', problem: reading.problem };
  const own = ownAccounts(wallet);
  const preview = previewMerge({ contacts, labels }, reading.records, network, own);
  return { name: 'preview', preview, skipped };
}

/** A file of labels as contacts and labels; `skipped` counts lines that are neither. */
function decodeLabels(
  text: string,
  wallet: WalletView['wallet'],
): { reading: RecordsFileReading; skipped: number } {
  const reading = readLabelsFile(text);
  if (!reading.ok) return { reading, skipped: 0 };
  const { records, others, damaged } = reading.file;
  const accounts = new Set(wallet.accounts.map(({ address }) => address));
  const blocks = records.filter(({ type }) => type === 'block').length;
  return {
    reading: recordsOfLabels(reading.file, wallet, accounts),
    skipped: others.length + damaged.length + blocks,
  };
}
