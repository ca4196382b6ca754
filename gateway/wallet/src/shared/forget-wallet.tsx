import { Notice, TextField } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { useAppState, useModel } from '../model/context.ts';
import { TaskForm } from './form.tsx';
import { goTo } from './route.ts';
import { t } from './texts.ts';

/** Removes the wallet from this browser after the user has typed a word to confirm. */
export function ForgetWallet({ onCancel }: { onCancel: () => void }) {
  const model = useModel();
  const { phase } = useAppState();
  const needsBackup = phase.name === 'unlocked' && !phase.wallet.backedUp;
  const [typed, setTyped] = useState('');
  const word = t('forget.word');
  const isTyped = typed.trim().toLowerCase() === word;
  const forget = async (): Promise<void> => {
    await model.vault.forgetWallet();
    // The next wallet must open with the overview.
    goTo('overview');
  };
  return (
    <TaskForm
      check={() => isTyped}
      run={forget}
      action={t('forget.forget')}
      danger
      leave={t('forget.keep')}
      onLeave={onCancel}
    >
      {(_task, submitted) => (
        <>
          <Notice tone="warn" title={t('forget.warning')}>
            {t('forget.text')} {needsBackup && <strong>{t('forget.notBackedUp')}</strong>}
          </Notice>
          <TextField
            label={t('forget.type', { word })}
            value={typed}
            error={submitted && !isTyped ? t('forget.typeError', { word }) : undefined}
            onInput={setTyped}
          />
        </>
      )}
    </TaskForm>
  );
}
