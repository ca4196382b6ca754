import { Button, LinkButton, Notice } from '@cairn/ui';
import { askForWords, type WordsQuestion } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { PasswordForm } from '../../shared/password.tsx';
import { PhraseWords, useSecret, WordsQuiz } from '../../shared/recovery-phrase.tsx';
import { hrefOf } from '../../shared/route.ts';
import { Screen } from '../../shared/screen.tsx';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** Shows the recovery phrase for a short time. Asks for some of its words unless the backup is confirmed. */
export function Backup() {
  const { wallet } = useWallet();
  const [confirmed, setConfirmed] = useState(false);
  return (
    <Screen title={t(wallet.backedUp ? 'phrase.list' : 'backup.title')} width="narrow">
      {confirmed ? (
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
      ) : (
        <Steps onConfirmed={() => setConfirmed(true)} />
      )}
    </Screen>
  );
}

function Steps({ onConfirmed }: { onConfirmed: () => void }) {
  const { model, wallet } = useWallet();
  const [phrase, show] = useSecret();
  const [question, setQuestion] = useState<WordsQuestion | undefined>(undefined);
  if (phrase === undefined) {
    const reveal = async (password: string): Promise<void> => {
      setQuestion(undefined);
      show(await model.vault.revealPhrase(password));
    };
    return (
      <>
        {!wallet.backedUp && <p>{t('backup.neededText')}</p>}
        <p class="c-muted">
          {t('backup.password')} {t('backup.revealWarning')}
        </p>
        <PasswordForm action={t('security.reveal')} busy={t('security.checking')} onPassword={reveal} />
      </>
    );
  }
  if (question !== undefined) {
    const confirm = async (): Promise<void> => {
      await model.vault.update((contents) => ({ ...contents, backedUp: true }));
      onConfirmed();
    };
    return (
      <>
        <p>{t('confirmPhrase.text')}</p>
        <WordsQuiz question={question} onLeave={() => setQuestion(undefined)} onDone={confirm} />
      </>
    );
  }
  return (
    <>
      <p>{t('phrase.text')}</p>
      <PhraseWords phrase={phrase} />
      <Notice tone="warn">{t('phrase.warning')}</Notice>
      <p class="c-faint c-small">{t('backup.revealHides')}</p>
      <div class="c-actions">
        <Button onClick={() => show(undefined)}>{t('backup.hide')}</Button>
        {!wallet.backedUp && (
          <Button variant="primary" onClick={() => setQuestion(askForWords(phrase))}>
            {t('phrase.noted')}
          </Button>
        )}
      </div>
    </>
  );
}
