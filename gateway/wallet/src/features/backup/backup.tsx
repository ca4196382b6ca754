import { Button, LinkButton, Notice } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { PasswordForm } from '../../shared/password.tsx';
import { PhraseWords, useSecret, WordsQuiz } from '../../shared/recovery-phrase.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useWallet } from '../../wallet/context.ts';
import { hrefOf } from '../../shared/route.ts';
import { t } from './texts.ts';

/** Asks for the password, shows the recovery phrase, and asks for some of its words to confirm the backup. */
export function Backup() {
  const { wallet } = useWallet();
  return (
    <Screen title={t('backup.title')} width="narrow">
      {wallet.backedUp ? <Done /> : <Steps />}
    </Screen>
  );
}

function Done() {
  return (
    <Notice
      tone="success"
      live
      action={
        <LinkButton variant="primary" size="sm" href={hrefOf('receive')}>
          {t('backup.showAddress')}
        </LinkButton>
      }
    >
      {t('backup.done')}
    </Notice>
  );
}

function Steps() {
  const { model } = useWallet();
  const [phrase, show] = useSecret();
  const [noted, setNoted] = useState(false);
  if (phrase === undefined) {
    const reveal = async (password: string): Promise<void> => {
      setNoted(false);
      show(await model.vault.revealPhrase(password));
    };
    return (
      <>
        <p>{t('backup.neededText')}</p>
        <p class="c-muted">
          {t('backup.password')} {t('security.revealWarning')}
        </p>
        <PasswordForm action={t('security.reveal')} busy={t('security.checking')} onPassword={reveal} />
      </>
    );
  }
  return noted ? (
    <Check phrase={phrase} onBack={() => setNoted(false)} />
  ) : (
    <>
      <p>{t('phrase.text')}</p>
      <PhraseWords phrase={phrase} />
      <Notice tone="warn">{t('phrase.warning')}</Notice>
      <div class="c-actions">
        <Button onClick={() => show(undefined)}>{t('security.hide')}</Button>
        <Button variant="primary" onClick={() => setNoted(true)}>
          {t('phrase.noted')}
        </Button>
      </div>
    </>
  );
}

function Check({ phrase, onBack }: { phrase: string; onBack: () => void }) {
  const { model } = useWallet();
  const task = useTask();
  return (
    <>
      <p>{t('confirmPhrase.text')}</p>
      <WordsQuiz
        phrase={phrase}
        busy={task.busy}
        onBack={onBack}
        onDone={() => task.run(() => model.vault.update((contents) => ({ ...contents, backedUp: true })))}
      />
      <TaskFailure task={task} />
    </>
  );
}
