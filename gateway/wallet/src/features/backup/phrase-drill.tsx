import { Button, Card, Notice, useStore } from '@cairn/ui';
import type { WordsQuestion } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { TaskFailure, useFocusOnChange, useTask } from '../../shared/form.tsx';
import { WordsQuiz } from '../../shared/recovery-phrase.tsx';
import { hrefOf } from '../../shared/route.ts';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** Asks for three words of a phrase that is due to be checked, and lets its owner put that off; nothing before. */
export function PhraseDrill() {
  const { model, wallet } = useWallet();
  const [question, setQuestion] = useState<WordsQuestion | undefined>(undefined);
  const [passed, setPassed] = useState(false);
  const part = useFocusOnChange(passed ? 'passed' : question);
  // Renders again when another tab has asked.
  useStore(model.settings.nextDrill);
  if (!passed && !(wallet.backedUp && model.drill.isDue())) return null;
  const putOff = (): void => model.drill.putOff();
  const pass = (): void => {
    model.drill.pass();
    setPassed(true);
  };
  return (
    <div ref={part} tabIndex={passed ? -1 : undefined}>
      {passed ? (
        <Notice tone="success" live>
          {t('drill.done')}
        </Notice>
      ) : question === undefined ? (
        <Reminder onStart={async () => setQuestion(await model.vault.askForWords())} onLater={putOff} />
      ) : (
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
      )}
    </div>
  );
}

function Reminder({ onStart, onLater }: { onStart: () => Promise<void>; onLater: () => void }) {
  const task = useTask();
  return (
    <Notice
      tone="info"
      title={t('drill.title')}
      action={
        <>
          <Button size="sm" busy={task.busy} onClick={() => task.run(onStart)}>
            {t('drill.start')}
          </Button>
          <Button size="sm" variant="ghost" onClick={onLater}>
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
