import { Button, LinkButton, Notice } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { TaskFailure } from '../components/form.tsx';
import { PasswordForm } from '../components/password-form.tsx';
import { PhraseWords, WordsQuiz } from '../components/recovery-phrase.tsx';
import { Screen } from '../components/screen.tsx';
import { useWallet } from '../lib/context.ts';
import { hrefOf } from '../lib/route.ts';
import { useSecret } from '../lib/use-secret.ts';
import { useTask } from '../lib/use-task.ts';
import { t } from '../messages/messages.ts';

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
      show(await model.revealPhrase(password));
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
      <div class="w-actions">
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
        onDone={() => task.run(() => model.confirmBackup())}
      />
      <TaskFailure task={task} />
    </>
  );
}
