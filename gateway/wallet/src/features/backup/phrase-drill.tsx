import { Button, Card, Notice } from '@cairn/ui';
import type { WordsQuestion } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { WordsQuiz } from '../../shared/recovery-phrase.tsx';
import { hrefOf } from '../../shared/route.ts';
import { useSettings, useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** Asks for three words of a phrase that is due to be checked, and lets its owner put that off; nothing before. */
export function PhraseDrill() {
  const { model, wallet } = useWallet();
  const task = useTask();
  const [question, setQuestion] = useState<WordsQuestion | undefined>(undefined);
  const [passed, setPassed] = useState(false);
  // Renders again when another tab has asked.
  useSettings();
  if (passed) {
    return (
      <Notice tone="success" live>
        {t('drill.done')}
      </Notice>
    );
  }
  if (!wallet.backedUp || !model.drill.isDue()) return null;
  const putOff = (): void => model.drill.putOff();
  if (question === undefined) {
    return (
      <Notice
        tone="info"
        title={t('drill.title')}
        action={
          <>
            <Button
              size="sm"
              busy={task.busy}
              onClick={() => task.run(async () => setQuestion(await model.vault.askForWords()))}
            >
              {t('drill.start')}
            </Button>
            <Button size="sm" variant="ghost" onClick={putOff}>
              {t('drill.later')}
            </Button>
          </>
        }
      >
        {t('drill.text')}
        <TaskFailure task={task} inline />
      </Notice>
    );
  }
  const pass = (): void => {
    model.drill.pass();
    setPassed(true);
  };
  return (
    <Card title={t('drill.title')}>
      <div class="c-stack">
        <p class="c-muted c-small">
          {t('drill.words')} <a href={hrefOf('backup')}>{t('drill.lost')}</a>
        </p>
        <WordsQuiz
          question={question}
          action={t('drill.check')}
          leave={t('drill.later')}
          onLeave={putOff}
          onDone={pass}
        />
      </div>
    </Card>
  );
}
