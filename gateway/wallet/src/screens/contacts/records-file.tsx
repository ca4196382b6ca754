import { Button, Card, Notice } from '@cairn/ui';
import {
  decodeRecordsFile,
  encodeRecordsFile,
  MAX_RECORDS_FILE_LENGTH,
  type RecordsFileProblem,
} from '@cairn/wallet';
import { previewMerge, type MergePreview } from '@cairn/wallet/address-book';
import { useState } from 'preact/hooks';
import { FileButton } from '../../components/file-button.tsx';
import { WalletIcon } from '../../components/wallet-icon.tsx';
import { useWallet, type WalletView } from '../../lib/context.ts';
import { ownAccounts } from '../../lib/names.ts';
import { datedName, saveFile } from '../../lib/save-file.ts';
import { t } from '../../messages/messages.ts';
import { explainFileProblem } from './contact-words.ts';
import { MergeCard } from './merge-card.tsx';

type Step =
  | { readonly name: 'idle' }
  | { readonly name: 'failed'; readonly problem: RecordsFileProblem | 'unreadable' }
  | { readonly name: 'preview'; readonly preview: MergePreview }
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
          <FileButton label={t('contacts.importFile')} accept=".json,application/json" onFile={read}>
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

async function readStep(file: File, wallet: WalletView['wallet']): Promise<Step> {
  const { network, contacts, labels } = wallet;
  // Bytes, not characters: at least as many, so a file of this size is too large either way.
  if (file.size > MAX_RECORDS_FILE_LENGTH * 4) return { name: 'failed', problem: 'too_large' };
  const text = await file.text().catch(() => undefined);
  if (text === undefined) return { name: 'failed', problem: 'unreadable' };
  const reading = decodeRecordsFile(text, network);
  if (!reading.ok) return { name: 'failed', problem: reading.problem };
  const own = ownAccounts(wallet);
  return { name: 'preview', preview: previewMerge({ contacts, labels }, reading.records, network, own) };
}
