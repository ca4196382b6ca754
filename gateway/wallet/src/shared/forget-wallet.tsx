import { Button, Notice, TextField } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { TaskFailure, Form } from './form.tsx';
import { useAppState, useModel } from '../wallet/context.ts';
import { goTo } from './route.ts';
import { useTask } from './use-task.ts';
import { t } from './texts.ts';

/** Removes the wallet from this browser after the user has typed a word to confirm. */
export function ForgetWallet({ onCancel }: { onCancel: () => void }) {
  const model = useModel();
  const { phase } = useAppState();
  const needsBackup = phase.name === 'unlocked' && !phase.wallet.backedUp;
  const task = useTask();
  const [typed, setTyped] = useState('');
  const [strict, setStrict] = useState(false);
  const word = t('forget.word');
  const wrong = typed.trim().toLowerCase() !== word;
  const submit = (): boolean => {
    setStrict(true);
    if (wrong) return false;
    task.run(async () => {
      await model.vault.forgetWallet();
      // The next wallet must open with the overview.
      goTo('overview');
    });
    return true;
  };
  return (
    <Form onSubmit={submit}>
      <Notice tone="warn" title={t('forget.warning')}>
        {t('forget.text')} {needsBackup && <strong>{t('forget.notBackedUp')}</strong>}
      </Notice>
      <TextField
        label={t('forget.type', { word })}
        value={typed}
        error={strict && wrong ? t('forget.typeError', { word }) : undefined}
        onInput={setTyped}
      />
      <TaskFailure task={task} />
      <div class="c-actions">
        <Button disabled={task.busy} onClick={onCancel}>
          {t('forget.keep')}
        </Button>
        <Button variant="danger" type="submit" busy={task.busy}>
          {t('forget.forget')}
        </Button>
      </div>
    </Form>
  );
}
