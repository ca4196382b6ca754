import type { NetworkName } from '@cairn/protocol';
import { Button, FileButton, Notice } from '@cairn/ui';
import { readVaultExport, type VaultFile } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { PasswordForm } from '../../shared/password.tsx';
import { Screen } from '../../shared/screen.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useModel } from '../../model/context.ts';
import { t } from './texts.ts';

/** Restores an exported wallet: checks the file, opens it with its password, then stores it. */
export function ImportFile({ network, onBack }: { network: NetworkName; onBack: () => void }) {
  const model = useModel();
  const task = useTask();
  const [file, setFile] = useState<VaultFile | undefined>(undefined);
  const choose = (picked: File): void => {
    setFile(undefined);
    task.run(async () => setFile(await readVaultExport(picked, network)));
  };
  return (
    <Screen title={t('welcome.file')} width="narrow">
      <p>{t('file.text')}</p>
      <div class="c-row">
        <FileButton label={t('file.choose')} accept=".json,application/json" onFile={choose}>
          <WalletIcon name="upload" /> {t('file.choose')}
        </FileButton>
      </div>
      <TaskFailure task={task} />
      {file !== undefined ? (
        <>
          <Notice tone="success" live>
            {t('file.chosen', { network: file.network })}
          </Notice>
          <PasswordForm
            action={t('file.restore')}
            busy={t('file.restoring')}
            onPassword={(password) => model.vault.importWallet(file, password)}
            onCancel={onBack}
          />
        </>
      ) : (
        <div class="c-actions">
          <Button onClick={onBack}>{t('common.back')}</Button>
        </div>
      )}
    </Screen>
  );
}
